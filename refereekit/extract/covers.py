"""What is painted over or under a text and may hide it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from refereekit.extract import binding
from refereekit.extract.binding import raw
from refereekit.extract.clips import Clips, Edges, placed
from refereekit.extract.frame import Frame
from refereekit.extract.layout import GraphicKind
from refereekit.extract.shapes import (
    WHITE,
    Colour,
    Shape,
    ShapeReader,
    is_alike,
    is_light,
)
from refereekit.positions import BBox
from refereekit.records import Why
from refereekit.values import Value

__all__ = ["Covers"]

THIN = 1.2
"""Points; what is filled and thinner is a rule, which hides a text only with others."""
FAINT = 90
"""Of 255: what is painted with less opacity hides a text only with others."""
MANY = 3
"""Rules of the text's own tone, or faint shapes, that may hide one text together."""
BRANCHES = 16
"""Segments of a stroke from which it may hatch."""
MOST_PARTS = 3_000
"""Objects of a form that are looked at one by one for where it paints."""
_NOWHERE = BBox(0.0, 0.0, 0.0, 0.0)
_CELL = 24.0
"""Points; the side of the squares in which shapes are looked for."""
_MOST_CELLS = 64
FEW = 12
"""Shapes that are compared with every text sooner than looked for by their place."""
MOST_LARGE = 400
"""Shapes over many squares that are compared with every text."""


class _Cover(Value):
    """What one shape may do: its visible box and colours, `None` for unknown ones.

    `is_thin`: alone it hides nothing, unless it `is_light`.
    """

    bbox: BBox
    colours: tuple[Colour | None, ...]
    is_thin: bool
    strokes: int = 1
    is_light: bool = False


