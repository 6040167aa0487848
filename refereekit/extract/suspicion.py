"""What may keep a text from being seen, by the data of its object and its place.

Some of it settles the matter (an invisible rendering mode, no size, off the page). The
rest only may hide a text: paint over it, a clip, its colour, a layer, a font that draws
its own glyphs; then the page has to be drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from refereekit.extract import binding
from refereekit.extract.binding import raw
from refereekit.extract.covers import Covers
from refereekit.extract.frame import Frame
from refereekit.extract.lines import ASCENT, DESCENT
from refereekit.extract.painted import Painted
from refereekit.extract.pieces import Piece, turned_back
from refereekit.extract.shapes import Colour, ShapeReader, is_light
from refereekit.extract.stencils import CLIP_MODE
from refereekit.positions import BBox
from refereekit.records import Why

__all__ = ["STROKE_MODES", "Looker", "piece_box"]

INVISIBLE_MODE, STENCIL_MODE = 3, 7
STROKE_MODES = (1, 2, 5, 6)
LEAST_SIZE = 1.5
"""Points below which nobody reads a text."""
LEAST_ADVANCE = 0.08
"""Sizes from one letter to the next; those of the narrowest fonts take 0.2."""
FAINT = 128
"""Of 255: an opacity that may hide a text."""
_BLOCKS = re.compile("[\u2580-\u259f\u25a0\u25ae\u2b1b]")
"""Characters that paint over what is under them."""
_MOST_LIGHT = 200


def piece_box(piece: Piece) -> BBox:
    """Return where a piece is displayed."""
    return turned_back(
        piece.u0,
        piece.v - ASCENT * piece.size,
        piece.u1,
        piece.v + DESCENT * piece.size,
        piece.style.direction,
    )


def _middle(piece: Piece) -> tuple[float, float]:
    if piece.style.direction == 0:
        return (piece.u0 + piece.u1) / 2, piece.v - (ASCENT - DESCENT) / 2 * piece.size
    box = piece_box(piece)
    return (box.x0 + box.x1) / 2, (box.top + box.bottom) / 2


class Looker:
    """Looks at text objects' data, once for each object."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        painted: Painted,
        frame: Frame,
        *,
        has_hidden_layers: bool,
    ) -> None:
        self._painted = painted
        self._width, self._height = frame.width, frame.height
        self._covers: Covers | None = None
        if painted.shapes:
            self._covers = Covers(
                painted.shapes, frame, painted.clips, painted.paints.has_shadings
            )
        self._reader = ShapeReader(frame)
        self._colours: dict[int, Colour | None] = {}
        self._of_object: dict[int, Why | None] = {}
        self._modes = {p.style.handle: 0 for p in pieces}
        for handle in self._modes:
            self._modes[handle] = binding.render_mode(handle)
        self._for_all = self._about_all(pieces, has_hidden_layers)

    def _about_all(
        self, pieces: Sequence[Piece], has_hidden_layers: bool
    ) -> Why | None:
        """Return what may hide any text of the page."""
        if has_hidden_layers:
            return Why.LAYER_OFF
        # A clip of white space leaves nothing of what is painted later.
        blank = self._painted.text_order.keys() - self._modes.keys()
        modes = (*self._modes.values(), *map(binding.render_mode, blank))
        if any(mode >= CLIP_MODE for mode in modes):
            return Why.CLIPPED
        # A font without a name draws its glyphs itself, empty ones and blocks too.
        fonts = {id(p.style.font): p.style.font for p in pieces}
        if not self._painted.is_whole or not all(f.name for f in fonts.values()):
            return Why.COVERED
        return None

    def trusts(self, run: Sequence[Piece]) -> bool:
        """Tell whether nothing speaks against any of one text object's pieces.

        They are looked at together, which is most of a page in a third of the time;
        where something does speak against one of them, each has to be asked for.
        """
        handle, _, size, direction, _, y, *_ = run[0].style
        order = self._painted.text_order.get(handle)
        if order is None or self._for_all is not None:
            return False
        if direction or self._modes[handle] >= INVISIBLE_MODE:
            return False
        middle = y - (ASCENT - DESCENT) / 2 * size
        extent = _extent(run) if 0 <= middle <= self._height else None
        if extent is None or extent[0] < 0 or extent[1] > self._width:
            return False
        if self._object(run[0]) is not None:
            return False
        if self._covers is None and not self._painted.overlays:
            return True
        box = BBox(extent[0], y - ASCENT * size, extent[1], y + DESCENT * size)
        return self._is_free(box, order, self._colours[handle])

    def _is_free(self, box: BBox, order: int, colour: Colour | None) -> bool:
        """Tell whether nothing is painted where a text of this colour is."""
        covers, overlays = self._covers, self._painted.overlays
        if covers is not None and covers.hides(box, order, lambda: colour) is not None:
            return False
        return not any(box.overlaps(other.bbox) for other in overlays)

    def certain(self, piece: Piece) -> Why | None:
        """Return why a piece cannot be seen, where its data settle it."""
        if self._modes[piece.style.handle] == INVISIBLE_MODE:
            return Why.INVISIBLE_MODE
        if piece.style.font.name and _is_tiny(piece):
            return Why.TINY
        if self._has_over(piece, is_field=True):
            return Why.COVERED
        x, y = _middle(piece)
        if not (0 <= x <= self._width and 0 <= y <= self._height):
            return Why.OFF_PAGE
        return None

    def doubtful(self, piece: Piece) -> Why | None:
        """Return why a piece may not be seen."""
        handle = piece.style.handle
        if self._modes[handle] == STENCIL_MODE:
            return Why.INVISIBLE_MODE
        order = self._painted.text_order.get(handle)
        if self._covers is not None:
            cover = self._covers.hides(
                piece_box(piece), order, lambda: self._colour(piece)
            )
            if cover is not None:
                return cover
        own = self._object(piece)
        if own is not None:
            return own
        if self._has_over(piece, is_field=False):
            return Why.COVERED
        # What is in a form besides a text is not known here, nor the form's opacity.
        return Why.COVERED if order is None else self._for_all

    def _has_over(self, piece: Piece, *, is_field: bool) -> bool:
        """Tell whether an annotation or a form field may be painted over a piece."""
        return any(
            over.is_cover
            and over.is_field is is_field
            and over.bbox.overlaps(piece_box(piece))
            for over in self._painted.overlays
        )

    def over_others(self, pieces: Sequence[Piece]) -> Sequence[BBox] | None:
        """Return the boxes of text that may cover text, `None` for too many."""
        handles = {h for h, c in self._colours.items() if c and is_light(c)}
        light = [
            piece
            for piece in pieces
            if (handles and piece.style.handle in handles)
            or (not piece.text.isascii() and _BLOCKS.search(piece.text))
        ]
        silent = list(self._silent())
        if len(light) + len(silent) > _MOST_LIGHT:
            return None
        return [*map(piece_box, light), *silent]

    def _silent(self) -> Iterator[BBox]:
        """Yield the boxes of light text that PDFium takes for a copy of other text."""
        for handle in self._painted.silent:
            colour = self._reader.colour(handle)
            if colour is None or is_light(colour):
                shape = self._reader.shape(handle, raw.FPDF_PAGEOBJ_TEXT, 0)
                if shape is not None:
                    yield shape.bbox

    def _colour(self, piece: Piece) -> Colour | None:
        self._object(piece)
        return self._colours[piece.style.handle]

    def _object(self, piece: Piece) -> Why | None:
        """Return why its object's data may hide a piece."""
        handle = piece.style.handle
        if handle not in self._colours:
            self._of_object[handle] = self._look(handle)
        return self._of_object[handle]

    def _look(self, handle: int) -> Why | None:
        colour = self._colours[handle] = self._reader.colour(handle)
        if colour is None or is_light(colour) or colour[3] < FAINT:
            return Why.WHITE
        if self._modes[handle] in STROKE_MODES:
            return Why.WHITE
        if self._painted.clips.is_clipped(handle):
            return Why.CLIPPED
        return Why.WHITE if binding.has_transparency(handle) else None


def _extent(run: Sequence[Piece]) -> tuple[float, float] | None:
    """Return where an object's pieces start and end, `None` if one is odd.

    It is off their baseline, of another size, or too narrow to be read.
    """
    first = run[0]
    u0, u1, v, size = first.u0, first.u1, first.style.y, first.style.size
    least = LEAST_ADVANCE * size
    for piece in run:
        count = len(piece.text)
        is_narrow = count > 1 and piece.u1 - piece.u0 < least * count
        if is_narrow or piece.v != v or piece.size != size:
            return None
        if piece.u0 < u0:
            u0 = piece.u0
        if piece.u1 > u1:
            u1 = piece.u1
    return (u0, u1) if size >= LEAST_SIZE else None


def _is_tiny(piece: Piece) -> bool:
    if piece.size < LEAST_SIZE:
        return True
    count = len(piece.text)
    return count > 1 and piece.u1 - piece.u0 < LEAST_ADVANCE * piece.size * count
