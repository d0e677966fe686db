"""Tables for notebooks."""

from __future__ import annotations

import html


def html_table(header: list[str], rows: list[list[str]]) -> str:
    """A table of HTML."""

    def row(cells: list[str], tag: str) -> str:
        style = ' style="text-align:left"'
        return "<tr>" + "".join(f"<{tag}{style}>{html.escape(c)}</{tag}>" for c in cells) + "</tr>"

    return f"<table>{row(header, 'th')}{''.join(row(each, 'td') for each in rows)}</table>"
