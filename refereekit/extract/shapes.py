"""The painted objects of a page or form that are no text, as PDFium gives them."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable

from refereekit.extract import binding
from refereekit.extract.binding import raw
from refereekit.extract.frame import Frame
from refereekit.extract.layout import GraphicKind
from refereekit.positions import BBox
from refereekit.values import Value

__all__ = [
    "NO_FRAME",
    "THICK",
    "WHITE",
    "Colour",
    "Paints",
    "Shape",
    "ShapeReader",
    "is_alike",
    "is_light",
]

SAME_COLOUR = 48
"""Of 255 in every channel: colours that cannot be told apart with ease."""
LIGHT = 200
"""Of 255 in every channel: a colour that may vanish on white paper."""
THICK = 2.5
"""Points; a broader stroke may cover a text, those of drawings are below 2."""
SOLID = 255
WHITE = (255, 255, 255)
_TILED = (191, 191, 191)
"""What PDFium says of every pattern of tiles, whatever they show."""

Colour = tuple[int, int, int, int]
"""Red, green, blue and opacity, each of 255."""


def _nothing() -> bool:
    return False


class Paints(Value):
    """What a page's resources tell of its paint, asked where it matters.

    `has_masks`: it sets soft masks or ways to blend. `has_shadings`: what PDFium calls
    white may be filled with a pattern that shades. `has_blends`: something on it, in
    its forms too, may be blended with what is under it.
    """

    has_masks: Callable[[], bool] = _nothing
    has_shadings: Callable[[], bool] = _nothing
    has_blends: Callable[[], bool] = _nothing


class Shape(Value):
    """A painted object that is no text: where, when, and in what colour.

    `colour` is that of the filling, `None` for patterns, images, shadings, forms and
    what is only stroked. `handle` is the address of PDFium's object.
    """

    kind: GraphicKind
    bbox: BBox
    order: int
    colour: Colour | None
    handle: int
    is_filled: bool = True
    is_stroked: bool = False


NO_FRAME = Frame(0, 0, 0, 0)
"""For what is looked at in its own space, or without its place."""


class ShapeReader:
    """Reads the shapes of objects into the displayed page."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._bounds, self._places = binding.numbers("f", 4)
        self._colour, self._colour_places = binding.numbers("I", 4)
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
        box = self._frame.box(*self._bounds)
        if kind != raw.FPDF_PAGEOBJ_PATH:
            name = self._kinds.get(kind, GraphicKind.FORM)
            return Shape(name, box, order, None, handle)
        binding.path_draw_mode(
            handle, ctypes.addressof(self._fill), ctypes.addressof(self._stroke)
        )
        is_filled, is_stroked = bool(self._fill.value), bool(self._stroke.value)
        if not is_filled and not is_stroked:
            return None
        colour = self.colour(handle) if is_filled else None
        return Shape(
            GraphicKind.PATH, box, order, colour, handle, is_filled, is_stroked
        )

    def is_thick(self, handle: int, box: BBox) -> bool:
        """Tell whether a stroke with these bounds is broad."""
        return min(box.width, box.height) > THICK and self.stroke_width(handle) > THICK

    def stroke_width(self, handle: int) -> float:
        """Return how broad an object's outline is, in the space around it."""
        matrix, width = self._matrix, self._width
        raw_handle = ctypes.cast(handle, raw.FPDF_PAGEOBJECT)
        raw.FPDFPageObj_GetStrokeWidth(raw_handle, width)
        raw.FPDFPageObj_GetMatrix(raw_handle, matrix)
        scale = max(math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d))
        return float(width.value * scale)

    def colour(self, handle: int) -> Colour | None:
        """Return the colour that an object is filled with, `None` for a pattern."""
        return self._asked(binding.fill_colour, handle)

    def stroke_colour(self, handle: int) -> Colour | None:
        """Return the colour of an object's outline, `None` for a pattern."""
        return self._asked(binding.stroke_colour, handle)

    def _asked(self, ask: Callable[..., int], handle: int) -> Colour | None:
        if not ask(handle, *self._colour_places):
            return None
        red, green, blue, alpha = self._colour
        return None if (red, green, blue) == _TILED else (red, green, blue, alpha)

    def is_solid(self, handle: int) -> bool:
        """Tell whether an object is painted with its full opacity."""
        colour = self.colour(handle)
        return colour is not None and colour[3] == SOLID


def is_light(colour: Colour) -> bool:
    """Tell whether a colour may vanish on white paper."""
    red, green, blue, _ = colour
    return red >= LIGHT and green >= LIGHT and blue >= LIGHT


def is_alike(one: Colour, other: Colour) -> bool:
    """Tell whether a text of one colour is lost on a ground of the other."""
    pairs = zip(one[:3], other[:3], strict=True)
    return all(abs(a - b) < SAME_COLOUR for a, b in pairs)
