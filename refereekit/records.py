"""What reading a paper recorded: pages, captions, equation labels, hidden text.

A page's `text` is the single text that positions refer to. Its lines end in a line
feed; a blank line separates two streams (body, a caption, a footnote, the running
head) that nobody reads as one. Text that a reader cannot see is not in it. A glyph
without a known character is U+FFFD there; something painted between two words that
is no text is U+FFFC. Neither ever matches anything.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Sequence
from enum import StrEnum, unique

from refereekit.positions import BBox, Span
from refereekit.values import Value

__all__ = [
    "BREAK",
    "Caption",
    "CaptionKind",
    "DisplayedEquation",
    "HiddenText",
    "LabelCandidate",
    "Line",
    "LineTable",
    "Original",
    "Page",
    "Paper",
    "Rejection",
    "Role",
    "Why",
]

BREAK = -1
"""In `Page.readings`: nothing may be read across this place."""


@unique
class Role(StrEnum):
    """What a line of a page is."""

    BODY = "body"
    HEADING = "heading"
    CAPTION = "caption"
    DISPLAY = "display"
    FOOTNOTE = "footnote"
    RUNNING_HEAD = "running-head"
    RUNNING_FOOT = "running-foot"
    FIGURE_TEXT = "figure-text"
    TABLE = "table"
    REFERENCE = "reference"


class Line(Value):
    """One line of a page: its span in the page's text and where it is printed.

    `extents` holds, for every white-space separated word of the line, where it
    starts and ends along the line's direction (x for 0 and 180 degrees, y for 90 and
    270), in points. `margin_number` is the number that a review manuscript prints
    beside the line; it is no part of the text. `margin_is_right` tells on which side.
    """

    span: Span
    bbox: BBox
    role: Role
    direction: int = 0
    margin_number: str | None = None
    extents: tuple[tuple[float, float], ...] = ()
    margin_is_right: bool = False


class LineTable(Sequence[Line]):
    """Lines that know where each of them starts without looking at it."""

    @abstractmethod
    def start(self, index: int) -> int:
        """Return where in the page's text a line starts."""


class Page(Value):
    """One physical page.

    `number` counts from 1; `label` is the printed page label as the PDF declares it,
    else the number as a string. `raised` and `lowered` are the spans of superscripts
    and subscripts in `text`. `readings` are other orders in which the same lines can
    honestly be read (the order of the file, for one): indexes into `lines`, with
    `BREAK` where nothing may be joined. `flow_start` and `flow_end` are the lines at
    which body text comes from the page before and goes on to the page after, where
    the layout says that it does. `is_ocr` marks a page whose text is a recognition
    layer over a picture.
    """

    number: int
    label: str
    width: float
    height: float
    rotation: int
    text: str
    lines: Sequence[Line] = ()
    raised: tuple[Span, ...] = ()
    lowered: tuple[Span, ...] = ()
    readings: tuple[tuple[int, ...], ...] = ()
    flow_start: int | None = None
    flow_end: int | None = None
    is_readable: bool = True
    is_ocr: bool = False

    def line_at(self, offset: int) -> int:
        """Return the index of the last line that starts at an offset or before it.

        0 where none does.
        """
        lines = self.lines

        def start(index: int) -> int:
            if isinstance(lines, LineTable):
                return lines.start(index)
            return lines[index].span.start

        return max(0, bisect_right(range(len(lines)), offset, key=start) - 1)

    @property
    def name(self) -> str:
        """Return `page 3`, with the printed label where it differs."""
        if self.label and self.label != str(self.number):
            return f"page {self.number} (printed {self.label})"
        return f"page {self.number}"


@unique
class CaptionKind(StrEnum):
    """What a caption belongs to."""

    FIGURE = "figure"
    TABLE = "table"
    ALGORITHM = "algorithm"


class Caption(Value):
    """A figure's, table's or algorithm's caption and its label (`3`, `S2`, `A.1`)."""

    kind: CaptionKind
    label: str
    page_number: int
    text: str
    bbox: BBox


class DisplayedEquation(Value):
    """A label printed beside a displayed equation, without its parentheses."""

    label: str
    page_number: int
    bbox: BBox
    display: BBox


@unique
class Rejection(StrEnum):
    """Why a label-shaped token was not accepted as a displayed equation's label."""

    GRAPHICS_BESIDE_LABEL = "graphics-beside-label"
    NO_COLUMN = "no-column"
    NO_DISPLAY = "no-display"
    NO_MATH = "no-math"
    NOT_AT_COLUMN_EDGE = "not-at-column-edge"
    NOT_CENTRED = "not-centred"
    PAGE_MARGIN = "page-margin"
    TABULAR = "tabular"
    TEXT_AFTER_LABEL = "text-after-label"


class LabelCandidate(Value):
    """A label-shaped token in parentheses that was refused, and every reason why.

    `evidence` says for each of the reasons, in their order, what was seen.
    """

    label: str
    page_number: int
    bbox: BBox
    rejected: tuple[Rejection, ...]
    evidence: tuple[str, ...] = ()


@unique
class Why(StrEnum):
    """Why a text cannot be seen by a reader of the page."""

    WHITE = "white"
    INVISIBLE_MODE = "invisible-mode"
    OFF_PAGE = "off-page"
    TINY = "tiny"
    COVERED = "covered"
    CLIPPED = "clipped"
    LAYER_OFF = "layer-off"


class HiddenText(Value):
    """Words that the file holds and a reader of the page cannot see."""

    page_number: int
    text: str
    why: Why
    bbox: BBox


class Original(Value):
    """The PDF that a session is bound to."""

    name: str
    sha256: str
    page_count: int


class Paper(Value):
    """A paper as read: the single input of every check.

    `equations` is `None` where a session predates equation records.
    """

    original: Original
    pages: Sequence[Page]
    captions: tuple[Caption, ...] = ()
    equations: tuple[DisplayedEquation, ...] | None = ()
    candidates: tuple[LabelCandidate, ...] = ()
    hidden: tuple[HiddenText, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def page_count(self) -> int:
        """Return the number of physical pages."""
        return len(self.pages)

    def page(self, number: int) -> Page | None:
        """Return the page with this physical number, from 1."""
        if not 1 <= number <= len(self.pages):
            return None
        return self.pages[number - 1]
