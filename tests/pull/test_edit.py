"""Editing a table and a YAML file: the smallest diff, comments and style kept."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mini_project import ROOT

from tieout.pull.edit_csv import with_cells
from tieout.pull.edit_yaml import YamlEditor
from tieout.yamlio import parse

TABLE = '\ufeffid,a,"b, c"\r\nx,1,"2,014"\r\n\r\ny, 3 ,"say ""4"""\r\n'


def test_one_cell_of_a_table() -> None:
    """Every other byte stays: mark, line ends, quotes, blanks."""
    assert with_cells(TABLE, {("x", "b, c"): "2,015"}) == TABLE.replace("2,014", "2,015")
    assert with_cells(TABLE, {("y", "a"): "5"}) == TABLE.replace(" 3 ", "5")
    assert with_cells(TABLE, {("x", "a"): "1,000"}) == TABLE.replace("x,1,", 'x,"1,000",')


def test_an_empty_cell_at_the_end_is_filled() -> None:
    """As a cell that was not captured is, with and without a last line end."""
    assert with_cells("id,a,b\nx,1,\n", {("x", "b"): "2"}) == "id,a,b\nx,1,2\n"
    assert with_cells("id,a,b\nx,,", {("x", "a"): "1", ("x", "b"): "2"}) == "id,a,b\nx,1,2"


def test_a_cell_that_is_not_there() -> None:
    """Nothing is written somewhere else."""
    with pytest.raises(KeyError):
        with_cells(TABLE, {("z", "a"): "1"})


CELL = st.text(st.sampled_from('09.,"~× \u00a0a'), max_size=6)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(CELL, CELL), min_size=1, max_size=5), st.data())
def test_only_the_cell_changes(rows: list[tuple[str, str]], data: st.DataObject) -> None:
    """Whatever stands in a table, read back it differs in the one cell."""
    records = [["id", "a", "b"], *([f"r{n}", *row] for n, row in enumerate(rows))]
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(records)
    row = data.draw(st.integers(1, len(rows)))
    column = data.draw(st.integers(1, 2))
    value = data.draw(CELL.filter(lambda text: text == text.strip()))
    changed = with_cells(buffer.getvalue(), {(records[row][0], records[0][column]): value})
    records[row][column] = value
    assert list(csv.reader(io.StringIO(changed))) == records


YAML = """# head
title: "A: b"   # why
standing: second-hand
via: other
# before the tables
tables:
  t:
    file: t.csv
    columns:
      a: {unit: ×, label: {en: a, zh-TW: 甲}}
      b:
        unit: tok/s  # speed
        label: {en: b, zh-TW: 乙}
figures:
  x: # a count
    printed: "12,805"
    unit: lines
    note:
      en: >-
        Folded
        text.
      zh-TW: 文字
  y:
    printed: ~113
    unit: tok/s
"""


def test_values_change_in_place() -> None:
    """Quotes and comments stay as they are."""
    editor = YamlEditor(YAML)
    editor.set(("figures", "x", "printed"), "12,900")
    editor.set(("figures", "y", "printed"), "~115")
    editor.set(("standing",), "captured")
    changed = YAML.replace("12,805", "12,900").replace("~113", "~115")
    assert editor.result() == changed.replace("second-hand", "captured")


def test_keys_are_added_where_they_belong() -> None:
    """On a line of their own, or inside braces; behind a comment, not before it."""
    editor = YamlEditor(YAML)
    editor.put(("tables", "t", "columns", "a"), "standing", "captured", "unit")
    editor.put(("tables", "t", "columns", "b"), "standing", "captured", "unit")
    editor.put(("figures", "y"), "standing", "captured", "printed")
    editor.put((), "retrieved", "2026-11-29", "standing")
    editor.add((), "captures:\n  - url: u\n    day: d", "standing")
    editor.remove("via")
    changed = YAML.replace("zh-TW: 甲}}", "zh-TW: 甲}, standing: captured}")
    changed = changed.replace("# speed\n", "# speed\n        standing: captured\n")
    changed = changed.replace("~113\n", "~113\n    standing: captured\n")
    block = "standing: second-hand\nretrieved: 2026-11-29\ncaptures:\n  - url: u\n    day: d\n"
    changed = changed.replace("standing: second-hand\nvia: other\n", block)
    assert editor.result() == changed


def test_items_are_appended_and_a_last_line_without_an_end() -> None:
    """A list grows in its own indentation."""
    text = "captures:\n  - url: a\n    day: b"
    editor = YamlEditor(text)
    editor.append(("captures",), "url: c\nday: d")
    assert editor.result() == text + "\n  - url: c\n    day: d\n"


def test_a_number_is_quoted_where_others_would_not_read_text() -> None:
    """An editor's tools must not take 2.50 for 2.5, nor a day for a date."""
    editor = YamlEditor("a: ~113\nb: 'x'\nc: \"y\"\nd: z\n")
    editor.set(("a",), "115")
    editor.set(("b",), "it's")
    editor.set(("c",), 'say "1"')
    editor.set(("d",), "8 TB/s: fast")
    assert editor.result() == 'a: "115"\nb: \'it\'\'s\'\nc: "say \\"1\\""\nd: "8 TB/s: fast"\n'


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("sources/*/source.yaml")), ids=lambda p: p.parent.name
)
def test_every_source_of_the_project_can_be_edited(path: Path) -> None:
    """Each printed figure is replaced and read back; all else reads as before."""
    text = path.read_text("utf-8")
    before = parse(text, path)
    editor = YamlEditor(text)
    for name in before.data.get("figures", {}):
        editor.set(("figures", name, "printed"), "~9,999.50 ×")
    after = parse(editor.result(), path).data
    for entry in after.get("figures", {}).values():
        assert entry["printed"] == "~9,999.50 ×"
    for name, entry in after.get("figures", {}).items():
        entry["printed"] = before.data["figures"][name]["printed"]
    assert after == before.data
