"""README of an archive: what is in it, and how a stranger who has nothing else checks it."""

from __future__ import annotations

from pathlib import Path

from tieout.archive.contents import Contents
from tieout.archive.wording import title
from tieout.quoting import plain

#: By language, its name in an archive; programs that know RO-Crate look for the first.
NAMES = {"en": "README.md", "zh-TW": "README.zh-TW.md"}
_HERE = Path(__file__).parent


def readmes(contents: Contents) -> dict[str, bytes]:
    """The two files, by name, in place of the project's own, which speak of a checkout."""
    from jinja2 import Environment, StrictUndefined

    # The texts are ours and Markdown; what comes from an article is made plain before.
    frame = Environment(undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True)
    told = {
        "article": contents.article,
        "version": contents.version,
        "day": contents.day,
        "made": len(contents.made),
        "captures": any(name.startswith("captures/") for name in contents.files),
        "docs": any(name.startswith("docs/") for name in contents.files),
    }
    found: dict[str, bytes] = {}
    for lang, name in NAMES.items():
        text = frame.from_string((_HERE / f"readme.{lang}.txt").read_text("utf-8"))
        named = plain(title(contents.ledger, lang))
        found[name] = text.render(**told, title=named).encode("utf-8")
    return found
