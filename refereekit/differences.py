"""Same words, another symbol: what a page has where a quotation has something else.

Both texts are reduced to the letters of their words, with accents off and Greek
letters spelled out. Where the page holds the quotation in that form, the first thing
that differs is named. This explains a FAIL; it never makes a PASS.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass

from refereekit.greek import NAMES
from refereekit.normalize import WALL, core_of
from refereekit.passages import Passage
from refereekit.positions import Span
from refereekit.records import Page

__all__ = ["Difference", "find_difference"]

_WORD = re.compile(r"[^\W\d_]+|\n\s*\n")
_LEAST_LETTERS = 8
"""Letters that a quotation must have for its symbols to be compared."""
_MOST_PLACES = 8
_LONGEST_SHOWN = 60
_KEPT_LETTERS = frozenset("ai")
"""Words of one letter that are words; the others are symbols."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What stands on the page, where, and what the quotation has in its place."""

    page: str
    quoted: str
    place: tuple[Page, Span]


@dataclass(frozen=True, slots=True)
class _Skeleton:
    """The letters of a text's words, and where each word begins and ends."""

    letters: str
    starts: list[int]
    spans: list[Span]

    def raw(self, start: int, end: int) -> Span | None:
        """Return the raw span of some letters, if they are whole words."""
        first = bisect_right(self.starts, start) - 1
        last = bisect_right(self.starts, end - 1) - 1
        stop = (
            self.starts[last + 1] if last + 1 < len(self.starts) else len(self.letters)
        )
        if self.starts[first] != start or stop != end:
            return None
        return Span(self.spans[first].start, self.spans[last].end)


def _skeleton(text: str) -> _Skeleton:
    letters: list[str] = []
    starts: list[int] = []
    spans: list[Span] = []
    size = 0
    for found in _WORD.finditer(text):
        word = _letters(found[0])
        if len(word) == 1 and word not in _KEPT_LETTERS and word != WALL:
            continue
        letters.append(word)
        starts.append(size)
        spans.append(Span(*found.span()))
        size += len(word)
    return _Skeleton("".join(letters), starts, spans)


def _letters(word: str) -> str:
    if word.isspace():
        return WALL
    core = core_of(word)
    if core.isascii() and core.isalpha():
        return core
    return "".join(NAMES.get(c, c) for c in core if c.isalpha())


def find_difference(text: str, passage: Passage) -> Difference | None:
    """Return the symbol by which a passage differs from a quotation's text."""
    quoted = _skeleton(text).letters
    if len(quoted) < _LEAST_LETTERS:
        return None
    page = _skeleton(passage.text)
    at = page.letters.find(quoted)
    for _ in range(_MOST_PLACES):
        if at < 0:
            return None
        span = page.raw(at, at + len(quoted))
        if span is not None:
            difference = _named(text, passage, span)
            if difference is not None:
                return difference
        at = page.letters.find(quoted, at + 1)
    return None


_TOKEN_START = re.compile(r"\S*\Z")
_TOKEN_END = re.compile(r"\S*")
_BROKEN_WORD = re.compile(r"(?<=[^\W\d_])-\n\s*(?=[^\W\d_])")


def _named(text: str, passage: Passage, span: Span) -> Difference | None:
    """Return the first difference between the quotation and a place on the page."""
    ours = text.split()
    wide = _widened(passage.text, span, ours)
    shown = _with_powers(passage, wide)
    theirs = _BROKEN_WORD.sub("", shown).split()
    for key in (_folded, str):
        changed = _changed(list(map(key, theirs)), list(map(key, ours)))
        if changed is not None:
            first, end_theirs, end_ours = changed
            return Difference(
                _shown(theirs[first:end_theirs]),
                _shown(ours[first:end_ours]),
                passage.locate(wide)[0],
            )
    return None


def _widened(text: str, span: Span, ours: list[str]) -> Span:
    """Return the span with the symbols that touch it and belong to the quotation."""
    start = span.start - len(_start_token(text, span.start))
    end = _TOKEN_END.match(text, span.end)
    stop = end.end() if end else span.end
    missing = len(ours) - len(text[start:stop].split())
    before = re.search(
        rf"(?:\S+\s+){{0,{max(0, missing)}}}\Z", text[max(0, start - 40) : start]
    )
    lead = before[0] if before and ours and not ours[0][:1].isalpha() else ""
    after = re.compile(rf"(?:[ \n]\S+){{0,{max(0, missing)}}}").match(text, stop)
    tail = after[0] if after and ours and not ours[-1][-1:].isalpha() else ""
    return Span(start - len(lead), stop + len(tail))


def _start_token(text: str, end: int) -> str:
    found = _TOKEN_START.search(text[max(0, end - 40) : end])
    return found[0] if found else ""


_RAISED_DIGITS = str.maketrans("0123456789-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻")


def _with_powers(passage: Passage, span: Span) -> str:
    """Return the page's words with the powers of numbers shown as raised."""
    shown = list(span.cut(passage.text))
    end_of_power = -1
    for raised in sorted(passage.raised):
        before = passage.text[max(0, raised.start - 1) : raised.start]
        if not before.isdigit() and raised.start != end_of_power:
            continue
        end_of_power = raised.end
        if raised.overlaps(span):
            for index in range(
                max(raised.start, span.start), min(raised.end, span.end)
            ):
                at = index - span.start
                shown[at] = shown[at].translate(_RAISED_DIGITS)
    return "".join(shown)


def _folded(token: str) -> str:
    folded = unicodedata.normalize("NFC", token.lower())
    folded = re.sub(r"[\u00ad\u2010-\u2015\u2212]+", "-", folded)
    return re.sub(r"[‘’`´]", "'", re.sub(r"[“”„«»]", '"', folded)).rstrip(".,;:")


def _changed(theirs: list[str], ours: list[str]) -> tuple[int, int, int] | None:
    """Return where two lists of words begin to differ, and where they stop."""
    if theirs == ours:
        return None
    first = 0
    while first < min(len(theirs), len(ours)) and theirs[first] == ours[first]:
        first += 1
    last = 0
    while (
        last < min(len(theirs), len(ours)) - first
        and theirs[-1 - last] == ours[-1 - last]
    ):
        last += 1
    return first, len(theirs) - last, len(ours) - last


def _shown(tokens: list[str]) -> str:
    shown = " ".join(tokens)
    return shown if len(shown) <= _LONGEST_SHOWN else shown[: _LONGEST_SHOWN - 1] + "…"
