"""Breaking text into lines: Latin at spaces, Chinese between characters, a fact never."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tieout.figures.config import Run, Runs, plain

Measure = Callable[[str], float]
#: Characters that may not begin a line, and characters that may not end one.
_NOT_FIRST = frozenset("，。、；：！？）」』》〉…—·,.;:!?)]}%×")
_NOT_LAST = frozenset("（「『《〈([{")


def break_lines(runs: Runs, measure: Measure, room: float) -> tuple[Runs, ...]:
    """Lines no wider than `room`, as long as each piece fits, and of about the same length.

    Spaces stay at the end of a line, so that the lines together are the text to the letter.
    """
    pieces = [(piece, measure(plain(tuple(piece)).rstrip(" ")), measure(plain(tuple(piece))))
              for piece in _pieces(runs)]  # fmt: skip
    lines = _filled(pieces, room)
    while len(lines) > 1:
        tighter = _filled(pieces, room := room * 0.96)
        if len(tighter) > len(lines) or any(wide > room for _, wide, _ in pieces):
            break
        lines = tighter
    return tuple(_joined(line) for line in lines)


def _filled(pieces: list[tuple[list[Run], float, float]], room: float) -> list[list[Run]]:
    """As many pieces to a line as it holds."""
    lines: list[list[Run]] = [[]]
    used = 0.0
    for piece, bare, wide in pieces:
        if lines[-1] and used + bare > room:
            lines.append([])
            used = 0.0
        lines[-1].extend(piece)
        used += wide
    return lines


def _pieces(runs: Runs) -> Iterator[list[Run]]:
    """Stretches that must stay on one line. A piece may span runs: “(842 tok/s)”."""
    piece: list[Run] = []
    last = ""
    for atom in _atoms(runs):
        if piece and _may_break(last, atom.text[0]):
            yield piece
            piece = []
        piece.append(atom)
        last = atom.text[-1]
    if piece:
        yield piece


def _atoms(runs: Runs) -> Iterator[Run]:
    """Single characters of a writer's words; a fact, a condition or an exempt text as a whole."""
    for run in runs:
        if run.fact or run.why:
            yield run
        else:
            yield from (Run(character) for character in run.text)


def _may_break(last: str, following: str) -> bool:
    if following in _NOT_FIRST or last in _NOT_LAST or following == " ":
        return False
    return last == " " or _is_wide(last) or _is_wide(following)


def _is_wide(character: str) -> bool:
    return "\u2e80" <= character <= "\uffef"


def _joined(line: list[Run]) -> Runs:
    """Neighbouring characters of the same hand as one run again."""
    joined: list[Run] = []
    for run in line:
        if joined and not (run.fact or run.why or joined[-1].fact or joined[-1].why):
            joined[-1] = Run(joined[-1].text + run.text)
        else:
            joined.append(run)
    return tuple(joined)
