"""What a locator at the head of a list item governs, and which page a line is on."""

from __future__ import annotations

import re
from bisect import bisect_right

from refereekit.draft.binding import Group
from refereekit.draft.locators import Kind, Locator
from refereekit.draft.reading import Reading
from refereekit.patterns import regex

__all__ = ["Governing", "line_pages"]

_LEAD = regex(r"[\s*_(\[]{0,4}(?:On |At |In )?$", re.IGNORECASE)
"""What may stand between an item's beginning and the locator that heads it."""

_HEAD_ENDS = regex(r"[\s*_)\]]{0,4}(?:[:.,;–—-]|->|\n|$)")
_SAME = regex(
    r"[\s*_]{0,4}(?:same (?:page|place|paragraph|line)|ibid|idem|(?:the )?next "
    r"(?:line|paragraph|sentence)|also)\b",
    re.IGNORECASE,
)
_BEFORE_LINE = regex(r"[\s,;:.)(]{0,4}(?:on |at |in |and )?(?:the )?$", re.IGNORECASE)
_OF_PAGE = regex(r"\s{0,2}(?:\(|of |on |in |at |from )(?:the )?$", re.IGNORECASE)
_THEN_PAGE = regex(r"[\s,;:]{0,3}$")
_NEAR = 12


class Governing:
    """Finds the pages that head the list items of one draft.

    An item without pages of its own that goes on where the one before it was (`line
    49: …`, `same page: …`) is governed by the same pages.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._starts = [block.start for block in reading.blocks]
        self._known: dict[int, Group | None] = {}

    def pages(self, position: int) -> Group | None:
        """Return the pages that head the item in which a position stands."""
        index = bisect_right(self._starts, position) - 1
        passed: list[int] = []
        group: Group | None = None
        while index >= 0:
            if index in self._known:
                group = self._known[index]
                break
            passed.append(index)
            block = self._reading.blocks[index]
            first = _first_locator(self._reading, block.start, block.end)
            if first is not None and first.kind is Kind.PAGE:
                group = _heading(self._reading, block.body, first)
                break
            if not _goes_on(self._reading, block.body, first):
                break
            index -= 1
        # Each item is asked once, however many go on where the one before was.
        self._known.update(dict.fromkeys(passed, group))
        return group


def _goes_on(reading: Reading, body: int, first: Locator | None) -> bool:
    """Tell whether an item goes on where the one before it was."""
    if _SAME.match(reading.prose, body):
        return True
    return (
        first is not None and first.kind is Kind.LINE and _is_lead(reading, body, first)
    )


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
    nowhere = [None]
    locators = [*nowhere, *reading.locators, *nowhere, *nowhere]
    for before, line, after, next_after in zip(
        locators, locators[1:], locators[2:], locators[3:], strict=False
    ):
        if line is None or line.kind is not Kind.LINE or line.is_other_work:
            continue
        page = (
            _page_after(reading, line, after, _OF_PAGE)
            or _page_before(reading, before, line, pages)
            or _page_after(reading, line, after, _THEN_PAGE)
        )
        if page is None:
            continue
        # In `line 9, page 37 line 36` the page is that of the line after it.
        if page is after and _page_before(reading, after, next_after, {}):
            continue
        pages[line.start] = page
    return pages


def _page_after(
    reading: Reading, line: Locator, after: Locator | None, pattern: re.Pattern[str]
) -> Locator | None:
    if after is None or after.kind is not Kind.PAGE:
        return None
    return after if _is_near(reading, line, after, pattern) else None


def _page_before(
    reading: Reading,
    before: Locator | None,
    line: Locator | None,
    pages: dict[int, Locator],
) -> Locator | None:
    """Return the page right before a line, or that of the line right before it."""
    if before is None or line is None or line.kind is not Kind.LINE:
        return None
    if not _is_near(reading, before, line, _BEFORE_LINE):
        return None
    return before if before.kind is Kind.PAGE else pages.get(before.start)


def _is_near(
    reading: Reading, first: Locator, second: Locator, pattern: re.Pattern[str]
) -> bool:
    if second.start - first.end > _NEAR:
        return False
    return bool(pattern.match(reading.prose[first.end : second.start]))
