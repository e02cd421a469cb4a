"""All kinds of mutants, in the order in which they are reported."""

from __future__ import annotations

from tieout.drill import digits, formulas, inputs, languages, outputs, tags, untold
from tieout.drill.mutant import Kind

KINDS: tuple[Kind, ...] = (
    *digits.KINDS,
    *tags.KINDS,
    *untold.KINDS,
    *inputs.KINDS,
    *formulas.KINDS,
    *languages.KINDS,
    *outputs.KINDS,
)