class Covers:
    """The shapes of a page or form that may hide its texts.

    `is_too_many`: not all can be looked at, so that each text may be hidden.
    """

    def __init__(
        self,
        shapes: Iterable[Shape],
        frame: Frame,
        clips: Clips,
        has_shadings: Callable[[], bool],
    ) -> None:
        self._reader = ShapeReader(frame)
        self._frame = frame
        self._clips = clips
        self._has_shadings = has_shadings
        self._known: dict[int, _Cover] = {}
        self._cells: dict[tuple[int, int], list[Shape]] = {}
        self._large: list[Shape] = []
        visible = [s for s in shapes if s.colour is None or s.colour[3] > 0]
        self._few: list[tuple[float, float, float, float, Shape]] | None = None
        if len(visible) <= FEW:
            self._large = visible
            self._few = [(*shape.bbox, shape) for shape in visible]
        else:
            for shape in visible:
                self._place(shape)
        self.is_too_many = len(self._large) > MOST_LARGE

    def _place(self, shape: Shape) -> None:
        cells = _cells(shape.bbox)
        if cells is None:
            self._large.append(shape)
        else:
            for cell in cells:
                self._cells.setdefault(cell, []).append(shape)

    def hides(
        self, box: BBox, order: int | None, colour: Callable[[], Colour | None]
    ) -> Why | None:
        """Return why a text in this box may be hidden.

        `order` is its place in the order of painting, `None` where that is not known,
        and `colour` gives its colour, `None` for a pattern.
        """
        if self.is_too_many:
            return Why.COVERED
        strokes = 0
        for shape in self._touching(box):
            if shape.order == order:
                continue  # A form is of one place in the order with what it holds.
            cover = self._look(shape)
            if not cover.bbox.overlaps(box):
                continue
            is_later = order is None or shape.order > order
            if not is_later and not _is_lost(cover, colour()):
                continue
            if not cover.is_thin:
                return Why.COVERED if is_later else Why.WHITE
            strokes += MANY if is_later and cover.is_light else cover.strokes
            if strokes >= MANY:
                return Why.COVERED
        return None

    def _touching(self, box: BBox) -> list[Shape]:
        """Return the shapes where a text is, of which there are mostly none."""
        if self._few is None:
            return [shape for shape in self._near(box) if shape.bbox.overlaps(box)]
        left, upper, right, lower = box
        return [
            shape
            for x0, top, x1, bottom, shape in self._few
            if x0 < right and left < x1 and top < lower and upper < bottom
        ]

    def _near(self, box: BBox) -> Iterator[Shape]:
        yield from self._large
        if not self._cells:
            return
        cells = _cells(box)
        if cells is None:
            seen = {id(s): s for found in self._cells.values() for s in found}
        elif len(cells) == 1:
            yield from self._cells.get(cells[0], ())
            return
        else:
            seen = {id(s): s for c in cells for s in self._cells.get(c, ())}
        yield from seen.values()

    def _look(self, shape: Shape) -> _Cover:
        cover = self._known.get(shape.handle)
        if cover is None:
            cover = self._known[shape.handle] = self._looked_at(shape)
        return cover

    def _looked_at(self, shape: Shape) -> _Cover:
        is_form = shape.kind is GraphicKind.FORM
        if is_form:
            edges = _form_edges(shape.handle, self._clips)
        else:
            edges = self._clips.visible_edges(shape.handle)
        if edges is None:
            return _Cover(_NOWHERE, (), is_thin=True)
        bbox = self._frame.box(*edges)
        if shape.kind is not GraphicKind.PATH:
            return _Cover(bbox, (None,), is_thin=False)
        colours, is_thin, strokes = self._paint_of(shape)
        painted = tuple(self._told(c) for c in colours if c is None or c[3] > 0)
        if all(c is not None and c[3] < FAINT for c in painted):
            return _Cover(bbox, painted, is_thin=True)
        light = any(c is None or is_light(c) for c in painted)
        return _Cover(bbox, painted, is_thin, strokes, light)

    def _told(self, colour: Colour | None) -> Colour | None:
        """Return a colour, `None` where PDFium may say so of a pattern that shades."""
        is_white = colour is not None and colour[:3] == WHITE
        return None if is_white and self._has_shadings() else colour

    def _paint_of(self, shape: Shape) -> tuple[list[Colour | None], bool, int]:
        """Return the colours of a path, whether it is thin, how many strokes it is."""
        least = min(shape.bbox.width, shape.bbox.height)
        if not shape.is_stroked:
            return [shape.colour], least < THIN, 1
        stroke = self._reader.stroke_colour(shape.handle)
        is_thick = self._reader.is_thick(shape.handle, shape.bbox)
        if shape.is_filled:
            inside = least - 2 * self._reader.stroke_width(shape.handle)
            return [shape.colour, stroke], not is_thick and inside < THIN, 1
        has_branches = binding.path_segments(shape.handle) > BRANCHES
        return [stroke], not is_thick, MANY if has_branches and not is_thick else 1


def _is_lost(cover: _Cover, colour: Colour | None) -> bool:
    return colour is None or any(
        c is None or is_alike(colour, c) for c in cover.colours
    )


def _form_edges(form: int, clips: Clips) -> Edges | None:
    """Return bounds of what a form paints that is no text, `None` for nothing."""
    count = binding.form_count(form)
    whole = clips.visible_edges(form)
    if whole is None or count > MOST_PARTS:
        return whole
    found = []
    for order in range(count):
        handle = binding.form_object(form, order)
        if binding.object_type(handle) != raw.FPDF_PAGEOBJ_TEXT:
            edges = clips.visible_edges(handle)
            if edges is not None:
                found.append(placed(edges, form))
    if not found:
        return None
    return (
        max(whole[0], min(edges[0] for edges in found)),
        max(whole[1], min(edges[1] for edges in found)),
        min(whole[2], max(edges[2] for edges in found)),
        min(whole[3], max(edges[3] for edges in found)),
    )


def _cells(box: BBox) -> list[tuple[int, int]] | None:
    """Return the squares that a box touches, `None` for too many."""
    x0, x1 = int(box.x0 // _CELL), int(box.x1 // _CELL)
    top, bottom = int(box.top // _CELL), int(box.bottom // _CELL)
    if (x1 - x0 + 1) * (bottom - top + 1) > _MOST_CELLS:
        return None
    return [(x, y) for x in range(x0, x1 + 1) for y in range(top, bottom + 1)]
