"""What is kept can be read back, or is known to be broken; nothing personal is kept."""

from __future__ import annotations

import datetime
import gzip
import random
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from tieout.captures import kept_files, path_of, read_capture
from tieout.errors import TieoutError
from tieout.pull.fetch import Answer
from tieout.pull.keep import keep, known, to_warc

WHEN = datetime.datetime(2026, 11, 29, 12, 0, tzinfo=datetime.UTC)
HEADERS = {
    "content-type": "text/html",
    "content-encoding": "gzip",
    "content-length": "17",
    "etag": '"v1"',
    "set-cookie": "session=secret",
}
ANSWER = Answer("https://a.example/", "https://a.example/new", b"1.58 \xff\x00", HEADERS, WHEN)


def test_kept_and_read_back(tmp_path: Path) -> None:
    """Bytes, address, day and headers; under the name of the hash."""
    path = keep("bench", ANSWER, tmp_path)
    capture = read_capture(path)
    assert (capture.url, capture.body, capture.when) == (ANSWER.url, ANSWER.body, WHEN)
    assert path == path_of("bench", capture.sha256, tmp_path)
    assert capture.headers["x-archive-orig-content-encoding"] == "gzip"
    assert capture.headers["content-length"] == str(len(ANSWER.body))
    assert b"secret" not in gzip.decompress(path.read_bytes())


def test_other_programs_can_read_it(tmp_path: Path) -> None:
    """It is a WARC file like any other."""
    path = keep("bench", ANSWER, tmp_path)
    with path.open("rb") as stream:
        [record] = [(one.rec_type, one.content_stream().read()) for one in ArchiveIterator(stream)]
    assert record == ("response", ANSWER.body)


def test_what_is_kept_already_is_left_alone(tmp_path: Path) -> None:
    """And what is damaged is written anew."""
    path = keep("bench", ANSWER, tmp_path)
    before = path.read_bytes()
    assert keep("bench", ANSWER, tmp_path).read_bytes() == before
    path.write_bytes(before[:50])
    keep("bench", ANSWER, tmp_path)
    assert read_capture(path).body == ANSWER.body


def test_conditional_requests_need_whole_bytes(tmp_path: Path) -> None:
    """A damaged capture is fetched again rather than trusted."""
    path = keep("bench", ANSWER, tmp_path)
    pins = [{"url": ANSWER.url, "day": "2026-11-29", "sha256": path.name.split(".")[0]}]
    found = known("bench", pins, ANSWER.url, tmp_path)
    assert found is not None
    assert found.headers["etag"] == '"v1"'
    assert known("bench", pins, "https://a.example/other", tmp_path) is None
    path.write_bytes(path.read_bytes()[:-20])
    assert known("bench", pins, ANSWER.url, tmp_path) is None


def test_only_pinned_captures_belong_to_a_build(tmp_path: Path) -> None:
    """Those of a pull that nobody accepted do not."""
    path = keep("bench", ANSWER, tmp_path)
    (path.parent / f"{'0' * 64}.warc.gz").write_bytes(b"")
    pinned = f"captures:\n  - sha256: {path.name.split('.')[0]}\n"
    assert kept_files("bench", pinned, tmp_path) == [path]
    assert kept_files("bench", "title: a", tmp_path) == []


def test_damage_is_noticed(tmp_path: Path) -> None:
    """Wherever a byte is wrong, the body is right or the capture is refused; nothing else."""
    path = keep("bench", ANSWER, tmp_path)
    whole = path.read_bytes()
    choose = random.Random(4)
    refused = 0
    for _ in range(300):
        damaged = bytearray(whole)
        damaged[choose.randrange(len(damaged))] ^= 1 << choose.randrange(8)
        path.write_bytes(damaged[: choose.choice([len(damaged), choose.randrange(len(damaged))])])
        try:
            assert read_capture(path).body == ANSWER.body
        except TieoutError:
            refused += 1
    assert refused > 200


NO_WARC = gzip.compress(b"no warc", mtime=0)


@pytest.mark.parametrize("content", [b"", b"no warc", NO_WARC, to_warc(ANSWER)])
def test_files_that_are_no_such_capture(tmp_path: Path, content: bytes) -> None:
    """Named, with the way out."""
    path = tmp_path / f"{'0' * 64}.warc.gz"
    path.write_bytes(content)
    with pytest.raises(TieoutError, match="pull the source again"):
        read_capture(path)
