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
    need = Counter(wanted)
    size = len(wanted) + _SLACK
    have: Counter[str] = Counter()
    inside: deque[int] = deque()
    shared = best = 0
    place: Span | None = None
    for index in [i for i, word in enumerate(page) if word in need]:
        inside.append(index)
        have[page[index]] += 1
        shared += have[page[index]] <= need[page[index]]
        while inside[0] <= index - size:
            gone = page[inside.popleft()]
            shared -= have[gone] <= need[gone]
            have[gone] -= 1
        if shared > best:
            best, place = shared, Span(max(0, index - size + 1), index + 1)
    return place if best >= least else None


def _in_order(page: list[str], wanted: list[str]) -> list[int]:
    """Return the indexes of a longest run of words common to both, in order."""
    longest = [[0] * (len(wanted) + 1) for _ in range(len(page) + 1)]
    for i in range(len(page) - 1, -1, -1):
        for j in range(len(wanted) - 1, -1, -1):
            longest[i][j] = (
                longest[i + 1][j + 1] + 1
                if page[i] == wanted[j]
                else max(longest[i + 1][j], longest[i][j + 1])
            )
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
