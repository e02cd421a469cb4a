"""Show an article in the browser while it is written; every saved edit appears there at once."""

from __future__ import annotations

import argparse

from tieout.errors import fail, run

#: Where it is unless somebody says otherwise.
PORT = "8123"


def main() -> None:
    """Serve one article, or all, until Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--article", default="", help="name of a folder of templates/ (all)")
    parser.add_argument("--port", default="", help=f"port on this machine, 0: any ({PORT})")
    args = parser.parse_args()
    port = args.port or PORT
    if not port.isascii() or not port.isdecimal() or len(port) > 5 or int(port) > 65535:
        what = f"'{port}' is no port"
        raise fail("preview", 0, what, "give a number up to 65535: make preview PORT=8124")

    from tieout.preview.places import Places
    from tieout.preview.running import preview

    preview(args.article, int(port), Places())


if __name__ == "__main__":
    run(main)
