"""Clipping paths: what they leave of an object."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from refereekit.extract import binding
from refereekit.values import Value

__all__ = ["Clips", "Edges", "bounds_of", "placed"]

CLIP_SLACK = 1.5
"""Points by which the bounds of an object may reach out of its clip unseen."""
STRAIGHT = 0.01
_MOST_CLIPS = 16
MOST_SEGMENTS = 1_000_000
"""Segments of a page's clips that are read, in a second at most."""
_RECTANGLE = 5
"""Points of a rectangle's path at most."""

Edges = tuple[float, float, float, float]
"""Left, bottom, right and top, in the space of the page or form of an object."""

_SIDES, _PLACES = binding.numbers("f", 4)
_MATRIX, (_MATRIX_PLACE, *_) = binding.numbers("f", 6)


def bounds_of(handle: int) -> Edges | None:
    """Return the bounds of an object, whatever its clip leaves of it."""
    if not binding.object_bounds(handle, *_PLACES):
        return None
    left, bottom, right, top = _SIDES
    return left, bottom, right, top


def placed(edges: Edges, form: int) -> Edges:
    """Return where what has these edges in a form is, in the space around it."""
    binding.object_matrix(form, _MATRIX_PLACE)
    a, b, c, d, x, y = _MATRIX
    left, bottom, right, top = edges
    xs = sorted((a * left, a * right)), sorted((c * bottom, c * top))
    ys = sorted((b * left, b * right)), sorted((d * bottom, d * top))
    return (
        xs[0][0] + xs[1][0] + x,
        ys[0][0] + ys[1][0] + y,
        xs[0][1] + xs[1][1] + x,
        ys[0][1] + ys[1][1] + y,
    )


class _Path(Value):
    """Where the points of a clipping path are, and whether they make an upright box."""

    edges: Edges
    is_box: bool


class Clips:
    """The clipping paths of one loaded page and of its forms.

    A map puts thousands of objects under one path of thousands of segments, so that
    each path is read once, and known again by the place of its first segment: PDFium
    keeps it once for all that it clips. `MOST_SEGMENTS` are read; what the paths after
    them leave of an object is not known, and may be all of it or nothing.
    """

    def __init__(self) -> None:
        self._known: dict[int, _Path | None] = {}
        self._left = MOST_SEGMENTS

    def visible_edges(self, handle: int) -> Edges | None:
        """Return bounds of what an object's clip leaves of it, `None` if it has none.

        They may be too large, never too small.
        """
        edges = bounds_of(handle)
        if edges is None:
            return None
        for path in self._of(handle):
            if path is not None:
                clip = path.edges
                left, bottom = max(edges[0], clip[0]), max(edges[1], clip[1])
                right, top = min(edges[2], clip[2]), min(edges[3], clip[3])
                edges = left, bottom, max(left, right), max(bottom, top)
        return edges

    def is_clipped(self, handle: int) -> bool:
        """Tell whether an object reaches out of its clip, or that is no upright box."""
        bounds = None
        for path in self._of(handle):
            bounds = bounds or bounds_of(handle)
            if path is None or bounds is None or not path.is_box:
                return True
            if _reaches_out(bounds, path.edges):
                return True
        return False

    def _of(self, handle: int) -> Iterable[_Path | None]:
        """Return the paths that clip an object.

        A path without points clips everything away in no viewer; one that was not
        read is `None`, as is all that follows those that are looked at.
        """
        clip = binding.clip_path(handle)
        count = binding.clips(clip) if clip else 0
        return self._paths(clip, count) if count > 0 else ()

    def _paths(self, clip: int, count: int) -> Iterator[_Path | None]:
        for index in range(count):
            if index >= _MOST_CLIPS:
                yield None
                return
            segments = binding.clip_segments(clip, index)
            first = binding.clip_segment(clip, index, 0) if segments > 0 else 0
            if not first:
                continue
            if first not in self._known:
                self._known[first] = self._read(clip, index, segments)
            yield self._known[first]

    def _read(self, clip: int, index: int, segments: int) -> _Path | None:
        self._left -= segments
        if self._left < 0:
            return None
        xs, ys = _points(clip, index, segments)
        edges = min(xs), min(ys), max(xs), max(ys)
        return _Path(edges, _is_box(xs, ys))


def _reaches_out(bounds: Edges, clip: Edges) -> bool:
    left, bottom, right, top = bounds
    return (
        left < clip[0] - CLIP_SLACK
        or bottom < clip[1] - CLIP_SLACK
        or right > clip[2] + CLIP_SLACK
        or top > clip[3] + CLIP_SLACK
    )


def _is_box(xs: list[float], ys: list[float]) -> bool:
    if len(xs) > _RECTANGLE:
        return False
    return all(
        abs(x - x1) < STRAIGHT or abs(y - y1) < STRAIGHT
        for (x, y), (x1, y1) in pairwise(zip(xs, ys, strict=True))
    )


def _points(clip: int, index: int, segments: int) -> tuple[list[float], list[float]]:
    point, places = binding.numbers("f", 2)
    xs: list[float] = []
    ys: list[float] = []
    for place in range(segments):
        segment = binding.clip_segment(clip, index, place)
        if binding.segment_point(segment, *places):
            x, y = point
            xs.append(x)
            ys.append(y)
    return xs, ys
