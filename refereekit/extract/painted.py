"""What a page paints besides text: rules, graphics, and the order of painting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from refereekit.extract.binding import raw
from refereekit.extract.clips import Clips
from refereekit.extract.forms import plain_texts
from refereekit.extract.frame import Frame
from refereekit.extract.layout import Graphic, GraphicKind
from refereekit.extract.overlays import Overlay, overlays_of
from refereekit.extract.shapes import Paints, Shape, ShapeReader
from refereekit.positions import BBox

__all__ = ["Painted", "clustered", "look_at_objects"]

MOST_OBJECTS = 20_000
"""Objects looked at one by one; a plot of 150,000 strokes would take a second."""
RULE_WIDTH = 3.0
CLUSTER_GAP = 6.0
MOST_CLUSTERED = 4_000


@dataclass(slots=True)
class Painted:
    """The objects of a page. `is_whole` is false where some were not looked at.

    `text_order` gives the place in the order of painting of each text object on the
    page itself; text inside a form is not in it. `overlays` are what is painted over
    the page, stamps and form fields, and `notes` where they show words or signs.
    `silent` are the texts of which no
    glyph was read: PDFium leaves out what repeats a text in its place. `clips` are of
    no use once the page is closed.
    """

    shapes: list[Shape] = field(default_factory=list)
    text_order: dict[int, int] = field(default_factory=dict)
    overlays: list[Overlay] = field(default_factory=list)
    notes: tuple[BBox, ...] = ()
    silent: frozenset[int] = frozenset()
    is_whole: bool = True
    clips: Clips = field(default_factory=Clips)
    paints: Paints = field(default_factory=Paints)

    def rules(self) -> tuple[BBox, ...]:
        """Return the thin horizontal and vertical strokes."""
        return tuple(s.bbox for s in self.shapes if _is_rule(s))

    def graphics(self) -> tuple[Graphic, ...]:
        """Return what else is painted, near paths joined into one box."""
        paths = [
            s.bbox
            for s in self.shapes
            if s.kind is GraphicKind.PATH and not _is_rule(s)
        ]
        others = [
            Graphic(s.kind, s.bbox)
            for s in self.shapes
            if s.kind is not GraphicKind.PATH
        ]
        joined = [Graphic(GraphicKind.PATH, box) for box in clustered(paths)]
        return (*others, *joined)


def _is_rule(shape: Shape) -> bool:
    box = shape.bbox
    thin, long = sorted((box.width, box.height))
    return shape.kind is GraphicKind.PATH and thin <= RULE_WIDTH < long


def clustered(boxes: Sequence[BBox]) -> list[BBox]:
    """Join boxes that touch or nearly touch, from top to bottom."""
    if len(boxes) > MOST_CLUSTERED:
        return [BBox.around(boxes)]
    clusters: list[BBox] = []
    for box in sorted(boxes, key=lambda b: b.top):
        near = BBox(
            box.x0 - CLUSTER_GAP,
            box.top - CLUSTER_GAP,
            box.x1 + CLUSTER_GAP,
            box.bottom + CLUSTER_GAP,
        )
        merged = box
        apart: list[BBox] = []
        for cluster in clusters:
            if cluster.overlaps(near):
                merged = merged.union(cluster)
            else:
                apart.append(cluster)
        clusters = [*apart, merged]
    return clusters


def look_at_objects(
    page: int, objects: Iterable[tuple[int, int]], frame: Frame, paints: Paints
) -> Painted:
    """Return what a loaded page paints, by its objects, each with its type."""
    painted = Painted(paints=paints)
    reader = ShapeReader(frame)
    looked_at = 0
    text = raw.FPDF_PAGEOBJ_TEXT
    for order, (handle, kind) in enumerate(objects):
        if kind == text:
            painted.text_order[handle] = order
            continue
        looked_at += 1
        if looked_at > MOST_OBJECTS:
            painted.is_whole = False
            break
        shape = reader.shape(handle, kind, order)
        if shape is not None:
            painted.shapes.append(shape)
        if kind == raw.FPDF_PAGEOBJ_FORM:
            plain = plain_texts(handle, paints, painted.clips)
            painted.text_order.update(dict.fromkeys(plain, order))
    painted.overlays += overlays_of(page, frame)
    return painted
