"""An archive that a stranger made: damaged, leading elsewhere, swelling, forged."""

from __future__ import annotations

import io
import json
import stat
import struct
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.archive.conftest import contents, rezip

from tieout.archive import unpack as reading
from tieout.archive.pack import MANIFEST, manifest, pack
from tieout.archive.unpack import CRATE, read_archive, unpack
from tieout.errors import TieoutError

Files = dict[str, bytes]
EMPTY = {CRATE: b'{"@graph": []}', "a.txt": b"a"}


def refused(path: Path) -> str:
    """What is said of an archive."""
    with pytest.raises(TieoutError) as caught:
        read_archive(path)
    said = str(caught.value)
    assert said.startswith(f"{path}:1: ")
    assert said.count(": ") >= 2, "it says what is wrong, and what to do"
    return said


def sealed(files: Files) -> Files:
    """Files with checksums that agree, as a forger would make them."""
    files = {name: data for name, data in files.items() if name != MANIFEST}
    return {**files, MANIFEST: manifest(files).encode("utf-8")}


def test_a_sound_archive_is_read_whole(archive: Path) -> None:
    assert read_archive(archive) == contents(archive)


@pytest.mark.parametrize("share", [0.001, 0.2, 0.5, 0.9, 0.999])
def test_an_archive_cut_short(archive: Path, tmp_path: Path, share: float) -> None:
    path = tmp_path / "cut.zip"
    data = archive.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    assert "the archive is damaged" in refused(path)


def test_a_byte_changed_anywhere_is_noticed(archive: Path, tmp_path: Path) -> None:
    """In a header, in a file, in the checksums, in the directory at the end."""
    data = bytearray(archive.read_bytes())
    path = tmp_path / "changed.zip"
    unnoticed = []
    for at in range(31, len(data), len(data) // 40):
        data[at] ^= 0x55
        path.write_bytes(data)
        try:
            if read_archive(path) != read_archive(archive):
                unnoticed.append(at)
        except TieoutError:
            pass
        data[at] ^= 0x55
    assert unnoticed == []


@pytest.mark.parametrize(
    "name",
    [
        *(
            "../out.txt",
            "/etc/out.txt",
            "a/../../out.txt",
            "a//b",
            "./a",
            "..",
            "a/..",
            "C:/out.txt",
        ),
        *("..\\out.txt", "a\nb", "a\x1b[2Jb", "a.", "a /b", "x" * 500),
    ],
)
def test_a_name_that_leads_elsewhere(tmp_path: Path, name: str) -> None:
    path = tmp_path / "bad.zip"
    path.write_bytes(rezip(sealed({**EMPTY, name: b"x"})))
    said = refused(path)
    assert "leads elsewhere" in said
    assert "\x1b" not in said
    assert [each.name for each in tmp_path.iterdir()] == ["bad.zip"]


def _entry(name: str, mode: int) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.create_system, entry.external_attr = 3, mode << 16
    return entry


@pytest.mark.parametrize("mode", [stat.S_IFLNK | 0o777, stat.S_IFIFO, stat.S_IFDIR, stat.S_IFCHR])
def test_what_is_no_plain_file(tmp_path: Path, mode: int) -> None:
    """A link out of the folder, through which the next file would be written."""
    path = tmp_path / "bad.zip"
    with zipfile.ZipFile(path, "w") as opened:
        opened.writestr(_entry("link", mode), "/etc")
    assert "is no plain file" in refused(path)


@pytest.mark.parametrize("other", ["A.txt", "a.txt"])
def test_a_name_twice(tmp_path: Path, other: str) -> None:
    path = tmp_path / "bad.zip"
    path.write_bytes(_twice(other))
    assert "stands twice" in refused(path)


def _twice(other: str) -> bytes:
    stream = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(stream, "w") as opened:
        warnings.simplefilter("ignore")
        for name, data in (("a.txt", "a"), (other, "b")):
            opened.writestr(name, data)
    return stream.getvalue()


def test_a_bomb(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    path.write_bytes(rezip({"zeros": bytes(30_000_000)}))
    assert "swells to many times its size" in refused(path)


def test_a_bomb_whose_header_lies(tmp_path: Path) -> None:
    """A size of one is claimed, thirty million come."""
    data = bytearray(rezip({"zeros": bytes(30_000_000)}))
    for mark, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.index(mark)
        data[at + offset : at + offset + 4] = struct.pack("<L", 1)
    path = tmp_path / "bomb.zip"
    path.write_bytes(data)
    assert "the archive is damaged" in refused(path)


def test_too_many_files_and_too_many_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.zip"
    path.write_bytes(rezip(sealed({**EMPTY, "b": b"x" * 100})))
    monkeypatch.setattr(reading, "MOST_BYTES", 150)
    assert "unpacks to more than 150 bytes" in refused(path)
    monkeypatch.setattr(reading, "MOST_FILES", 3)
    assert "holds more than 3 files" in refused(path)


def test_an_encrypted_file(tmp_path: Path) -> None:
    data = bytearray(rezip(EMPTY))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    path = tmp_path / "locked.zip"
    path.write_bytes(data)
    assert "is encrypted" in refused(path)


def _changed(files: Files) -> Files:
    return {**files, "a.txt": b"b"}


def _lost(files: Files) -> Files:
    return {name: data for name, data in files.items() if name != "a.txt"}


def _more(files: Files) -> Files:
    return {**files, "more.txt": b"x"}


def _unsummed(files: Files) -> Files:
    return {name: data for name, data in files.items() if name != MANIFEST}


def _broken(files: Files) -> Files:
    return {**files, MANIFEST: b"x\n"}


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (_changed, "the file 'a.txt' is not what its checksum says"),
        (_lost, "the file 'a.txt' is missing"),
        (_more, "the file 'more.txt' has no checksum"),
        (_unsummed, "has no checksums"),
        (_broken, "the checksums are broken in the line 'x'"),
    ],
)
def test_checksums(tmp_path: Path, spoil: Callable[[Files], Files], says: str) -> None:
    path = tmp_path / "bad.zip"
    path.write_bytes(rezip(spoil(sealed(EMPTY))))
    assert says in refused(path)


