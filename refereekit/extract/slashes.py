"""Strokes drawn through a sign: `=` with a slash over it is read as another sign.

Which one is not known here, so that nobody is taken to have read the sign itself.
"""

from __future__ import annotations

import ctypes
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice

from refereekit.extract import binding
from refereekit.extract.binding import raw
from refereekit.extract.clips import Edges, bounds_of, placed
from refereekit.extract.frame import Frame
from refereekit.extract.glyphs import Glyphs
from refereekit.extract.layout import GraphicKind
from refereekit.extract.painted import Painted
from refereekit.extract.pieces import Piece
from refereekit.extract.shapes import Shape
from refereekit.extract.styles import UNREADABLE
from refereekit.extract.suspicion import piece_box
from refereekit.positions import BBox
from refereekit.values import Value

__all__ = ["mark_slashes"]

_SIGNS = re.compile(
    "[-+<=>|~\u00ac\u00b1\u00d7\u00f7\u2010-\u2013\u2190-\u21ff\u2200-\u22ff"
    "\u27c0-\u27ff\u2900-\u2bff]"
)
LARGEST = 48.0
"""Points; a longer stroke belongs to a drawing, a table or a frame."""
LEAST_HEIGHT = 0.8
"""Points; what is less high is a rule, or strikes no sign that can be read."""
# In sizes of the sign.
LONGEST = 2.0
LEAST_REACH = 0.1
"""By which a stroke goes on over and under the middle of the sign that it strikes."""
SHARE = 0.8
"""Of the sign's height, which the stroke has at least."""
BORDER = 0.16
"""Share of a path's box along its sides that holds what only frames it."""
MOST_SEGMENTS = 60
MOST_PARTS = 3_000
"""Objects of a form that are looked at one by one."""

_Point = tuple[float, float]


class _Stroke(Value):
    """What may be a stroke, on the displayed page; an image has no `path`."""

    box: BBox
    path: int | None


def mark_slashes(
    pieces: Sequence[Piece], glyphs: Glyphs, painted: Painted, frame: Frame
) -> None:
    """Make the signs of pieces unreadable through which a stroke is drawn."""
    if not painted.shapes:
        return
    signed = [piece for piece in pieces if _SIGNS.search(piece.text)]
    strokes = sorted(
        _strokes(signed, painted.shapes, frame), key=lambda stroke: stroke.box.x0
    )
    starts = [stroke.box.x0 for stroke in strokes]
    for piece in signed:
        box = piece_box(piece)
        first = bisect_left(starts, box.x0 - LONGEST * piece.size)
        last = bisect_right(starts, box.x1)
        near = [stroke for stroke in strokes[first:last] if stroke.box.overlaps(box)]
        if near:
            _mark(piece, near, glyphs)


def _mark(piece: Piece, strokes: Sequence[_Stroke], glyphs: Glyphs) -> None:
    letters = list(piece.text)
    if len(letters) != piece.end - piece.start:
        return
    for match in _SIGNS.finditer(piece.text):
        ink = glyphs.ink(piece.start + match.start())
        if any(
            _strikes(stroke.box, ink, piece.size)
            and (stroke.path is None or _is_stroke(stroke.path))
            for stroke in strokes
        ):
            letters[match.start()] = UNREADABLE
    piece.text = "".join(letters)


def _strikes(stroke: BBox, ink: BBox, size: float) -> bool:
    """Tell whether a stroke runs over the middle of a sign and beyond it."""
    x, y = (ink.x0 + ink.x1) / 2, (ink.top + ink.bottom) / 2
    reach = LEAST_REACH * size
    return (
        stroke.x0 <= x <= stroke.x1
        and stroke.top <= y - reach
        and stroke.bottom >= y + reach
        and stroke.height >= SHARE * ink.height
        and max(stroke.width, stroke.height) <= LONGEST * size
    )


def _strokes(
    pieces: Sequence[Piece], shapes: Sequence[Shape], frame: Frame
) -> Iterator[_Stroke]:
    """Yield what is small enough to be drawn through a sign of these pieces."""
    boxes: list[BBox] = []
    for shape in shapes if pieces else ():
        box = shape.bbox
        if shape.kind is GraphicKind.FORM:
            boxes = boxes or list(map(piece_box, pieces))
            if any(map(box.overlaps, boxes)):
                yield from _within(shape.handle, frame)
        elif _is_small(box):
            is_image = shape.kind is GraphicKind.IMAGE
            yield _Stroke(box, None if is_image else shape.handle)


def _is_small(box: BBox) -> bool:
    width, height = box.x1 - box.x0, box.bottom - box.top
    return LEAST_HEIGHT < height <= LARGEST and width <= LARGEST


def _within(form: int, frame: Frame) -> Iterator[_Stroke]:
    """Yield what is small in a form and in the forms within it."""
    for handle, edges in islice(_parts(form, 0), MOST_PARTS):
        box = frame.box(*edges)
        if _is_small(box):
            is_image = binding.object_type(handle) == raw.FPDF_PAGEOBJ_IMAGE
            yield _Stroke(box, None if is_image else handle)


def _parts(form: int, depth: int) -> Iterator[tuple[int, Edges]]:
    """Yield paths and images in a form, and their edges in the space around it."""
    for order in range(binding.form_count(form) if depth < binding.MOST_NESTED else 0):
        handle = binding.form_object(form, order)
        kind = binding.object_type(handle)
        if kind == raw.FPDF_PAGEOBJ_FORM:
            for inner, edges in _parts(handle, depth + 1):
                yield inner, placed(edges, form)
        elif kind in (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_PATH):
            bounds = bounds_of(handle)
            if bounds is not None:
                yield handle, placed(bounds, form)


def _is_stroke(path: int) -> bool:
    """Tell whether a path does more than frame or fill its box."""
    if not 0 < binding.path_segments(path) <= MOST_SEGMENTS:
        return True
    runs = list(_runs(path))
    if not runs:
        return False
    xs = [x for run in runs for x, _ in run]
    ys = [y for run in runs for _, y in run]
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    if min(width, height) <= BORDER * max(width, height):
        return True
    across, down = BORDER * width, BORDER * height
    return any(
        min(x - min(xs), max(xs) - x) > across and min(y - min(ys), max(ys) - y) > down
        for x, y in map(_middle, runs)
    )


def _middle(run: tuple[_Point, _Point]) -> _Point:
    (x0, y0), (x1, y1) = run
    return (x0 + x1) / 2, (y0 + y1) / 2


def _runs(path: int) -> Iterator[tuple[_Point, _Point]]:
    """Yield both ends of each line of a path; those of a curve by its handles."""
    matrix = raw.FS_MATRIX()
    binding.object_matrix(path, ctypes.addressof(matrix))
    x, y = ctypes.c_float(), ctypes.c_float()
    last: _Point | None = None
    for place in range(binding.path_segments(path)):
        segment = binding.path_segment(path, place)
        binding.segment_point(segment, ctypes.addressof(x), ctypes.addressof(y))
        point = (
            matrix.a * x.value + matrix.c * y.value,
            matrix.b * x.value + matrix.d * y.value,
        )
        if (
            last is not None
            and binding.segment_kind(segment) != raw.FPDF_SEGMENT_MOVETO
        ):
            yield last, point
        last = point
