"""The structured data that a page has to carry, made from the ledger a second time.

Search engines and assistants quote it without the page, so every key counts: one that is missing,
in excess or another's is a false statement that no reader of the page would ever meet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tieout.checks.addresses import TAGS, card_address, page_address
from tieout.checks.shown import spaced

Node = dict[str, Any]
_CREDITS = (("url", "url"), ("sameAs", "original"), ("datePublished", "published"))
#: Stands for what is not there.
_NOTHING = object()
_CJK = "\u2e80-\uffef\U00020000-\U0003fffd"
_MARKS = "，。；：？！、（）「」『』【】《》〈〉"
_IN_CHINESE = re.compile(f"(?<=[{_CJK}]) (?=[{_CJK}])|(?<=[{_MARKS}]) | (?=[{_MARKS}])")


class Nodes:
    """The nodes of a page in one language; `words` are those of its frame."""

    def __init__(
        self, ledger: Mapping[str, Any], lang: str, words: Mapping[str, str],
        title: str, description: str,
    ) -> None:  # fmt: skip
        self.ledger, self.lang, self.words = ledger, lang, words
        self.title, self.description = title, description
        self.page = page_address(ledger, lang)

    def all(self, tables: list[tuple[str, str]]) -> list[Node]:
        """The graph, for a page that has entries from these tables of sources."""
        claims = self.ledger["claims"].values()
        return [self._article(), *self._data(tables), *map(self._review, claims)]

    def _article(self) -> Node:
        article, site, lang = self.ledger["article"], self.ledger["site"], self.lang
        first, *others = article["languages"]
        node = {
            "@type": "Article",
            "@id": "#article",
            "headline": self.title,
            "description": self.description,
            "inLanguage": TAGS[lang],
            "datePublished": article["published"],
            "dateModified": article["date"],
            "version": article["version"],
            "url": self.page,
            "image": card_address(self.ledger, lang),
            "author": {
                "@type": site["author"]["kind"],
                "@id": "#author",
                "name": site["author"]["name"][lang],
            },
            "publisher": {**_organization(site["publisher"][lang]), "url": site["address"]},
            "citation": [self._source(*each) for each in self.ledger["sources"].items()],
        }
        if lang != first:
            node["translationOfWork"] = self._in(first)
        elif others:
            node["workTranslation"] = [self._in(each) for each in others]
        return node

    def _in(self, lang: str) -> Node:
        page = page_address(self.ledger, lang)
        return {"@type": "Article", "url": page, "inLanguage": TAGS[lang]}

    def _source(self, name: str, source: Mapping[str, Any]) -> Node:
        node = {"@type": "CreativeWork", "@id": f"#source-{name}", "name": source["title"]}
        node["publisher"] = _organization(source["publisher"][self.lang])
        node |= {key: source[own] for key, own in _CREDITS if source.get(own) is not None}
        return node | ({"creditText": source["author"]} if source.get("author") else {})

    def _data(self, tables: list[tuple[str, str]]) -> Iterator[Node]:
        site, article = self.ledger["site"]["address"], self.ledger["article"]["id"]
        file: Node = {
            "@type": "DataDownload",
            "@id": "#observations",
            "contentUrl": f"{site}{article}/observations.csv",
            "encodingFormat": "text/csv",
        }
        for name, source in self.ledger["sources"].items():
            for key, table in source["tables"].items():
                if (name, key) in tables:
                    yield {**self._table(name, source, table), "distribution": file}
                    file = {"@id": "#observations"}

    def _table(self, name: str, source: Mapping[str, Any], table: Mapping[str, Any]) -> Node:
        label = table["label"][self.lang]
        said = self.words["dataset"].replace("{title}", source["title"])
        return {
            "@type": "Dataset",
            "name": f"{label}{self.words['comma']}{source['label'][self.lang]}",
            "description": said.replace("{label}", label),
            "isBasedOn": {"@id": f"#source-{name}"},
            "variableMeasured": [each[self.lang] for each in table["columns"].values()],
        }

    def _review(self, claim: Mapping[str, Any]) -> Node:
        fact, vocabulary = self.ledger["facts"][claim["figure"]], self.ledger["vocabulary"]
        verdict = vocabulary["claim_verdicts"][claim["verdict"]]
        standing, colon = vocabulary["standings"][fact["standing"]], self.words["colon"]
        publisher = self.ledger["sources"][fact["source"]]["publisher"][self.lang]
        return {
            "@type": "ClaimReview",
            "url": self.page,
            "claimReviewed": self._claimed(fact),
            "itemReviewed": {
                "@type": "Claim",
                "author": _organization(publisher),
                "appearance": {"@id": f"#source-{fact['source']}"},
                "description": colon.join(standing[k][self.lang] for k in ("label", "explanation")),
            },
            "reviewRating": {
                "@type": "Rating",
                "alternateName": verdict["label"][self.lang],
                "ratingExplanation": verdict["explanation"][self.lang],
            },
            "author": {"@id": "#author"},
            "datePublished": self.ledger["article"]["published"],
        }

    def _claimed(self, fact: Mapping[str, Any]) -> str:
        """The figure, and the conditions that were stated with it."""
        words, colon = self.words, self.words["colon"]
        stated = [
            f"{self.ledger['conditions'][key]['label'][self.lang]}{colon}{value[self.lang]}"
            for key, value in fact["conditions"].items()
            if value["en"] != "not stated"
        ]
        said = f"{fact['label'][self.lang]}{colon}{fact['text'][self.lang]}"
        behind = words["open"] + words["semicolon"].join(stated) + words["close"]
        return said + (behind if stated else "")


def _organization(name: str) -> Node:
    return {"@type": "Organization", "name": name}


def tables_of(root: Any) -> list[tuple[str, str]]:
    """Source and table of each entry of a page that comes from a table."""
    names = (str(each).removeprefix("fact-").split("/") for each in root.xpath("//tr/@id"))
    return list(dict.fromkeys((parts[0], parts[1]) for parts in names if len(parts) == 4))


def apart(shown: Any, told: Any, path: str = "") -> Iterator[str]:
    """Every place in which two structures differ, with what stands in the first there."""
    if isinstance(shown, dict) and isinstance(told, dict):
        for key in dict.fromkeys([*told, *shown]):
            one, other = shown.get(key, _NOTHING), told.get(key, _NOTHING)
            yield from apart(one, other, f"{path}.{key}".lstrip("."))
    elif isinstance(shown, list) and isinstance(told, list) and len(shown) == len(told):
        for index, (one, other) in enumerate(zip(shown, told, strict=True)):
            yield from apart(one, other, f"{path}[{index}]")
    elif _spaced(shown) != _spaced(told):
        yield f"the structured data says {_told(shown)} as {path}, not {_told(told)}"


def _told(value: Any) -> str:
    if value is _NOTHING:
        return "nothing"
    return f"“{value}”" if isinstance(value, str) else str(value)


def _spaced(value: Any) -> str:
    """A value with the spaces of a page: YAML puts one for a line break, Chinese sets none."""
    return _IN_CHINESE.sub("", spaced(value)) if isinstance(value, str) else _told(value)
