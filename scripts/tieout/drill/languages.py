"""One language says something else: a fact, a direction, a sentence.

The first two renew the record of confirmed translations, as an editor does who confirms without
reading: only what the languages say can then give the change away. The third leaves it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from tieout.drill.inputs import rewritten
from tieout.drill.mutant import Edit, Kind, Mutant, excerpt
from tieout.drill.project import Project
from tieout.drill.prose import Sentence, calls, sentences

#: Words that point one way, and the same word pointing the other way.
_ENGLISH = (
    ("faster", "slower"), ("more", "less"), ("higher", "lower"), ("highest", "lowest"),
    ("above", "below"), ("larger", "smaller"), ("largest", "smallest"), ("longer", "shorter"),
    ("up from", "down from"), ("older", "newer"), ("rises", "falls"), ("rise", "fall"),
    ("earlier", "later"), ("most", "least"), ("better", "worse"), ("exceeds", "falls below"),
    ("increases", "decreases"), ("gains", "loses"),
)  # fmt: skip
_CHINESE = (
    ("高於", "低於"), ("超過", "不到"), ("多於", "少於"), ("快於", "慢於"), ("大於", "小於"),
    ("較快", "較慢"), ("更快", "更慢"), ("變快", "變慢"), ("較大", "較小"), ("更大", "更小"),
    ("最大", "最小"), ("最高", "最低"), ("較高", "較低"), ("更高", "更低"), ("較多", "較少"),
    ("更多", "更少"), ("最多", "最少"), ("較長", "較短"), ("更長", "更短"), ("增加", "減少"),
    ("上升", "下降"), ("提高", "降低"), ("升到", "降到"), ("較早", "較晚"), ("較舊", "較新"),
    ("更好", "更差"),
)  # fmt: skip
_TURNED = {
    lang: {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    for lang, pairs in (("en", _ENGLISH), ("zh-TW", _CHINESE))
}
#: Sayings in which such a word points nowhere.
_SAYINGS = re.compile(
    r"(?i)no longer|no more|more or less|at (?:most|least)|once more|one more|(?:the )?latest"
    r"|of which more(?: later)?|more than one|by the table above|every number above|steps above"
    r"|(?:the|listed|explained|table of conditions) (?:above|below)|below called|below the axis"
    r"|falls? (?:into|back)|[找得達看做用]不到"
)
_WORD = {"en": re.compile(r"\b[A-Za-z]{4,}\b"), "zh-TW": re.compile(r"[\u4e00-\u9fff]{2}")}


def fact_in_one(project: Project, rng: Random) -> Iterator[Mutant]:
    """In one language a fact is replaced by another, left out, or added."""
    called = {lang: calls(project, lang) for lang in project.languages}
    places = [
        (lang, anchor, call)
        for lang in project.languages
        for anchor, found in called[lang].items()
        for call in found
    ]
    names = [name for name, fact in project.facts.items() if all(fact["text"].values())]
    for lang, anchor, call in rng.sample(places, len(places)):
        here = [each.fact for each in called[lang][anchor]]
        file = project.template(lang)
        other = rng.choice([name for name in names if name not in here])
        way = rng.choice(("replaced", "left out", "added"))
        if way == "added":
            new, what = f'{call.raw} {{{{ f("{other}") }}}}', f"{other} was added in {lang}"
        elif here.count(call.fact) > 1:
            continue  # the section says it elsewhere too
        elif way == "left out":
            new, what = "", f"{call.fact} was left out in {lang}"
        else:
            new = f'{{{{ f("{other}") }}}}'
            what = f"{call.fact} gave way to {other} in {lang}"
        yield Mutant((Edit(file, call.at, call.raw, new),), f"{what}, section '{anchor}'", lang)


def direction(project: Project, rng: Random) -> Iterator[Mutant]:
    """In one language a word of direction is turned, in the prose or in article.yaml."""
    found: list[tuple[str, str, Edit, str]] = []
    for lang in project.languages:
        file = project.template(lang)
        for sentence in sentences(project, lang):
            for at, old, new in _turns(sentence.prose(), lang):
                edit = Edit(file, sentence.at + at, old, new)
                found.append((lang, f"{old} became {new}", edit, sentence.text))
        for value in project.scalars(project.description):
            if value.key[-1] == lang and not value.shared:
                prose = Sentence(value.value, 0).prose()
                for at, old, new in _turns(prose, lang):
                    text = value.value[:at] + new + value.value[at + len(old) :]
                    edit = rewritten(project.description, value, text)
                    found.append((lang, f"{old} became {new}", edit, value.value))
    for lang, what, edit, text in rng.sample(found, len(found)):
        yield Mutant((edit,), f"{what} in {lang}: “{' '.join(text.split())}”", lang)


def _turns(prose: str, lang: str) -> Iterator[tuple[int, str, str]]:
    """Place, word and opposite of each word of direction."""
    edge = r"\b" if lang == "en" else ""
    listed = "|".join(sorted(_TURNED[lang], key=len, reverse=True))
    plain = _SAYINGS.sub(lambda match: "\0" * len(match[0]), prose)
    for match in re.finditer(rf"{edge}(?:{listed}){edge}", plain):
        yield match.start(), match[0], _TURNED[lang][match[0]]


def stale(project: Project, rng: Random) -> Iterator[Mutant]:
    """A word of one language is taken out or doubled; nobody has looked at the other."""
    found: list[tuple[str, Edit, str]] = []
    for lang in project.languages:
        for sentence in sentences(project, lang):
            words = list(_WORD[lang].finditer(sentence.prose()))
            if words:
                word = rng.choice(words)
                edit = Edit(project.template(lang), sentence.at + word.start(), word[0], "")
                found.append((lang, edit, excerpt(sentence.text, word.start())))
        for file in (project.description, *map(project.source, project.ledger["sources"])):
            for value in project.scalars(file):
                words = list(_WORD[lang].finditer(Sentence(value.value, 0).prose()))
                if value.key[-1] == lang and words:
                    word = rng.choice(words)
                    text = value.value[: word.start()] + value.value[word.end() :]
                    found.append(
                        (lang, rewritten(file, value, text), ".".join(map(str, value.key)))
                    )
    for lang, edit, where in rng.sample(found, len(found)):
        yield Mutant((edit,), f"a word was taken out in {lang}: {where}", lang)


KINDS = (
    Kind("a fact used in one language only", "caught", 6, fact_in_one, ("parity",), True),
    Kind("a word of direction flipped", "caught", 6, direction, ("parity",), True),
    Kind("a stale translation", "caught", 5, stale, ("parity",)),
)
