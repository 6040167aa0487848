"""Where things are: spans of code points in a text, boxes of points on a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Self

from refereekit.values import Ordered, new_tuple

__all__ = ["BBox", "Span"]


class Span(Ordered):
    """Half-open interval of code points, from 0, in one text."""

    start: int
    end: int

    def __post_init__(self) -> None:
        """Refuse a reversed or negative interval."""
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: [{self.start}, {self.end})")

    def __len__(self) -> int:
        return self.end - self.start

    def cut(self, text: str) -> str:
        """Return the part of `text` that this span covers."""
        return text[self.start : self.end]

    def overlaps(self, other: Span) -> bool:
        """Tell whether the two spans share a code point."""
        return self.start < other.end and other.start < self.end

    def shifted(self, by: int) -> Span:
        """Return the span moved by `by` code points."""
        return Span(self.start + by, self.end + by)


class _Sides(NamedTuple):
    x0: float
    top: float
    x1: float
    bottom: float


class BBox(_Sides):
    """Rectangle in PDF points, origin at the top left of the crop box, y downward.

    A tuple, because a page has thousands.
    """

    __slots__ = ()

    def __new__(cls, x0: float, top: float, x1: float, bottom: float) -> Self:
        """Refuse a reversed rectangle."""
        if not (x0 <= x1 and top <= bottom):
            raise ValueError(f"not a box: {x0}, {top}, {x1}, {bottom}")
        box: Self = new_tuple(cls, (x0, top, x1, bottom))
        return box

    @property
    def width(self) -> float:
        """Horizontal extent in points."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """Vertical extent in points."""
        return self.bottom - self.top

    def union(self, other: BBox) -> BBox:
        """Return the smallest box that holds both."""
        x0, top, x1, bottom = self
        left, upper, right, lower = other
        return BBox(min(x0, left), min(top, upper), max(x1, right), max(bottom, lower))

    def overlaps(self, other: BBox) -> bool:
        """Tell whether the two boxes share an area."""
        x0, top, x1, bottom = self
        left, upper, right, lower = other
        return x0 < right and left < x1 and top < lower and upper < bottom

    def is_above_or_below(self, other: BBox) -> bool:
        """Tell whether both share some of the page's width, at whatever height."""
        return self.x0 < other.x1 and other.x0 < self.x1

    def as_list(self) -> list[float]:
        """Return `[x0, top, x1, bottom]`, rounded to a hundredth of a point."""
        return [round(v, 2) for v in (self.x0, self.top, self.x1, self.bottom)]

    @staticmethod
    def around(boxes: Iterable[BBox]) -> BBox:
        """Return the smallest box that holds all of at least one box."""
        sides = list(zip(*boxes, strict=True))
        if not sides:
            raise ValueError("no box to go around")
        x0, top, x1, bottom = sides
        return BBox(min(x0), min(top), max(x1), max(bottom))
