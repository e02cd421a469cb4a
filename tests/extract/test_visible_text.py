"""The plain text holds what a reader sees, glues nothing together, and knows its lines."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tieout.extract.tables import TableKind
from tieout.extract.visible_text import visible_text

SEEN: list[tuple[TableKind, str, str]] = [
    ("html", "<p>1.<b>5</b>8<i>x</i> faster", "1.58x faster"),
    ("html", "<p>a</p><p>b</p>c<br>d", "a\nb\nc\nd"),
    ("html", "<ul><li>1<li>2</ul><table><tr><td>3<td>4</table>", "1\n2\n3\n4"),
    ("html", "a <script>9</script><style>9</style><!-- 9 -->b", "a b"),
    ("html", "<title>9</title><p hidden>9</p><p style='display: none'>9</p>c", "c"),
    ("html", "85.0<sup>1</sup> and 2<sup><a>[b]</a></sup>", "85.0[^1] and 2[^b]"),
    ("html", "1&nbsp;024\n\t ms &lt;br&gt;", "1\u00a0024 ms <br>"),
    ("html", "<math><mn>5</mn><annotation>9</annotation></math>", "5"),
    ("html", "<select><option>a<option>b</select>c", "a\nb\nc"),
    ("markdown", "**1.5**8 and *x*\nnext `a|b` [t](u)", "1.58 and x next a|b t"),
    ("markdown", "# H\n\n- a\n- b\n\n> c", "H\na\nb\nc"),
    ("markdown", "| A | B |\n|---|---|\n| 1 | 2 |", "A\nB\n1\n2"),
    ("markdown", "| A | B |\n|---|---|\n| 1 |", "A\nB\n1"),
    ("markdown", "a<!-- 9 -->b <span hidden>9</span>c ~~d~~", "ab c d"),
    ("markdown", "a[^1] b<sup>2</sup>\n\n[^1]: Note.", "a[^1] b[^2]\nNote."),
    ("markdown", "```\n1  2\n```\n\n    3", "1 2\n3"),
    ("markdown", "<div hidden>\n\n9\n\n</div>\n\nx", "x"),
]


@pytest.mark.parametrize(("kind", "source", "expected"), SEEN)
def test_what_is_seen(kind: TableKind, source: str, expected: str) -> None:
    assert visible_text(source, kind).text == expected


HTML = """<!-- 1
2 --><p
 class=x>w3 w3
w4 <b>w4</b> <!--
--> w5 <script>
var w6;
</script>w7</p><table>
<tr><td>w8<td
>w9</table>
<p hidden>
</p><p>w11
"""
MARKDOWN = """w1 w1
w2 **w2
w3**

- w5
  w6

  w8 <b
  title=x>w9</b>

```
w12
w13
```
| w15 |
| --- |
| w17 |

<div>
w20 <i>w20</i>
w21</div>

> w23
w24
[^1]: w25
"""


@pytest.mark.parametrize(("kind", "source"), [("html", HTML), ("markdown", MARKDOWN)])
def test_each_word_has_its_line(kind: TableKind, source: str) -> None:
    """The words are named after their lines, `source` being what an editor would look at."""
    view = visible_text(source, kind)
    words = [word for word in view.text.split() if word.startswith("w")]
    assert len(words) >= 9
    offset = 0
    for word in words:
        offset = view.text.index(word, offset)
        assert (word, view.line(offset)) == (word, int(word[1:]))
        offset += len(word)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from(["p", "b", "li", "td", "\n", " ", "!", "h2"]), max_size=30))
def test_lines_of_any_html(parts: list[str]) -> None:
    """Whatever tags and line ends come between."""
    source, line = "", 1
    for part in parts:
        if part in "\n !":
            source += "<!--\n-->" if part == "!" else part
            line += part in "\n!"
        else:
            source += f"<{part}>w{line} "
    view = visible_text(source, "html")
    offset = 0
    for word in view.text.split():
        offset = view.text.index(word, offset)
        assert view.line(offset) == int(word[1:])
        offset += len(word)
