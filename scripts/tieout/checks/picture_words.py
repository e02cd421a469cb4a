"""The words in a picture are those that article.yaml gives it, each beside its own number.

A label before another row, or a legend that calls an inference measured, makes a right number
wrong. What shapes show is not read: their lengths and places are no words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from tieout.checks.article_words import ArticleWords
from tieout.checks.shown import squeeze

Fault = tuple[int, str]
#: What the marks of all pictures mean, in each language.
LEGEND: Mapping[str, frozenset[str]] = {
    "en": frozenset(map(squeeze, (
        "read in the source", "hollow or pale: quoted second-hand", "diamond: calculated here",
        "hatched: our inference", "line with end caps: what the printed digits leave open",
        "not captured",
    ))),
    "zh-TW": frozenset((
        "讀自原始來源", "空心或淡色：轉引，未讀到原文", "菱形：本文計算", "斜線：本文推論",
        "帶端線的線段：印出的位數容許的範圍", "未取得",
    )),
}  # fmt: skip
#: Parts of a description that are told beside the picture, or are no words in it.
_BESIDE = ("title", "alt", "caption", "kind", "scale")
#: Parts that a reader meets from the top down, as they are described.
_DOWN = ("rows", "panels", "groups")
_FIRST = ("heading", "label", "detail")
_TAGS = ("data-fact", "data-of", "data-why")


class PictureWords:
    """What the pictures of one language say."""

    def __init__(self, ledger: Mapping[str, Any], lang: str, words: ArticleWords) -> None:
        self.ledger, self.lang, self.words = ledger, lang, words

    def faults(self, tree: Any) -> Iterator[Fault]:
        """Words that are lost, in excess or out of order in a drawn file."""
        entry = self.ledger["figures"].get(tree.get("data-figure"))
        if entry is None:
            return
        told = {key: value for key, value in entry.items() if key not in _BESIDE}
        shown = [(each, list(_pieces(each))) for each in tree.iter("{*}text")]
        wanted = {piece for piece in self._said(told) if not piece.startswith("=")}
        seen: set[str] = set()
        for element, (said, *_) in shown:
            seen.add(said)
            if said and said not in wanted and said not in LEGEND[self.lang]:
                yield (
                    element.sourceline or 1,
                    f"the picture says “{said}”, which article.yaml does not",
                )
        for lost in sorted(wanted - seen - {""}):
            yield 1, f"the picture does not say “{lost}”"
        yield from self._down(told, shown)

    def _down(
        self, told: Mapping[str, Any], shown: Sequence[tuple[Any, list[str]]]
    ) -> Iterator[Fault]:
        """Rows are where they are described: each above the next, with its own numbers."""
        for key in _DOWN:
            items = [list(self._said(item)) for item in told.get(key, ())]
            known = {piece for item in items for piece in item}
            found = [(piece, each) for each, all_ in shown for piece in all_ if piece in known]
            kept = {piece for piece, _ in found}
            order = [(piece, n) for n, item in enumerate(items) for piece in item if piece in kept]
            odd = next(
                (
                    got
                    for (got, _), (due, _) in zip_longest(found, order, fillvalue=("", None))
                    if got != due
                ),
                None,
            )
            if odd is not None:
                yield 1, f"the {key} of the picture are not in their order (“{odd}”)"
                continue
            below = -1.0
            for number in range(len(items)):
                places = [
                    float(each.get("y") or 0)
                    for (_, each), (_, item) in zip(found, order, strict=True)
                    if item == number
                ]
                if places and min(places) <= below:
                    yield 1, f"the {key} of the picture do not stand one below the other"
                below = max([below, *places])

    def _said(self, node: Any) -> Iterator[str]:
        """The texts of a description and the facts it names, in order; a fact behind a sign."""
        if isinstance(node, str):
            if node in self.ledger["facts"]:
                yield f"={node}"
        elif isinstance(node, list):
            for each in node:
                yield from self._said(each)
        elif isinstance(node, dict) and isinstance(node.get(self.lang), str):
            text, facts = self.words.parted(node[self.lang])
            yield squeeze(text)
            yield from (f"={fact}" for fact in facts)
        elif isinstance(node, dict):
            if "condition" in node and "label" not in node:
                yield squeeze(self.ledger["conditions"][node["condition"]]["label"][self.lang])
            for key in sorted(node, key=lambda key: (key == "total") - (key in _FIRST)):
                yield from self._said(node[key])


def _pieces(text: Any) -> Iterator[str]:
    """The words of a text without those that are tagged, then the facts tagged in it."""
    above = next((each for each in (text, *text.iterancestors()) if _is_tag(each)), None)
    tagged = [each for each in text.iterdescendants() if _is_tag(each)]
    inside = set(tagged) | {inner for each in tagged for inner in each.iterdescendants()}
    words = [] if above is not None else [
        part
        for each in (text, *text.iterdescendants())
        for part in (
            "" if each in inside else each.text,
            "" if each is text or (each.getparent() in inside) else each.tail,
        )
    ]  # fmt: skip
    yield squeeze("".join(filter(None, words)))
    named = ([above] if above is not None else []) + tagged
    yield from (f"={each.get('data-fact')}" for each in named if each.get("data-fact"))


def _is_tag(element: Any) -> bool:
    return any(element.get(name) is not None for name in _TAGS)
