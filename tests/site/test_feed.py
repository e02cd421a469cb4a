"""The feeds keep the rules of Atom (RFC 4287); an entry stays itself while its version does."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from tests.mini_project import Mini

from tieout.site.files import site_files

ATOM = "{http://www.w3.org/2005/Atom}"
TAG_URI = re.compile(r"tag:[a-z0-9.-]+,\d{4}(?:-\d\d(?:-\d\d)?)?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]+")
#: Children of feed and entry: how often each may stand (RFC 4287, 4.1.1 and 4.1.2).
FEED = {
    "author": (1, 9), "entry": (0, 99), "id": (1, 1), "link": (0, 9), "subtitle": (0, 1),
    "title": (1, 1), "updated": (1, 1),
}  # fmt: skip
ENTRY = {
    "id": (1, 1), "link": (1, 9), "published": (0, 1), "summary": (0, 1), "title": (1, 1),
    "updated": (1, 1),
}  # fmt: skip


def faults(feed: Any) -> Iterator[str]:
    """Where a feed departs from RFC 4287."""
    if feed.tag != f"{ATOM}feed":
        yield f"the root is {feed.tag}"
    yield from _counted(feed, FEED)
    for entry in feed.findall(f"{ATOM}entry"):
        yield from _counted(entry, ENTRY)
    for person in feed.iter(f"{ATOM}author"):
        yield from _counted(person, {"name": (1, 1), "uri": (0, 1), "email": (0, 1)})
    for moment in (*feed.iter(f"{ATOM}updated"), *feed.iter(f"{ATOM}published")):
        if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z", moment.text):
            yield f"{moment.text} is no moment of RFC 3339"
        datetime.fromisoformat(moment.text)
    for element in feed.iter(f"{ATOM}id"):
        if not (element.text.startswith("https://") or TAG_URI.fullmatch(element.text)):
            yield f"{element.text} is no IRI"
    for where in (feed, *feed.findall(f"{ATOM}entry")):
        links = where.findall(f"{ATOM}link")
        alternates = [
            (link.get("type"), link.get("hreflang"))
            for link in links
            if link.get("rel", "alternate") == "alternate"
        ]
        if len(set(alternates)) != len(alternates):
            yield "two alternates of the same type and language"
        if not all((link.get("href") or "").startswith("https://") for link in links):
            yield "a link without an address in full"


def _counted(parent: Any, rules: dict[str, tuple[int, int]]) -> Iterator[str]:
    names = [child.tag.removeprefix(ATOM) for child in parent]
    yield from (f"{name} may not stand in {parent.tag}" for name in set(names) - set(rules))
    for name, (least, most) in rules.items():
        if not least <= names.count(name) <= most:
            yield f"{names.count(name)} of {name} in {parent.tag}"


def feed(mini: Mini, ledgers: list[Any], lang: str = "en") -> Any:
    """The parsed feed of a language."""
    files = site_files(ledgers, mini.root / "templates")
    return etree.fromstring(files[f"feed.{lang}.xml"])


def later(ledger: Any, day: str, version: str, name: str = "mini") -> Any:
    """The ledger of another version, or of another article."""
    changed = copy.deepcopy(ledger)
    changed["article"] |= {"date": day, "version": version, "id": name}
    return changed


def ids(root: Any) -> list[str]:
    """The ids of the entries."""
    return [entry.findtext(f"{ATOM}id") for entry in root.findall(f"{ATOM}entry")]


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_it_keeps_the_rules(whole_mini: Mini, ledger: Any, lang: str) -> None:
    """A reader's program can take it."""
    root = feed(whole_mini, [ledger, later(ledger, "2026-12-24", "2.0.0", "other")], lang)
    assert list(faults(root)) == []
    (self_link,) = root.findall(f"{ATOM}link[@rel='self']")
    assert self_link.get("href") == root.findtext(f"{ATOM}id")
    assert self_link.get("href") == f"https://tieout.example/feed.{lang}.xml"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("T00:00:00Z", "", "no moment"),
        ("<title>", "<title>a</title><title>", "2 of title"),
        ("<id>tag:", "<id>", "no IRI"),
        ("<summary>", "<rights>a</rights><summary>", "rights may not"),
        ('href="https://', 'href="', "in full"),
    ],
)
def test_the_rules_can_fail(whole_mini: Mini, ledger: Any, old: str, new: str, says: str) -> None:
    """What is tested above is tested."""
    text = site_files([ledger], whole_mini.root / "templates")["feed.en.xml"].decode("utf-8")
    root = etree.fromstring(text.replace(old, new).encode("utf-8"))
    assert any(says in fault for fault in faults(root))


