"""Same words, another symbol: what a page has where a quotation has something else.

Both texts are reduced to the letters of their words, with accents off and Greek
letters spelled out. Where the page holds the quotation in that form, the first thing
that differs is named. This explains a FAIL; it never makes a PASS.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import accumulate

from refereekit.folding import run_core
from refereekit.matching.greek import NAMES
from refereekit.matching.passages import Passage
from refereekit.matching.powers import carries_power
from refereekit.patterns import regex
from refereekit.positions import Span
from refereekit.records import Page
from refereekit.values import Value

__all__ = ["Difference", "Skeleton", "find_difference"]

_WORD = regex(r"[^\W\d_]+|\n\s*\n")
_BLANK = regex(r"\n\s*\n")
_BETWEEN, _WALL_SIGN = "|", "#"
"""No letters, and their own cores."""
_WORD_OR_WALL = regex(rf"[^\W\d_]+|{_WALL_SIGN}")
_LEAST_LETTERS = 6
"""Letters that a quotation must have for its symbols to be compared."""
_MOST_PLACES = 8
_LONGEST_SHOWN = 60
_KEPT_LETTERS = frozenset("ai#")
"""Words of one letter that are words; the others are symbols."""


class Difference(Value):
    """What stands on the page, where, and what the quotation has in its place."""

    page: str
    quoted: str
    place: tuple[Page, Span]


class Skeleton:
    """The letters of a text's words, and where each word begins and ends."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._words = _letters(text)
        self.letters = "".join(
            [w for w in self._words if len(w) > 1 or w in _KEPT_LETTERS]
        )

    @cached_property
    def _kept(self) -> list[int]:
        """Return which of the text's words the letters are of."""
        return [i for i, word in enumerate(self._words) if _is_kept(word)]

    @cached_property
    def _starts(self) -> list[int]:
        """Return where in the letters each kept word starts, and where they end."""
        lengths = (len(self._words[i]) for i in self._kept)
        return list(accumulate(lengths, initial=0))

    def raw(self, start: int, end: int) -> Span | None:
        """Return the raw span of some letters, if they are whole words."""
        first = bisect_left(self._starts, start)
        last = bisect_left(self._starts, end)
        if self._starts[first] != start or self._starts[last] != end:
            return None
        spans = [found.span() for found in _WORD.finditer(self.text)]
        return Span(spans[self._kept[first]][0], spans[self._kept[last - 1]][1])


_SPELLED = str.maketrans(dict(NAMES))
_NO_LETTER = regex(rf"[^\w{_BETWEEN}{_WALL_SIGN}]|[\d_]")


def _letters(text: str) -> list[str]:
    """Return the letters of a text's words, folded; of a blank line, a sign."""
    walled = _BLANK.sub(f"\n{_WALL_SIGN}\n", text.replace(_WALL_SIGN, "."))
    lines = map(_WORD_OR_WALL.findall, walled.split("\n"))
    # Few lines hold more than ASCII, which is folded much faster.
    folded = _BETWEEN.join([run_core(_BETWEEN.join(line)) for line in lines if line])
    if not folded.replace(_BETWEEN, "").replace(_WALL_SIGN, "").isalpha():
        folded = _NO_LETTER.sub("", folded)
    if not folded.isascii():
        folded = folded.translate(_SPELLED)
    return folded.split(_BETWEEN)


def _is_kept(word: str) -> bool:
    return len(word) > 1 or word in _KEPT_LETTERS


def find_difference(text: str, passage: Passage, page: Skeleton) -> Difference | None:
    """Return the symbol by which a passage differs from a quotation's text.

    `page` is the skeleton of the passage's text.
    """
    quoted = Skeleton(text).letters
    if len(quoted) < _LEAST_LETTERS:
        return None
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


_BROKEN_WORD = regex(r"(?<=[^\W\d_])-\n\s*(?=[^\W\d_])")
_BROKEN_IN_DRAFT = regex(r"(?<=[^\W\d_])-\s+(?=[^\W\d_])")


def _named(text: str, passage: Passage, span: Span) -> Difference | None:
    """Return the first difference between the quotation and a place on the page."""
    ours = text.split()
    quoted = _BROKEN_IN_DRAFT.sub("", " ".join(ours))
    lead, tail = _letterless(ours), _letterless(ours[::-1])
    for keys in (_folded, _unclosed), (str,):
        for more in (0, _MORE):
            wide = _widened(passage.text, span, lead + more, tail + more)
            page = _BROKEN_WORD.sub("", _with_powers(passage, wide))
            for key in keys:
                changed = _changed(page.split(), quoted.split(), key)
                if changed is not None:
                    return Difference(*changed, passage.locate(wide)[0])
    return None


