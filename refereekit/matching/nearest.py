"""The words of a page that are closest to a quotation, when close enough to help."""

from __future__ import annotations

from collections import Counter, deque
from itertools import islice

from refereekit.matching.passages import Passage
from refereekit.patterns import regex
from refereekit.positions import Span

__all__ = ["bare_words", "find_nearest"]

_WORD = regex(r"\S+")
_BESIDE_WORD = ".,;:!?'()[]\"“”‘’"
_SLACK = 2
"""Words that the page may have more than the quotation."""
_FEWEST = 3
"""Words that must be there at least."""
_LEAST_SHARE = 0.75
"""Share of the quotation's words that must be there, in order."""


def bare_words(text: str) -> list[str]:
    """Return the words of a text, lower case and without the marks beside them."""
    return [word.strip(_BESIDE_WORD) for word in text.lower().split()]


def find_nearest(text: str, passage: Passage, page: list[str]) -> Span | None:
    """Return the span of the passage's text that has most of a quotation's words.

    `page` are the bare words of the passage's text.
    """
    wanted = list(filter(None, bare_words(text)))
    least = max(_FEWEST, _LEAST_SHARE * len(wanted))
    window = _best_window(page, wanted, least)
    if window is None:
        return None
    matched = _in_order(page[window.start : window.end], wanted)
    if len(matched) < least:
        return None
    first, last = window.start + matched[0], window.start + matched[-1]
    span = _words_span(passage.text, first, last)
    return None if "\n\n" in span.cut(passage.text) else span


def _words_span(text: str, first: int, last: int) -> Span:
    """Return the span from one word of a text to another, counted from 0."""
    start = len(text) - len(text.split(None, first)[-1])
    ends = islice(_WORD.finditer(text, start), last - first, None)
    return Span(start, next(ends).end())


def _best_window(page: list[str], wanted: list[str], least: float) -> Span | None:
    """Return the window of words that shares most words with the quotation.

    `None` where it shares fewer than the least.
    """
    lacking = Counter(wanted)
    places = [index for index, word in enumerate(page) if word in lacking]
    there = Counter([page[index] for index in places])
    # No window can share more: the first that shares as many is the best.
    most = sum(min(count, there[word]) for word, count in lacking.items())
    if most < least:
        return None
    size = len(wanted) + _SLACK
    inside: deque[int] = deque()
    shared = best = 0
    place: Span | None = None
    for index in places:
        inside.append(index)
        word = page[index]
        shared += lacking[word] > 0
        lacking[word] -= 1
        while inside[0] <= index - size:
            gone = page[inside.popleft()]
            lacking[gone] += 1
            shared -= lacking[gone] > 0
        if shared > best:
            best, place = shared, Span(max(0, index - size + 1), index + 1)
            if best == most:
                break
    return place if best >= least else None


def _in_order(page: list[str], wanted: list[str]) -> list[int]:
    """Return the indexes of a longest run of words common to both, in order."""
    longest = [[0] * (len(wanted) + 1)]
    for word in reversed(page):
        below, row = longest[-1], [0]
        # Of a row, the last is worked out first.
        last = under = 0
        for other, beside in zip(reversed(wanted), below[-2::-1], strict=True):
            if word == other:
                last = under + 1
            elif beside > last:
                last = beside
            row.append(last)
            under = beside
        longest.append(row[::-1])
    longest.reverse()
    i = j = 0
    found: list[int] = []
    while i < len(page) and j < len(wanted):
        if page[i] == wanted[j]:
            found.append(i)
            i, j = i + 1, j + 1
        elif longest[i + 1][j] >= longest[i][j + 1]:
            i += 1
        else:
            j += 1
    return found
