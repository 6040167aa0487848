"""From a span of a page's text to an anchor that a second program can check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import overload

from refereekit.positions import BBox, Span
from refereekit.records import Line, Page
from refereekit.verdicts import Anchor

__all__ = ["anchor", "boxes"]

_CONTEXT = 32
"""Code points of context on either side, as Web Annotation clients use."""


def anchor(page: Page, span: Span) -> Anchor:
    """Return the anchor of a span, its context grown until it is unique."""
    text = page.text
    size = _CONTEXT
    while True:
        prefix = text[max(0, span.start - size) : span.start]
        suffix = text[span.end : span.end + size]
        if _occurs_once(text, prefix + span.cut(text) + suffix) or (size >= len(text)):
            break
        size *= 2
    return Anchor(page.number, span, span.cut(text), prefix, suffix, _Boxes(page, span))


class _Boxes(Sequence[BBox]):
    """The boxes of a span, worked out when asked for: a transcript shows none."""

    def __init__(self, page: Page, span: Span) -> None:
        self._page = page
        self._span = span

    @cached_property
    def _found(self) -> tuple[BBox, ...]:
        return tuple(boxes(self._page, self._span))

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, index: int) -> BBox: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[BBox]: ...
    def __getitem__(self, index: int | slice) -> BBox | Sequence[BBox]:
        return self._found[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._found == tuple(other)

    def __hash__(self) -> int:
        return hash(self._found)

    def __repr__(self) -> str:
        return repr(self._found)


def _occurs_once(text: str, words: str) -> bool:
    first = text.find(words)
    return text.find(words, first + 1) < 0


def boxes(page: Page, span: Span) -> Iterator[BBox]:
    """Yield one box for each line that the span touches."""
    lines = page.lines
    index = page.line_at(span.start)
    while index < len(lines) and lines[index].span.start < span.end:
        line = lines[index]
        if line.span.overlaps(span):
            yield _box(page.text, line, span)
        index += 1


def _box(text: str, line: Line, span: Span) -> BBox:
    """Return the box of the words of a line that a span touches."""
    words = list(_words(text, line.span))
    if len(words) != len(line.extents):
        return line.bbox
    touched = [
        extent
        for word, extent in zip(words, line.extents, strict=True)
        if word.overlaps(span)
    ]
    if not touched:
        return line.bbox
    low, high = min(map(min, touched)), max(map(max, touched))
    box = line.bbox
    if line.direction in {90, 270}:
        return BBox(box.x0, low, box.x1, high)
    return BBox(low, box.top, high, box.bottom)


def _words(text: str, span: Span) -> Iterator[Span]:
    """Yield the spans of the white-space separated words of a line."""
    at = span.start
    for word in span.cut(text).split():
        start = text.index(word, at)
        at = start + len(word)
        yield Span(start, at)
