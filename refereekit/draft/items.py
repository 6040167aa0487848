"""What a locator at the head of a list item governs, and which page a line is on."""

from __future__ import annotations

import re
from bisect import bisect_right

from refereekit.draft.binding import Group
from refereekit.draft.locators import Kind, Locator
from refereekit.draft.reading import Reading

__all__ = ["governing_pages", "line_pages"]

_LEAD = re.compile(r"[\s*_(\[]{0,4}(?:On |At |In )?$", re.IGNORECASE)
"""What may stand between an item's beginning and the locator that heads it."""

_HEAD_ENDS = re.compile(r"[\s*_)\]]{0,4}(?:[:.,;–—-]|->|\n|$)")
_SAME = re.compile(
    r"[\s*_]{0,4}(?:same (?:page|place|paragraph|line)|ibid|idem|(?:the )?next "
    r"(?:line|paragraph|sentence)|also)\b",
    re.IGNORECASE,
)
_BEFORE_LINE = re.compile(
    r"[\s,;:.)]{0,4}(?:on |at |in |and )?(?:the )?$", re.IGNORECASE
)
_AFTER_LINE = re.compile(
    r"[\s,;:]{0,3}(?:\(|of |on |in |at |from )?(?:the )?$", re.IGNORECASE
)
_NEAR = 12


def governing_pages(reading: Reading, position: int) -> Group | None:
    """Return the pages that head the item in which a position stands.

    An item without pages of its own that goes on where the one before it was (`line
    49: …`, `same page: …`) is governed by the same pages.
    """
    index = bisect_right(reading.blocks, position, key=lambda b: b.start) - 1
    while index >= 0:
        block = reading.blocks[index]
        first = _first_locator(reading, block.start, block.end)
        if first is not None and first.kind is Kind.PAGE:
            return _heading(reading, block.body, first)
        goes_on = _SAME.match(reading.prose, block.body) or (
            first is not None
            and first.kind is Kind.LINE
            and _is_lead(reading, block.body, first)
        )
        if not goes_on:
            return None
        index -= 1
    return None


def _first_locator(reading: Reading, start: int, end: int) -> Locator | None:
    locators = reading.locators
    index = bisect_right(locators, start - 1, key=lambda at: at.start)
    if index < len(locators) and locators[index].start < end:
        return locators[index]
    return None


def _is_lead(reading: Reading, body: int, locator: Locator) -> bool:
    if locator.start - body > _NEAR:
        return False
    return bool(_LEAD.match(reading.prose[body : locator.start]))


def _heading(reading: Reading, body: int, page: Locator) -> Group | None:
    """Return the page as a group, where it heads its item."""
    if not _is_lead(reading, body, page):
        return None
    if not _HEAD_ENDS.match(reading.prose, page.end):
        return None
    return Group((page,), is_parenthesised=False)


def line_pages(reading: Reading) -> dict[int, Locator]:
    """Return, by where each line locator starts, the page that is named with it."""
    pages: dict[int, Locator] = {}
    locators = reading.locators
    for index, locator in enumerate(locators):
        if locator.kind is not Kind.LINE or locator.is_other_work:
            continue
        before = locators[index - 1] if index else None
        after = locators[index + 1] if index + 1 < len(locators) else None
        if before is not None and _is_near(reading, before, locator, _BEFORE_LINE):
            page = before if before.kind is Kind.PAGE else pages.get(before.start)
            if page is not None:
                pages[locator.start] = page
                continue
        if after is not None and after.kind is Kind.PAGE:
            if _is_near(reading, locator, after, _AFTER_LINE):
                pages[locator.start] = after
    return pages


def _is_near(
    reading: Reading, first: Locator, second: Locator, pattern: re.Pattern[str]
) -> bool:
    if second.start - first.end > _NEAR:
        return False
    return bool(pattern.match(reading.prose[first.end : second.start]))
