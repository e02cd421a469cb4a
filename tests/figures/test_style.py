"""The palette keeps text readable and marks apart, on light pages and dark ones."""

from __future__ import annotations

from itertools import combinations

import pytest

from tieout.figures.style import TONES


def luminance(tone: str) -> float:
    """Relative luminance of WCAG 2.2, from 0 (black) to 1 (white)."""
    parts = [int(tone[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_text_and_marks_stand_out(dark: bool) -> None:
    tone = {role: tones[dark] for role, tones in TONES.items()}
    for role in ("ink", "muted", "accent"):
        assert contrast(tone[role], tone["paper"]) >= 4.5, role
    assert contrast(tone["ink"], tone["mid"]) >= 3, "the line of bounds on a bar"
    assert contrast(tone["accent"], tone["tint"]) >= 3, "a pale bar and its outline"
    for one, other in combinations(("soft", "mid", "ink"), 2):
        assert contrast(tone[one], tone[other]) >= 1.9, "segments, told apart without hue"


def test_light_tones_are_distinct() -> None:
    """They tell the roles apart after drawing."""
    assert len({light for light, _ in TONES.values()}) == len(TONES)
