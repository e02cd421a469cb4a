"""Colours, sizes and the few words that every picture shares.

A colour has a role, and each role two tones (light and dark pages). The tones are set as CSS custom
properties, so a page restyles a picture without touching it. Nothing depends on hue alone: roles
differ in lightness, and marks also in shape, hatching or a label beside them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

#: Drawn width in CSS pixels. With text of 12 px and up, a phone of 390 px shows it readably.
WIDTH = 400.0
#: Distance from one line of text to the next, in text heights.
LEADING = 1.3
#: Faces after the drawn one: what readers' systems have for Traditional Chinese.
FALLBACK_FACES = ("Noto Sans TC", "PingFang TC", "Microsoft JhengHei")


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is set; `role` is its colour."""

    size: float = 13.0
    role: str = "ink"
    anchor: str = "start"
    bold: bool = False

    @property
    def leading(self) -> float:
        """From one baseline to the next, in pixels."""
        return round(self.size * LEADING, 1)

    def to(self, anchor: str) -> Style:
        """The same, set from another point: start, middle or end."""
        return replace(self, anchor=anchor)

    def tinted(self, accent: bool) -> Style:
        """The same in the accent colour, or as it is."""
        return replace(self, role="accent") if accent else self


PLAIN = Style()
SMALL = Style(size=12.0, role="muted")
STRONG = Style(bold=True)

#: role -> (on a light page, on a dark page). Light tones must stay distinct: they tell the roles
#: apart after drawing. Text roles (ink, muted, accent) keep a contrast of at least 4.5 to paper.
TONES: dict[str, tuple[str, str]] = {
    "ink": ("#1b1c1f", "#ecebe8"),
    "muted": ("#5b6068", "#adb2ba"),
    "rule": ("#c6cad0", "#4d525a"),
    "soft": ("#e3e6ea", "#33383f"),
    "mid": ("#868c96", "#7f868f"),
    "accent": ("#ab3f0c", "#ff9f6b"),
    "tint": ("#f4d5c2", "#5a321c"),
    "paper": ("#ffffff", "#16181b"),
}

#: What the signs in a picture mean, in the order in which a legend lists them.
SIGNS: dict[str, dict[str, str]] = {
    "read": {"en": "read in the source", "zh-TW": "讀自原始來源"},
    "second-hand": {
        "en": "hollow or pale: quoted second-hand",
        "zh-TW": "空心或淡色：轉引，未讀到原文",
    },
    "derived": {"en": "diamond: calculated here", "zh-TW": "菱形：本文計算"},
    "inference": {"en": "hatched: our inference", "zh-TW": "斜線：本文推論"},
    "bounds": {
        "en": "line with end caps: what the printed digits leave open",
        "zh-TW": "帶端線的線段：印出的位數容許的範圍",
    },
}
LOST = {"en": "not captured", "zh-TW": "未取得"}


def light(role: str) -> str:
    """The tone of a role on a light page, as #rrggbb."""
    return TONES[role][0]


def property_of(tone: str) -> str:
    """A light tone as a CSS value that a page can override: ``var(--fig-ink, #1b1c1f)``."""
    for role, (known, _) in TONES.items():
        if known == tone.lower():
            return f"var(--fig-{role}, {known})"
    raise ValueError(f"{tone} is no tone of the palette: use a role of TONES")


def variables(dark: bool) -> str:
    """All roles as CSS declarations, for a page's style sheet or a picture that stands alone."""
    return "".join(f"--fig-{role}:{tones[dark]};" for role, tones in TONES.items())
