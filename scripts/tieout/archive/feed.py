"""A comparison as an entry of the Atom feed: what a returning reader needs to know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tieout.archive.differences import Change, Comparison
from tieout.archive.wording import title

#: How many changed figures an entry names one by one.
_NAMED = 20
_WORDS = {
    "en": {
        "version": " (version {version})",
        "values": "values changed: {count}",
        "added": "figures added: {count}",
        "removed": "figures removed: {count}",
        "texts": "texts reworded: {count}",
        "follows": "follows from other figures",
        "unexplained": "no reason is given",
        "nothing": "nothing that a reader sees has changed",
        "comma": ", ",
        "colon": ": ",
        "lost": "not captured",
    },
    "zh-TW": {
        "version": "（第 {version} 版）",
        "values": "{count} 個數值有變動",
        "added": "新增 {count} 個數字",
        "removed": "移除 {count} 個數字",
        "texts": "{count} 處文字改寫",
        "follows": "隨其他數字而變",
        "unexplained": "未說明理由",
        "nothing": "讀者看得到的內容沒有變動",
        "comma": "，",
        "colon": "：",
        "lost": "未取得",
    },
}


def feed_entry(comparison: Comparison) -> dict[str, Any]:
    """The entry of the new version, in each of its languages.

    Keys: `article`, `version`, `previous`, `updated` (YYYY-MM-DD), and by language `title`,
    `summary` (a sentence) and `changes` (a line a changed value). All of it is plain text: whoever
    puts it into XML or HTML escapes it.
    """
    new = comparison.new
    languages = new.ledger["article"]["languages"]
    return {
        "schema": 1,
        "article": new.article,
        "version": new.version,
        "previous": comparison.old.version,
        "updated": new.ledger["article"]["date"],
        "title": {lang: _title(comparison, lang) for lang in languages},
        "summary": {lang: _summary(comparison, lang) for lang in languages},
        "changes": {lang: list(_lines(comparison, lang)) for lang in languages},
    }


def entry_json(comparison: Comparison) -> str:
    """The text of entry.json."""
    return json.dumps(feed_entry(comparison), ensure_ascii=False, indent=1) + "\n"


def _title(comparison: Comparison, lang: str) -> str:
    words = _WORDS[lang]
    version = words["version"].format(version=comparison.new.version)
    return f"{title(comparison.new.ledger, lang)}{version}"


def _summary(comparison: Comparison, lang: str) -> str:
    words = _WORDS[lang]
    counts = {
        "values": len(_values(comparison)),
        "added": len(comparison.added),
        "removed": len(comparison.removed),
        "texts": sum(text.lang == lang for text in comparison.texts),
    }
    told = [words[key].format(count=count) for key, count in counts.items() if count]
    return words["comma"].join(told) or words["nothing"]


def _values(comparison: Comparison) -> list[Change]:
    """Changes that a reader can see, but for the version's day, which every version has."""
    seen = (change for change in comparison.changed if "text" in change.fields)
    return [change for change in seen if change.is_value and change.fact != "version-day"]


def _lines(comparison: Comparison, lang: str) -> Iterator[str]:
    words = _WORDS[lang]
    for change in _values(comparison)[:_NAMED]:
        why = change.reason.get(lang) or words["follows" if change.follows else "unexplained"]
        before, after = (fact["text"][lang] or words["lost"] for fact in (change.old, change.new))
        label = change.label[lang]
        yield f"{label}{words['colon']}{before} → {after}{words['comma']}{why}"
