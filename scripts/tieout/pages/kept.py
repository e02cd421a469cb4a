"""What is made of the files of a page, kept from one run to the next as Python keeps its byte code.

To compile an article's templates, to parse YAML, to take drawings in and to set the evidence costs
half of setting a page. One file in `.cache` holds what came of it for one page, each by the hash of
what it was made from. A file that is missing, damaged, or from another Python, package or version
of this code counts for nothing: then all is made again. The files themselves are read each time, so
that a fault in them is found and a build knows what it rests on.

The seal finds damage, not intent: no key that a build could read would be out of the reach of who
may write here. Git and archives leave the folder out, so nothing in it comes from elsewhere, and
verify holds every number of a page against the ledger, however it was set.
"""

from __future__ import annotations

import contextlib
import hashlib
import marshal
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from tieout.basis import Basis
from tieout.files import read_text, write_atomic
from tieout.yamlio import Document, parse

_CODE = Path(__file__).resolve().parents[1]
FOLDER = _CODE.parents[1] / ".cache" / "pages"
#: What settles what a text becomes, and whether it is refused: modules of ours, and packages.
MAKERS = (
    "pages/content.py",
    "pages/cuts.py",
    "pages/grammar.py",
    "pages/layout.py",
    "pages/standalone.py",
    "pages/svg.py",
    "pages/unquoted.py",
    "yamlio.py",
    "files.py",
)
#: What settles the parts that hang on facts alone: all of ours that their module imports.
FACTS = (
    *("__init__.py", "amount.py", "basis.py", "digits.py", "errors.py", "files.py"),
    *(
        "numerals_en.py",
        "numerals_zh.py",
        "rounding.py",
        "wording.py",
        "yamlio.py",
        "pages/__init__.py",
    ),
    *("pages/calls.py", "pages/captured.py", "pages/cjk.py", "pages/content.py", "pages/cuts.py"),
    *("pages/embedded.py", "pages/evidence.py", "pages/evidence_cells.py"),
    *("pages/evidence_groups.py", "pages/fact_parts.py", "pages/grammar.py", "pages/inline.py"),
    *("pages/inline_markdown.py", "pages/kept.py", "pages/source_links.py"),
    *("pages/sources_list.py", "pages/tables.py", "pages/unquoted.py", "pages/view.py"),
)
_PACKAGES = ("jinja2", "lxml", "markdown_it", "yaml")


class Kept:
    """What was made for one page, read at first need; `keep` writes what it has been asked for."""

    def __init__(self, name: str, makers: tuple[str, ...] = MAKERS) -> None:
        self._makers = makers
        self._path = FOLDER / hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:32]
        self._kept: dict[str, bytes] | None = None
        self._used: dict[str, bytes] = {}

    def made(self, kind: str, text: str | bytes, make: Callable[[], Any]) -> Any:
        """What `make`, of which `kind` is the name, makes of a text: code, or plain data.

        Raises what it raises.
        """
        if self._kept is None:
            self._kept = _read(self._path, self._makers)
        given = text.encode("utf-8") if isinstance(text, str) else text
        mark = f"{kind} {hashlib.sha256(given).hexdigest()}"
        data = self._kept.get(mark)
        if data is None:
            made = make()
            self._used[mark] = marshal.dumps(made)
            return made
        self._used[mark] = data
        return marshal.loads(data)

    def document(self, path: Path) -> Document:
        """A YAML file, as `yamlio.load` reads it."""
        text = read_text(path)

        def parts() -> tuple[Any, Any]:
            document = parse(text, path)
            return document.data, document.lines

        return Document(path, *self.made("yaml", text, parts))

    def keep(self) -> None:
        """Write what was asked for since this was made; if that cannot be, nothing happens."""
        if self._kept is None or self._used.keys() == self._kept.keys():
            return
        with contextlib.suppress(OSError):
            basis = _basis(self._makers)
            if basis.is_settled():
                write_atomic(self._path, basis.sealed(marshal.dumps(self._used)))


def _read(path: Path, makers: tuple[str, ...]) -> dict[str, bytes]:
    """What a file holds whose seal is whole: only such bytes may reach marshal."""
    with contextlib.suppress(OSError):
        data = _basis(makers).opened(path.read_bytes())
        if data is not None:
            whole: dict[str, bytes] = marshal.loads(data)
            return whole
    return {}


@cache
def _basis(makers: tuple[str, ...]) -> Basis:
    return Basis(lambda: [_CODE / name for name in makers], _PACKAGES)
