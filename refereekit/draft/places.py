"""Lines and columns of a draft."""

from __future__ import annotations

from bisect import bisect_right

from refereekit.claims import Place
from refereekit.patterns import regex
from refereekit.positions import Span

__all__ = ["Places", "shortened"]

_LINE_END = regex(r"\r\n?|\n")

_SHOWN = 80
"""Code points of a mention that are shown: one line of a terminal."""


class Places:
    """Finds the line and column, both from 1, of a position in one text."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *[end.end() for end in _LINE_END.finditer(text)]]

    def at(self, start: int, end: int) -> Place:
        """Return the place of the code points from `start` to `end`."""
        starts = self._starts
        line = bisect_right(starts, start)
        return Place(Span(start, end), line, start - starts[line - 1] + 1)


def shortened(text: str, limit: int = _SHOWN) -> str:
    """Return the text on one line, cut at its end when it is too long to show."""
    line = " ".join(text[: 4 * limit].split())
    if len(line) <= limit and len(text) <= 4 * limit:
        return line
    return line[: limit - 1] + "…"
