"""The texts of a form that nothing can hide."""

from __future__ import annotations

from functools import partial

from refereekit.extract import binding
from refereekit.extract.binding import raw
from refereekit.extract.clips import Clips
from refereekit.extract.covers import Covers
from refereekit.extract.shapes import NO_FRAME, Paints, Shape, ShapeReader
from refereekit.positions import BBox

__all__ = ["plain_texts"]


def plain_texts(form: int, paints: Paints, clips: Clips) -> set[int]:
    """Return the texts of a form that nothing of the form can hide.

    The others have to be drawn, which can take seconds. `paints` are asked
    whether the page has masks; PDFium only says that something may be transparent.
    """
    reader = ShapeReader(NO_FRAME)
    if binding.has_transparency(form) and (
        not reader.is_solid(form) or paints.has_masks()
    ):
        return set()
    if clips.is_clipped(form):
        return set()
    texts: list[tuple[int, int, BBox]] = []
    shapes: list[Shape] = []
    for order in range(binding.form_count(form)):
        handle = binding.form_object(form, order)
        kind = binding.object_type(handle)
        shape = reader.shape(handle, kind, order)
        if shape is not None and kind == raw.FPDF_PAGEOBJ_TEXT:
            texts.append((handle, order, shape.bbox))
        elif shape is not None:
            shapes.append(shape)
    covers = Covers(shapes, NO_FRAME, clips, paints.has_shadings)
    return {
        handle
        for handle, order, box in texts
        if not covers.hides(box, order, partial(reader.colour, handle))
    }
