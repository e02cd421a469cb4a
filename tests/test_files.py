"""Files are read whole or refused, and written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tieout.errors import LONGEST, Problem, TieoutError, nearest
from tieout.files import MAX_BYTES, read_text, write_atomic, write_together

UNREADABLE = [
    ("Big5", "速度,1\n".encode("big5"), 1, "not UTF-8"),
    ("UTF-16", "id,速度\n".encode("utf-16"), 1, "not UTF-8"),
    ("UTF-16 without a mark", "id,x\na,1\n".encode("utf-16-le"), 1, "U+0000"),
    ("half a character", b"a\nb\n\xe9\x80", 3, "not UTF-8"),
    ("NUL", b"a\n\0b", 2, "U+0000"),
    ("escape sequence", b"a\n\x1b[31mb", 2, "U+001B"),
    ("private use", "a\r\nb\r\n\ue000".encode(), 3, "U+E000"),
    ("private plane", "\U000f1234".encode(), 1, "U+F1234"),
    ("digits turned round", "1\u202e23".encode(), 1, "U+202E"),
    ("line separator", "1\u2028id: 2".encode(), 1, "U+2028"),
    ("byte order mark inside", "1\ufeff2".encode(), 1, "U+FEFF"),
    ("too large", b"x" * (MAX_BYTES + 1), 1, f"larger than {MAX_BYTES} bytes"),
]


@pytest.mark.parametrize(
    ("content", "line", "says"), [case[1:] for case in UNREADABLE], ids=[c[0] for c in UNREADABLE]
)
def test_what_cannot_be_read_is_refused(
    content: bytes, line: int, says: str, tmp_path: Path
) -> None:
    """No text is guessed at, and nothing invisible gets through."""
    path = tmp_path / "a"
    path.write_bytes(content)
    with pytest.raises(TieoutError) as caught:
        read_text(path)
    problem = caught.value.problems[0]
    assert problem.line in (line, 0)
    assert says in problem.what


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    """A folder, a link, a pipe or nothing where a file should be."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "target").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    os.mkfifo(tmp_path / "pipe")
    said = {
        "folder": "a folder stands",
        "link": "a symbolic link",
        "pipe": "not a plain file",
        "nothing": "missing",
        "x" * 300: "cannot be read",
        "target/below": "missing",
    }
    for name, what in said.items():
        with pytest.raises(TieoutError, match=what):
            read_text(tmp_path / name)


def test_a_failed_write_leaves_everything_as_it_was(tmp_path: Path) -> None:
    """Files that belong together change together, and no temporary file stays."""
    (tmp_path / "a").write_text("old a")
    (tmp_path / "b").mkdir()
    with pytest.raises(IsADirectoryError):
        write_together({tmp_path / "a": "new a", tmp_path / "b": "new b"})
    with pytest.raises(UnicodeEncodeError):
        write_together({tmp_path / "a": "new a", tmp_path / "c": "\ud800"})
    with pytest.raises(FileExistsError):
        write_atomic(tmp_path / "a" / "below", "x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]
    assert (tmp_path / "a").read_text() == "old a"


def test_written_files_have_the_usual_rights(tmp_path: Path) -> None:
    """A web server must be able to read what mkstemp made for its owner alone."""
    write_atomic(tmp_path / "new" / "a", "x")
    umask = os.umask(0)
    os.umask(umask)
    assert (tmp_path / "new" / "a").stat().st_mode & 0o777 == 0o666 & ~umask


def test_a_message_stays_on_its_line() -> None:
    """Whatever a file holds, a message is one line without control characters, and short."""
    said = str(Problem("a\nb.yaml", 0, "found \x1b[2J" + "x" * 5000, "mend\r\nit"))
    assert said.startswith("a<U+000A>b.yaml:1: found <U+001B>[2J")
    assert said.endswith(": mend<U+000D><U+000A>it")
    assert len(said) < LONGEST + 60


def test_the_nearest_names_are_named() -> None:
    """A slip of the pen, and an id without its beginning, lead to the right name."""
    known = ["bench/speeds/small/new", "bench/speeds/small/old", "shout/speed"]
    assert nearest("bench/speeds/small/nwe", known).startswith(
        "did you mean bench/speeds/small/new"
    )
    assert nearest("speed", known) == "did you mean shout/speed?"
    assert nearest("zzz", known) == ""
    assert nearest("shout/sped", [*known, *known]) == "did you mean shout/speed?"
