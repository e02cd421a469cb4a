"""What editors wrote: article.yaml, the sources with their tables, units, conditions, words.

Read by the checks for themselves: YAML as a tree of texts in which every value has its line, CSV
as rows that know theirs. Nothing is interpreted here.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from tieout.checks.finding import Finding, Record, quoted
from tieout.checks.finished import Finished
from tieout.checks.kept import kept_or_made

#: Where the words of the pages' frame stand, among the templates.
WORDS = Path("_layout/words.yaml")
Key = tuple[str | int, ...]
#: Plain scalars that are no text.
_CONSTANTS: Mapping[str, bool | None] = {"true": True, "false": False, "null": None, "": None}


class WrittenError(Exception):
    """A file of an editor's that is missing or broken; carries the finding that says so."""

    def __init__(self, path: Path, line: int, what: str, mend: str) -> None:
        self.finding = Finding(str(path), line, quoted(what), mend)
        super().__init__(str(self.finding))


@dataclass(frozen=True, slots=True)
class Tree:
    """One YAML file: its data, and the line of each value by its path of keys."""

    path: Path
    data: Any
    lines: dict[Key, int]

    def line(self, *key: str | int) -> int:
        """The line of a value, or of the nearest thing above it."""
        while key and key not in self.lines:
            key = key[:-1]
        return self.lines.get(key, 1)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One CSV file: columns (`id` first), and the rows, each with its line."""

    path: Path
    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Written:
    """All that editors wrote for one article; sources by id, tables by source and name.

    `corrections` has only the sources that have such a file.
    """

    article: Tree
    words: Tree
    units: Tree
    conditions: Tree
    vocabulary: Tree
    sources: dict[str, Tree]
    sheets: dict[tuple[str, str], Sheet]
    corrections: dict[str, Tree]
    #: Units by name: the shared ones and those that sources add.
    unit_entries: dict[str, Mapping[str, Any]]

    def factor(self, unit: str) -> Fraction:
        """What one of the unit is in base units: 1/1000 for a millisecond, 8 for a byte."""
        dimension = str(self.unit_entries[unit].get("dimension") or "")
        number = re.match(r"\s*[0-9]+(?:/[0-9]+)?(?=\s)", dimension)
        factor = Fraction(number[0].strip()) if number else Fraction(1)
        for sign, base in re.findall(r"([*/]?)\s*([A-Za-z_]+)", dimension):
            if base == "byte":
                factor = factor / 8 if sign == "/" else factor * 8
        return factor


@contextmanager
def well_formed(finished: Finished, record: Record) -> Iterator[None]:
    """Make a finding of anything in the ledger or the sources that has not the form expected."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        what = f"the ledger or a source lacks something ({type(error).__name__}: {error})"
        mend = "mend what was changed by hand, and run snakemake all"
        file = str(finished.build / finished.article / "ledger.json")
        record.findings.append(Finding(file, 1, quoted(what), mend))


def written_for(finished: Finished, record: Record) -> Written | None:
    """What editors wrote for an article; None, and a finding, where it cannot be read."""
    try:
        return _read(finished.article, finished.sources, finished.templates, _stamp(finished))
    except WrittenError as error:
        record.findings.append(error.finding)
    except (LookupError, TypeError, AttributeError) as error:
        file = str(finished.templates / finished.article / "article.yaml")
        what = f"this file or a source lacks something ({type(error).__name__}: {error})"
        record.findings.append(Finding(file, 1, quoted(what), "run snakemake all to see where"))
    return None


def words_for(finished: Finished, record: Record) -> Mapping[str, Mapping[str, str]]:
    """The words of the pages' frame by key and language; none, and a finding, if unreadable."""
    path = finished.templates / WORDS
    try:
        words: Mapping[str, Mapping[str, str]] = read_tree(path).data
    except WrittenError as error:
        record.findings.append(error.finding)
        return {}
    return words


def _stamp(finished: Finished) -> tuple[tuple[str, int, int], ...]:
    """What tells one state of the files from another, so that checks may share a reading."""
    own = (finished.templates / finished.article, finished.templates / "_layout")
    paths = [
        path for kind in ("*.yaml", "*/*.yaml", "*/*.csv") for path in finished.sources.glob(kind)
    ]
    paths += [path for folder in own for path in folder.glob("*.yaml")]
    states = ((path, path.lstat()) for path in sorted(paths))
    return tuple((str(path), state.st_mtime_ns, state.st_size) for path, state in states)


