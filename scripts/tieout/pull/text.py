"""The text of a received body, and whether it is the kind of text that was expected."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping

from tieout.pull.failure import FetchError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]+)", re.IGNORECASE)
_META = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]+)", re.IGNORECASE)
# Without a way back into the comments: a page of nothing else must not take for ever.
_HTML = re.compile(
    r"\s*+(?:<!--(?>.*?-->)\s*+)*+(?:<\?xml[^>]*+>\s*+)?<(?:!doctype\s+html|html)\b", re.I | re.S
)


def decode(body: bytes, headers: Mapping[str, str]) -> str:
    """The text of a body: by its byte order mark, as UTF-8 if it is that, else as it declares.

    UTF-8 comes before the declaration because bytes that are valid UTF-8 by chance are rare, and
    servers that declare the wrong charset are not. Raises FetchError.
    """
    for mark, name in _MARKS:
        if body.startswith(mark):
            return _strict(body[len(mark) :], name, "its byte order mark")
    if b"\x00" not in body:
        try:
            return body.decode("utf-8")
        except UnicodeDecodeError:
            pass
    declared = _CHARSET.search(headers.get("content-type", ""))
    if declared:
        return _strict(body, declared[1], "its header")
    meta = _META.search(body[:4096])
    if meta:
        return _strict(body, meta[1].decode("ascii"), "the page")
    raise FetchError(
        "the answer is no text in UTF-8 and declares no other charset",
        "check that the address leads to a text, not to a picture or an archive",
    )


def _strict(body: bytes, charset: str, by: str) -> str:
    try:
        return body.decode(charset)
    except LookupError:
        what = f"the charset '{charset[:40]}', declared by {by}, is not known"
    except (UnicodeError, ValueError) as error:
        what = f"the answer is not {charset[:40]}, though {by} says so ({error})"[:200]
    raise FetchError(what, "save the page as UTF-8 into a mirror")


def is_html(text: str) -> bool:
    """Whether a text is a whole web page, whatever its name promises."""
    return bool(_HTML.match(text[:20_000]))


def check_kind(text: str, kind: str) -> None:
    """Raise FetchError if a web page came where a file was expected, or the other way round."""
    if kind == "html" and text.lstrip()[:1] in ("{", "["):
        raise FetchError("JSON came where a web page was expected", "correct the address")
    if kind != "html" and is_html(text):
        page = wall(text)
        what = f"{page} came" if page else "a web page came"
        mend = "give the address of the raw file"
        raise FetchError(f"{what} where {kind} was expected", mend)


#: Signs of pages that stand in front of the one asked for, and what to call them.
_WALLS = {
    "a captcha": r"g-recaptcha|h-captcha|cf-turnstile|cf-challenge|captcha",
    "a check for robots": r"just a moment\.\.\.|verify(ing)? (that )?you are (a )?human"
    r"|attention required!|enable javascript and cookies",
    "a login page": r"type\s*=\s*[\"']?password|<title>[^<]*(sign|log) ?in\b",
}


def wall(text: str) -> str:
    """What a page looks like if it is not the page asked for, or an empty string.

    Only a hint: ordinary pages carry login forms too. It is asked when no figure was found.
    """
    head = text[:200_000]
    return next((name for name, sign in _WALLS.items() if re.search(sign, head, re.I)), "")
