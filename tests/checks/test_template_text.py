"""A template read by its own rules: the short way for usual calls gives what the long one gives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.checks.template_text import Called, _plain_pieces, parsed_pieces, template_pieces

PIECES = st.sampled_from(
    [
        *("{{ f('a/b') }}", '{{ f("a/b") }}', "{{x('two', 'own-count')}}", "{{ sources_list() }}"),
        *("{{ f( 'a/b' ) }}", "{{\nf('a/b')\n}}", "{{ f('a') }}{{ f('b') }}", "{{ f(name='a') }}"),
        *("{{ f('it\\'s') }}", "{{- f('a') -}}", "{% raw %}{{ f('a') }}{% endraw %}", "{%# no #%}"),
        *("{{ 'x' }}", "{{ f('{{') }}", "{{ f('') }}", "{{", "}}", "{#a}", "'", '"', "\\", "\r\n"),
        *("text", " ", "\n", "數字", "<b>", "{% for n in ['a', 'b'] %}{{ f(n) }}{% endfor %}"),
        *("{{ f('a' 'b') }}", "{{ f('a',) }}", "{{ f('a'), f('b') }}", "{{ a.f('b') }}", "{{ f }}"),
    ]
)


@given(st.lists(PIECES, max_size=6).map("".join))
def test_the_short_way_gives_what_the_library_reads(text: str) -> None:
    if plain := _plain_pieces(text):
        assert _joined(plain) == _joined(parsed_pieces(text))


def _joined(pieces: tuple[str | Called, ...]) -> list[str | Called]:
    """Pieces with texts that follow one another as one."""
    found: list[str | Called] = []
    for piece in pieces:
        if isinstance(piece, str) and found and isinstance(found[-1], str):
            found[-1] += piece
        elif piece != "":
            found.append(piece)
    return found


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("At {{ f('a/b') }}.", ("At ", Called("f", ("a/b",)), ".")),
        ("{{ x('two', 'own-count') }}", (Called("x", ("two", "own-count")),)),
        ("{{ sources_list() }}", (Called("sources_list", ()),)),
        ("No call", ("No call",)),
    ],
)
def test_usual_calls_are_read_the_short_way(text: str, told: tuple[str | Called, ...]) -> None:
    assert template_pieces(text) == told
    assert "{{" not in text or _plain_pieces(text) == told
