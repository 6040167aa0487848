"""Where in the draft something stands, as a user's editor or a parser wants it."""

from __future__ import annotations

import re

from refereekit.claims import Place
from refereekit.reports.wording import printable
from refereekit.verdicts import DraftSource

__all__ = ["draft_name", "end_of", "location"]

_LINE_END = re.compile(r"\r\n?|\n")


def draft_name(draft: DraftSource) -> str:
    """Return the draft's name as a report shows it; `-` is standard input."""
    return "<stdin>" if draft.name == "-" else printable(draft.name)


def location(draft: DraftSource, place: Place) -> str:
    """Return `file:line:column`, both from 1."""
    return f"{draft_name(draft)}:{place.line}:{place.column}"


def end_of(draft: DraftSource, place: Place) -> tuple[int, int]:
    """Return the line and column, from 1, just behind the last code point."""
    lines = _LINE_END.split(place.span.cut(draft.text))
    if len(lines) == 1:
        return place.line, place.column + len(place.span)
    return place.line + len(lines) - 1, len(lines[-1]) + 1
