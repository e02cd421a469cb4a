"""Keep what was fetched: one WARC file a document, named after the hash of its bytes."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path

from tieout.captures import FOLDER, Capture, path_of, read_capture
from tieout.errors import TieoutError
from tieout.files import write_atomic
from tieout.pull.fetch import Answer, Known

#: Headers that describe the packing, which is undone before the bytes are kept.
_UNPACKED = ("content-encoding", "transfer-encoding", "content-length")
#: Headers that may hold something personal.
_PRIVATE = ("set-cookie", "set-cookie2")


def keep(source: str, answer: Answer, folder: Path = FOLDER) -> Path:
    """Write an answer where its hash says, unless it is there already. Raises OSError."""
    path = path_of(source, hashlib.sha256(answer.body).hexdigest(), folder)
    if not (path.exists() and _intact(path, answer.url)):
        write_atomic(path, to_warc(answer))
    return path


def _intact(path: Path, url: str) -> bool:
    try:
        return read_capture(path).url == url
    except TieoutError:
        return False


def to_warc(answer: Answer) -> bytes:
    """The bytes of a WARC file with the one record of an answer.

    A page saved by hand came without HTTP headers and is a `resource` record. Of a response, the
    body is kept unpacked, so that it hashes as the file itself does; the headers that described the
    packing keep their values under the names that archives use for it.
    """
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    buffer = io.BytesIO()
    writer = WARCWriter(buffer, gzip=True)
    when = answer.when.strftime("%Y-%m-%dT%H:%M:%SZ")
    extra = {"WARC-Date": when}
    if answer.by_hand:
        record = writer.create_warc_record(
            answer.url,
            "resource",
            payload=io.BytesIO(answer.body),
            warc_content_type="application/octet-stream",
            warc_headers_dict=extra,
        )
    else:
        headers = [
            (f"X-Archive-Orig-{name}" if name in _UNPACKED else name, value)
            for name, value in answer.headers.items()
            if name not in _PRIVATE
        ]
        headers.append(("content-length", str(len(answer.body))))
        record = writer.create_warc_record(
            answer.url,
            "response",
            payload=io.BytesIO(answer.body),
            http_headers=StatusAndHeaders("200 OK", headers, protocol="HTTP/1.1"),
            warc_headers_dict=extra,
        )
    writer.write_record(record)
    return buffer.getvalue()


def known(source: str, pins: list[dict[str, str]], url: str, folder: Path = FOLDER) -> Known | None:
    """What a conditional request for `url` may name: the pinned capture, if it is kept intact."""
    for pin in pins:
        path = path_of(source, pin["sha256"], folder)
        if pin["url"] == url and path.exists() and _intact(path, url):
            capture: Capture = read_capture(path)
            return Known(capture.body, capture.headers)
    return None
