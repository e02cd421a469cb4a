"""The files of templates/_layout that all pages share, and the frame that a page fills."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

from tieout.files import read_text
from tieout.pages.kept_code import KeptCode


def joined(layout: Path, kind: str) -> str:
    """All style sheets (css) or scripts (js) of the layout as one; a name's order is its place."""
    return "\n".join(read_text(path).strip() for path in sorted(layout.glob(f"*.{kind}")))


def framed(path: Path, kept: KeptCode, **parts: Any) -> str:
    """A frame with its parts in place; texts are escaped, Markup is not."""
    from jinja2 import Template

    environment = _frames()
    code = kept.code(read_text(path), _frame)
    template = Template.from_code(environment, code, environment.make_globals(None))
    filled: str = template.render(parts)
    return filled


@cache
def _frames() -> Any:
    from jinja2 import Environment, StrictUndefined

    return Environment(
        undefined=StrictUndefined, autoescape=True, trim_blocks=True, lstrip_blocks=True
    )


def _frame(text: str) -> CodeType:
    code: CodeType = _frames().compile(text)
    return code
