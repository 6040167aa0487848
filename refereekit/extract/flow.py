"""Where the body text of a page comes from the page before and goes on to the next."""

from __future__ import annotations

import re
from collections.abc import Sequence

from refereekit.extract.layout import PageLayout, TextLine
from refereekit.records import Role

__all__ = ["flow_end", "flow_start"]

_CLOSED = re.compile(r"[.?!:;][)\]\"”’]*$")
INDENT = 0.7
FULL = 1.5
"""Sizes by which a line that fills its column may fall short of it."""
LEAST_WORDS = 2


def flow_start(
    layout: PageLayout, roles: Sequence[Role], flow: Sequence[int]
) -> int | None:
    """Return the first line of the body, unless it begins a paragraph or section."""
    if not flow or roles[flow[0]] not in (Role.BODY, Role.REFERENCE):
        return None
    line = layout.lines[flow[0]]
    if line.column is None or line.column != 0:
        return None
    column = layout.columns[line.column]
    is_indented = line.bbox.x0 > column.x0 + INDENT * line.size
    return None if is_indented else flow[0]


def flow_end(
    layout: PageLayout, roles: Sequence[Role], flow: Sequence[int]
) -> int | None:
    """Return the last line of the body, if it ends in mid-sentence at full width."""
    if not flow or roles[flow[-1]] not in (Role.BODY, Role.REFERENCE):
        return None
    line = layout.lines[flow[-1]]
    if line.column is None or line.column != len(layout.columns) - 1:
        return None
    edge = max(
        layout.lines[index].bbox.x1
        for index in flow
        if layout.lines[index].column == line.column
    )
    is_full = line.bbox.x1 > edge - FULL * line.size
    return flow[-1] if is_full and _is_open(line) else None


def _is_open(line: TextLine) -> bool:
    return len(line.words) >= LEAST_WORDS and not _CLOSED.search(line.text)
