"""A server on this machine that plays the web, its bad days included."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answering = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """One request: looked up in the server's pages, noted, answered."""

    protocol_version = "HTTP/1.1"
    server: Web

    def do_GET(self) -> None:
        """Answer as the page at this path says."""
        self.server.requests.append((self.path, dict(self.headers)))
        with self.server.at_once:
            self.server.open += 1
            self.server.most = max(self.server.most, self.server.open)
        try:
            page = self.server.pages.get(self.path)
            if page is None:
                self.reply(b"not here", status=404)
            elif isinstance(page, bytes):
                self.reply(page)
            else:
                page(self)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the client had enough
        finally:
            with self.server.at_once:
                self.server.open -= 1

    def reply(self, body: bytes, status: int = 200, **headers: str) -> None:
        """Send a whole answer; header names are written with _ for -."""
        self.send_response(status)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if "Content-Type" not in named:
            named["Content-Type"] = "text/html; charset=utf-8"
        if "Content-Length" not in named:
            named["Content-Length"] = str(len(body))
        for name, value in named.items():
            if value:
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: tests read standard error."""


class Web(ThreadingHTTPServer):
    """Pages by path; `requests` notes what was asked, `most` how many were open at once."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.pages: dict[str, bytes | Answering] = {}
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.at_once = threading.Lock()
        self.open = self.most = 0

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of clients who went away."""

    def url(self, path: str) -> str:
        """The address of a path."""
        return f"http://127.0.0.1:{self.server_address[1]}{path}"


@contextmanager
def serving() -> Iterator[Web]:
    """A running server, stopped at the end."""
    web = Web()
    thread = threading.Thread(target=lambda: web.serve_forever(poll_interval=0.01), daemon=True)
    thread.start()
    try:
        yield web
    finally:
        web.shutdown()
        web.server_close()
