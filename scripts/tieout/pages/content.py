"""An article's template -> Markdown with placeholders, by the functions that writers call."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType, MethodType
from typing import Any

from tieout.errors import fail, nearest
from tieout.files import find_unseen, read_text
from tieout.pages.calls import called, is_own_count, usage
from tieout.pages.cjk import ends_cjk, starts_cjk
from tieout.pages.cuts import Piece, cut
from tieout.pages.grammar import refused
from tieout.pages.inline import Exempt, FactRef, Inline, Link, Part, Text, to_html, to_plain
from tieout.pages.kept import Kept
from tieout.pages.view import View, WriterError

#: Reasons a writer may give for a number that is no fact.
WRITER_REASONS = ("own-count", "name", "example", "idiom")
#: Where writers find all calls; an archive holds it as well.
_CALLS_TOLD = "docs/en/numbers-in-a-sentence.md"
_INLINE = re.compile("\ue000(\\d+)\ue001")
#: What a template engine does not leave as it stands: calls, comments, other line ends.
_CALLS = re.compile(r"\{[{%]|\r")
_PLACEHOLDER = re.compile(f"{_INLINE.pattern}|\ue002(\\d+)\ue003")


@dataclass(frozen=True, slots=True)
class Placed:
    """An inline placeholder: what it stands for, and the text a reader will see."""

    parts: Inline
    visible: str


@dataclass(frozen=True, slots=True)
class Block:
    """A block placeholder in its two forms."""

    html: str
    markdown: str


class Writer:
    """Renders templates of one article in one language; collects the placeholders they leave."""

    def __init__(self, view: View, kept: Kept | None = None) -> None:
        self.view = view
        self.inline: list[Placed] = []
        self.blocks: list[Block] = []
        self.drawn: list[str] = []  # the figures among them, in their order
        self.kept = kept or page_kept(view.ledger, view.lang)
        self._functions: dict[str, Callable[..., str]] = {
            "f": called("f", self._fact, 'f("fact-id")'),
            "x": called("x", self._exempt, 'x("…", "reason")'),
            "cite": called("cite", self._cite, 'cite("source-id")'),
        }
        self._environment: Any = None

    def serve(self, makers: Mapping[str, Callable[..., Block]]) -> None:
        """Offer functions that place a block, by the names that writers use."""
        for name, maker in makers.items():
            self._functions[name] = called(name, self._block(maker), usage(name, maker), maker)

    def render(self, path: Path) -> str:
        """The Markdown of a template file. Raises TieoutError with its line."""
        text = read_text(path)
        if not text.strip():
            raise fail(path, 0, "the article is empty", "write at least one paragraph")
        try:
            return self._run(text)
        except _PlacedError as error:
            raise fail(path, error.line, error.what, error.mend) from None

    def parts(self, text: str) -> list[Part]:
        """A string of article.yaml (title, caption, cell) in parts. Raises WriterError."""
        rendered = self._run(text)
        if "\ue002" in rendered:
            raise WriterError("a figure, table or list inside a text", "place it in the template")
        pieces: list[Part] = []
        for index, piece in enumerate(_INLINE.split(rendered)):
            if index % 2:
                pieces.extend(self.inline[int(piece)].parts)
            elif piece:
                pieces.append(Text(piece))
        return pieces

    def environment(self) -> dict[str, Any]:
        """What the Markdown renderer needs to fill the placeholders with HTML."""
        return {
            "placeholders": self.inline,
            "inline_html": [to_html(placed.parts, self.view) for placed in self.inline],
            "block_html": [block.html for block in self.blocks],
        }

    def _run(self, text: str) -> str:
        if not _CALLS.search(text):  # most strings of article.yaml: no template to compile
            self._refuse_unseen(text)
            return self._closed_up(text)
        import jinja2

        self._environment = self._environment or _jinja(self._functions)
        rendered, above = "", 0
        try:
            for piece, code in self._codes(text):
                above = piece.above
                made = jinja2.Template.from_code(
                    self._environment, code, self._environment.make_globals(None)
                )
                rendered += made.render()
        except _PlacedError:
            raise
        except jinja2.TemplateSyntaxError as error:
            what, mend = f"broken template ({error.message})", "mend the braces"
            raise _PlacedError(what, mend, error.lineno) from None
        except jinja2.UndefinedError as error:
            mend = f"use one of {', '.join(sorted(self._functions))}"
            raise _PlacedError(str(error.message), mend, _line(error, above)) from None
        except WriterError as error:
            raise _PlacedError(error.what, error.mend, _line(error, above)) from None
        except (TypeError, ValueError, ArithmeticError, LookupError, jinja2.TemplateError) as error:
            mend = f"see how the functions are called in {_CALLS_TOLD}"
            raise _PlacedError(f"a call fails ({error})", mend, _line(error, above)) from None
        except RecursionError:
            raise _PlacedError("the template is nested too deep", "take it apart", 0) from None
        self._refuse_unseen(rendered)
        return self._closed_up(rendered)

    def _codes(self, text: str) -> list[tuple[Piece, CodeType]]:
        """The pieces of a template with their code; the whole where one has a fault."""
        import jinja2

        pieces = cut(text)
        try:
            return [(piece, self._code(piece.text)) for piece in pieces]
        except (_PlacedError, jinja2.TemplateError, RecursionError):
            if len(pieces) == 1:
                raise
        return [(Piece(text, 0), self._code(text))]

    def _code(self, text: str) -> CodeType:
        code: CodeType = self.kept.made("text", text, lambda: _compiled(text))
        return code

    def _refuse_unseen(self, rendered: str) -> None:
        """The results of calls hold no character that only placeholders may bring in."""

        def known(match: re.Match[str]) -> str:
            kept = self.inline if match[1] else self.blocks
            return "" if int(match[1] or match[2]) < len(kept) else match[0]

        found = find_unseen(_PLACEHOLDER.sub(known, rendered))
        if found:
            what = f"a call gives an invisible or private-use character, U+{ord(found):04X}"
            raise _PlacedError(what, "take it out", 0)

    def _closed_up(self, text: str) -> str:
        """Text without the space between Chinese and a number whose wording is Chinese there.

        A writer sets a space before a digit and cannot know that the wording begins with 約.
        """
        pieces = text.split(" ")
        joined = [pieces[0]]
        for before, after in pairwise(pieces):
            number = before.endswith("\ue001") or after.startswith("\ue000")
            cjk = number and ends_cjk(self._visible(before)) and starts_cjk(self._visible(after))
            joined.append(after if cjk else f" {after}")
        return "".join(joined)

    def _visible(self, text: str) -> str:
        return _INLINE.sub(lambda match: self.inline[int(match[1])].visible, text)

    def _fact(self, name: str) -> str:
        name = str(name)
        fact = self.view.fact(name)
        if not self.view.text(name):
            if not fact["inputs"]:
                mend = "use it in a table, where it shows as lost"
                raise WriterError(f"'{name}' was not captured", mend)
            raise WriterError(f"the bounds of '{name}' support no digit", "give it 'show: range'")
        return self._place([FactRef(name)])

    def _exempt(self, text: str, why: str) -> str:
        if why not in WRITER_REASONS:
            mend = nearest(why, WRITER_REASONS) or f"use one of {', '.join(WRITER_REASONS)}"
            raise WriterError(f"unknown reason '{why}' for the number '{text}'", mend)
        if why == "own-count":
            self._own_count(str(text))
        return self._place([Exempt(str(text), why)])

    def _own_count(self, text: str) -> None:
        """Refuse to count what is no count, or what reads like a figure of a source."""
        if not is_own_count(text):
            what = f"'{text}' is no count of this article's own things"
            mend = "write a bare number below 100 or its word; for a figure use f('fact-id')"
            raise WriterError(what, mend)
        if text.isdecimal() and any(self.view.text(name) == text for name in self.view.facts):
            mend = "use f('fact-id'), or write the count as a word"
            raise WriterError(f"'{text}' reads like a figure of the ledger", mend)

    def _cite(self, name: str) -> str:
        label = self.view.localized(self.view.source(name)["label"])
        return self._place([Link(f"#source-{name}", (Text(label),))])

    def _place(self, parts: Inline) -> str:
        self.inline.append(Placed(parts, to_plain(parts, self.view)[0]))
        return f"\ue000{len(self.inline) - 1}\ue001"

    def _block(self, maker: Callable[..., Block]) -> Callable[..., str]:
        def call(*args: str, **named: str) -> str:
            self.blocks.append(maker(*args, **named))
            return f"\ue002{len(self.blocks) - 1}\ue003"

        return call


def page_kept(ledger: Mapping[str, Any], lang: str) -> Kept:
    """What earlier runs have made for the page of an article in a language."""
    return Kept(f"{ledger['article']['id']}/{lang}")


class _PlacedError(WriterError):
    """A writer's mistake at a line of the text that was rendered."""

    def __init__(self, what: str, mend: str, line: int) -> None:
        super().__init__(what, mend)
        self.line = line


