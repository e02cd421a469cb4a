"""A preview from its start to its end: the lock, the watcher, the server and the loop."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tieout.article import article_folder
from tieout.errors import fail
from tieout.preview.board import Board
from tieout.preview.loop import Loop
from tieout.preview.places import Places, alone, tell_address
from tieout.preview.serving import Server, serve
from tieout.preview.watch import edits
from tieout.site.files import site_files
from tieout.workflow import articles


def preview(article: str, port: int, places: Places) -> None:
    """Show an article, or all when it is empty, until somebody presses Ctrl-C.

    Raises TieoutError for a name or port that cannot be used, and when another preview runs.
    """
    if article:
        article_folder(places.templates, article)
    names = [article] if article else articles()
    if not names:
        raise fail(places.templates, 0, "there is no article", "run make new ARTICLE=name")
    board = Board()
    with alone(places):
        loop = Loop(names, bool(article), places, board)

        def site() -> dict[str, bytes]:
            ledgers = loop.ledgers()
            return site_files(ledgers, places.templates) if ledgers else {}

        server = serve(port, places, board, site)
        tell_address(places, server.address)
        print(f"preview: {server.address} (Ctrl-C ends it)", flush=True)
        with _at_work(server, loop, places):
            loop.run()


@contextmanager
def _at_work(server: Server, loop: Loop, places: Places) -> Iterator[None]:
    """The threads beside the loop; Ctrl-C and a request to end end the loop."""
    stop = threading.Event()

    def end(*_: object) -> None:
        stop.set()
        loop.edits.put(None)

    def watch() -> None:
        for paths in edits(places, stop):
            loop.edits.put(paths)

    threads = [threading.Thread(target=work) for work in (server.serve_forever, watch)]
    before = {each: signal.signal(each, end) for each in (signal.SIGINT, signal.SIGTERM)}
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        server.shutdown()
        server.server_close()
        for each, handler in before.items():
            signal.signal(each, handler)
        for thread in threads:
            thread.join()
