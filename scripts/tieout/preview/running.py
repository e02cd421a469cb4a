"""A preview from its start to its end: the lock, the watcher, the server and the loop."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tieout.article import article_folder
from tieout.errors import fail
from tieout.preview.board import Board
from tieout.preview.loop import Loop
from tieout.preview.places import Places, alone, tell_address
from tieout.preview.serving import Server, serve
from tieout.preview.watch import edits, settings_edits
from tieout.site.files import site_files
from tieout.workflow import articles

#: Seconds between two looks of the server at whether it is to end.
POLL = 0.1


def preview(article: str, port: int, places: Places) -> None:
    """Show an article, or all when it is empty, until somebody presses Ctrl-C.

    Raises TieoutError for a name or port that cannot be used, and when another preview runs.
    """
    if article:
        article_folder(places.templates, article)
    since = time.time()
    names = [article] if article else articles()
    if not names:
        raise fail(places.templates, 0, "there is no article", "run make new ARTICLE=name")
    if not places.sources.is_dir():
        raise fail(places.sources, 0, "there is no such folder", "run make source ID=name URL=…")
    board = Board(article)
    with alone(places):
        loop = Loop(names, bool(article), places, board)

        def site() -> dict[str, bytes]:
            ledgers = loop.ledgers()
            return site_files(ledgers, places.templates) if ledgers else {}

        server = serve(port, places, board, site)
        stop = threading.Event()
        tell_address(places, server.address)
        print(f"preview: {server.address} (Ctrl-C ends it)", flush=True)
        watches = [look(places, since, stop) for look in (edits, settings_edits)]
        with _at_work(server, loop, watches, stop):
            loop.run()


@contextmanager
def _at_work(
    server: Server, loop: Loop, watches: list[Iterator[frozenset[Path]]], stop: threading.Event
) -> Iterator[None]:
    """The threads beside the loop; Ctrl-C and a request to end end the loop, wherever it is."""

    def watch(saved: Iterator[frozenset[Path]]) -> None:
        try:
            for paths in saved:
                loop.edits.put(paths)
        finally:
            loop.edits.put(None)  # without a watch, what is shown would grow old unnoticed

    def end(*_: object) -> None:
        stop.set()
        loop.end_now()

    threads = [threading.Thread(target=watch, args=(saved,)) for saved in watches]
    threads.append(threading.Thread(target=server.serve_forever, args=(POLL,)))
    before = {each: signal.signal(each, end) for each in (signal.SIGINT, signal.SIGTERM)}
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        server.shutdown()
        server.server_close()
        for thread in threads:
            thread.join()
        for each, handler in before.items():
            signal.signal(each, handler)
