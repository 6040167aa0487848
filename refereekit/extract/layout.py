"""One page as it is laid out: words, visual lines, columns, rules and graphics.

This is what the stages of the reader hand to one another. All coordinates are points
on the page as it is displayed (after its rotation), origin at the top left of the
crop box, y downward.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum, unique
from functools import cached_property
from typing import NamedTuple

from refereekit.positions import BBox, Span
from refereekit.records import HiddenText
from refereekit.values import Ordered, Value

__all__ = ["Column", "Graphic", "GraphicKind", "PageLayout", "TextLine", "Word"]


class Word(NamedTuple):
    """What stands between two gaps of a line.

    A tuple, and four sides instead of a box, because a long paper has a million words.
    `size` is the effective size of most of its glyphs in points, `font` the base name
    of their font. `is_math` says that a mathematical font or symbol is in it.
    `raised` and `lowered` are spans of superscripts and subscripts in `text`.
    The sides span the advance widths from the ascender to the descender of its line.
    """

    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    size: float
    font: str = ""
    is_bold: bool = False
    is_italic: bool = False
    is_math: bool = False
    raised: tuple[Span, ...] = ()
    lowered: tuple[Span, ...] = ()

    @property
    def bbox(self) -> BBox:
        """Return the four sides as a box."""
        return BBox(self.x0, self.top, self.x1, self.bottom)


class TextLine(Value):
    """Words on one baseline with no gutter between them, in reading order.

    A wide gap that is no gutter (before a label, between cells) does not end a line.
    `baseline` is the y of the baseline for horizontal text and its x for text that
    runs along y (`direction` 90: upward, 270: downward). `column` is an index into
    `PageLayout.columns`, `None` for a line that spans columns or stands in none.
    `order` is the place of its first glyph in the file. `text` has single spaces
    between words; a hyphen at the line's end stays. `interruptions` are (index of a
    word, place in the file) where the file writes something else before that word.
    """

    words: tuple[Word, ...]
    bbox: BBox
    baseline: float
    size: float
    direction: int = 0
    column: int | None = None
    margin_number: str | None = None
    margin_is_right: bool = False
    order: int = 0
    ends_in_hyphen: bool = False
    interruptions: tuple[tuple[int, int], ...] = ()

    @cached_property
    def text(self) -> str:
        """Return the words, a space between two."""
        return " ".join(word.text for word in self.words)


class Column(Ordered):
    """A text column's left and right edge."""

    x0: float
    x1: float

    @property
    def width(self) -> float:
        """Horizontal extent in points."""
        return self.x1 - self.x0


@unique
class GraphicKind(StrEnum):
    """What is painted that is no text."""

    IMAGE = "image"
    SHADING = "shading"
    PATH = "path"
    FORM = "form"


class Graphic(Value):
    """Something painted that is neither text nor a thin rule, and where."""

    kind: GraphicKind
    bbox: BBox


class PageLayout(Value):
    """Everything seen on one page, before roles are given.

    `lines` are in the order of the file. `rules` are thin horizontal or vertical
    strokes, `graphics` everything else that is painted (small neighbouring paths
    joined into one box). `label` is the printed page label, else the number.
    `is_broken` marks a page that could not be loaded.
    """

    number: int
    label: str
    width: float
    height: float
    rotation: int = 0
    lines: tuple[TextLine, ...] = ()
    columns: tuple[Column, ...] = ()
    rules: tuple[BBox, ...] = ()
    graphics: tuple[Graphic, ...] = ()
    hidden: tuple[HiddenText, ...] = ()
    is_readable: bool = True
    is_ocr: bool = False
    is_broken: bool = False

    def words(self) -> Iterator[tuple[int, Word]]:
        """Yield every word with the index of its line."""
        for index, line in enumerate(self.lines):
            for word in line.words:
                yield index, word
