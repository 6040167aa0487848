"""Where the sentences of a draft end.

A sentence ends at `.`, `?` or `!` before white space, at the end of a paragraph and
where a list item begins. The rule is written for reports: the abbreviations of
citations end nothing, nor does a full stop inside a quotation, and a locator in
parentheses after a full stop belongs to what stands before it. In doubt a sentence
ends, for a quotation without a page is shown and a wrong page misleads.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from refereekit.draft.blocks import Block
from refereekit.draft.locators import Locator
from refereekit.draft.quotation_marks import Quoted
from refereekit.draft.vocabulary import words
from refereekit.patterns import regex

__all__ = ["Sentences", "find_sentences"]

_ABBREVIATIONS = words(
    "p pp pg pgs pag eq eqs eqn eqns fig figs tab tabs sec secs sect sects app alg "
    "algs l ll ln lns ref refs no nos vol vols ch chap thm lem prop cor def rem ex al "
    "cf vs viz resp approx ca c incl esp ed eds dr prof mr mrs ms st jr et suppl supp "
    "eg ie seq op cit ibid loc art par para col cols dept univ int proc trans phys "
    "rev lett acad sci nat math stat comput assoc soc ser rep tech conf conj nr pt "
    "pts max min avg std dev var obs est temp conc vers"
)
"""Words before a full stop that end no sentence, in lower case."""

_ALSO_WORDS = words(
    "no max min var art par int rep rev trans col ed st ms ex app l c et def"
)
"""Those that are words or symbols too: before a capital they end a sentence, unless
a number or a label follows."""

_HEADS_OF_LETTERS = words(
    "appendix section table panel figure group case part plan and or vitamin type "
    "class theorem step"
)
"""Words after which a single capital is a label, not somebody's initial."""

_STOP = regex(
    r"[.?!…。！？](?<![\s(\[][pP]\.(?=[ \n][^ .]))"
    r"(?:(?<=[.?!…])[.?!…]*(?: \.)*|(?<=[。！？])[。！？]*)"
)
"""Full stops, but for that of a page: `p. 3` is what most reports are full of."""

_CLOSERS = frozenset(")]}\"'”’»›“‘*_」』")
_BRACKET = regex(r"[()\[\]{}\"'“”‘’,;:/]")
_DOTTED = regex(r"(?:[^\W\d_]\.)+[^\W\d_]$")
_REACH = 24
_PARENTHESIS = 200
"""Code points of the longest parenthesis that belongs to the sentence before it."""

_TO_LOCATOR = regex(
    r"[(\[]\s?(?:(?:see|cf\.?|also|e\.g\.,?|on|in|at|from|both|and|the|top|bottom|middle"
    r"|of|last|first|line|lines)\s){0,4}$",
    re.IGNORECASE,
)


class Sentences:
    """Numbers the sentences of one draft."""

    def __init__(self, ends: list[int]) -> None:
        self._ends = ends

    def number(self, position: int) -> int:
        """Return the number, from 0, of the sentence that holds a position."""
        return bisect_right(self._ends, position)

    def start(self, position: int) -> int:
        """Return where the sentence that holds a position starts."""
        number = self.number(position)
        return self._ends[number - 1] if number else 0


def find_sentences(
    prose: str,
    blocks: Sequence[Block],
    quoted: Sequence[Quoted],
    locators: Sequence[Locator],
    joints: Sequence[tuple[int, int]] = (),
) -> Sentences:
    """Return where the sentences end; everything given is in draft order.

    `joints` are gaps between paragraphs in which no sentence ends.
    """
    finder = _Finder(prose, quoted, locators)
    ends = {block.start for block in blocks[1:]}
    if joints:
        starts = [start for start, _ in joints]
        ends = {end for end in ends if not _is_in_joint(end, joints, starts)}
    ends.update(finder.ends())
    return Sentences([*_outside(sorted(ends), quoted)])


def _outside(positions: Sequence[int], quoted: Sequence[Quoted]) -> Iterator[int]:
    """Yield the positions that do not lie within a quotation; all are in order."""
    pairs = iter(quoted)
    following = next(pairs, None)
    reach = 0
    for position in positions:
        while following is not None and following.start < position:
            reach = following.end
            following = next(pairs, None)
        if reach <= position:
            yield position