@lru_cache(maxsize=1024)
def _compiled(text: str) -> CodeType:
    """The code of a template; the same text is compiled once, for whoever sets it again."""
    environment = _compiler()
    tree = environment.parse(text)
    _refuse_grammar(tree)
    code: CodeType = environment.compile(tree)
    return code


@cache
def _compiler() -> Any:
    """What compiles every template: of calls it knows none, they are looked up when it runs."""
    return _jinja({})


def _refuse_grammar(tree: Any) -> None:
    """A template holds text and calls, nothing that computes."""
    if found := refused(tree):
        line, what = found
        mend = f"write text and calls such as {{{{ f('fact-id') }}}}: see {_CALLS_TOLD}"
        raise _PlacedError(f"a call fails (a template may not hold {what})", mend, line)


def _jinja(functions: Mapping[str, Callable[..., str]]) -> Any:
    from jinja2 import StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined,
        finalize=_text_only,
        keep_trailing_newline=True,
        comment_start_string="{%#",  # {# opens an anchor of a heading here
        comment_end_string="#%}",
    )
    environment.globals.clear()
    environment.globals.update(functions)
    return environment


def _text_only(value: object) -> object:
    """What a template prints; a function without its parentheses is a slip."""
    if isinstance(value, FunctionType | MethodType):
        raise TypeError("a function is printed, not called: write its parentheses")
    return value


def _line(error: BaseException, above: int) -> int:
    """The template line that an exception came from, 0 when unknown. Opens no file of the code.

    `above` is how many lines stand above the piece that was rendered.
    """
    frames = traceback.walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == "<template>"]
    return above + lines[-1] if lines else 0
