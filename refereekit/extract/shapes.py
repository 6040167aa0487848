"""The painted objects of a page or form that are no text, as PDFium gives them."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from dataclasses import dataclass

from refereekit.extract import binding
from refereekit.extract.binding import raw
from refereekit.extract.frame import Frame
from refereekit.extract.layout import GraphicKind
from refereekit.positions import BBox

__all__ = ["Shape", "ShapeReader", "is_alike", "plain_texts"]

SAME_COLOUR = 48
"""Of 255 in every channel: colours that cannot be told apart with ease."""
THICK = 2.5
"""Points; a broader stroke may cover a text, those of drawings are below 2."""
SOLID = 255
MOST_PAIRS = 200_000
"""Texts of a form times what is painted in it that are compared at most."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A painted object that is no text: where, when, and in what colour.

    `colour` is the fill as (red, green, blue, alpha), `None` for images, shadings,
    forms and what is only stroked; `is_thick` tells of that that it is a broad stroke.
    """

    kind: GraphicKind
    bbox: BBox
    order: int
    colour: tuple[int, int, int, int] | None
    is_thick: bool = False


class ShapeReader:
    """Reads the shapes of objects into the displayed page."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._bounds = [ctypes.c_float() for _ in range(4)]
        self._places = [ctypes.addressof(value) for value in self._bounds]
        self._colour = [ctypes.c_uint() for _ in range(4)]
        self._colour_places = [ctypes.addressof(value) for value in self._colour]
        self._fill, self._stroke = ctypes.c_int(), ctypes.c_int()
        self._width, self._matrix = ctypes.c_float(), raw.FS_MATRIX()
        self._kinds = {
            raw.FPDF_PAGEOBJ_IMAGE: GraphicKind.IMAGE,
            raw.FPDF_PAGEOBJ_SHADING: GraphicKind.SHADING,
            raw.FPDF_PAGEOBJ_FORM: GraphicKind.FORM,
        }

    def shape(self, handle: int, kind: int, order: int) -> Shape | None:
        """Return what an object paints, `None` if nothing."""
        if not binding.object_bounds(handle, *self._places):
            return None
        box = self._frame.box(*(value.value for value in self._bounds))
        if kind != raw.FPDF_PAGEOBJ_PATH:
            return Shape(self._kinds.get(kind, GraphicKind.FORM), box, order, None)
        binding.path_draw_mode(
            handle, ctypes.addressof(self._fill), ctypes.addressof(self._stroke)
        )
        if not self._fill.value and not self._stroke.value:
            return None
        colour = self.colour(handle) if self._fill.value else None
        is_thick = colour is None and self._is_thick(handle, box)
        return Shape(GraphicKind.PATH, box, order, colour, is_thick)

    def _is_thick(self, handle: int, box: BBox) -> bool:
        if min(box.width, box.height) <= THICK:
            return False
        matrix, width = self._matrix, self._width
        raw_handle = ctypes.cast(handle, raw.FPDF_PAGEOBJECT)
        raw.FPDFPageObj_GetStrokeWidth(raw_handle, width)
        raw.FPDFPageObj_GetMatrix(raw_handle, matrix)
        scale = max(math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d))
        return width.value * scale > THICK

    def colour(self, handle: int) -> tuple[int, int, int, int] | None:
        """Return the colour that an object is filled with, `None` for a pattern."""
        if not binding.fill_colour(handle, *self._colour_places):
            return None
        red, green, blue, alpha = (value.value for value in self._colour)
        return red, green, blue, alpha

    def is_solid(self, handle: int) -> bool:
        """Tell whether an object is painted with its full opacity."""
        colour = self.colour(handle)
        return colour is not None and colour[3] == SOLID


def plain_texts(form: int, has_masks: Callable[[], bool]) -> set[int]:
    """Return the texts of a form that nothing else in it can hide.

    Nothing is painted over them, and under them nothing of their colour or unknown. The
    others have to be drawn, which can take seconds. `has_masks` tells whether the page
    has masks or ways to blend; PDFium only says that something may be transparent.
    """
    reader = ShapeReader(Frame(0, 0, 0, 0))
    if binding.has_transparency(form) and (not reader.is_solid(form) or has_masks()):
        return set()
    texts: dict[int, BBox] = {}
    grounds: list[Shape] = []
    pairs = 0
    for order in range(binding.form_count(form)):
        handle = binding.form_object(form, order)
        kind = binding.object_type(handle)
        shape = reader.shape(handle, kind, order)
        if shape is None:
            continue
        if kind == raw.FPDF_PAGEOBJ_TEXT:
            pairs += len(grounds)
            if pairs > MOST_PAIRS:
                return set()
            if not _is_on_its_colour(shape, reader.colour(handle), grounds):
                texts[handle] = shape.bbox
        elif _may_cover(shape):
            pairs += len(texts)
            for text in [h for h, b in texts.items() if b.overlaps(shape.bbox)]:
                del texts[text]
            grounds.append(shape)
    return set(texts)


def _may_cover(shape: Shape) -> bool:
    is_known = shape.kind is GraphicKind.PATH and shape.colour is None
    return shape.is_thick or not is_known


def _is_on_its_colour(
    text: Shape, colour: tuple[int, int, int, int] | None, grounds: list[Shape]
) -> bool:
    under = [ground for ground in grounds if ground.bbox.overlaps(text.bbox)]
    return colour is None or any(
        ground.colour is None or is_alike(colour, ground.colour) for ground in under
    )


def is_alike(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    """Tell whether a text of one colour is lost on a ground of the other."""
    pairs = zip(one[:3], other[:3], strict=True)
    return all(abs(a - b) < SAME_COLOUR for a, b in pairs)
