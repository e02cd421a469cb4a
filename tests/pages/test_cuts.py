"""A template that is cut and set piece by piece reads as it does in one piece, faults as well."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.mini_project import ROOT

from tieout.basis import Basis
from tieout.pages import content
from tieout.pages.content import Writer
from tieout.pages.cuts import Piece, cut
from tieout.pages.kept import Kept
from tieout.pages.view import View, WriterError

TEMPLATES = sorted(ROOT.glob("templates/*/article.*.md.j2"))
#: What templates are made of, whole and broken.
PARTS = st.sampled_from((
    *("words", "\n", "\n\n", "## A head {#a}\n", "### b\n", "#\n", "'", '"', "{", "}", "%", " "),
    *("{{ f('a') }}", "{{f('b')}}", "{{ x('}} {{', 'name') }}", "{{ x('a\n## b', 'name') }}"),
    *("{%# a note #%}", "{%#", "#%}", "{#x}", "{{", "}}", "{{- f('a') }}", "{{ f('a') -}}", "\\"),
    *("{%#- x #%}", "{% for n in ['1'] %}", "{% endfor %}", "{{ f(n) }}", "{% raw %}"),
    *("{% endraw %}", "{{ 1 / 0 }}", "{{ f }}", "{{ g('a') }}", "{{ f('zzz') }}"),
    *("{{ f('a') ~ '\n## c' }}", "{{ f(\n'zzz'\n) }}", "{%# a\n## b #%}"),
))  # fmt: skip


class _Quiet(Kept):
    """Keeps nothing."""

    def keep(self) -> None:
        pass


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tieout.pages.kept.FOLDER", tmp_path)


def _set(text: str, pieces: list[Piece] | None = None) -> tuple[str, ...]:
    """What a template reads as, or what is wrong with it and at which line."""
    calls = {"f": lambda name: f"<{name}>", "x": lambda text, _: f"({text})"}
    writer: Any = Writer(View(_LEDGER, {}, "en"), _Quiet("a"))
    writer._functions = {name: _called(name, call) for name, call in calls.items()}
    with pytest.MonkeyPatch.context() as patch:
        if pieces is not None:
            patch.setattr(content, "cut", lambda _: pieces)
        try:
            return (writer._run(text),)
        except WriterError as error:
            return error.what, error.mend, str(getattr(error, "line", ""))


_LEDGER: dict[str, Any] = {"facts": {}, "sources": {}, "article": {"id": "a", "glossary": []}}


def _called(name: str, call: Any) -> Any:
    def called(*given: str) -> str:
        if given and given[0] == "zzz":
            raise WriterError("unknown fact 'zzz'", "see the ids")
        return str(call(*given))

    called.__name__ = name
    return called


@given(parts=st.lists(PARTS, max_size=12))
def test_pieces_read_as_the_whole(parts: list[str]) -> None:
    """Whatever stands where: calls over headings, broken braces, statements, comments."""
    text = "".join(parts)
    assert _set(text) == _set(text, [Piece(text, 0)])


@given(parts=st.lists(PARTS, max_size=12))
def test_the_pieces_are_the_text_and_know_their_lines(parts: list[str]) -> None:
    text = "".join(parts)
    pieces = cut(text)
    assert "".join(piece.text for piece in pieces) == text
    at = 0
    for piece in pieces:
        assert piece.above == text.count("\n", 0, at)
        at += len(piece.text)


@pytest.mark.parametrize("path", TEMPLATES, ids=[f"{p.parent.name}/{p.name}" for p in TEMPLATES])
def test_the_articles_are_cut(path: Path) -> None:
    """Else an edit would cost what it did, and nobody would notice."""
    pieces = cut(path.read_text("utf-8"))
    assert len(pieces) > 5
    for piece in pieces:
        jinja2.Environment(comment_start_string="{%#", comment_end_string="#%}").parse(piece.text)


def test_a_changed_section_has_only_itself_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    compiled = content._compiled

    def counted(text: str) -> Any:
        made.append(text)
        return compiled(text)

    monkeypatch.setattr(content, "_compiled", counted)
    for last in ("three", "four"):
        writer: Any = Writer(View(_LEDGER, {}, "en"), Kept("a"))
        text = "{{ x('one', 'name') }}\n## A\ntwo {{ f('a') }}\n## B\nLAST {{ f('b') }}\n"
        text = text.replace("LAST", last)
        monkeypatch.setitem(writer._functions, "f", _called("f", lambda name: name))
        monkeypatch.setitem(writer._functions, "x", _called("x", lambda text, _: text))
        monkeypatch.setattr(Basis, "is_settled", lambda _: True)
        assert writer._run(text) == f"one\n## A\ntwo a\n## B\n{last} b\n"
        writer.kept.keep()
    assert [text[:9] for text in made] == ["{{ x('one", "## A\ntwo ", "## B\nthre", "## B\nfour"]
