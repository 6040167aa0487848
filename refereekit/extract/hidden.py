"""Text that the file holds and a reader of the page cannot see.

What an object's own data settle (its rendering mode, its size, its place) is decided
from them. Where something only may hide a text (paint over it, a clip, its colour,
a layer), the page is drawn with and without it and compared.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from refereekit.extract import binding
from refereekit.extract.frame import Frame
from refereekit.extract.layout import GraphicKind
from refereekit.extract.lines import ASCENT, DESCENT
from refereekit.extract.painted import Painted, Shape
from refereekit.extract.pieces import Piece, turned_back
from refereekit.positions import BBox
from refereekit.records import HiddenText, Why

__all__ = ["Doubt", "Sight", "hidden_records", "piece_box", "see_pieces"]

INVISIBLE_MODES = (3, 7)
LEAST_SIZE = 1.0
"""Points below which nobody reads a text."""
LIGHT = 200
"""Of 255 in every channel: a colour that may vanish on white paper."""
SAME_COLOUR = 48
FAINT = 128
"""Of 255: an opacity that may hide a text."""
CLIP_SLACK = 1.5
OCR_SHARE = 0.9
SCAN_SHARE = 0.6
_MOST_CLIPS = 16


@dataclass(frozen=True, slots=True)
class Doubt:
    """A piece of text that may not be seen, and why that would be."""

    piece: Piece
    why: Why


@dataclass(frozen=True, slots=True)
class Sight:
    """The pieces that are seen, those that are not, and whether it is an OCR layer."""

    seen: tuple[Piece, ...]
    hidden: tuple[Doubt, ...]
    is_ocr: bool = False


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


def see_pieces(
    pieces: Sequence[Piece],
    painted: Painted,
    frame: Frame,
    *,
    has_hidden_layers: bool,
    unpainted: Callable[[Sequence[Doubt]], set[int]],
) -> Sight:
    """Tell the pieces that are seen from those that are not.

    `unpainted` draws the page and returns which of the doubtful pieces (by their
    place) leave no paint.
    """
    hidden: list[Doubt] = []
    doubts: list[Doubt] = []
    looker = _Looker(painted, frame, has_hidden_layers=has_hidden_layers)
    for piece in pieces:
        certain = looker.certain(piece)
        if certain is not None:
            hidden.append(Doubt(piece, certain))
            continue
        doubtful = looker.doubtful(piece)
        if doubtful is not None:
            doubts.append(Doubt(piece, doubtful))
    if doubts:
        hidden += [doubts[place] for place in sorted(unpainted(doubts))]
    if _is_ocr_layer(pieces, hidden, painted, frame):
        return Sight(tuple(pieces), (), is_ocr=True)
    gone = {id(doubt.piece) for doubt in hidden}
    seen = tuple(piece for piece in pieces if id(piece) not in gone)
    hidden.sort(key=lambda doubt: doubt.piece.start)
    return Sight(seen, tuple(hidden))


class _Looker:
    """Looks at text objects' data, once for each object."""

    def __init__(
        self, painted: Painted, frame: Frame, *, has_hidden_layers: bool
    ) -> None:
        self._painted = painted
        self._frame = frame
        self._has_hidden_layers = has_hidden_layers
        self._covers = [shape for shape in painted.shapes if _is_opaque(shape)]
        self._colours: dict[int, tuple[int, int, int, int]] = {}
        self._of_object: dict[int, tuple[Why | None, Why | None]] = {}
        self._values = [ctypes.c_uint() for _ in range(4)]
        self._places = [ctypes.addressof(value) for value in self._values]

    def certain(self, piece: Piece) -> Why | None:
        """Return why a piece cannot be seen, where its data settle it."""
        mode = self._object(piece)[0]
        if mode is not None:
            return mode
        if 0 < piece.size < LEAST_SIZE and piece.style.font.name:
            return Why.TINY
        x, y = _middle(piece)
        if not (0 <= x <= self._frame.width and 0 <= y <= self._frame.height):
            return Why.OFF_PAGE
        return None

    def doubtful(self, piece: Piece) -> Why | None:
        """Return why a piece may not be seen."""
        cover = self._cover(piece) if self._covers else None
        if cover is not None:
            return cover
        own = self._object(piece)[1]
        if own is not None:
            return own
        if self._has_hidden_layers:
            return Why.LAYER_OFF
        return None if self._painted.is_whole else Why.COVERED

    def _cover(self, piece: Piece) -> Why | None:
        box = piece_box(piece)
        order = self._painted.text_order.get(piece.style.handle)
        for cover in self._covers:
            if cover.bbox.overlaps(box) and self._hides(cover, piece, order):
                return Why.COVERED if _is_later(cover, order) else Why.WHITE
        return None

    def _hides(self, cover: Shape, piece: Piece, order: int | None) -> bool:
        if order is None:
            # Text inside a form: what is in the form itself is not known here.
            return cover.kind is not GraphicKind.FORM
        if cover.order > order:
            return True
        if cover.colour is None:
            return cover.kind is not GraphicKind.FORM
        own = self._colours[piece.style.handle]
        return all(
            abs(a - b) < SAME_COLOUR
            for a, b in zip(own[:3], cover.colour[:3], strict=True)
        )

    def _object(self, piece: Piece) -> tuple[Why | None, Why | None]:
        """Return the certain and the doubtful reason that its object's data give."""
        handle = piece.style.handle
        known = self._of_object.get(handle)
        if known is None:
            known = self._of_object[handle] = self._look(handle)
        return known

    def _look(self, handle: int) -> tuple[Why | None, Why | None]:
        binding.fill_colour(handle, *self._places)
        red, green, blue, alpha = (value.value for value in self._values)
        self._colours[handle] = (red, green, blue, alpha)
        mode = binding.render_mode(handle)
        if mode in INVISIBLE_MODES:
            return Why.INVISIBLE_MODE, None
        if min(red, green, blue) >= LIGHT or alpha < FAINT:
            return None, Why.WHITE
        if _is_clipped(handle):
            return None, Why.CLIPPED
        return None, Why.WHITE if binding.has_transparency(handle) else None


