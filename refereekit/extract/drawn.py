"""What a page draws around a label, by pdfplumber, where PDFium's boxes leave doubt.

PDFium's boxes of neighbouring paths are joined into one, which does not tell a frame
or a tinted ground around a display from a drawing beside its label. pdfplumber keeps
every line, rectangle and curve apart. It takes a hundred times as long, so that it is
asked only where everything else speaks for a label.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from refereekit.extract.equations import EquationReading, Judgement
from refereekit.extract.source import Data
from refereekit.extract.surroundings import Side
from refereekit.positions import BBox
from refereekit.records import Rejection
from refereekit.values import Value, replace

if TYPE_CHECKING:
    from refereekit.extract.plumbed import PlumbedPages

__all__ = ["Drawing", "DrawnPages", "without_frames"]

_BY_A_FRAME = frozenset(
    {
        Rejection.GRAPHICS_BESIDE_LABEL,
        Rejection.NOT_AT_COLUMN_EDGE,
        Rejection.TABULAR,
    }
)
"""Reasons that a frame gives: it is drawn, indents its text, and has two edges."""

_THIN = 1.5
"""Points; a thinner stroke is a fraction's bar or a part of a root's sign."""

_PADDING = 16.0
"""Points between a frame and what it holds; 11.4 is the widest default of a package."""

_RULE = 0.6
"""Share of a frame's width from which a thin stroke in it is a rule of a table."""


class Drawing(Value):
    """The boxes of all that a page draws, and of its ruled tables."""

    boxes: tuple[BBox, ...]
    tables: tuple[BBox, ...] = ()


Draw = Callable[[int], "Drawing | None"]
"""From a page's number to what is drawn on it, `None` where that is unknown."""


class DrawnPages:
    """The drawings of a PDF's pages, opened when the first one is asked for.

    `skip` numbers pages that are not looked at, as if they could not be read.
    """

    def __init__(
        self,
        data: Data,
        password: str | None,
        skip: frozenset[int] = frozenset(),
    ) -> None:
        self._data, self._password, self._skip = data, password, skip
        self._pages: PlumbedPages | None = None

    def on_page(self, number: int) -> Drawing | None:
        """Return what is drawn on a page, `None` if it cannot be read."""
        if number in self._skip:
            return None
        if self._pages is None:
            # Imported here and not above: it takes as long as reading ten pages.
            from refereekit.extract.plumbed import PlumbedPages

            self._pages = PlumbedPages(self._data, self._password)
        return self._pages.on_page(number)

    def close(self) -> None:
        """Release the file."""
        if self._pages is not None:
            self._pages.close()


def without_frames(reading: EquationReading, draw: Draw) -> EquationReading:
    """Accept the labels whose only fault is a frame around them and their display."""
    return replace(
        reading, judgements=tuple(_judged(j, draw) for j in reading.judgements)
    )


def _judged(judgement: Judgement, draw: Draw) -> Judgement:
    reasons = {reason for reason, _ in judgement.against}
    if Rejection.GRAPHICS_BESIDE_LABEL not in reasons or not reasons <= _BY_A_FRAME:
        return judgement
    drawing = draw(judgement.page_number)
    if drawing is None or not _is_framed(judgement, drawing):
        return judgement
    return replace(judgement, side=Side.RIGHT, against=())


def _is_framed(judgement: Judgement, drawing: Drawing) -> bool:
    """Tell whether all that is drawn near a label goes around it and its display."""
    label, display = judgement.bbox, judgement.display
    start, end = min(display.x0, label.x0), max(display.x1, label.x1)
    row = BBox(start, label.top, end, label.bottom)
    frames = [box for box in drawing.boxes if _contains(box, row)]
    if not frames or any(_contains(table, row) for table in drawing.tables):
        return False
    inside = min(frames, key=lambda box: box.width * box.height)
    if inside.x1 - label.x1 > _PADDING:
        return False
    return not any(
        box.overlaps(inside) and _is_drawn_in(box, inside)
        for box in drawing.boxes
        if box not in frames
    )


def _is_drawn_in(box: BBox, frame: BBox) -> bool:
    """Tell whether a box in a frame is more than a formula's stroke or an edge."""
    if min(box.width, box.height) > _THIN:
        return not _contains(box, frame)
    at_edge = (
        min(
            abs(box.top - frame.top),
            abs(box.bottom - frame.bottom),
            abs(box.x0 - frame.x0),
            abs(box.x1 - frame.x1),
        )
        <= _PADDING / 2
    )
    return box.width > _RULE * frame.width and not at_edge


def _contains(outer: BBox, inner: BBox) -> bool:
    return (
        outer.x0 <= inner.x0
        and outer.top <= inner.top
        and outer.x1 >= inner.x1
        and outer.bottom >= inner.bottom
    )
