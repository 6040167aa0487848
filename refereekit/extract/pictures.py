"""Whether a figure, or a table's rules, stand next to a caption."""

from __future__ import annotations

from collections.abc import Iterator

from refereekit.extract.layout import PageLayout
from refereekit.positions import BBox
from refereekit.records import CaptionKind

__all__ = ["has_picture_beside", "is_centred_on_picture", "is_in_picture"]

_REACH = 45.0
"""Points between a caption and its figure; the widest skip in 28 classes is 30."""

_LEAST = 24.0
"""Points; what is smaller both ways is an ornament or a part of a formula."""

_MEET = 2.0
"""Points between the ends of two rules that are drawn to meet."""

_CENTRED = 1.0
"""Points between the middles of a picture and of the line that is centred on it."""

_WHOLE = 0.9
"""Share of the page from which a picture is a background."""


def has_picture_beside(
    page: PageLayout, box: BBox, kind: CaptionKind, *, direction: int, sideways: bool
) -> bool:
    """Tell whether what a caption belongs to is painted above or below it.

    For a caption that runs up or down the page, those are its left and right.
    `sideways` allows a picture on the caption's own height, too: in the next column
    there may be one beside any line of text.
    """
    return any(
        _is_next(box, other, direction, sideways=sideways)
        for other in _painted(page, kind)
    )


def is_centred_on_picture(page: PageLayout, box: BBox, kind: CaptionKind) -> bool:
    """Tell whether a line of text has a picture's middle, above it or below it.

    A full line has it as well, under a picture or a rule as wide as the column.
    """
    return any(
        abs(box.width - other.width) > _MEET
        and _is_next(box, other, 0, sideways=False)
        and abs(box.x0 + box.x1 - other.x0 - other.x1) <= 2 * _CENTRED
        for other in _painted(page, kind)
    )


def is_in_picture(page: PageLayout, box: BBox) -> bool:
    """Tell whether a box lies within a picture that is not the whole page's ground."""
    area = _WHOLE * page.width * page.height
    return any(
        graphic.bbox.x0 <= box.x0
        and graphic.bbox.x1 >= box.x1
        and graphic.bbox.top <= box.top
        and graphic.bbox.bottom >= box.bottom
        and graphic.bbox.width * graphic.bbox.height < area
        for graphic in page.graphics
    )


def _painted(page: PageLayout, kind: CaptionKind) -> Iterator[BBox]:
    area = page.width * page.height
    for graphic in page.graphics:
        box = graphic.bbox
        if max(box.width, box.height) < _LEAST:
            continue
        if box.width * box.height < _WHOLE * area:
            yield box
    if kind is CaptionKind.FIGURE:
        yield from _frames(page.rules)
    else:
        yield from (rule for rule in page.rules if rule.width >= _LEAST)


def _frames(rules: tuple[BBox, ...]) -> Iterator[BBox]:
    """Yield boxes and axes drawn as rules: an upright one and what meets it."""
    level = [rule for rule in rules if rule.width >= _LEAST]
    for rule in rules:
        if rule.height < _LEAST:
            continue
        for other in level:
            apart = min(abs(other.top - rule.top), abs(other.bottom - rule.bottom))
            if apart <= _MEET and other.x0 - _MEET <= rule.x0 <= other.x1 + _MEET:
                yield rule.union(other)
                break


def _is_next(caption: BBox, other: BBox, direction: int, *, sideways: bool) -> bool:
    across = _apart(caption.x0, caption.x1, other.x0, other.x1)
    down = _apart(caption.top, caption.bottom, other.top, other.bottom)
    if direction in (90, 270):
        across, down = down, across
    if across <= 0:
        return down <= _REACH
    return sideways and down <= 0 and across <= _REACH


def _apart(a0: float, a1: float, b0: float, b1: float) -> float:
    return max(a0, b0) - min(a1, b1)