@lru_cache(maxsize=2)
def _read(article: str, sources: Path, templates: Path, _: object) -> Written:
    own = read_tree(templates / article / "article.yaml")
    names = own.data.get("sources") or []
    trees = {name: read_tree(sources / name / "source.yaml") for name in names}
    sheets = {
        (name, table): read_sheet(sources / name / str(entry.get("file")))
        for name, tree in trees.items()
        for table, entry in (tree.data.get("tables") or {}).items()
    }
    units = read_tree(sources / "units.yaml")
    entries: dict[str, Mapping[str, Any]] = dict(units.data["units"])
    for tree in trees.values():
        entries |= tree.data.get("units") or {}
    return Written(
        own,
        words=read_tree(templates / WORDS),
        units=units,
        conditions=read_tree(sources / "conditions.yaml"),
        vocabulary=read_tree(sources / "vocabulary.yaml"),
        sources=trees,
        sheets=sheets,
        corrections={
            name: read_tree(path)
            for name in names
            if (path := sources / name / "corrections.yaml").is_file()
        },
        unit_entries=entries,
    )


def read_text(path: Path) -> str:
    """A file's text. Raises WrittenError."""
    try:
        return path.read_text("utf-8-sig")
    except FileNotFoundError:
        mend = "restore it, or remove what names it"
        raise WrittenError(path, 1, "the file is missing", mend) from None
    except (UnicodeDecodeError, OSError) as error:
        raise WrittenError(
            path, 1, f"the file cannot be read ({error})", "save it as UTF-8"
        ) from None


def read_tree(path: Path) -> Tree:
    """A YAML mapping. Raises WrittenError."""
    text = read_text(path)
    return Tree(path, *kept_or_made(path, text, lambda: _parsed(path, text)))


def _parsed(path: Path, text: str) -> tuple[dict[Any, Any], dict[Key, int]]:
    """The data of a YAML text, and the lines of its values. Raises WrittenError."""
    import yaml

    loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        node = yaml.compose(text, Loader=loader)
    except yaml.YAMLError as error:
        mark: Any = getattr(error, "problem_mark", None)
        what = f"broken YAML ({getattr(error, 'problem', None) or 'unreadable'})"
        line = mark.line + 1 if mark else 1
        raise WrittenError(path, line, what, "mend indentation and quotes") from None
    reader = _NodeReader()
    data = reader.value(node, ()) if node is not None else None
    if not isinstance(data, dict):
        raise WrittenError(path, 1, "no mapping stands here", "restore the file")
    return data, reader.lines


class _NodeReader:
    """Turns composed nodes into plain data; a node met again by an alias is shared."""

    def __init__(self) -> None:
        self.lines: dict[Key, int] = {}
        self.known: dict[int, Any] = {}

    def value(self, node: Any, key: Key) -> Any:
        """The data of a node that stands at `key`."""
        if key not in self.lines:
            self.lines[key] = node.start_mark.line + 1
        if id(node) in self.known:
            return self.known[id(node)]
        if node.id == "scalar":
            if node.style in ("|", ">"):  # a block: the break before the next key is not its text
                return node.value.rstrip("\n")
            plain = not node.style
            return _CONSTANTS[node.value] if plain and node.value in _CONSTANTS else node.value
        if node.id == "sequence":
            data: Any = [self.value(item, (*key, index)) for index, item in enumerate(node.value)]
        else:
            data = {}
            for name, item in node.value:
                self.lines[(*key, name.value)] = name.start_mark.line + 1
                data[name.value] = self.value(item, (*key, name.value))
        self.known[id(node)] = data
        return data


def read_sheet(path: Path) -> Sheet:
    """A CSV table whose cells lose only outer spaces. Raises WrittenError."""
    reader = csv.reader(io.StringIO(read_text(path), newline=""), strict=True)
    rows: list[tuple[int, tuple[str, ...]]] = []
    line = 1
    try:
        for cells in reader:
            if cells:
                rows.append((line, tuple(cell.strip() for cell in cells)))
            line = reader.line_num + 1
    except csv.Error as error:
        raise WrittenError(path, line, f"broken CSV ({error})", "mend the quotes") from None
    if not rows:
        raise WrittenError(path, 1, "the table is empty", "restore it")
    columns = rows[0][1]
    for number, row in rows[1:]:
        if len(row) != len(columns):
            what = f"{len(row)} cells under {len(columns)} columns"
            raise WrittenError(path, number, what, "add or remove commas")
    return Sheet(path, columns, tuple(rows[1:]))
