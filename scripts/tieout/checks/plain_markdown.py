"""article.md as GitHub shows it, read by the library that GitHub uses.

It shares nothing with the parser that the article was written with, nor with the project's own
rules for Chinese. What is wrong in the Markdown itself (a link that does not open, stars that stay
visible) is then wrong in what the checks see.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from tieout.checks.finished import parse_html

#: What GitHub adds to CommonMark.
EXTENSIONS = ("table", "strikethrough", "autolink", "tasklist")
_BACK = re.compile(r"↩\d*")


@lru_cache(maxsize=4)
def read_markdown(text: str, extensions: tuple[str, ...] = EXTENSIONS) -> Any:
    """The rendered tree, to be left as it is.

    Blocks carry `data-line`, their line in the Markdown file from 1.
    """
    from cmarkgfm import markdown_to_html_with_extensions
    from cmarkgfm.cmark import Options

    options = Options.CMARK_OPT_SOURCEPOS | Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES
    rendered = markdown_to_html_with_extensions(text, options=options, extensions=list(extensions))
    tree = parse_html(f"<html><body>{rendered}</body></html>")
    for block in tree.iterfind(".//*[@data-sourcepos]"):
        block.set("data-line", block.attrib.pop("data-sourcepos").partition(":")[0])
    _mark_footnotes(tree)
    return tree


def _mark_footnotes(tree: Any) -> None:
    """Mark the numbers that the renderer gives to notes, which stand in no file; drop its arrows.

    Only a mark that has the number of the note it leads to is one.
    """
    notes = tree.findall("./body/section[@data-footnotes]/ol/li")
    numbers = {f"#{note.get('id')}": str(number) for number, note in enumerate(notes, start=1)}
    for link in tree.findall(".//sup[@class='footnote-ref']/a[@data-footnote-ref]"):
        mark = link.getparent()
        number = numbers.get(link.get("href"))
        if "".join(mark.itertext()) == number:
            tail = mark.tail
            mark.clear()
            mark.tag, mark.text, mark.tail = "span", f"[{number}]", tail
            mark.set("data-why", "footnote")
    for note in notes:
        for arrow in note.findall(".//a[@data-footnote-backref]"):
            if _BACK.fullmatch("".join(arrow.itertext())):
                _remove(arrow)


def _remove(element: Any) -> None:
    """Take an element out of its tree, but not what follows it."""
    parent, before = element.getparent(), element.getprevious()
    if before is None:
        parent.text = (parent.text or "") + (element.tail or "")
    else:
        before.tail = (before.tail or "") + (element.tail or "")
    parent.remove(element)