def _is_later(cover: Shape, order: int | None) -> bool:
    return order is None or cover.order > order


def _is_opaque(shape: Shape) -> bool:
    if shape.kind is not GraphicKind.PATH:
        return True
    return shape.colour is not None and shape.colour[3] > 0


def _is_clipped(handle: int) -> bool:
    """Tell whether an object reaches out of the box around its clip."""
    clip = binding.clip_path(handle)
    count = binding.clips(clip) if clip else 0
    if count <= 0:
        return False
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    binding.object_bounds(
        handle, *(ctypes.addressof(value) for value in (left, bottom, right, top))
    )
    for index in range(min(count, _MOST_CLIPS)):
        xs, ys = _clip_points(clip, index)
        if not xs:
            continue
        if (
            left.value < min(xs) - CLIP_SLACK
            or right.value > max(xs) + CLIP_SLACK
            or bottom.value < min(ys) - CLIP_SLACK
            or top.value > max(ys) + CLIP_SLACK
        ):
            return True
    return False


def _clip_points(clip: int, index: int) -> tuple[list[float], list[float]]:
    x, y = ctypes.c_float(), ctypes.c_float()
    xs: list[float] = []
    ys: list[float] = []
    for place in range(max(0, binding.clip_segments(clip, index))):
        segment = binding.clip_segment(clip, index, place)
        if segment and binding.segment_point(
            segment, ctypes.addressof(x), ctypes.addressof(y)
        ):
            xs.append(x.value)
            ys.append(y.value)
    return xs, ys


def _is_ocr_layer(
    pieces: Sequence[Piece],
    hidden: Sequence[Doubt],
    painted: Painted,
    frame: Frame,
) -> bool:
    """Tell whether the text is a recognition layer over a picture of the page."""
    layer = [d for d in hidden if d.why in (Why.INVISIBLE_MODE, Why.COVERED)]
    if len(layer) < OCR_SHARE * len(pieces) or not layer:
        return False
    page = frame.width * frame.height
    return any(
        shape.kind is GraphicKind.IMAGE
        and shape.bbox.width * shape.bbox.height > SCAN_SHARE * page
        for shape in painted.shapes
    )


def hidden_records(number: int, hidden: Iterable[Doubt]) -> tuple[HiddenText, ...]:
    """Return one record for each stretch of hidden words, in the order of the file."""
    stretches: list[list[Doubt]] = []
    for doubt in hidden:
        if stretches and _goes_on(stretches[-1][-1], doubt):
            stretches[-1].append(doubt)
        else:
            stretches.append([doubt])
    return tuple(_record(number, stretch) for stretch in stretches)


def _goes_on(last: Doubt, doubt: Doubt) -> bool:
    # Words of one stretch follow one another in the file, line ends included.
    return doubt.why is last.why and doubt.piece.start - last.piece.end <= 4


def _record(number: int, stretch: list[Doubt]) -> HiddenText:
    words = [stretch[0].piece.text]
    for doubt in stretch[1:]:
        words.append((" " if doubt.piece.is_spaced else "") + doubt.piece.text)
    box = BBox.around(piece_box(doubt.piece) for doubt in stretch)
    return HiddenText(number, "".join(words), stretch[0].why, box)
