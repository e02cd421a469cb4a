"""A page as a preview serves it: the draft, and with it what shows edits, faults and findings.

The file itself stays as it was made. Its policy forbids it to speak to anybody; the variant may
listen to the server that it came from, and to no other.
"""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from tieout.preview.board import Sheet
from tieout.preview.words import words

_POLICY = re.compile(r'(<meta http-equiv="Content-Security-Policy" content="[^"]*)"')
_HERE = Path(__file__).parent
BLANK = """<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>{title}</title>
</head>
<body>
<main></main>
</body>
</html>
"""


def variant(sheet: Sheet | None, article: str, lang: str) -> str:
    """The page of an article, or an empty one that waits for the first good page."""
    blank = BLANK.format(lang=escape(lang), title=escape(article))
    html = sheet.html if sheet else blank
    about: dict[str, Any] = {
        "frame": sheet.frame if sheet else "",
        "article": article,
        "lang": lang,
    }
    about["words"] = words(lang)
    # "</" would end the script that holds it.
    told = json.dumps(about, ensure_ascii=False).replace("</", "<\\/")
    # Right after the text: the page's own scripts, which add to it, have not run yet.
    script = f"</main>\n<script>\nconst PREVIEW = {told};\n{_asset('preview.js')}</script>"
    html = html.replace("</head>", f"<style>\n{_asset('preview.css')}</style>\n</head>", 1)
    head, _, rest = html.partition("</main>")
    return _POLICY.sub(r"""\1; connect-src 'self'" """.rstrip(), head + script + rest, 1)


@cache
def _asset(name: str) -> str:
    return (_HERE / name).read_text("utf-8")
