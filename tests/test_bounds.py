"""The bounds of a formula: the case files, extremes worked out by hand, refusals, and speed."""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from tests.formula_oracle import bounds_at_corners, box, digits

from tieout.bounds import elementary
from tieout.bounds.tangle import Tangle
from tieout.cases import CaseResult, derive
from tieout.formula import FormulaError, evaluate, parse
from tieout.interval import Interval
from tieout.rounding import printable

CASES = Path(__file__).parent / "cases"


@pytest.mark.parametrize("name", ["derive.csv", "derive-more.csv"])
def test_case_file(name: str) -> None:
    results = derive.run(CASES / name)
    assert len(results) > 30
    assert [result for result in results if not result.passed] == []


def test_own_cases_agree_with_the_oracle() -> None:
    """The expected numbers of derive-more.csv are those of every corner, not of the code."""
    with (CASES / "derive-more.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["expect_value"] != "error":
                _compare_with_oracle(row)


def _compare_with_oracle(row: Mapping[str, str]) -> None:
    kinds, texts = json.loads(row["kind"]), json.loads(row["inputs"])
    inputs = {name: derive.interval_of(text, kinds[name]) for name, text in texts.items()}
    found = bounds_at_corners(row["formula"], inputs)
    expected = {name: row[f"expect_{name}"] for name in ("value", "low", "high")}
    assert derive.differences(expected, found) == [], row["id"]
    assert digits(found.value, found.low, found.high) == row["printable"], row["id"]


def test_wrong_rows_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "derive.csv"
    path.write_text(
        "id,formula,inputs,kind,expect_value,expect_low,expect_high,printable,why\n"
        'x,a-a,"{""a"": ""2""}","{""a"": ""measure""}",error,,,,\n'
        'y,1/a,"{""a"": ""0""}","{""a"": ""measure""}",1,1,1,1,\n'
        'z,2*a,"{""a"": ""2""}","{""a"": ""count""}",4,3,4,4.0,\n',
        encoding="utf-8",
    )
    unexpected, refused, unequal = derive.run(path)
    assert unexpected == CaseResult("x", False, "expected an error, got 0")
    assert not refused.passed
    assert "the divisor 'a' runs from -0.5 to 0.5, which holds zero" in refused.detail
    assert unequal.detail == "low: expected 3, got 4; printable: expected '4.0', got '4'"


@pytest.mark.parametrize(
    ("formula", "low", "high"),
    [
        ("a*(10-a)", 24, 25),  # highest in the middle, lowest at both ends
        ("a*a-10*a", -25, -24),
        ("(a-5)**2", 0, 1),
        ("(a-5)*(a-5)", 0, 1),
        ("(a-5)**3", -1, 1),
        ("a/b+b/a", 2, Fraction(13, 6)),  # lowest all along a = b
        ("a*a-2*a*b+b*b", 0, 4),
        ("max(a,b)/min(a,b)", 1, Fraction(3, 2)),
        ("max(a,b)-min(a,b)", 0, 2),
        ("(max(a,b,c)-min(a,b,c))/mean(a,b,c)", 0, Fraction(3, 7)),
        ("max(a-b,b-a)", 0, 2),
        ("max(a,b)/a", 1, Fraction(3, 2)),
        ("abs1*0+max(a,4.5)", Fraction(9, 2), 6),
        ("sqrt(a*a)-a", 0, 0),
        ("exp(log(a))/a", 1, 1),
        ("a**0*b", 4, 6),
        ("a**c/a**c", 1, 1),
        ("(a/b)**(1/2)*(b/a)**(1/2)", 1, 1),
    ],
)
def test_extremes_between_corners_and_hidden_constants(
    formula: str, low: int | Fraction, high: int | Fraction
) -> None:
    """Bounds that no corner gives, worked out by hand."""
    inputs = {name: box(5, 1) for name in ("a", "b", "c", "abs1")}
    found = evaluate(parse(formula), inputs)
    tolerance = Fraction(1, 10**12) * abs(Fraction(high))
    assert low - tolerance <= found.low <= low
    assert high <= found.high <= high + tolerance


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("a/(b-c)", "the divisor 'b - c' runs from -0.1 to 0.1, which holds zero: divide by"),
        ("a/(b-d)", "the divisor 'b - d' runs from 0 to 0.2, which holds zero"),
        ("a/(d-b)", "the divisor 'd - b' runs from -0.2 to 0, which holds zero"),
        ("a/(b-b)", "the divisor 'b - b' is zero: divide by a figure"),
        ("a/(n-16)", "the divisor 'n - 16' is zero: divide by a figure"),
        ("(b-c)**-2", r"the divisor '\(b - c\)\*\*2' runs from 0 to 0.01"),
        ("(b-c)**-1", "the divisor 'b - c' runs from -0.1 to 0.1"),
        ("log(b-d)", "'b - d' runs from 0 to 0.2, and its logarithm needs more than zero: use"),
        ("shapley(a,b-c,c,d)", r"'\(b - c\) / a' runs from .*, and its logarithm needs more"),
        ("sqrt(d-b)", "'d - b' runs from -0.2 to 0, and a root needs zero or more: use"),
        ("(d-b)**0.5", "'d - b' runs from -0.2 to 0, and a root needs zero or more"),
        ("(b-c)**(1/3)", "'b - c' runs from -0.1 to 0.1, and its logarithm needs more than zero"),
        ("exp(a*600)", "'a \\* 600' runs from 1170 to 1230, too far for an exponential: keep it"),
        ("2**100000", r"an exponent of 100000 in '2\*\*100000': use one of at most 1000"),
        ("2**-100000", r"an exponent of -100000"),
        ("((a**900)**900)**900", "leads to numbers too long to handle: use smaller exponents"),
        ("((2**900)**900)**900", "leads to numbers too long to handle: use smaller exponents"),
        ("a/x", r"'x' has no value: give it one \(inputs are a, b, c, d, n\)"),
        ("(a+b)**40/(b+c)**40*(a+c)**40", "too many to prove its bounds: rewrite it"),
    ],
)
def test_error_names_the_part_and_the_mend(formula: str, message: str) -> None:
    inputs = {"a": box("2.0", "0.05"), "b": box("1.6", "0.05"), "c": box("1.6", "0.05")}
    inputs |= {"d": box("1.5", "0.05"), "n": Interval.exact(16)}
    with pytest.raises(FormulaError, match=message):
        evaluate(parse(formula), inputs)


