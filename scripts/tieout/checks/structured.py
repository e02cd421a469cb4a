"""What a page tells programs is what it tells readers, and what the ledger has.

Title and description are the same in the head, in Open Graph and in the structured data; every
source is cited with its address and day; every claim is reviewed with its verdict in words; every
address of its own leads to something that the build has made; the picture is the one described.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tieout.checks.addresses import (
    NAMED,
    TAGS,
    alternates,
    own_addresses,
    page_address,
)
from tieout.checks.article_words import ArticleWords
from tieout.checks.finding import Finding, Record, new_record, quoted
from tieout.checks.finished import Finished
from tieout.checks.head_metas import CARD, head_faults, meta_faults, named_metas, wanted_metas
from tieout.checks.page_text import elements_by_id
from tieout.checks.shown import squeeze
from tieout.checks.structured_nodes import Nodes, apart, tables_of
from tieout.checks.structured_text import REASON_OF_KEY, is_structured, read_structured, texts_of
from tieout.checks.tidy_data import tidy_faults
from tieout.checks.written import words_for

BLIND_SPOTS = (
    "whether the site stands at the address that config.yaml names",
    "what is drawn in the picture for social networks: its pixels are not read",
)
#: What is counted.
COUNTED = ("metas", "citations", "reviews", "addresses", "pictures", "rows of data")
MEND = "run snakemake all; if it stays, mend what wrote it"
#: Keys of a rating in figures. A verdict is a word: nobody has measured it.
RATED = ("ratingValue", "bestRating", "worstRating")


def check(finished: Finished) -> Record:
    """Look at the head and the structured data of every page."""
    record = new_record("structured", BLIND_SPOTS, COUNTED)
    told = words_for(finished, record)

    def words(lang: str) -> dict[str, str]:
        return {key: texts.get(lang, "") for key, texts in told.items()}

    for lang, (path, root) in finished.pages.items():
        page = _Page(finished, lang, root, record, words(lang))
        faults = [*page.head(), *page.data(), *page.picture()]
        record.findings += [Finding(str(path), line, quoted(what), MEND) for line, what in faults]
    folder = finished.build / finished.article
    present = (folder / "observations.csv").is_file()  # else it is told of each page
    for path, line, what in tidy_faults(finished.ledger, folder) if present else ():
        record.findings.append(Finding(str(path), line, quoted(what), MEND))
    record.counts["rows of data"] += sum(
        bool(f["source"]) for f in finished.ledger["facts"].values()
    )
    return record


class _Page:
    """One page: what its head and its structured data say."""

    def __init__(
        self, finished: Finished, lang: str, root: Any, record: Record, words: Mapping[str, str]
    ) -> None:
        self.finished, self.lang, self.root, self.record = finished, lang, root, record
        self.ledger, self.words = finished.ledger, words
        written, article = ArticleWords(finished, lang), finished.ledger["article"]
        self.texts = [written.expanded(article[key][lang]) for key in ("title", "description")]
        self.metas = {name: texts[-1] for name, texts in named_metas(root).items()}

    def head(self) -> Iterator[tuple[int, str]]:
        """Canonical and alternate addresses, and Open Graph."""
        own = page_address(self.ledger, self.lang)
        canonical = self.root.xpath("//link[@rel='canonical']/@href")
        if canonical != [own]:
            yield 1, f"the canonical address is {own}, not {', '.join(canonical) or 'missing'}"
        links = self.root.xpath("//link[@rel='alternate'][@hreflang]")
        if {link.get("hreflang"): link.get("href") for link in links} != alternates(self.ledger):
            yield 1, "the alternate addresses are not those of the article's languages"
        title = "".join(self.root.xpath("//head/title//text()"))
        for shown, told in zip((title, self.metas.get("description", "")), self.texts, strict=True):
            if squeeze(shown) != squeeze(told):
                yield 1, f"the head says “{shown}”, article.yaml “{told}”"
        yield from ((1, what) for what in head_faults(self.root, self.ledger, self.lang))
        wanted = wanted_metas(self.ledger, self.lang, title, self.metas.get("description", ""))
        self.record.counts["metas"] += len(wanted)
        yield from ((1, what) for what in meta_faults(self.root, wanted))

    def data(self) -> Iterator[tuple[int, str]]:
        """The structured data of the page."""
        scripts = [each for each in self.root.iter("script") if is_structured(each)]
        if len(scripts) != 1:
            yield 1, f"the page has {len(scripts)} pieces of structured data, not one"
            return
        line = scripts[0].sourceline or 1
        try:
            nodes = read_structured(scripts[0])["@graph"]
            faults = [*self._article(nodes), *self._reviews(nodes), *self._addresses(nodes)]
            if self.words and not faults:
                told = Nodes(self.ledger, self.lang, self.words, *self.texts)
                faults = list(apart(nodes, told.all(tables_of(self.root))))
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            faults = [f"the structured data cannot be read ({error})"]
        for what in faults:
            yield line, what

    def _article(self, nodes: list[Any]) -> Iterator[str]:
        (article,) = (node for node in nodes if node["@type"] == "Article")
        known = self.ledger["article"]
        wanted = {
            "headline": "".join(self.root.xpath("//head/title//text()")),
            "description": self.metas.get("description", ""),
            "inLanguage": TAGS[self.lang],
            "datePublished": known["published"],
            "dateModified": known["date"],
            "version": known["version"],
        }
        for key, text in wanted.items():
            if article[key] != text:
                yield f"the article's {key} is “{article[key]}”, not “{text}”"
        cited = {node["@id"].rpartition("#source-")[2]: node for node in article["citation"]}
        if list(cited) != list(self.ledger["sources"]):
            yield "the sources cited are not those of the article"
        for name, source in self.ledger["sources"].items():
            self.record.counts["citations"] += 1
            yield from self._cited(name, source, cited.get(name, {}))

    def _cited(
        self, name: str, source: Mapping[str, Any], node: Mapping[str, Any]
    ) -> Iterator[str]:
        publisher = node.get("publisher", {}).get("name")
        if publisher is None or squeeze(publisher) != squeeze(source["publisher"][self.lang]):
            yield f"the citation of '{name}' has another publisher ({publisher})"
        for key, own in (("name", "title"), ("url", "url"), ("datePublished", "published")):
            if node.get(key) != source.get(own):
                yield f"the citation of '{name}' has another {key} ({node.get(key)})"

    def _reviews(self, nodes: list[Any]) -> Iterator[str]:
        """One for each claim, in words: the ledger's verdict, the claimed figure, no number."""
        reviews = [node for node in nodes if node["@type"] == "ClaimReview"]
        claims = self.ledger["claims"].values()
        if len(reviews) != len(claims):
            yield f"{len(reviews)} claims are reviewed, the article has {len(claims)}"
        for review, claim in zip(reviews, claims, strict=False):
            self.record.counts["reviews"] += 1
            fact, rating = self.ledger["facts"][claim["figure"]], review["reviewRating"]
            label = self.ledger["vocabulary"]["claim_verdicts"][claim["verdict"]]["label"]
            if squeeze(rating["alternateName"]) != squeeze(label[self.lang]):
                yield f"the verdict “{rating['alternateName']}” is not the ledger's"
            if fact["text"][self.lang] not in review["claimReviewed"]:
                yield f"the claim reviewed does not say {fact['text'][self.lang]}"
            if not review["itemReviewed"]["appearance"]["@id"].endswith(
                f"#source-{fact['source']}"
            ):
                yield "the claim reviewed is said to stand in another source"
            yield from (f"a verdict has a figure ('{key}')" for key in RATED if key in rating)

    def _addresses(self, nodes: list[Any]) -> Iterator[str]:
        """Each is one of the ledger's, and those of this page have an element."""
        known = set(own_addresses(self.ledger)) | set(_addresses_of(self.ledger["sources"]))
        ids = elements_by_id(self.root)
        for key, text in texts_of(nodes):
            if REASON_OF_KEY.get(key) != "address":
                continue
            self.record.counts["addresses"] += 1
            if text not in known:
                yield f"the address '{text}' is neither this site's nor a source's"
            if text.startswith("#") and text not in NAMED and text[1:] not in ids:
                yield f"'{text}' leads nowhere on this page"
        if not (self.finished.build / self.finished.article / "observations.csv").is_file():
            yield "observations.csv, which the data sets name, is missing"

    def picture(self) -> Iterator[tuple[int, str]]:
        """The card that is published with the page: its size, and that it tells what it shows."""
        path = self.finished.card(self.lang)
        try:
            size, said = _read_png(path)
        except (OSError, ValueError, struct.error, zlib.error) as error:
            yield 1, f"the picture {path.name} cannot be read ({error})"
            return
        self.record.counts["pictures"] += 1
        if size != CARD:
            yield 1, f"{path.name} is {size[0]} × {size[1]} pixels, not {CARD[0]} × {CARD[1]}"
        title = "".join(self.root.xpath("//head/title//text()"))
        if squeeze(said.get("Title", "")) != squeeze(title):
            yield 1, f"{path.name} shows the title “{said.get('Title', '')}”, not “{title}”"
        alt, shown = self.metas.get("og:image:alt", ""), squeeze(said.get("Description", ""))
        lacks = not shown and "card" in self.ledger["article"]
        if not alt or lacks or not squeeze(alt).endswith(shown):
            yield 1, f"{path.name} shows something else than og:image:alt says"


def _addresses_of(sources: Mapping[str, Any]) -> Iterator[str]:
    for source in sources.values():
        yield from (source[key] for key in ("url", "original") if key in source)


def _read_png(path: Path) -> tuple[tuple[int, int], dict[str, str]]:
    """Size and texts of a PNG (tEXt and iTXt chunks, PNG specification 11.3.3)."""
    data = path.read_bytes()
    if not data.startswith(b"\x89PNG\r\n\x1a\n"):
        raise ValueError("it is no PNG")
    size, texts, at = (0, 0), dict[str, str](), 8
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        chunk = data[at + 8 : at + 8 + length]
        (mark,) = struct.unpack_from(">I", data, at + 8 + length)
        if zlib.crc32(kind + chunk) != mark:
            raise ValueError("it is damaged")
        at += 12 + length
        if kind == b"IHDR":
            size = struct.unpack_from(">II", chunk)
        elif kind == b"tEXt":
            key, _, text = chunk.partition(b"\0")
            texts[key.decode("latin-1")] = text.decode("latin-1")
        elif kind == b"iTXt":
            key, _, rest = chunk.partition(b"\0")
            texts[key.decode("latin-1")] = rest[2:].split(b"\0", 2)[2].decode("utf-8")
    return size, texts
