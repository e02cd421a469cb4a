"""Formulas as text: what is read, what is refused and with which mend, and what is written back."""

from __future__ import annotations

from fractions import Fraction
from typing import cast, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tieout.expression import MAX_DEPTH, MAX_LENGTH, Operator
from tieout.formula import (
    FUNCTIONS,
    BinOp,
    Call,
    Const,
    Expr,
    FormulaError,
    Name,
    Neg,
    evaluate,
    names,
    parse,
    substitute,
    to_text,
)
from tieout.interval import Interval

RULES = settings(max_examples=200, deadline=None)
A, B, C = Name("a"), Name("b"), Name("c")


def trees() -> st.SearchStrategy[Expr]:
    """Formulas that a text can say: constants are decimals without a sign."""
    constants = st.decimals(0, 10**6, places=3).map(lambda d: Const(Fraction(str(d))))
    leaves = constants | st.sampled_from(["a", "b2", "k_1", "log", "X"]).map(Name)
    return st.recursive(leaves, _branches, max_leaves=12)


def _branches(below: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    operators = st.sampled_from(get_args(Operator))
    calls = st.sampled_from(sorted(FUNCTIONS)).flatmap(lambda name: _calls(name, below))
    return st.builds(Neg, below) | st.builds(BinOp, operators, below, below) | calls


def _calls(name: str, below: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    least, most = FUNCTIONS[name]
    several = st.lists(below, min_size=least, max_size=most or 3)
    return several.map(lambda args: Call(name, tuple(args)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", A),
        ("0.50", Const(Fraction(1, 2))),
        ("a - b - c", BinOp("-", BinOp("-", A, B), C)),
        ("a - (b - c)", BinOp("-", A, BinOp("-", B, C))),
        ("a / b * c", BinOp("*", BinOp("/", A, B), C)),
        ("a + b * c", BinOp("+", A, BinOp("*", B, C))),
        ("a ** b ** c", BinOp("**", A, BinOp("**", B, C))),
        ("a^b", BinOp("**", A, B)),
        ("-a ** b", Neg(BinOp("**", A, B))),
        ("(-a) ** b", BinOp("**", Neg(A), B)),
        ("a ** -b", BinOp("**", A, Neg(B))),
        ("-a * b", BinOp("*", Neg(A), B)),
        ("--a", Neg(Neg(A))),
        ("a--b", BinOp("-", A, Neg(B))),
        ("max(a, b, c)", Call("max", (A, B, C))),
        ("log (a)\n\t/ c", BinOp("/", Call("log", (A,)), C)),
        ("mean / a", BinOp("/", Name("mean"), A)),  # a function's name is free where none is called
        ("((a))", A),
    ],
)
def test_order_of_operations(text: str, expected: Expr) -> None:
    assert parse(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("((a)+(b))", "a + b"),
        ("a-(b-c)", "a - (b - c)"),
        ("(a-b)-c", "a - b - c"),
        ("(a*b)/(c*a)", "a * b / (c * a)"),
        ("(a**b)**c", "(a**b)**c"),
        ("a**(b**c)", "a**b**c"),
        ("-(a+b)", "-(a + b)"),
        ("(-a)^2", "(-a)**2"),
        ("a*(-b)", "a * -b"),
        ("shapley((a),b,c,(a*b))", "shapley(a, b, c, a * b)"),
        ("0.250", "0.25"),
    ],
)
def test_text_has_no_needless_parenthesis(text: str, expected: str) -> None:
    assert to_text(parse(text)) == expected


@RULES
@given(trees())
def test_text_reads_back_as_the_same_tree(expr: Expr) -> None:
    assert parse(to_text(expr)) == expr


@pytest.mark.parametrize("value", [Fraction(-3, 2), Fraction(1, 3), Fraction(-2, 3)])
def test_constant_without_a_plain_decimal_keeps_its_value(value: Fraction) -> None:
    for expr in (BinOp("**", Const(value), Const(Fraction(2))), BinOp("/", A, Const(value))):
        inputs = {"a": Interval.exact(5)}
        assert evaluate(parse(to_text(expr)), inputs) == evaluate(expr, inputs)


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("", 1, "the formula is empty: write one"),
        ("  \n", 1, "the formula is empty: write one"),
        ("a + lb(b)", 5, "unknown function 'lb': use one of exp, log, max"),
        ("log(a, b)", 1, r"log\(\) with 2: give it 1 argument"),
        ("1 / max()", 5, r"max\(\) with 0: give it 1 or more arguments"),
        ("shapley(a, b, c)", 1, r"shapley\(\) with 3: give it 4 arguments"),
        ("a × b", 3, r"unknown character '×': write \*"),
        ("a − b", 3, "unknown character '−': write -"),
        ("a ＋ b", 3, r"unknown character '＋': write \+"),
        ("a $ b", 3, r"unknown character '\$': use names, numbers"),
        ("50% * a", 3, "unknown character '%': name a printed percentage as an input"),
        (".5 * a", 1, r"unknown character '\.': write a digit on both sides"),
        ("加速 / a", 1, "unknown character '加'"),
        ("(a + b", 1, r"this parenthesis is never closed: add '\)'"),
        ("a * max(b, (c - a)", 8, r"this parenthesis is never closed: add '\)'"),
        ("a + b)", 6, "a parenthesis is closed that was never opened: remove it"),
        ("a b", 3, "'b' follows a complete part: write an operator between"),
        ("2a", 2, "'a' follows a complete part: write an operator between"),
        ("1e3", 2, "'e3' follows a complete part"),
        ("a, b", 2, "',' follows a complete part"),
        ("(a, b)", 3, r"',' stands where an operator or '\)' must: correct it"),
        ("a +", 4, "ends where a number or a name must follow: complete it"),
        ("a * / b", 5, "'/' stands where a number or a name must: correct the order"),
        ("+a", 1, r"'\+' stands where a number or a name must"),
        ("()", 2, r"'\)' stands where a number or a name must"),
        ("max(a,)", 7, r"'\)' stands where a number or a name must"),
        ("a" * (MAX_LENGTH + 1), 1, f"has {MAX_LENGTH + 1} characters: at most {MAX_LENGTH}"),
        ("(" * 500 + "a" + ")" * 500, MAX_DEPTH + 2, "nested too deep here: at most 100 levels"),
        ("-" * 500 + "a", MAX_DEPTH + 2, "nested too deep here: at most 100 levels"),
        ("2**" * 300 + "a", 3 * MAX_DEPTH + 4, "nested too deep here: at most 100 levels"),
        ("+".join(["a"] * 300), 1, "nested 300 levels deep: at most 100 can be read"),
    ],
)
def test_error_names_place_and_mend(text: str, position: int, message: str) -> None:
    with pytest.raises(FormulaError, match=message) as caught:
        parse(text)
    assert caught.value.position == position
    assert str(caught.value).startswith(f"position {position}: ")


