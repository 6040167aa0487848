"""Clipping paths: what they leave of an object."""

from __future__ import annotations

import ctypes
from itertools import pairwise

from refereekit.extract import binding
from refereekit.extract.binding import raw

__all__ = ["Edges", "bounds_of", "is_clipped", "placed", "visible_edges"]

CLIP_SLACK = 1.5
"""Points by which the bounds of an object may reach out of its clip unseen."""
STRAIGHT = 0.01
_MOST_CLIPS = 16
_RECTANGLE = 5
"""Points of a rectangle's path at most."""

Edges = tuple[float, float, float, float]
"""Left, bottom, right and top, in the space of the page or form of an object."""

_SIDES = (ctypes.c_float * 4)()
_PLACES = [
    ctypes.addressof(_SIDES) + ctypes.sizeof(ctypes.c_float) * place
    for place in range(4)
]
_MATRIX = raw.FS_MATRIX()
_MATRIX_PLACE = ctypes.addressof(_MATRIX)


def bounds_of(handle: int) -> Edges | None:
    """Return the bounds of an object, whatever its clip leaves of it."""
    if not binding.object_bounds(handle, *_PLACES):
        return None
    left, bottom, right, top = _SIDES
    return left, bottom, right, top


def visible_edges(handle: int) -> Edges | None:
    """Return bounds of what an object's clip leaves of it, `None` if it has none."""
    edges = bounds_of(handle)
    if edges is None:
        return None
    for xs, ys in _clips(handle):
        left, bottom = max(edges[0], min(xs)), max(edges[1], min(ys))
        right, top = min(edges[2], max(xs)), min(edges[3], max(ys))
        edges = left, bottom, max(left, right), max(bottom, top)
    return edges


def placed(edges: Edges, form: int) -> Edges:
    """Return where what has these edges in a form is, in the space around it."""
    binding.object_matrix(form, _MATRIX_PLACE)
    a, b, c, d = _MATRIX.a, _MATRIX.b, _MATRIX.c, _MATRIX.d
    left, bottom, right, top = edges
    xs = sorted((a * left, a * right)), sorted((c * bottom, c * top))
    ys = sorted((b * left, b * right)), sorted((d * bottom, d * top))
    x, y = _MATRIX.e, _MATRIX.f
    return (
        xs[0][0] + xs[1][0] + x,
        ys[0][0] + ys[1][0] + y,
        xs[0][1] + xs[1][1] + x,
        ys[0][1] + ys[1][1] + y,
    )


def is_clipped(handle: int) -> bool:
    """Tell whether an object reaches out of its clip, or that is no upright box."""
    bounds = None
    for place, (xs, ys) in enumerate(_clips(handle)):
        bounds = bounds or bounds_of(handle)
        if place >= _MOST_CLIPS or bounds is None or not _is_box(xs, ys):
            return True
        left, bottom, right, top = bounds
        if (
            left < min(xs) - CLIP_SLACK
            or right > max(xs) + CLIP_SLACK
            or bottom < min(ys) - CLIP_SLACK
            or top > max(ys) + CLIP_SLACK
        ):
            return True
    return False


def _is_box(xs: list[float], ys: list[float]) -> bool:
    if len(xs) > _RECTANGLE:
        return False
    return all(
        abs(x - x1) < STRAIGHT or abs(y - y1) < STRAIGHT
        for (x, y), (x1, y1) in pairwise(zip(xs, ys, strict=True))
    )


def _clips(handle: int) -> list[tuple[list[float], list[float]]]:
    """Return the points of the paths that clip an object, one more than is looked at.

    A path without points clips everything away in no viewer.
    """
    clip = binding.clip_path(handle)
    count = binding.clips(clip) if clip else 0
    if count <= 0:
        return []
    found = [_points(clip, index) for index in range(min(count, _MOST_CLIPS + 1))]
    return [points for points in found if points[0]]


def _points(clip: int, index: int) -> tuple[list[float], list[float]]:
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
