"""Lines as CommonMark counts them: they end in LF, CR or CR LF, and in nothing else."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from refereekit.positions import Span

__all__ = ["TextLines"]

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class TextLines:
    """A text and where its lines start, in code points."""

    text: str

    @cached_property
    def starts(self) -> list[int]:
        """Return the start of every line; an end of line at the end begins none."""
        starts = [0, *(end.end() for end in _LINE_END.finditer(self.text))]
        return starts[:-1] if starts[-1] == len(self.text) else starts

    @property
    def spans(self) -> list[Span]:
        """Return the lines with their ends of line."""
        return [Span(*pair) for pair in pairwise([*self.starts, len(self.text)])]

    def number(self, position: int) -> int:
        """Return the number, from 1, of the line that holds a position."""
        return max(1, bisect_right(self.starts, position))

    def piece(self, span: Span) -> dict[str, Any]:
        """Return a span of the text as the tools' results have it.

        `end_line` is the line of the last code point, or of the place of an empty span.
        """
        last = max(span.start, span.end - 1)
        return {
            "start": span.start,
            "end": span.end,
            "start_line": self.number(span.start),
            "end_line": self.number(last),
            "text": span.cut(self.text),
        }
