"""What a formula may call; a page asks for the names alone."""

from __future__ import annotations

#: Least and greatest number of arguments; None is any number.
FUNCTIONS: dict[str, tuple[int, int | None]] = {
    "exp": (1, 1),
    "log": (1, 1),
    "max": (1, None),
    "mean": (1, None),
    "min": (1, None),
    "shapley": (4, 4),
    "sqrt": (1, 1),
}
