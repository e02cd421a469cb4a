"""Direction words: opposite ones are found, and those that merely differ are let be."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tieout.checks.directions import AXES, contradiction, directions, misfit
from tieout.checks.page_text import Block, Piece

OPPOSITE = [
    ("The new path is slower.", "新路徑較快。", "speed"),
    ("It shrank to a few kernels.", "核心數增加。", "growth"),
    ("Fewer GPUs did the work.", "用了更多 GPU。", "amount"),
    ("The claim lies below it.", "宣稱值高出一截。", "height"),
    ("A larger batch gains.", "較小的批次獲益。", "size"),
    ("Answers are shorter.", "回覆較長。", "length"),
    ("It is larger, and larger still.", "它較大，但另一個較小。", "size"),
    ("How much slower is it?", "快多少？", "speed"),
    ("It lies 5% below the other.", "它比另一個高 5%。", "height"),
    ("The limit grows slower than the speed.", "上限提高得比速度快。", "speed"),
    ("A smaller gain.", "批次越大，", "size"),
    ("The new path trails.", "新路徑領先。", "lead"),
    ("It beats the old one.", "它輸給舊的。", "lead"),
]
ALIKE = [
    ("The new path is faster.", "新路徑較快。"),
    ("It is faster.", "新路徑提高了速度。"),
    ("It is slower.", "每步的時間較長。"),
    ("The larger one beats the smaller.", "較大的勝過較小的。"),
    ("Nothing is said.", "較快。"),
    ("It is slower.", "快取用盡。"),
]


@pytest.mark.parametrize(("english", "chinese", "axis"), OPPOSITE)
def test_opposite_ways_are_found(english: str, chinese: str, axis: str) -> None:
    assert contradiction(english, "en", chinese, "zh-TW") == axis
    assert contradiction(chinese, "zh-TW", english, "en") == axis


@pytest.mark.parametrize(("english", "chinese"), ALIKE)
def test_ways_that_fit_are_let_be(english: str, chinese: str) -> None:
    assert contradiction(english, "en", chinese, "zh-TW") == ""


@pytest.mark.parametrize("axis", AXES)
def test_each_axis_tells_up_from_down_in_both_languages(axis: str) -> None:
    """A word that stood on both sides of an axis would hide every turn of it."""
    for column, lang in ((0, "en"), (2, "zh-TW")):
        for offset, way in ((0, 1), (1, -1)):
            for word in AXES[axis][column + offset].split("|"):
                if word.isalpha():
                    assert directions(word, lang) == {axis: [way]}, word


VALUES = {
    "slow": ("tok/s", Fraction(113)),
    "fast": ("tok/s", Fraction(423)),
    "count": ("GPUs", Fraction(16)),
    "gain": ("×", Fraction(2)),
    "short": ("ms", Fraction(5)),
    "long": ("ms", Fraction(8)),
}


def sentence(text: str) -> Block:
    """A sentence in which <name> stands for a fact."""
    pieces = tuple(
        Piece("…", fact=part) if index % 2 else Piece(part)
        for index, part in enumerate(text.replace(">", "<").split("<"))
    )
    return Block("p", 1, "main", "", "", "en", pieces)


@pytest.mark.parametrize(
    ("lang", "text", "wrong"),
    [
        ("en", "It reaches <fast>, up from <slow> before.", False),
        ("en", "It reaches <fast>, down from <slow> before.", True),
        ("en", "The time fell from <fast> to <slow>.", False),
        ("en", "The speed rose from <fast> to <slow>.", True),
        ("en", "<fast> is faster than <slow>.", False),
        ("en", "<slow> is faster than <fast>.", True),
        ("en", "<slow> is faster on <count>.", False),
        ("en", "<count> is more than <slow>.", False),
        ("zh-TW", "速度從 <slow> 提高到 <fast>。", False),
        ("zh-TW", "速度從 <slow> 降到 <fast>。", True),
        ("zh-TW", "<fast> 比 <slow> 快。", False),
        ("zh-TW", "<slow> 比 <fast> 快。", True),
        ("zh-TW", "<slow> 高於 <fast>。", True),
        ("en", "<fast> beats <slow>.", False),
        ("en", "<slow> beats <fast>.", True),
        ("en", "At <slow> it outperforms the <fast> of before.", True),
        ("en", "<slow> is ahead of <fast>.", True),
        ("en", "<slow> trails <fast>.", False),
        ("en", "<fast> lags behind <slow>.", True),
        ("en", "<fast> is <gain> faster than <slow>.", False),
        ("en", "<slow> is <gain> faster than <fast>.", True),
        ("en", "<fast> leads to <slow>.", False),
        ("en", "<short> is faster than <long>.", False),
        ("en", "<long> is faster than <short>.", True),
        ("en", "<short> is shorter than <long>.", False),
        ("en", "<long> is shorter than <short>.", True),
        ("en", "The time fell from <long> to <short>.", False),
        ("en", "The time falls from <short> to <long>.", True),
        ("en", "<long> falls short of <short>.", False),
        ("en", "<short> fell short of <long>.", True),
        ("zh-TW", "時間從 <long> 降到 <short>。", False),
        ("zh-TW", "時間從 <short> 降到 <long>。", True),
        ("zh-TW", "<fast> 領先 <slow>。", False),
        ("zh-TW", "<slow> 領先 <fast>。", True),
        ("zh-TW", "<slow> 勝過 <fast>。", True),
        ("zh-TW", "<slow> 超越了 <fast>。", True),
        ("zh-TW", "<fast> 落後 <slow>。", True),
        ("zh-TW", "<slow> 不如 <fast>。", False),
        ("zh-TW", "<fast> 不如 <slow>。", True),
        ("zh-TW", "<short> 比 <long> 快。", False),
        ("zh-TW", "<long> 比 <short> 快。", True),
        ("zh-TW", "<short> 比 <long> 久。", True),
    ],
)
def test_word_is_held_against_the_figures(lang: str, text: str, wrong: bool) -> None:
    assert bool(misfit(sentence(text), lang, VALUES)) is wrong
