"""What the metas of a page's head have to say: to networks, of the page; to the browser, of itself.

Their numbers are exempt from being facts, so each is held to the one value that is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tieout.checks.addresses import card_address, feed_address, page_address

#: Width and height of the card in pixels, as networks ask for it.
CARD = (1200, 630)
VIEWPORT = "width=device-width, initial-scale=1"
POLICY = "Content-Security-Policy"
#: Languages with their places, as Open Graph names them (`og:locale`).
_LOCALES = {"en": "en_US", "zh-TW": "zh_TW"}
#: Metas that are compared with the article and with the picture.
_ELSEWHERE = ("description", "og:image:alt")
#: What a page that needs no network may name as a source of what it loads.
_WITHIN = frozenset(("'none'", "'unsafe-inline'", "data:"))


def named_metas(root: Any) -> dict[str, list[str]]:
    """The metas of a page by name: what each says, in order."""
    found: dict[str, list[str]] = {}
    for meta in root.iter("meta"):
        if name := _name_of(meta):
            found.setdefault(name, []).append(meta.get("content", ""))
    return found


def wanted_metas(ledger: Any, lang: str, title: str, description: str) -> dict[str, list[str]]:
    """What each meta has to say; for one that is not named here there is no rule."""
    article = ledger["article"]
    others = [_LOCALES[other] for other in article["languages"] if other != lang]
    said = {
        "viewport": VIEWPORT,
        "og:type": "article",
        "og:site_name": ledger["site"]["title"][lang],
        "og:title": title,
        "og:description": description,
        "og:url": page_address(ledger, lang),
        "og:locale": _LOCALES[lang],
        "og:image": card_address(ledger, lang),
        "og:image:type": "image/png",
        "og:image:width": str(CARD[0]),
        "og:image:height": str(CARD[1]),
        "article:published_time": article["published"],
        "article:modified_time": article["date"],
        "twitter:card": "summary_large_image",
    }
    return {**{name: [text] for name, text in said.items()}, "og:locale:alternate": others}


def meta_faults(root: Any, wanted: dict[str, list[str]]) -> Iterator[str]:
    """Metas that say something else, and those without a rule, which could say anything."""
    metas = named_metas(root)
    for name, texts in wanted.items():
        if metas.get(name, []) != texts:
            yield f"{name} is {_quoted(metas.get(name, []))}, not {_quoted(texts)}"
    policies = metas.get(POLICY, [])
    if len(policies) != 1 or not _is_closed(policies[0]):
        yield f"{POLICY} is {_quoted(policies)}, which does not keep the page from the network"
    for meta in root.iter("meta"):
        name = _name_of(meta)
        if name in (*wanted, POLICY):
            continue
        if meta.get("data-why") == "technical":
            yield f"the meta '{name}' is exempt as 'technical', and no rule says what it has to be"
        elif name and name not in _ELSEWHERE:
            yield f"the meta '{name}' has no rule that says what it has to be"


def head_faults(root: Any, ledger: Any, lang: str) -> Iterator[str]:
    """Elements and links that stand in the head and have no rule: they could say anything."""
    for element in root.xpath("//head/*[not(self::meta or self::link)]"):
        if element.tag not in ("title", "style", "script"):
            yield f"a <{element.tag}> stands in the head"
    feed = ("alternate", "application/atom+xml", ledger["site"]["title"][lang])
    links = [("icon", None, None, "data:,"), (*feed, feed_address(ledger, lang))]
    for link in root.iter("link"):
        named = link.get("rel") == "canonical" or link.get("hreflang") is not None
        if not named and tuple(map(link.get, ("rel", "type", "title", "href"))) not in links:
            yield f"the head links to '{link.get('href')}' as '{link.get('rel')}'"


def _name_of(meta: Any) -> str:
    """What a meta is about; empty for one without a name."""
    names = (meta.get(key) or "" for key in ("property", "name", "http-equiv"))
    return next(filter(None, names), "")


def _is_closed(policy: str) -> bool:
    """Whether a policy refuses by default and allows nothing that lies outside of the page."""
    rules = [rule.split() for rule in policy.split(";") if rule.strip()]
    allowed = {source for _, *sources in rules for source in sources}
    return rules[:1] == [["default-src", "'none'"]] and allowed <= _WITHIN


def _quoted(texts: list[str]) -> str:
    return ", ".join(f"“{text}”" for text in texts) or "missing"
