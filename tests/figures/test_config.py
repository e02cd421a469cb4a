"""A fault in a figure's configuration is told with its place and its mend."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tieout import schema, yamlio
from tieout.figures import FigureError, facts_of

HERE = Path(__file__).parent
Change = Callable[[dict[str, Any]], object]

#: figure of the fixture, what is done to it, what the message must say, where it must lead
FAULTS: list[tuple[str, Change, str, tuple[str | int, ...]]] = [
    ("paired", lambda e: e.update(kind="pared"), "no kind 'pared'.*did you mean paired", ("kind",)),
    (
        "share",
        lambda e: e["rows"][0].update(fact="post/shar"),
        "no fact 'post/shar'.*did you mean post/share",
        ("rows", 0, "fact"),
    ),
    (
        "stacked",
        lambda e: e["groups"][1]["label"].update(en="{{ f('run/c17') }}"),
        "no fact 'run/c17'.*did you mean run/c1",
        ("groups", 1, "label"),
    ),
    (
        "paired",
        lambda e: e["panels"][0]["label"].pop("en"),
        "no text in en.*add 'en: …'",
        ("panels", 0, "label"),
    ),
    ("ranges", lambda e: e["rows"][0].pop("low"), "'low' is missing.*add 'low:'", ("rows", 0)),
    (
        "paired",
        lambda e: e["panels"][1].update(bars=e["panels"][1]["bars"][:1]),
        "every fact in it is lost",
        ("panels", 1),
    ),
    (
        "paired",
        lambda e: e["panels"][0]["bars"][0].update(fact="run/c1/after/wait"),
        "'run/c1/after/wait' is in s, 'post/new-small' in tok/s",
        ("panels", 0),
    ),
    (
        "waterfall",
        lambda e: e["rows"][0]["parts"][0].update(fact="gain-large"),
        "the parts make 2.575 to 2.661, not the total 'total'",
        ("rows", 0, "parts"),
    ),
    (
        "stacked",
        lambda e: e["groups"][0]["bars"][0]["parts"].pop(),
        "a bar has 1 parts, the key 2",
        ("groups", 0, "bars", 0, "parts"),
    ),
    (
        "parts-gain",
        lambda e: e["series"][0]["points"].pop(),
        "2 points for 3 categories",
        ("series", 0, "points"),
    ),
    (
        "conditions",
        lambda e: e["columns"][0].update(condition="gpu"),
        "no condition 'gpu'",
        ("columns", 0, "condition"),
    ),
    (
        "ranges",
        lambda e: e["baseline"].update(at="1×"),
        "'at' is '1×': write a plain number",
        ("baseline", "at"),
    ),
    (
        "ranges",
        lambda e: e["baseline"].update(at=0),
        "logarithmic scale cannot show zero",
        (),
    ),
    (
        "share",
        lambda e: e["rows"][0].update(fact="total"),
        "'total' is more than the whole",
        ("rows", 0, "fact"),
    ),
    (
        "ranges",
        lambda e: e["alt"].update(en="{{ g('total') }}"),
        "a call in “{{ g.* is not understood",
        ("alt",),
    ),
    (
        "ranges",
        lambda e: e["alt"].update(en="{% if a %}b{% endif %}"),
        "a call in “{% if.* is not understood",
        ("alt",),
    ),
    (
        "paired",
        lambda e: e["panels"][0]["label"].update(en="unbreakable" * 12),
        "px wide, the picture 400 px.*shorten",
        (),
    ),
]


@pytest.mark.parametrize(("name", "change", "message", "place"), FAULTS)
def test_fault(  # noqa: PLR0917
    draw: Callable[..., Any],
    config: dict[str, Any],
    name: str,
    change: Change,
    message: str,
    place: tuple[str | int, ...],
) -> None:
    entry = deepcopy(config[name])
    change(entry)
    with pytest.raises(FigureError, match=message) as raised:
        draw(entry)
    assert raised.value.key == ("one", *place)


def test_schema_accepts_every_kind_and_sees_slips() -> None:
    document = yamlio.load(HERE / "figures.yaml")
    assert schema.problems(document, "figures") == []
    changed = deepcopy(document.data)
    changed["paired"]["colour"] = "red"
    changed["share"]["rows"][0].pop("limit")
    changed["curve"]["title"].pop("zh-TW")
    found = schema.problems(dataclasses.replace(document, data=changed), "figures")
    said = sorted(problem.what for problem in found)
    assert said == [
        "curve.title has no text in zh-TW",
        "share.rows.0 lacks limit",
        "unknown key 'colour'",
    ]


def test_facts_of_has_the_marks_first_and_leaves_the_caption_to_the_page() -> None:
    entry = {
        "title": {"en": "{{ f('t') }}", "zh-TW": "{{ f('t') }}"},
        "caption": {"en": "{{ f('page') }}"},
        "rows": [
            {"label": {"en": '{{ f("l") }} {{ x("3", "example") }}'}, "low": "a", "high": "b"}
        ],
        "note": {"en": "{{f('a')}} and {{ f('n') }}"},
    }
    assert facts_of(entry) == ("a", "b", "t", "l", "n")


def test_naming_facts_does_not_import_matplotlib() -> None:
    """The ledger and the pages call facts_of; they must not pay for the drawing."""
    code = "import sys, tieout.figures; sys.exit('matplotlib' in sys.modules)"
    env = {"PYTHONPATH": ":".join(sys.path)}
    assert subprocess.run([sys.executable, "-c", code], check=False, env=env).returncode == 0


def test_the_verb_says_file_and_line(tmp_path: Path) -> None:
    """`scripts/figures.py` leads an editor to the line of article.yaml."""
    ledger, article = tmp_path / "ledger.json", tmp_path / "templates" / "a" / "article.yaml"
    article.parent.mkdir(parents=True)
    article.write_text("figures:\n  f:\n    kind: paired\n    title: {en: t}\n", "utf-8")
    ledger.write_text(
        '{"schema": 2, "article": {"languages": ["en"]}, "facts": {}, '
        '"figures": {"f": {"kind": "pie"}}}',
        "utf-8",
    )
    verb = Path("scripts/figures.py").resolve()
    arguments = ["a", "en", "--ledger", str(ledger), "--templates", str(tmp_path / "templates")]
    done = subprocess.run(
        [sys.executable, str(verb), *arguments, "--out", str(tmp_path / "out")],
        check=False,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert done.returncode == 1
    assert "article.yaml:3: figure 'f': there is no kind 'pie': " in done.stderr
    assert not (tmp_path / "out").exists()
