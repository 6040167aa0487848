"""What to look at: the parts of pages that show what a finding rests on.

Everything is in points on the page as displayed, origin at the top left of its crop
box.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from refereekit.anchors import boxes
from refereekit.claims import (
    AlgorithmCitation,
    EquationCitation,
    FigureCitation,
    TableCitation,
)
from refereekit.labels import label_key
from refereekit.patterns import regex
from refereekit.positions import BBox, Span
from refereekit.records import Page, Paper, Role
from refereekit.values import Value
from refereekit.verdicts import Anchor, Finding

__all__ = ["Picture", "View", "page_view", "text_views", "views_of"]

MOST_VIEWS = 4
"""A label can be refused in a hundred places; the first few show what they are."""

_SIDE_PT = 14.0
_LEAST_WIDTH_PT = 180.0
"""A lone label (a page number, say) is shown with what stands beside it."""
_ABOVE_PT = _BELOW_PT = 26.0
"""About two lines of ten-point text above and below what is marked."""
_LINE_GAP_PT = 1.0
_ABOVE_CAPTION_PT = 110.0
"""Enough above a caption to recognize the figure that it stands under."""
_TALLEST_GAP_PT = 90.0
"""Marks farther apart than this (two columns, say) are drawn as two views."""
_LABEL_WORDS = 4
"""Words of a caption among which its label stands (`Extended Data Fig. 3`)."""
_WORD = regex(r"\S+")
_AROUND_LABEL = "().:,|—–"


class View(Value):
    """An area of one page and the marks in it; `name` is the page's."""

    page_number: int
    name: str
    area: BBox
    marks: tuple[BBox, ...] = ()


class Picture(Value):
    """A view as drawn: a PNG and its size in pixels; `name` is the page's."""

    name: str
    png: bytes
    width: int
    height: int


def page_view(page: Page, role: Role | None = None) -> View:
    """Return a whole page, the lines of one role marked where one is named."""
    return View(
        page.number,
        page.name,
        BBox(0.0, 0.0, max(page.width, 1.0), max(page.height, 1.0)),
        tuple(line.bbox for line in page.lines if line.role is role),
    )


def views_of(finding: Finding, paper: Paper) -> tuple[View, ...]:
    """Return what to look at for a finding, the first few places in order.

    A bare page has none: nothing of it was checked.
    """
    found: list[View] = []
    for anchor in finding.anchors:
        page = paper.page(anchor.page_number)
        if page is not None and anchor.bboxes:
            found += _anchor_views(finding, anchor, page)
    return tuple(found[:MOST_VIEWS])


def text_views(page: Page, marks: Sequence[BBox]) -> Iterator[View]:
    """Yield views of marked words, each with the lines that they stand in."""
    for group in _groups(marks):
        yield _view(page, BBox.around(group), group)


def _anchor_views(finding: Finding, anchor: Anchor, page: Page) -> Iterator[View]:
    match finding.claim:
        case EquationCitation():
            # The label comes first, then the display that it stands beside.
            yield _view(page, BBox.around(anchor.bboxes), anchor.bboxes[:1])
        case FigureCitation() | TableCitation() | AlgorithmCitation() as claim:
            for caption in anchor.bboxes:
                mark = _label_in_caption(page, caption, claim.label)
                yield _view(page, caption, (mark,), above=_ABOVE_CAPTION_PT)
        case _:
            yield from text_views(page, anchor.bboxes)


def _view(
    page: Page, around: BBox, marks: Sequence[BBox], *, above: float = _ABOVE_PT
) -> View:
    """Return a view with some of the page around; no line of text is cut."""
    near = BBox(around.x0, around.top - above, around.x1, around.bottom + _BELOW_PT)
    whole = BBox.around([near, *_lines_within(page, near, marks)])
    half = max(whole.width / 2 + _SIDE_PT, _LEAST_WIDTH_PT / 2)
    middle = (whole.x0 + whole.x1) / 2
    x0, x1 = middle - half, middle + half
    area = BBox(
        _clamped(x0, page.width),
        _clamped(whole.top - _LINE_GAP_PT, page.height),
        _clamped(x1, page.width),
        _clamped(whole.bottom + _LINE_GAP_PT, page.height),
    )
    return View(page.number, page.name, area, tuple(marks))


def _clamped(value: float, most: float) -> float:
    return min(max(value, 0.0), most)


def _lines_within(page: Page, area: BBox, marks: Sequence[BBox]) -> Iterator[BBox]:
    """Yield the lines that an area touches and that run as the marked ones do.

    A running head spans the columns and would widen the view to all of them.
    """
    marked = (ln.direction for ln in page.lines if any(map(ln.bbox.overlaps, marks)))
    direction = next(marked, 0)
    for line in page.lines:
        is_furniture = line.role in (Role.RUNNING_HEAD, Role.RUNNING_FOOT)
        if (
            not is_furniture
            and line.direction == direction
            and line.bbox.overlaps(area)
        ):
            yield line.bbox


def _groups(marks: Sequence[BBox]) -> Iterator[list[BBox]]:
    """Yield runs of marks that follow one another closely enough for one view."""
    group: list[BBox] = []
    for mark in marks:
        if group and _distance(BBox.around(group), mark) > _TALLEST_GAP_PT:
            yield group
            group = []
        group.append(mark)
    if group:
        yield group


def _distance(one: BBox, other: BBox) -> float:
    """Return the vertical distance of two boxes, 0 where they share a height."""
    return max(0.0, one.top - other.bottom, other.top - one.bottom)


def _label_in_caption(page: Page, caption: BBox, label: str) -> BBox:
    """Return the box of `Figure 3` in a caption, the whole caption if not found."""
    key = label_key(label)
    for line in page.lines:
        if line.role is not Role.CAPTION or not line.bbox.overlaps(caption):
            continue
        for word in islice(_WORD.finditer(line.span.cut(page.text)), _LABEL_WORDS):
            if label_key(word[0].strip(_AROUND_LABEL)).endswith(key):
                name = Span(line.span.start, line.span.start + word.end())
                return BBox.around(boxes(page, name))
        return caption
    return caption