def test_bounds_that_cannot_be_proved_are_refused_not_guessed() -> None:
    """Flat along a curve: no fixed number of boxes closes in on it."""
    inputs = {"a": box(2, 1), "b": box(2, 1), "c": box(4, 1)}
    with pytest.raises(FormulaError, match=r"cannot be proved within \d+ steps: rewrite it"):
        evaluate(parse("a*a*b*b-2*a*b*c+c*c"), inputs)


def test_monotone_tangle_is_evaluated_at_two_corners_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve figures have 4096 corners; the proof of the direction leaves two."""
    points: list[Mapping[int, Fraction]] = []
    at = Tangle.at

    def counting(tangle: Tangle, point: Mapping[int, Fraction]) -> Fraction:
        points.append(point)
        return at(tangle, point)

    monkeypatch.setattr(Tangle, "at", counting)
    letters = "abcdefghijkl"
    inputs = {name: box(20 + 3 * n, "0.5") for n, name in enumerate(letters)}
    formula = f"({'+'.join(letters[:6])})/({'+'.join(letters)})"
    found = evaluate(parse(formula), inputs)
    assert len(points) == 2
    assert 0 < found.low < found.value < found.high < 1


def test_articles_formulas_take_a_fraction_of_a_second() -> None:
    """An article has some 150 formulas and is built often; ten times the usual time is a fault."""
    letters = "abcdpq"
    inputs = {name: box(40 + 37 * n, "0.5") for n, name in enumerate(letters)}
    texts = """a/b b/a-1 (b-a)/a a/(a+b) (a/b)/(c/d) 1/(1/a+1/b) (a*p+b*q)/(p+q) (a-b)/a-(c-d)/c
    mean(a,b,c)/d a*b/c/d*p/q shapley(a,b,c,d) (log(b/a)+log(d/c))/2/log(d/a) p/(a+b+c+d+p+q)"""
    trees = [parse(text) for text in texts.split()] * 12
    started = time.perf_counter()
    for tree in trees:
        evaluate(tree, inputs)
    assert time.perf_counter() - started < 2


def test_results_without_functions_are_exact() -> None:
    inputs = {"a": box(842, "0.5"), "b": box(488, "0.5")}
    found = evaluate(parse("(a-b)/b"), inputs)
    assert found.value == Fraction(842, 488) - 1
    assert found.low == Fraction(1683, 977) - 1
    assert found.high == Fraction(1685, 975) - 1


def test_functions_are_good_to_thirty_digits() -> None:
    """Against the series and products that define them, not against the decimal module."""
    near = Fraction(1, 10**30)
    x = Fraction(842, 488)
    series = sum((Fraction(1), *(_factor(x, n) for n in range(1, 80))))
    assert abs(elementary.exp(x) / series - 1) < near
    assert abs(elementary.log(elementary.exp(x)) / x - 1) < near
    assert abs(elementary.sqrt(x) ** 2 / x - 1) < near
    assert elementary.sqrt(Fraction(49, 4)) == Fraction(7, 2)
    assert elementary.exp(Fraction(0)) == 1
    assert elementary.log(Fraction(1)) == 0
    tiny = Fraction(1, 10**40)
    assert abs(elementary.log(1 + tiny) / (tiny - tiny**2 / 2) - 1) < near


def _factor(x: Fraction, count: int) -> Fraction:
    """x**count / count!."""
    result = Fraction(1)
    for n in range(1, count + 1):
        result *= x / n
    return result


def test_digits_of_a_logarithm_of_counts_end_at_fifteen() -> None:
    """No interval, but no exact decimal either: not all digits of the computation are shown."""
    found = evaluate(parse("log(n)/log(2)"), {"n": Interval.exact(3)})
    assert printable(found.value, found.low, found.high) == "1.58496250072116"
