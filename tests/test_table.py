"""A CSV file is read text for text, with the line of each row, or refused with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.blocks import Block, block_id, read_blocks

from tieout.errors import TieoutError
from tieout.table import MAX_ROWS, read_table


def _shown(path: Path) -> str:
    rows: list[str] = []
    for row in read_table(path).rows:
        cells = " ".join(f"{column}={cell}" for column, cell in row.cells.items())
        rows.append(f"{row.line} {row.id} {cells}".replace("\n", "␤"))
    return "\n".join(rows)


@pytest.mark.parametrize("block", read_blocks("table.txt"), ids=block_id)
def test_block(block: Block, tmp_path: Path) -> None:
    """What is printed is what is read."""
    path = tmp_path / "a.csv"
    path.write_text(block.given, "utf-8")
    if not block.expected.split(" ")[0].endswith(":"):
        assert _shown(path) == block.expected
        return
    with pytest.raises(TieoutError) as caught:
        read_table(path)
    assert f"a.csv:{block.expected}" in str(caught.value)


def test_every_wrong_row_is_said_at_once(tmp_path: Path) -> None:
    """An editor mends a table in one go."""
    path = tmp_path / "a.csv"
    path.write_text("id,x\na\nb,1,2\nB,1\n", "utf-8")
    with pytest.raises(TieoutError) as caught:
        read_table(path)
    assert [problem.line for problem in caught.value.problems] == [2, 3, 4]


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_byte_order_mark_and_line_ends_leave_no_trace(
    start: bytes, end: bytes, tmp_path: Path
) -> None:
    """Spreadsheets write such files; the cells are the same."""
    path = tmp_path / "a.csv"
    path.write_bytes(start + end.join([b"id,x", b"a,1", b'b,"2"', b""]))
    assert _shown(path) == "2 a x=1\n3 b x=2"


def test_length_is_bounded(tmp_path: Path) -> None:
    """A table of a million rows is a mistake, and is said to be one."""
    path = tmp_path / "a.csv"
    path.write_text("id,x\n" + "".join(f"r{n},1\n" for n in range(MAX_ROWS + 5)), "utf-8")
    with pytest.raises(TieoutError, match=f"more than {MAX_ROWS} rows"):
        read_table(path)
