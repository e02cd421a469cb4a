"""Units: their words, and whether they fit each other (dimensions and factors are pint's)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from tieout import formula as fm
from tieout.bounds.arithmetic import require_exponent
from tieout.errors import nearest
from tieout.schema import load_valid

#: Units whose value is not a number: a calendar day, or a name printed as it stands.
DATE, IDENTIFIER = "date", "id"
_BASE = re.compile(r"[A-Za-z_]+")
_FACTOR = re.compile(r"\s*(\d+(?:/\d+)?)\s+(.*)", re.DOTALL)


class UnitError(ValueError):
    """Units that do not fit, or are unknown."""


@dataclass(frozen=True)
class Unit:
    """One unit: how it is printed, what it measures, how it is worded.

    `scale` is the factor between the value and the number shown (100 for per cent).
    """

    id: str
    dimension: str
    scale: int
    printed: tuple[str, ...]
    wording: dict[str, str]
    name: dict[str, str]

    @cached_property
    def is_number(self) -> bool:
        """False for days and names, which have no bounds and enter no formula."""
        return self.id not in (DATE, IDENTIFIER)


class Units:
    """The units of sources/units.yaml and those a source adds, with pint behind them."""

    def __init__(self, units: Mapping[str, Unit]) -> None:
        self._units = dict(units)
        self._bases: dict[str, tuple[Fraction, Any]] = {}

    def __getitem__(self, name: str) -> Unit:
        try:
            return self._units[name]
        except KeyError:
            hint = nearest(name, self._units) or f"known units are {', '.join(self._units)}"
            raise UnitError(f"unknown unit '{name}'; {hint}") from None

    def __iter__(self) -> Any:
        return iter(self._units.values())

    def __contains__(self, name: object) -> bool:
        return name in self._units

    def with_added(self, added: Mapping[str, Unit]) -> Units:
        """These units and those of one source; a name known already may not be redefined."""
        for name in added:
            if name in self._units and self._units[name] != added[name]:
                raise UnitError(f"the unit '{name}' is defined already, with another meaning")
        return Units({**self._units, **added})

    @cached_property
    def _registry(self) -> Any:
        """A pint registry that knows only the bases named here; built on first use."""
        import pint

        registry: Any = pint.UnitRegistry(None, non_int_type=Fraction)
        registry.define("bit = [information]")
        registry.define("byte = 8 * bit")
        bases = {name for unit in self for name in _BASE.findall(unit.dimension)}
        for base in sorted(bases - {"bit", "byte"}):
            registry.define(f"{base} = [{base}]")
        return registry

    def base(self, name: str) -> tuple[Fraction, Any]:
        """Factor to base units, and dimensionality (pint's), of a unit. Raises UnitError."""
        if name not in self._bases:
            self._bases[name] = self._base(self[name])
        return self._bases[name]

    def _base(self, unit: Unit) -> tuple[Fraction, Any]:
        if not unit.is_number:
            raise UnitError(f"'{unit.id}' holds no numbers and cannot enter a formula")
        match = _FACTOR.fullmatch(unit.dimension)
        factor, expression = (match[1], match[2]) if match else ("1", unit.dimension)
        if not expression.strip():
            return Fraction(factor), self._plain
        quantity = self._registry.Quantity(Fraction(factor), expression).to_base_units()
        return Fraction(quantity.magnitude), quantity.dimensionality

    def check(self, expr: fm.Expr, inputs: Mapping[str, str], result: str) -> None:
        """Raise UnitError unless `expr`, over inputs of these units, has the result's dimension.

        An exponent larger than any that can be evaluated is a FormulaError, whatever the units.
        """
        bases = {name: self.base(unit) for name, unit in inputs.items()}
        found = self._dimension(expr, bases)
        wanted = self.base(result)[1]
        if found != wanted:
            what = f"the formula gives {_words(found)}"
            raise UnitError(f"{what}, but '{result}' is {_words(wanted)}")

    @cached_property
    def _plain(self) -> Any:
        """The dimensionality of a number without a unit."""
        return self._registry.parse_units("").dimensionality

    def _dimension(self, expr: fm.Expr, bases: Mapping[str, tuple[Fraction, Any]]) -> Any:
        nothing = self._plain
        if isinstance(expr, fm.Const):
            return nothing
        if isinstance(expr, fm.Name):
            return bases[expr.id][1]
        if isinstance(expr, fm.Neg):
            return self._dimension(expr.operand, bases)
        if isinstance(expr, fm.Call):
            return self._call(expr, [self._dimension(arg, bases) for arg in expr.args], nothing)
        left, right = self._dimension(expr.left, bases), self._dimension(expr.right, bases)
        return self._operation(expr, left, right, nothing)

    def _operation(self, expr: fm.BinOp, left: Any, right: Any, nothing: Any) -> Any:
        if expr.op in "+-":
            if left != right:
                verb = "added to" if expr.op == "+" else "subtracted from"
                raise UnitError(f"{_words(right)} cannot be {verb} {_words(left)}")
            return left
        if expr.op == "*":
            return left * right
        if expr.op == "/":
            return left / right
        if right != nothing:
            raise UnitError(f"an exponent must be a plain number, not {_words(right)}")
        exponent, sign = expr.right, 1
        if isinstance(exponent, fm.Neg):
            exponent, sign = exponent.operand, -1
        if isinstance(exponent, fm.Const):  # before pint meets a power that no figure can need
            require_exponent(exponent.value, expr)
        if left == nothing:
            return nothing
        if not isinstance(exponent, fm.Const):
            raise UnitError("a figure with a unit can only be raised to a written-out number")
        return left ** (sign * exponent.value) if exponent.value else nothing

    def _call(self, expr: fm.Call, args: list[Any], nothing: Any) -> Any:
        name = expr.name
        if any(arg != args[0] for arg in args[1:]):
            raise UnitError(f"{name}() needs arguments of one unit")
        if name in ("min", "max", "mean"):
            return args[0]
        if name == "shapley":
            return nothing
        if name == "sqrt":
            return args[0] ** Fraction(1, 2)
        if args[0] != nothing:
            raise UnitError(f"{name}() needs a plain ratio, not {_words(args[0])}")
        return nothing


def _words(dimensionality: Any) -> str:
    """A dimension as it is written in units.yaml: 'token / second', 'request ** 2 / token'.

    Not pint's own words, which Python before 3.12 cannot give for powers that are fractions.
    """
    powers = sorted((base.strip("[]"), Fraction(power)) for base, power in dimensionality.items())
    above = [_power(base, power) for base, power in powers if power > 0]
    below = [_power(base, -power) for base, power in powers if power < 0]
    text = " / ".join([" * ".join(above) or "1", *below])
    return f"'{text}'" if powers else "a plain number"


def _power(base: str, power: Fraction) -> str:
    return base if power == 1 else f"{base} ** {power}"


def parse_units(entries: Mapping[str, Any]) -> dict[str, Unit]:
    """The entries of a `units:` mapping, which follow the schema, as Unit objects."""
    return {
        name: Unit(
            id=name,
            dimension=entry.get("dimension", ""),
            scale=int(entry.get("scale", 1)),
            printed=tuple(entry.get("printed", ())),
            wording=dict(entry["wording"]),
            name=dict(entry["name"]),
        )
        for name, entry in entries.items()
    }


def load_units(path: Path) -> Units:
    """Read sources/units.yaml. Raises TieoutError."""
    return Units(parse_units(load_valid(path, "units").data["units"]))