@pytest.mark.parametrize(
    ("crate", "says"),
    [
        ('{"@graph": [{"@id": "../../etc/passwd", "@type": "File"}]}', "names '../../etc/passwd'"),
        ('{"@graph": [{"@id": "/etc/passwd", "@type": ["File"]}]}', "names '/etc/passwd'"),
        ('{"@graph": [{"@id": "file:///etc/passwd", "@type": "File"}]}', "names 'file:///etc"),
        ('{"@graph": [{"@id": "%2e%2e/x", "@type": "File"}]}', "names '../x'"),
        ('{"@graph": [{"@id": "b.txt", "@type": "File"}]}', "names 'b.txt', which is not in"),
        ('{"@graph": [{"@id": "away/", "@type": "Dataset"}]}', "names 'away/'"),
        ('{"@graph": 7}', "the crate is broken"),
        ("[" * 100_000, "the crate is broken"),
        ("{}", "is no crate (it lacks '@graph')"),
    ],
)
def test_a_crate_whose_paths_leave_it(tmp_path: Path, crate: str, says: str) -> None:
    path = tmp_path / "bad.zip"
    path.write_bytes(rezip(sealed({**EMPTY, CRATE: crate.encode("utf-8")})))
    assert says in refused(path)


def test_a_crate_may_name_the_web_and_itself(tmp_path: Path) -> None:
    parts = ["./", "a.txt", "#run", "https://example.org/x"]
    graph = [{"@id": part, "@type": "File" if "." in part[1:] else "Dataset"} for part in parts]
    path = tmp_path / "good.zip"
    path.write_bytes(rezip(sealed({**EMPTY, CRATE: json.dumps({"@graph": graph}).encode("utf-8")})))
    assert set(read_archive(path)) == {CRATE, "a.txt", MANIFEST}


@pytest.mark.parametrize("content", [b"", b"no zip at all", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_archive(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "some file 檔案.zip"
    path.write_bytes(content)
    assert "archive" in refused(path)
    assert "there is no such archive" in refused(tmp_path / "nowhere.zip")
    assert "this is no archive" in refused(tmp_path)


def test_unpacking_cannot_leave_the_folder(tmp_path: Path) -> None:
    """A second wall behind the names that are refused."""
    folder = tmp_path / "in"
    folder.mkdir()
    with pytest.raises(TieoutError, match="leads elsewhere"):
        unpack({"../out.txt": b"x"}, folder)
    assert not (tmp_path / "out.txt").exists()


@pytest.mark.parametrize("day", ["0001-01-01", "1979-12-31", "2107-12-31", "9999-12-31"])
def test_any_day_can_be_packed(day: str) -> None:
    """A zip knows the years from 1980 to 2107 only."""
    assert pack(EMPTY, day) == pack(dict(reversed(EMPTY.items())), day)
