"""Pages with the margin numbers of a review manuscript among their words.

So they stand in what a viewer copies: before their line or behind it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from refereekit.folding import Fold
from refereekit.passages import Part, Passage, assembled
from refereekit.positions import Span
from refereekit.records import Line, Page

__all__ = ["numbered"]


def numbered(page: Page) -> Iterator[Passage]:
    """Yield the page with its numbers where viewers copy them.

    Numbers of the right margin stand behind their line. Those of the left margin stand
    before it, or behind it where the file writes them last; then a viewer puts no space
    before them.
    """
    lines = [line for line in page.lines if line.margin_number]
    folds = [Fold.MARGIN_NUMBER]
    if any(not line.margin_is_right for line in lines):
        yield assembled(_parts(page, is_before=True, is_right=False), folds)
    if any(line.margin_is_right for line in lines):
        yield assembled(_parts(page, is_before=False, is_right=True), folds)
    if any(not line.margin_is_right for line in lines):
        yield assembled(
            _parts(page, is_before=False, is_right=False), folds, numbers_touch=True
        )


def _parts(page: Page, *, is_before: bool, is_right: bool) -> Iterator[Part]:
    """Yield the lines of the page, those of one margin with their number."""
    lines = sorted(page.lines, key=lambda line: line.span)
    numbers = _numbers(lines, is_before=is_before, is_right=is_right)
    end = 0
    for line, number in zip(lines, numbers, strict=True):
        if "\n\n" in page.text[max(0, end - 1) : line.span.start]:
            yield None
        if number and is_before:
            yield f"{number} "
        yield page, line.span
        if number and not is_before:
            yield f" {number}"
        end = min(len(page.text), line.span.end + 1)
        yield page, Span(line.span.end, end)


def _numbers(
    lines: Sequence[Line], *, is_before: bool, is_right: bool
) -> list[str | None]:
    """Return the number to put beside each line: one for the pieces of one line."""
    own = [
        line.margin_number if line.margin_is_right == is_right else None
        for line in lines
    ]
    if is_before:
        pairs = pairwise([None, *own])
        return [number if number != other else None for other, number in pairs]
    pairs = pairwise([*own, None])
    return [number if number != other else None for number, other in pairs]
