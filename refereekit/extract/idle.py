"""Objects of forms that paint nothing where a text is looked for.

One path of a plot that reaches far out of its axes can take a fifth of a second to
draw, wherever on the page one looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from refereekit.extract import binding
from refereekit.extract.binding import raw
from refereekit.extract.clips import Clips, placed
from refereekit.extract.frame import Frame
from refereekit.positions import BBox

__all__ = ["only_near"]

REACH = 2.0
"""Points by which an outline reaches out of the bounds that PDFium gives."""
MOST_BOXES = 400
MOST_OBJECTS = 20_000


@contextmanager
def only_near(
    page: int, frame: Frame, boxes: Sequence[BBox], clips: Clips
) -> Iterator[None]:
    """Leave out, while this lasts, what the forms of a page paint elsewhere."""
    idle = list(_idle(page, frame, boxes, clips))
    for handle in idle:
        binding.set_active(handle, 0)
    try:
        yield
    finally:
        for handle in idle:
            binding.set_active(handle, 1)


def _idle(
    page: int, frame: Frame, boxes: Sequence[BBox], clips: Clips
) -> Iterator[int]:
    places = boxes if len(boxes) <= MOST_BOXES else [BBox.around(boxes)]
    allowed = MOST_OBJECTS
    for form, kind in binding.objects_on(page):
        if kind != raw.FPDF_PAGEOBJ_FORM:
            continue
        count = binding.form_count(form)
        allowed -= count
        if allowed < 0:
            return
        for order in range(count):
            handle = binding.form_object(form, order)
            edges = clips.visible_edges(handle)
            if edges is None:
                continue
            left, bottom, right, top = placed(edges, form)
            box = frame.box(left - REACH, bottom - REACH, right + REACH, top + REACH)
            if not any(box.overlaps(place) for place in places):
                yield handle
