"""Counting where a string occurs in a text, overlapping occurrences included.

Linear in the text whatever it holds: a text made of near misses or of one repeated
letter is what an attacker sends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["count_occurrences", "starts"]

_SHORT = 64
"""Up to this length a look-ahead at every place is cheap; above it, occurrences that
overlap by no whole period are so far apart that stepping from one to the next is."""


def starts(text: str, needle: str) -> Iterator[int]:
    """Yield every place, from the left, where a non-empty `needle` starts."""
    at = text.find(needle)
    while at >= 0:
        yield at
        at = text.find(needle, at + 1)


def count_occurrences(text: str, needle: str) -> int:
    """Return in how many places a non-empty `needle` starts."""
    if len(needle) > _SHORT:
        return _count_by_runs(text, needle)
    apart = text.count(needle)
    if not apart or not _overlaps_itself(needle):
        return apart
    return len(re.findall(f"(?={re.escape(needle)})", text))


def _overlaps_itself(needle: str) -> bool:
    return any(needle.startswith(needle[at:]) for at in range(1, len(needle)))


def _count_by_runs(text: str, needle: str) -> int:
    """Step from one occurrence to the next, over a whole periodic run at once.

    Two neighbouring occurrences at a distance shorter than the needle make that
    distance a period of it, and its first period's letters a word that is no
    repetition of a shorter one. As long as the text keeps the period, occurrences
    then stand at its multiples and nowhere else. Two different periods in a row
    together exceed the needle's length, so that there are few runs.
    """
    count = 0
    at = text.find(needle)
    while at >= 0:
        count += 1
        following = text.find(needle, at + 1)
        step = following - at
        if 0 < step < len(needle):
            end = _run_end(text, following + len(needle), step)
            repeats = (end - at - len(needle)) // step
            count += repeats
            following = text.find(needle, at + repeats * step + 1)
        at = following
    return count


def _run_end(text: str, start: int, period: int) -> int:
    """Return where the text stops repeating itself after `period`, from `start` on."""
    end, stride = start, period
    while stride:
        piece = text[end : end + stride]
        if len(piece) == stride and text[end - period : end - period + stride] == piece:
            end += stride
            stride *= 2
        else:
            stride //= 2
    return end
