"""Where in the draft something stands, as a user's editor or a parser wants it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from refereekit.claims import Place
from refereekit.reports.wording import printable
from refereekit.verdicts import DraftRun, DraftSource

__all__ = ["Position", "draft_name", "end_of", "location", "position", "spoken"]

_LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Position:
    """Line and column from 1; of a document, the paragraph and a place in it.

    A document also has the run, whose numbers its program shows nowhere but its files
    and its macros know.
    """

    line: int
    column: int
    run: DraftRun | None = None


def draft_name(draft: DraftSource) -> str:
    """Return the draft's name as a report shows it; `-` is standard input.

    A usual name stays as it is, so that a program finds the file.
    """
    if draft.name == "-":
        return "<stdin>"
    return draft.name if draft.name.isprintable() else printable(draft.name)


def position(draft: DraftSource, place: Place) -> Position:
    """Return where a place starts, in the terms of the draft's own program."""
    run = draft.run_at(place.span.start)
    if run is None:
        return Position(place.line, place.column)
    column = place.span.start - run.paragraph_start + 1
    return Position(run.paragraph, column, run)


def location(draft: DraftSource, place: Place) -> str:
    """Return `file:line:column`; the line of a document is its paragraph."""
    at = position(draft, place)
    return f"{draft_name(draft)}:{at.line}:{at.column}"


def spoken(draft: DraftSource, place: Place) -> str:
    """Return the location for a person: of a document, the paragraph and the run."""
    run = position(draft, place).run
    if run is None:
        return location(draft, place)
    part = "" if run.part == "body" else f"{run.part}, "
    return f"{draft_name(draft)}: {part}paragraph {run.paragraph}, run {run.number}"


def end_of(draft: DraftSource, place: Place) -> tuple[int, int]:
    """Return the line and column, from 1, just behind the last code point."""
    at = position(draft, place)
    lines = _LINE_END.split(place.span.cut(draft.text))
    if len(lines) == 1 or at.run is not None:
        return at.line, at.column + len(place.span)
    return at.line + len(lines) - 1, len(lines[-1]) + 1