_MORE = 2
"""Symbols beyond the quotation's own: a dash and the other end of a range."""
_REACH = 60
"""Code points looked at for the rest of a word that a span cuts."""
_SYMBOL = r"(?:(?:(?!\s)[\W\d_])+|[Nn]o\.)"
_GAP = r"(?:[^\S\n]|\n(?!\n))+"


def _letterless(words: list[str]) -> int:
    """Return how many words at the start have no letter."""
    size = 0
    while size < len(words) and not any(map(str.isalpha, words[size])):
        size += 1
    return size


def _widened(text: str, span: Span, lead: int, tail: int) -> Span:
    """Return the span with what touches it, and some symbols on either side."""
    before = re.search(
        rf"(?:(?<!\S){_SYMBOL}{_GAP}){{0,{lead}}}\S*\Z",
        text[max(0, span.start - _REACH) : span.start],
    )
    after = re.match(
        rf"\S*(?:{_GAP}{_SYMBOL}(?!\S)){{0,{tail}}}",
        text[span.end : span.end + _REACH],
    )
    return Span(
        span.start - (len(before[0]) if before else 0),
        span.end + (len(after[0]) if after else 0),
    )


_RAISED_DIGITS = str.maketrans("0123456789-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻")
_RAISED_LETTERS = {"n": "ⁿ", "i": "ⁱ"}
"""Letters that have a raised form; a word of two is an ordinal's (`2nd`)."""


def _with_powers(passage: Passage, span: Span) -> str:
    """Return the page's words with the powers shown as raised."""
    shown = list(span.cut(passage.text))
    end_of_power = -1
    for raised in sorted(passage.raised):
        before = passage.text[max(0, raised.start - _REACH) : raised.start]
        if not carries_power(before) and raised.start != end_of_power:
            continue
        end_of_power = raised.end
        if raised.overlaps(span):
            for index in range(
                max(raised.start, span.start), min(raised.end, span.end)
            ):
                at = index - span.start
                shown[at] = shown[at].translate(_RAISED_DIGITS)
            if len(raised) == 1 and before[-1:].isdigit():
                shown[at] = _RAISED_LETTERS.get(shown[at], shown[at])
    return "".join(shown)


def _folded(token: str) -> str:
    if token.isascii():
        return _unclosed(token.lower().replace("`", "'"))
    folded = unicodedata.normalize("NFC", token.lower())
    folded = re.sub(r"[\u00ad\u2010-\u2015\u2212]+", "-", folded)
    return _unclosed(re.sub(r"[‘’`´]", "'", re.sub(r"[“”„«»]", '"', folded)))


def _unclosed(token: str) -> str:
    """Return a word without the marks that may close it: they seldom count."""
    return token.rstrip(".,;:")


def _changed(
    theirs: list[str], ours: list[str], key: Callable[[str], str]
) -> tuple[str, str] | None:
    """Return the words at which two texts begin to differ, white space aside."""
    page, quoted = _Squeezed(map(key, theirs)), _Squeezed(map(key, ours))
    if page.keys == quoted.keys:
        return None
    if page.text == quoted.text:
        start, end = _differing(page.keys, quoted.keys)
        return (
            _shown(theirs[start : len(theirs) - end]),
            _shown(ours[start : len(ours) - end]),
        )
    start, end = _differing(page.text, quoted.text)
    spans = Span(start, len(page.text) - end), Span(start, len(quoted.text) - end)
    cuts = page.cuts(spans[0]) or quoted.cuts(spans[1])
    return (
        _shown(page.words(theirs, spans[0], is_cut=cuts)),
        _shown(quoted.words(ours, spans[1], is_cut=cuts)),
    )


class _Squeezed:
    """Words without the white space between them."""

    def __init__(self, words: Iterable[str]) -> None:
        self.keys = list(words)
        self.text = "".join(self.keys)
        self.offsets = list(accumulate(map(len, self.keys), initial=0))

    def cuts(self, span: Span) -> bool:
        """Tell whether a span of the text begins or ends inside a word."""
        return not {span.start, span.end} <= set(self.offsets)

    def words(self, words: list[str], span: Span, *, is_cut: bool) -> list[str]:
        """Return the words that a span of the text touches.

        An empty span touches the word around it or after it, where words are cut.
        """
        first = bisect_right(self.offsets, span.start) - 1
        last = bisect_left(self.offsets, span.end)
        if is_cut:
            last = max(last, first + 1)
        return words[first:last]


def _differing(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """Return how many items two sequences share at their start and at their end."""
    start = _shared(one, other)
    room = min(len(one), len(other)) - start
    return start, min(room, _shared(one[::-1], other[::-1]))


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many items two sequences have in common at their start."""
    size = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        size += 1
    return size


def _shown(tokens: list[str]) -> str:
    shown = " ".join(tokens)
    return shown if len(shown) <= _LONGEST_SHOWN else shown[: _LONGEST_SHOWN - 1] + "…"