@RULES
@given(st.text("ab1.5+-*/^() ,maxlog×", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text, however broken, ends in anything but a tree or a FormulaError."""
    try:
        expr = parse(text)
    except FormulaError:
        return
    assert parse(to_text(expr)) == expr


def test_names_stand_in_the_order_of_their_first_use() -> None:
    assert names(parse("(c - a) / max(a, b2, c, 2)")) == ("c", "a", "b2")
    assert names(parse("2 * 3")) == ()


def test_substitution_opens_all_names_at_once() -> None:
    expr = substitute(parse("a / b"), {"a": parse("b - c"), "b": parse("a + c")})
    assert to_text(expr) == "(b - c) / (a + c)"
    assert substitute(expr, {"x": A}) == expr


def test_ids_of_facts_may_be_names() -> None:
    expr = substitute(parse("a / b"), {"a": Name("notes/speeds/row 1/tp8"), "b": Name("x-1")})
    inputs = {name: Interval.exact(3) for name in names(expr)}
    assert evaluate(expr, inputs) == Interval.exact(1)


def test_opened_figure_stays_one_variable() -> None:
    """A speed derived by a speed-up and multiplied by it again is the printed speed."""
    fast = Interval(Fraction(4032, 10), Fraction(40315, 100), Fraction(40325, 100))
    gain = Interval(Fraction(18, 10), Fraction(175, 100), Fraction(185, 100))
    whole = substitute(parse("slow * gain"), {"slow": parse("fast / gain")})
    assert evaluate(whole, {"fast": fast, "gain": gain}) == fast


def test_substitution_cannot_grow_without_end() -> None:
    """Twelve facts, each built from the one before, would already have 8191 parts."""
    expr: Expr = parse("a")
    for _ in range(11):
        expr = substitute(parse("a * a"), {"a": expr})
    with pytest.raises(FormulaError, match="has 8191 parts: at most 100 and 5000 can be checked"):
        substitute(parse("a * a"), {"a": expr})


@pytest.mark.parametrize("name", ["sine", "Log"])
def test_tree_with_unknown_function_cannot_be_built(name: str) -> None:
    with pytest.raises(FormulaError, match=f"unknown function '{name}': use one of"):
        Call(name, (A,))


def test_trees_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        cast("Name", parse("a")).id = "b"  # type: ignore[misc]