def _is_in_joint(
    position: int, joints: Sequence[tuple[int, int]], starts: Sequence[int]
) -> bool:
    index = bisect_left(starts, position) - 1
    return index >= 0 and position <= joints[index][1]


def _last_word(text: str) -> str:
    """Return what stands at the end of a text without white space or brackets."""
    if not text or text[-1].isspace():
        return ""
    word = text.rsplit(None, 1)[-1]
    return word if word.isalpha() else _BRACKET.split(word)[-1]


class _Finder:
    """Looks at every full stop once, from left to right."""

    def __init__(
        self, prose: str, quoted: Sequence[Quoted], locators: Sequence[Locator]
    ) -> None:
        self._prose = prose
        self._quoted = quoted
        self._starts = [pair.start for pair in quoted]
        self._locators = locators
        self._locator_starts = [locator.start for locator in locators]

    def ends(self) -> Iterator[int]:
        """Yield the position after each sentence's last character."""
        prose = self._prose
        end = 0
        while stop := _STOP.search(prose, end):
            start, end = stop.span()
            following = prose[end : end + 1]
            if following.isalnum() and prose[start] not in "。！？":
                continue
            after = end
            if self._starts or following in _CLOSERS:
                after, end = self._after_marks(start, end)
            if after and self._is_end(start, stop[0], after):
                yield self._with_parenthesis(after)

    def _around(self, position: int) -> Quoted | None:
        index = bisect_right(self._starts, position) - 1
        if index < 0 or self._quoted[index].end <= position:
            return None
        return self._quoted[index]

    def _after_marks(self, start: int, end: int) -> tuple[int, int]:
        """Return the position after the marks that close behind a full stop.

        It is 0 where the full stop stands within a quotation, not at its end. Then
        comes where the next full stop may be: at the end of that quotation.
        """
        prose = self._prose
        pair = self._around(start)
        after = end
        if pair is not None:
            if prose[end : pair.last].strip("*_) "):
                words = prose[end : pair.last].rstrip("*_) ").rstrip(".?!…。！？ ")
                return 0, end + len(words)
            after = pair.end
        while after < len(prose) and prose[after] in _CLOSERS:
            if self._around(after) is not None:
                break
            after += 1
        return after, end

    def _is_end(self, at: int, stop: str, after: int) -> bool:
        prose = self._prose
        if stop[0] in "。！？":
            return True
        if after < len(prose) and not prose[after].isspace():
            return False
        following = prose[after : after + 4].lstrip()[:1]
        if following and following in ",;:)]":
            return False
        goes_on = following.islower()
        if stop != ".":
            return not goes_on
        if after > at + 1 and goes_on:
            return False
        return not self._is_abbreviation(at, following)

    def _is_abbreviation(self, at: int, following: str) -> bool:
        prose = self._prose
        shown = _last_word(prose[max(0, at - _REACH) : at])
        if not shown:
            return False
        word = shown.strip("*_~\\").lower()
        if word in _ABBREVIATIONS:
            return word not in _ALSO_WORDS or not self._begins_sentence(at, following)
        if _DOTTED.match(word):
            return True
        if len(word) == 1 and shown[-1].isupper():
            start = at - len(shown)
            before = prose[max(0, start - _REACH) : start].split()
            return not before or before[-1].lower() not in _HEADS_OF_LETTERS
        return False

    def _begins_sentence(self, at: int, following: str) -> bool:
        """Tell whether a word, not a label, follows in capitals."""
        if not following.isupper():
            return False
        word = self._prose[at + 1 : at + 6].split()
        return bool(word) and len(word[0]) > 1 and word[0][1].islower()

    def _with_parenthesis(self, after: int) -> int:
        """Return the end behind a parenthesis that holds a locator, if one follows."""
        prose = self._prose
        gap = prose[after : after + 4]
        bare = gap.lstrip(" \n")
        if not bare.startswith(("(", "[")):
            return after
        opening = after + len(gap) - len(bare)
        index = bisect_left(self._locator_starts, opening)
        if index == len(self._locators):
            return after
        locator = self._locators[index]
        if locator.start - opening > 40:
            return after
        if not _TO_LOCATOR.match(prose[opening : locator.start]):
            return after
        closing = ")" if prose[opening] == "(" else "]"
        end = prose.find(closing, locator.end, locator.end + _PARENTHESIS)
        if end < 0:
            return after
        end += 1
        while prose[end : end + 1] in (".", ",", ";"):
            end += 1
        return end
