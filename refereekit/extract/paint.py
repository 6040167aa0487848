"""The paint that a text leaves: the page drawn with and without it."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from PIL import Image, ImageChops

from refereekit.extract import binding
from refereekit.extract.binding import raw
from refereekit.extract.drawings import Pixels, View, draw, view_around
from refereekit.extract.frame import Frame
from refereekit.extract.glyphs import Glyphs
from refereekit.extract.hidden import Doubt
from refereekit.extract.idle import only_near
from refereekit.extract.overlaps import overlapping
from refereekit.extract.overlays import Overlay
from refereekit.extract.painted import Painted
from refereekit.extract.pieces import Piece
from refereekit.extract.scans import recognised
from refereekit.extract.shapes import NO_FRAME, ShapeReader
from refereekit.extract.stencils import CLIP_MODE, unshown
from refereekit.extract.suspicion import STROKE_MODES, piece_box
from refereekit.extract.whitepaper import on_white_paper
from refereekit.positions import BBox

__all__ = ["PageCanvas"]

LEAST_CONTRAST = 24
"""Of 255: a difference that can be seen."""
DARK, LEAST_ON_DARK = 96, 48
"""The same on a dark ground, where the black of inks stands for 0 or for 40."""
LEAST_TRACE = 6
"""Of 255: the same at a glyph's edge, which covers parts of pixels only."""
_TRACE = 1
_IS_TRACE = bytes(LEAST_TRACE) + bytes([_TRACE]) * (256 - LEAST_TRACE)
FULL_CONTRAST = 128
LEAST_SHARE, LEAST_LOOSE_SHARE = 0.26, 0.13
"""Of the contrast that a colour has to its ground; white over black leaks 0.25.

How thin the strokes are that stand in a loose box is not known.
"""
LEAST_LETTERS, BLOT_TONE, BLOT_SHARE = 3, 64, 0.75
"""Bold capitals blacken half of the box from their ascenders to their descenders."""
TILE = 1_800.0
"""Points; a poster is drawn in parts, each at the full scale."""
_IS_DARK = bytes(BLOT_TONE + 1) + bytes([1]) * (255 - BLOT_TONE)
MOST_LAYERS = 4
"""Texts that are looked at one under the other; each costs a drawing."""
_OF_BLUE = [value * 2 // 5 for value in range(256)]
"""Light yellow is as good as white: of the colours, blue gives the least contrast."""
_IS_NOTE = [0] * LEAST_CONTRAST + [255] * (256 - LEAST_CONTRAST)


class PageCanvas:
    """Draws a loaded page."""

    def __init__(
        self, page: Any, frame: Frame, glyphs: Glyphs, painted: Painted
    ) -> None:
        """Take a page, its glyphs and its objects."""
        self._page, self._frame, self._glyphs = page, frame, glyphs
        self._painted = painted

    def unpainted(self, doubts: Sequence[Doubt]) -> set[int]:
        """Return the places in `doubts` of pieces that leave no visible paint.

        Every glyph has to leave some, on all of its sides: a covered `1` makes another
        number of 125, a covered right half an `n` of an `m`.
        """
        tiles: dict[tuple[int, int], list[int]] = {}
        unseen = self._unshown(doubts)
        for place, doubt in enumerate(doubts):
            if binding.render_mode(doubt.piece.style.handle) >= CLIP_MODE:
                continue
            box = piece_box(doubt.piece)
            tile = int(box.x0 // TILE), int(box.top // TILE)
            tiles.setdefault(tile, []).append(place)
        for places in tiles.values():
            found = self._unpainted([doubts[place] for place in places])
            unseen.update(places[index] for index in found)
        return unseen

    def _unshown(self, doubts: Sequence[Doubt]) -> set[int]:
        """Return the places of pieces that clip and whose shape is not shown."""
        stencils = {
            place: doubt.piece
            for place, doubt in enumerate(doubts)
            if binding.render_mode(doubt.piece.style.handle) >= CLIP_MODE
        }
        if not stencils:
            return set()
        handles = {piece.style.handle for piece in stencils.values()}
        inks = {place: self._inks(piece) for place, piece in stencils.items()}
        return unshown(self._page, self._frame, handles, inks)

    def _unpainted(self, doubts: Sequence[Doubt]) -> set[int]:
        inks = [self._inks(doubt.piece) for doubt in doubts]
        boxes = [box for own in inks for box in own]
        if not boxes:
            return set(range(len(doubts)))
        view = view_around(boxes, self._frame)
        places = [piece_box(doubt.piece) for doubt in doubts]
        unseen: set[int] = set()
        address = binding.address(self._page)
        with only_near(address, self._frame, places, self._painted.clips):
            unseen |= self._missed(doubts, inks, view)
            if self._painted.paints.has_blends():
                with on_white_paper(self._page, self._frame):
                    unseen |= self._missed(doubts, inks, view)
        return unseen

    def _missed(
        self, doubts: Sequence[Doubt], inks: Sequence[Sequence[BBox]], view: View
    ) -> set[int]:
        """Return the places of pieces of which a drawing does not show all glyphs."""
        missed: set[int] = set()
        shown = draw(self._page, view)
        for layer in _layers([doubt.piece for doubt in doubts]):
            handles = {doubts[place].piece.style.handle for place in layer}
            handles |= self._painted.silent
            paint = self._paint_of(handles, shown, view)
            missed.update(
                place
                for place in layer
                if not paint.shows_all(inks[place], doubts[place].piece)
            )
        return missed

    def noted(self, overlays: Sequence[Overlay]) -> tuple[BBox, ...]:
        """Return the boxes of what annotations show besides marks on the text."""
        fields = [over.bbox for over in overlays if over.is_field and over.has_words]
        boxes = [o.bbox for o in overlays if o.has_words and not o.is_field]
        if not boxes:
            return tuple(fields)
        view = view_around(boxes, self._frame)
        shown = draw(self._page, view)
        without = draw(self._page, view, annotations=0)
        paint = ImageChops.difference(shown, without).convert("L")
        return (*fields, *view.boxes(paint.point(_IS_NOTE)))

    def _paint_of(self, handles: Set[int], shown: Image.Image, view: View) -> _Paint:
        """Return what text objects paint on the page that is shown."""
        modes = {handle: binding.render_mode(handle) for handle in handles}
        for handle in handles:
            binding.set_render_mode(handle, raw.FPDF_TEXTRENDERMODE_INVISIBLE)
        without = draw(self._page, view)
        for handle, mode in modes.items():
            binding.set_render_mode(handle, mode)
        red, green, blue = ImageChops.difference(shown, without).split()
        tones = ImageChops.lighter(ImageChops.lighter(red, green), blue.point(_OF_BLUE))
        return _Paint(tones, without, view)

    def _inks(self, piece: Piece) -> list[BBox]:
        """Return the boxes of a piece's glyphs.

        Those that have no outline are left out, unless they are letters.
        """
        if not piece.style.font.name:
            return [piece_box(piece)]
        text = self._glyphs.text
        inks = [(i, self._glyphs.ink(i)) for i in range(piece.start, piece.end)]
        return [
            ink
            for i, ink in inks
            if min(ink.width, ink.height) > 0 or text[i].isalnum()
        ]

    def inked(self, doubts: Sequence[Doubt]) -> set[int]:
        """Return the places in `doubts` of pieces where the page shows words."""
        pieces = [doubt.piece for doubt in doubts]
        view = view_around([_around(piece) for piece in pieces], self._frame)
        return set(recognised(pieces, draw(self._page, view).convert("L"), view))


def _around(piece: Piece) -> BBox:
    """Return the box of a piece and of the gaps beside it."""
    box, size = piece_box(piece), max(piece.size, 0.0)
    return BBox(box.x0 - size, box.top - size, box.x1 + size, box.bottom + size)


def _layers(pieces: Sequence[Piece]) -> list[list[int]]:
    """Return the places of pieces in groups in which none covers another.

    What two texts in one place paint is not known from a page that lacks both.
    """
    layer_of = dict.fromkeys((piece.style.handle for piece in pieces), 0)
    for first, second in overlapping(pieces):
        one, other = pieces[first], pieces[second]
        below, above = one.style.handle, other.style.handle
        if layer_of[below] == layer_of[above] and not _is_repeated(one, other):
            layer_of[above] = min(layer_of[below] + 1, MOST_LAYERS - 1)
    layers: list[list[int]] = [[] for _ in range(MOST_LAYERS)]
    for place, piece in enumerate(pieces):
        layers[layer_of[piece.style.handle]].append(place)
    return [layer for layer in layers if layer]


def _is_repeated(one: Piece, other: Piece) -> bool:
    """Tell whether two pieces imitate bold type: the same letters in one colour."""
    if one.style.handle == other.style.handle:
        return True
    if one.text not in other.text and other.text not in one.text:
        return False
    reader = ShapeReader(NO_FRAME)
    return reader.colour(one.style.handle) == reader.colour(other.style.handle)


class _Paint:
    """What texts leave on a drawn page, row by row of pixels.

    Asked glyph by glyph, pictures cut out of a picture take most of reading a page.
    """

    def __init__(self, paint: Image.Image, without: Image.Image, view: View) -> None:
        self._tones = paint.tobytes()
        self._traces = self._tones.translate(_IS_TRACE)
        self._without = without
        self._view = view

    def shows_all(self, inks: Sequence[BBox], piece: Piece) -> bool:
        """Tell whether each glyph of a piece leaves paint, and not only a blot."""
        # The boxes of glyphs that a font draws itself, or that are askew, are loose.
        is_loose = piece.style.is_askew or not piece.style.font.name
        return (
            bool(inks)
            and all(self._shows(box, piece, is_loose=is_loose) for box in inks)
            and not self._is_blot(piece)
        )

    def _shows(self, box: BBox, piece: Piece, *, is_loose: bool) -> bool:
        """Tell whether a glyph leaves paint, on all sides unless its box is loose.

        A stroke thinner than a pixel leaves a part of its tone.
        """
        view = self._view
        x0, top, x1, bottom = view.pixels(box)
        if x0 >= x1 or top >= bottom:
            return False
        starts = range(top * view.width + x0, bottom * view.width + x0, view.width)
        width = x1 - x0
        share = min(1.0, box.width * view.across, box.height * view.down)
        tones = b"".join([self._tones[start : start + width] for start in starts])
        most = max(tones)
        if most < LEAST_CONTRAST * share:
            return False
        if most < FULL_CONTRAST * share:
            pixels = x0, top, x1, bottom
            if most < LEAST_ON_DARK * share and self._ground(pixels) < DARK:
                return False
            due = self._due(piece, pixels) * share
            if most < due * (LEAST_LOOSE_SHARE if is_loose else LEAST_SHARE):
                return False
        return is_loose or self._is_whole(starts, width)

    def _due(self, piece: Piece, pixels: Pixels) -> float:
        """Return the contrast that a piece's colour has to what it stands on."""
        handle = piece.style.handle
        colour = ShapeReader(NO_FRAME).colour(handle)
        if colour is None or binding.render_mode(handle) in STROKE_MODES:
            return 0.0
        tone = Image.new("RGB", (1, 1), colour[:3]).convert("L").tobytes()[0]
        return abs(tone - self._ground(pixels))

    def _ground(self, pixels: Pixels) -> int:
        """Return the tone of what a glyph stands on."""
        ground = self._without.crop(pixels).resize((1, 1), Image.Resampling.BOX)
        return ground.convert("L").tobytes()[0]

    def _is_blot(self, piece: Piece) -> bool:
        """Tell whether the letters of a piece have run into one another."""
        if len(piece.text) < LEAST_LETTERS or not piece.text.isalnum():
            return False
        box = piece_box(piece)
        x0, top, x1, bottom = self._view.pixels(box)
        if x0 >= x1 or top >= bottom or piece.style.is_askew:
            return False
        width = self._view.width
        tones = b"".join(
            self._tones[row * width + x0 : row * width + x1]
            for row in range(top, bottom)
        )
        dark = tones.translate(_IS_DARK).count(1)
        return dark > BLOT_SHARE * len(tones)

    def _is_whole(self, starts: range, width: int) -> bool:
        """Tell whether there is a trace of paint on all four sides of a glyph's box."""
        rows = [self._traces[start : start + width] for start in starts]
        across, down = max(2, width // 3) + 1, max(2, len(rows) // 3) + 1
        return (
            any(_TRACE in row for row in rows[:down])
            and any(_TRACE in row for row in rows[-down:])
            and any(_TRACE in row[:across] for row in rows)
            and any(_TRACE in row[-across:] for row in rows)
        )
