"""The pages of a preview over HTTP, on this machine alone.

No path of a request is ever made into a path of a file: what can be asked for is a short list. A
page elsewhere in the browser cannot ask for it under another name (DNS rebinding), since only
names of this machine are answered.
"""

from __future__ import annotations

import json
import queue
import re
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tieout.errors import TieoutError, fail
from tieout.names import NAME
from tieout.preview.board import Board
from tieout.preview.places import Places
from tieout.preview.variant import variant
from tieout.preview.words import passed_over

HOST = "127.0.0.1"
#: Seconds after which a quiet line is used once, so that one nobody listens to is noticed.
PULSE = 15.0
_PAGE = re.compile(rf"/({NAME.pattern})/(en|zh-TW)/(index\.html|card\.png|article\.md)?")
_EVENTS = re.compile(rf"/events/({NAME.pattern})/(en|zh-TW)")
_TEXT = "text/plain; charset=utf-8"
_HTML = "text/html; charset=utf-8"
Site = Callable[[], dict[str, bytes]]


class Server(ThreadingHTTPServer):
    """Serves what stands on a board; `site` gives the files that span articles."""

    daemon_threads = True

    def __init__(self, port: int, places: Places, board: Board, site: Site) -> None:
        self.places, self.board, self.site = places, board, site
        super().__init__((HOST, port), _Handler)

    @property
    def address(self) -> str:
        """Where a browser finds it."""
        return f"http://{HOST}:{self.server_address[1]}/"

    def handle_error(self, *_: Any) -> None:
        """A browser that goes away in the middle is no fault."""


def serve(port: int, places: Places, board: Board, site: Site) -> Server:
    """A server on a port of this machine, 0 for any that is free. Raises TieoutError."""
    try:
        return Server(port, places, board, site)
    except OSError as error:
        what = f"the port {port} cannot be used ({error.strerror})"
        mend = "stop what uses it, or choose another: make preview PORT=8124"
        raise fail("preview", 0, what, mend) from None


class _Handler(BaseHTTPRequestHandler):
    server: Server
    server_version, sys_version = "Tieout", ""
    timeout = 60

    def do_GET(self) -> None:
        port = self.server.server_address[1]
        names = {f"{host}:{port}" for host in (HOST, "localhost")}
        if self.headers.get_all("Host", []) not in [[name] for name in names]:
            said = f"This preview answers to {' and '.join(sorted(names))} alone."
            self._send(HTTPStatus.MISDIRECTED_REQUEST, said.encode(), _TEXT)
            return
        path = urlsplit(self.path).path
        if match := _EVENTS.fullmatch(path):
            self._stream(match[1], match[2])
        elif match := _PAGE.fullmatch(path):
            self._article(match[1], match[2], match[3] or "index.html")
        else:
            self._spanning(path.removeprefix("/") or "index.html")

    def _refuse(self) -> None:
        self.close_connection = True  # what the request holds besides is left unread
        self._send(HTTPStatus.METHOD_NOT_ALLOWED, b"A preview is only read.", _TEXT)

    def __getattr__(self, name: str) -> Callable[[], None]:
        """Every method but GET is refused, whatever it is called."""
        if name.startswith("do_"):
            return self._refuse
        raise AttributeError(name)

    def _article(self, article: str, lang: str, name: str) -> None:
        places, sheet = self.server.places, self.server.board.sheet(article, lang)
        if not sheet and not (places.templates / article / "article.yaml").is_file():
            said = f"There is no article '{article}': / lists those that there are."
            self._send(HTTPStatus.NOT_FOUND, said.encode(), _TEXT)
        elif name == "index.html":
            self._send(HTTPStatus.OK, variant(sheet, article, lang).encode(), _HTML)
        elif self.server.board.passes_over(article):  # what lies there is of an earlier preview
            said = passed_over(article, self.server.board.only, lang)
            self._send(HTTPStatus.NOT_FOUND, said.encode(), _TEXT)
        elif name == "article.md":
            self._file(places.build / article / lang / "draft.md", _TEXT)
        else:
            self._file(places.figures / article / f"card.{lang}.png", "image/png")

    def _spanning(self, name: str) -> None:
        try:
            content = self.server.site().get(name)
        except TieoutError as error:
            self._send(HTTPStatus.SERVICE_UNAVAILABLE, str(error).encode(), _TEXT)
            return
        if content is None:
            self._send(HTTPStatus.NOT_FOUND, b"There is no such page.", _TEXT)
        else:
            kinds = {".html": _HTML, ".xml": "application/xml"}
            self._send(HTTPStatus.OK, content, kinds.get(Path(name).suffix, _TEXT))

    def _file(self, path: Path, kind: str) -> None:
        try:
            self._send(HTTPStatus.OK, path.read_bytes(), kind)
        except FileNotFoundError:
            self._send(HTTPStatus.NOT_FOUND, b"This is not made yet.", _TEXT)

    def _stream(self, article: str, lang: str) -> None:
        """News as server-sent events, until the browser leaves."""
        news = self.server.board.subscribe(article, lang)
        try:
            self._head(HTTPStatus.OK, "text/event-stream")
            self.end_headers()
            while True:
                try:
                    line = f"data: {json.dumps(news.get(timeout=PULSE), ensure_ascii=False)}"
                except queue.Empty:
                    line = ":"
                self.wfile.write(f"{line}\n\n".encode())
        finally:
            self.server.board.leave(news)

    def _send(self, status: HTTPStatus, content: bytes, kind: str) -> None:
        self._head(status, kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _head(self, status: HTTPStatus, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("X-Frame-Options", "DENY")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")

    def log_message(self, *_: Any) -> None:
        """Nobody reads who asked for what."""
