"""A page and its Markdown in two parts, the evidence and all else, which checks may look at apart.

A changed sentence leaves the evidence as it was, which is more than half of a page. What is in no
evidence is in the article: together the parts are the whole, whatever a file looks like.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from tieout.checks.captured import grid_names
from tieout.checks.finished import ARTICLE, EVIDENCE, Finished
from tieout.checks.page_text import EVIDENCE_ANCHOR, evidence_of
from tieout.checks.plain_markdown import read_markdown
from tieout.checks.style_rules import DEFINING

PARTS = (ARTICLE, EVIDENCE)
#: What is known of the parts of files, by their names.
Noted = Callable[[Sequence[str]], Mapping[str, str]]
#: What a part of a Markdown file may take from any other.
_DEFINITION = re.compile(r"(?m)^ {0,3}\[[^\]\n]+\]:.*$")


def part_of(root: Any, part: str) -> Any | None:
    """A part of a page or of rendered Markdown, None if it has no such; "" is the whole.

    Elements keep their lines. The part of a page that is the evidence stays in its tree.
    """
    if not part:
        return root
    found = evidence_of(root)
    if found is None:
        return root if part == ARTICLE else None
    if found.tag != "a":
        if part == EVIDENCE:
            return found
        rest = deepcopy(root)
        _take_out(evidence_of(rest))
        return rest
    return _below_heading(root, found.getparent(), part)


def _below_heading(root: Any, heading: Any, part: str) -> Any | None:
    """Rendered Markdown up to the heading of its evidence, or from there on."""
    body = heading.getparent()
    if body is None or body.tag != "body":  # no heading of its own: nothing is set apart
        return root if part == ARTICLE else None
    at, copied = body.index(heading), deepcopy(root)
    body = copied.find("body")
    for element in body[at:] if part == ARTICLE else body[:at]:
        body.remove(element)  # between blocks stands nothing but white space
    return copied


def _take_out(element: Any) -> None:
    before, parent = element.getprevious(), element.getparent()
    if element.tail and before is not None:
        before.tail = (before.tail or "") + element.tail
    elif element.tail:
        parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def span_of(text: str, part: str) -> tuple[int, int]:
    """From where to where a part of a Markdown file reaches; "" is the whole."""
    at = text.find(EVIDENCE_ANCHOR)
    at = text.rfind("\n", 0, at) + 1 if at >= 0 else len(text)
    return {"": (0, len(text)), ARTICLE: (0, at), EVIDENCE: (at, len(text))}[part]


def digests(finished: Finished, noted: Noted | None = None) -> dict[str, str]:
    """What tells one state of the evidence from another, by `path#evidence`; lines do not count.

    The article has no state of its own: it counts as changed with any byte of its file. `noted`
    tells what was found of the evidence of files that have not changed since.
    """
    found: dict[str, str] = {}
    for lang, (path, root) in finished.pages.items():
        below, text = finished.markdown[lang]
        files = [str(file.absolute()) for file in (path, below)]
        known = noted(files) if noted else {}
        if known.keys() == {named(file, EVIDENCE) for file in files}:
            found |= known
            continue
        inner = evidence_of(root)
        shown = b"" if inner is None else _bytes(inner)
        told = "\0".join(
            (text[slice(*span_of(text, EVIDENCE))], *_DEFINITION.findall(text), *grid_names(root))
        )
        for file, content in zip(files, (shown, told.encode() + _rendered(text)), strict=True):
            found[named(file, EVIDENCE)] = hashlib.sha256(content).hexdigest()
    return found


def _rendered(text: str) -> bytes:
    """The evidence of a Markdown file as it is rendered, without its lines.

    What stands ahead of it may change it: definitions of links and notes, code or HTML left open.
    """
    from lxml import etree

    part = part_of(read_markdown(text), EVIDENCE)
    if part is None:
        return b""
    for element in part.iterfind(".//*[@data-line]"):  # a copy
        del element.attrib["data-line"]
    return bytes(etree.tostring(part, encoding="utf-8", with_tail=False))


def _bytes(element: Any) -> bytes:
    """An element as it is read, what it stands in, and what may hide it."""
    from lxml import etree

    root = element.getroottree().getroot()
    around = [(each.tag, sorted(each.items())) for each in element.iterancestors()]
    styles = [style.text for style in root.iter("{*}style")], root.xpath(DEFINING)
    told = f"{around}{styles}".encode()
    return bytes(etree.tostring(element, encoding="utf-8", with_tail=False)) + told


def named(file: str, part: str) -> str:
    """The name of what an answer about a part of a file rests on."""
    return f"{file}#{part}" if part == EVIDENCE else file


def whole(name: str) -> str:
    """The file that a name is of."""
    return name.removesuffix(f"#{EVIDENCE}")
