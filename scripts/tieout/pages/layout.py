"""The files of templates/_layout that all pages share, and the frame that a page fills."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tieout.files import read_text

if TYPE_CHECKING:
    from tieout.pages.kept import Kept


#: What a page asks for by its ending: style sheets and scripts.
KINDS = ("css", "js")


def of_kind(layout: Path, kind: str) -> list[Path]:
    """All style sheets (css) or scripts (js) of the layout; a name's order is its place."""
    return sorted(layout.glob(f"*.{kind}"))


def joined(layout: Path, kind: str) -> str:
    """All style sheets or scripts of the layout as one."""
    return "\n".join(read_text(path).strip() for path in of_kind(layout, kind))


def framed(path: Path, kept: Kept, **parts: Any) -> str:
    """A frame with its parts in place; texts are escaped, Markup is not."""
    from jinja2 import Template

    environment, text = _frames(), read_text(path)
    code = kept.made("frame", text, lambda: environment.compile(text))
    template = Template.from_code(environment, code, environment.make_globals(None))
    filled: str = template.render(parts)
    return filled


@cache
def _frames() -> Any:
    from jinja2 import Environment, StrictUndefined

    return Environment(
        undefined=StrictUndefined, autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