def test_an_id_lasts_as_long_as_the_version(whole_mini: Mini, ledger: Any) -> None:
    """The same after a rebuild, on another day, with another title; new with a new version."""
    first = ids(feed(whole_mini, [ledger]))
    assert first == ["tag:tieout.example,2026:mini/en/1.0.0"]
    retitled = later(ledger, "2026-12-24", "1.0.0")
    retitled["article"]["title"] = {"en": "New", "zh-TW": "新"}
    assert ids(feed(whole_mini, [retitled])) == first
    assert ids(feed(whole_mini, [later(ledger, "2026-12-24", "1.1.0")])) != first


def test_sites_of_one_host_share_no_id(whole_mini: Mini, ledger: Any) -> None:
    """Pages of one account stand in folders of the same host, and may have articles of a name."""
    folders = ("", "reports/", "reports/old/")
    found = set()
    for folder in folders:
        ledger["site"]["address"] = f"https://tieout.example/{folder}"
        root = feed(whole_mini, [ledger])
        assert list(faults(root)) == []
        found |= set(ids(root))
    assert len(found) == len(folders)


def test_the_newest_stands_first_and_dates_the_feed(whole_mini: Mini, ledger: Any) -> None:
    """By the day of the version, not by name and not by when it was built."""
    old, new = later(ledger, "2026-11-29", "1.0.0", "a"), later(ledger, "2027-01-01", "1.0.0", "b")
    root = feed(whole_mini, [old, new])
    assert [name.split(":")[2].split("/")[0] for name in ids(root)] == ["b", "a"]
    assert root.findtext(f"{ATOM}updated") == "2027-01-01T00:00:00Z"


def test_a_language_without_articles_has_an_empty_feed(whole_mini: Mini, ledger: Any) -> None:
    """Still a feed, which a reader may have subscribed to."""
    ledger["article"]["languages"] = ["en"]
    root = feed(whole_mini, [ledger], "zh-TW")
    assert (list(faults(root)), ids(root)) == ([], [])


def test_hostile_words_stay_words(whole_mini: Mini, ledger: Any) -> None:
    """Neither elements nor entities come out of a title."""
    hostile = "</title><script>&amp; ]]> \"'"
    ledger["article"]["title"]["en"] = hostile
    root = feed(whole_mini, [ledger])
    assert root.findtext(f"{ATOM}entry/{ATOM}title") == hostile


def test_numbers_have_the_wording_of_the_ledger(whole_mini: Mini, ledger: Any) -> None:
    """Where no markup can stand the text must still be that of the fact."""
    title = feed(whole_mini, [ledger], "zh-TW").findtext(f"{ATOM}entry/{ATOM}title")
    assert title == "真的是 257 tok/s 嗎？"


def test_same_bytes_in_another_folder(whole_mini: Mini, ledger: Any, tmp_path: Path) -> None:
    """No clock, no path."""
    (tmp_path / "templates").symlink_to(whole_mini.root / "templates")
    one = site_files([ledger], whole_mini.root / "templates")
    assert one == site_files([copy.deepcopy(ledger)], tmp_path / "templates")
