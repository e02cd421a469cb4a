"""Cases in plain text: a title, the input and what is expected, each before a line with a dot."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

FIXTURES = Path(__file__).parent / "fixtures"


class Block(NamedTuple):
    """One case of a file; `line` is that of its title."""

    title: str
    given: str
    expected: str
    line: int


def read_blocks(name: str) -> list[Block]:
    """The cases of fixtures/<name>."""
    lines = (FIXTURES / name).read_text("utf-8").split("\n")
    found: list[Block] = []
    index = 0
    while index < len(lines):
        if not lines[index].strip() or lines[index].startswith("#"):
            index += 1
            continue
        dots = [at for at in range(index, len(lines)) if lines[at] == "."][:3]
        assert len(dots) == 3, f"{name}:{index + 1}: a case has three lines with a dot"
        assert dots[0] == index + 1, f"{name}:{index + 1}: a title has one line"
        given = "".join(f"{line}\n" for line in lines[dots[0] + 1 : dots[1]])
        expected = "\n".join(lines[dots[1] + 1 : dots[2]])
        found.append(Block(lines[index], given, expected, index + 1))
        index = dots[2] + 1
    return found


def block_id(block: Block) -> str:
    """A readable id for pytest."""
    return block.title.replace(" ", "-")
