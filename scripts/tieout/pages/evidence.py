"""The evidence section: every fact as a row of a table, under a head that says what rows share.

What scripts and checks may rely on:

- A group is `<section class="facts" id="evidence-GROUP" data-group="GROUP">`. GROUP is
  `source/table`, `source` for single figures, `computed.FACT` or `computed.others`, or
  `set.values`. Its `h4` names it.
- Its head is `.shared`: a `p` with source, standing, intermediary, locator, file, and
  `<ul><li>label: value</li>…</ul>`. The names of those that nobody stated stand
  together in a last `li` of the class n.
- A fact is `<tr id="fact-FACT">`. Its cells are in the order of COLUMNS: v value, w what it is, p
  as printed, b bounds, f formula and inputs, c conditions of its own, d differences and note, o
  where it stands. Their letter is their class; the first, which is v, the `th`, which is w, and the
  last, which is o, need none. A column in which no row of the group has anything is left out. Head
  and row together say all that is known of a fact.
- End tags of cells, rows and items are left out, as HTML allows: there are thousands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from tieout.pages.captured import captured_block
from tieout.pages.content import Block
from tieout.pages.evidence_cells import COLUMNS, Cell, Condition, cells_of, head_of
from tieout.pages.evidence_groups import Group, Origin, groups_of
from tieout.pages.inline import Inline, to_html
from tieout.pages.inline_markdown import escape_markdown, to_markdown
from tieout.pages.source_links import SourceLinks
from tieout.pages.tables import DIFFERS
from tieout.pages.view import View, join_cjk

#: The tags of cells that are known by their place.
PLAIN = {"v": "<td>", "w": "<th>", "o": "<td>"}


def evidence_block(view: View) -> Block:
    """Entries of all facts that the page used and of all they are computed from, by origin."""
    html: list[str] = [_find(view)]
    markdown: list[str] = []
    above = ""
    shown, links = view.closure(view.used), SourceLinks(view)
    for number, group in enumerate(groups_of(shown, view)):
        part, title = _part(group, view), _title(group, view)
        if part != above:
            html.append(f"<h3>{escape(part, quote=False)}</h3>")
            markdown.append(f"### {escape_markdown(part)}")
        above = part
        head = head_of(group, view, links)
        rows = {name: cells_of(name, group, view, links) for name in group.facts}
        opening = (
            f'<section class="facts" id="evidence-{escape(group.id)}" '
            f'data-group="{escape(group.id)}">'
            f"<h4 id=group-{number}>{escape(title, quote=False)}</h4>\n"
            f"<div class=shared>{_head_html(head, view)}</div>\n"
            f"<table aria-labelledby=group-{number}>"
        )
        held = [captured_block(o, set(shown), view) for o in group.origins if _is_table(group, o)]
        below = "\n".join(block.html for block in held)
        table = _table_html(COLUMNS[group.kind], rows, view)
        html.append(f"{opening}{table}</table>\n{below}</section>")
        markdown += [*_group_markdown(title, head, rows, view), *(b.markdown for b in held)]
    return Block("\n".join(html) + "\n", "\n\n".join(markdown))


def _find(view: View) -> str:
    """Fields to find rows by; a script fills and shows them."""
    said = {key: escape(view.word(f"find_{key}")) for key in ("words", "standing", "source")}
    none = f'<option value="">{escape(view.word("find_all"))}</option>'
    return (
        f'<form class="find" role="search" aria-label="{escape(view.word("find"))}" hidden>'
        f'<label>{said["words"]} <input type="search"></label>'
        f"<label>{said['standing']} <select>{none}</select></label>"
        f"<label>{said['source']} <select>{none}</select></label>"
        f'<output data-label="{escape(view.word("find_shown"))}"></output></form>'
    )


def _is_table(group: Group, origin: Origin) -> bool:
    return group.kind == "source" and bool(origin[1])


def _part(group: Group, view: View) -> str:
    """The heading above a group, which it may share with the one before it."""
    if group.kind == "source":
        return view.localized(view.source(group.shared.source)["label"])
    return view.word(f"group_{group.kind}")


def _title(group: Group, view: View) -> str:
    """The name of a group: a table, single figures, or what its facts are computed from."""
    if group.kind == "assumed":
        return view.word("set_values")
    if group.kind == "source":
        ((source, table),) = group.origins
        return _table_name(source, table, view) if table else view.word("single_figures")
    if not group.origins:
        return view.word("other_results")
    listed = view.word("semicolon").join(_listed(group, view))
    return join_cjk(f"{view.word('computed_from')} {listed}")


def _listed(group: Group, view: View) -> Iterator[str]:
    """Sources with the tables used of them."""
    tables: dict[str, list[str]] = {}
    for source, table in group.origins:
        tables.setdefault(source, []).extend([_table_name(source, table, view)] if table else [])
    for source, names in tables.items():
        label = view.localized(view.source(source)["label"])
        inner = view.word("list_comma").join(names)
        yield label + (view.word("open") + inner + view.word("close") if inner else "")


def _table_name(source: str, table: str, view: View) -> str:
    return view.localized(view.source(source)["tables"][table]["label"])


Rows = dict[str, dict[str, Cell]]


def _table_html(columns: Mapping[str, str], rows: Rows, view: View) -> str:
    """Head and body of a table, without the columns in which nothing stands; a line a row."""
    shown = [letter for letter in columns if any(cells[letter] for cells in rows.values())]
    words = (escape(view.word(columns[letter]), quote=False) for letter in shown)
    heads = "".join(f"<th>{word}" for word in words)
    body = "\n".join(_row_html(fact, cells, shown, view) for fact, cells in rows.items())
    return f"<thead><tr>{heads}<tbody>\n{body}"


def _head_html(head: Cell, view: View) -> str:
    said = f"<p>{_pieces_html(head.pieces, view)}</p>" if head.pieces else ""
    return said + (_conditions_html(head.conditions, view) if head.conditions else "")


def _row_html(fact: str, cells: dict[str, Cell], shown: Sequence[str], view: View) -> str:
    row = [f'<tr id="fact-{escape(fact)}">']
    for letter in shown:
        cell = cells[letter]
        inner = (
            _conditions_html(cell.conditions, view)
            if cell.conditions
            else _pieces_html(cell.pieces, view)
        )
        row.append(PLAIN.get(letter, f"<td class={letter}>") + inner)
    return "".join(row)


def _pieces_html(pieces: Sequence[Inline], view: View) -> str:
    return view.word("semicolon").join(to_html(piece, view) for piece in pieces)


def _conditions_html(conditions: Sequence[Condition], view: View) -> str:
    items = (
        ("<li>" if each.key else "<li class=n>") + to_html(each.parts, view) for each in conditions
    )
    return f"<ul>{''.join(items)}</ul>"


def _group_markdown(title: str, head: Cell, rows: Rows, view: View) -> Iterator[str]:
    """Heading, head, list: the same words in the same order, marks between the cells."""
    yield f"#### {escape_markdown(title)}"
    said = [_pieces_markdown(head.pieces, view), _conditions_markdown(head.conditions, view)]
    yield "\\\n".join(filter(None, said))
    yield "\n".join(_row_markdown(fact, cells, view) for fact, cells in rows.items())


def _row_markdown(fact: str, cells: dict[str, Cell], view: View) -> str:
    said = {
        letter: _conditions_markdown(cell.conditions, view)
        if cell.conditions
        else _pieces_markdown(cell.pieces, view)
        for letter, cell in cells.items()
    }
    if view.facts[fact]["differs"] and said["d"]:
        said["d"] = f"{DIFFERS} {said['d']}"
    value, what, *rest = said.values()
    after = view.word("semicolon").join([what, *filter(None, rest)])
    return f'- <a id="fact-{fact}"></a>{value}{view.word("colon")}{after}'


def _pieces_markdown(pieces: Sequence[Inline], view: View) -> str:
    return view.word("semicolon").join(to_markdown(piece, view) for piece in pieces)


def _conditions_markdown(conditions: Sequence[Condition], view: View) -> str:
    return view.word("semicolon").join(to_markdown(each.parts, view) for each in conditions)
