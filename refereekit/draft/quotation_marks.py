"""Pairs of quotation marks in a draft's prose, and the marks that pair with nothing.

What a mark does is read from its glyph and from what stands on its two sides. A mark
that pairs with nothing (an inch mark, a slip of the keyboard) is set aside and never
turns the pairs after it round; no pair reaches over the end of a paragraph.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from refereekit.draft.blocks import Block
from refereekit.draft.single_marks import single_pairs
from refereekit.patterns import regex

__all__ = ["LONGEST", "SHORTEST", "Marks", "Quoted", "find_marks"]

SHORTEST = 12
"""Code points of the shortest quotation that is read (the specification's floor)."""

LONGEST = 400
"""Code points of the longest quotation that is read; a pasted passage is longer."""

_MARK = regex(
    r"([\"'`“”„‟＂«»‹›「」『』])(?:(?<=\")(?<!\\\")\"*|(?<![\"'`])\1*"
    r"|(?<=')(?<![\\']')'(?!')|(?<=`)(?<!``)`(?!`))"
)
"""Double marks. Every match begins with one of a few characters, and what stands
before it is asked after that: so a search skips all others."""

_ANY_MARK = regex(r"[\"'`“”„‟＂«»‹›「」『』‘’‚‛]+")

_CROWD = 5000
_ROOM = 10
"""A paragraph of more than 5,000 marks, on average closer than 10 code points, is not
read: the densest report seen has one in 30, and time must stay bounded."""

_OPENING = frozenset("“„‟「『") | {"``"}
_CLOSING = frozenset("”」』") | {"''"}
_FAMILIES = {
    **dict.fromkeys("«»", "«"),
    **dict.fromkeys("‹›", "‹"),
    **dict.fromkeys("「」", "「"),
    **dict.fromkeys("『』", "『"),
}
"""Marks that pair only among themselves; every other double mark pairs with any."""

_BEFORE_OPENING = frozenset(" \n\t([{<—–-/*_~|=:;,>“‘«‹`")
_AFTER_CLOSING = frozenset(" \n\t.,;:!?)]}>—–-/*_~|=…\\”’»›'\"&+")
_NEVER_QUOTED_FIRST = frozenset(" \n\t,;:!?)]}")

_OWN_PAGE = regex(
    r"[\"”“»'’][\s.,]{0,3}[(\[](?:see |on |cf\. )?(?:pp?\.?|pages?)\s?\d", re.IGNORECASE
)
"""A closing mark and its own page: what holds one is no single quotation."""

_PAGE = regex(r"(?<![^\W_])(?:pp?\.?|pages?)\s?\d", re.IGNORECASE)


class Quoted(NamedTuple):
    """A pair of marks: where they stand, and the words between them."""

    start: int
    end: int
    first: int
    last: int
    text: str | None = None
    """The words, where they are not simply the draft from `first` to `last`."""

    @property
    def size(self) -> int:
        """Number of code points between the marks."""
        return self.last - self.first


class Marks(NamedTuple):
    """What the marks of a draft come to.

    `pairs` are in draft order and do not overlap; `unmatched` are spans of single
    marks that pair with nothing, `crowded` paragraphs with too many marks to read.
    """

    pairs: list[Quoted]
    unmatched: list[tuple[int, int]]
    crowded: list[tuple[int, int]]


class _Mark(NamedTuple):
    start: int
    end: int
    glyph: str
    family: str
    role: str
    """`o` opens, `c` closes, `d` closes unless it is an inch mark, `?` does either."""


def find_marks(prose: str, blocks: Iterable[Block]) -> Marks:
    """Return every quotation between marks, outermost first chosen, and the strays."""
    pairs: list[Quoted] = []
    unmatched: list[tuple[int, int]] = []
    crowded: list[tuple[int, int]] = []
    for block in _with_marks(prose, blocks):
        if _is_crowded(prose, block):
            crowded.append((block.start, block.end))
            continue
        doubles, strays = _pair(_marks(prose, block))
        kept, broken = _outermost(prose, doubles)
        singles, loose = single_pairs(prose, block.start, block.end)
        merged, clashing = _merge(prose, kept, [Quoted(*pair) for pair in singles])
        pairs += merged
        single_marks = [*strays, *broken, *loose, *clashing]
        if not single_marks:
            continue
        inner = [pair.start for pair in merged]
        for stray in sorted(single_marks):
            if not _is_within(stray, merged, inner):
                unmatched.append(stray)
    return Marks(pairs, unmatched, crowded)


def _with_marks(prose: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks, given in order, in which a mark stands."""
    start = -1
    for block in blocks:
        if start < block.start:
            found = _ANY_MARK.search(prose, block.start)
            if found is None:
                return
            start = found.start()
        if start < block.end:
            yield block


def _is_crowded(prose: str, block: Block) -> bool:
    """Tell whether a paragraph has far more marks than any text that people write."""
    size = block.end - block.start
    if size < _CROWD:
        return False
    # A run of marks is as many as it has code points: it may be all of the paragraph.
    count = sum(map(len, _ANY_MARK.findall(prose, block.start, block.end)))
    return count > _CROWD and count * _ROOM > size


def _is_within(stray: tuple[int, int], pairs: list[Quoted], starts: list[int]) -> bool:
    """Tell whether a mark stands inside a quotation, as part of its words."""
    index = bisect_left(starts, stray[0]) - 1
    return index >= 0 and stray[1] <= pairs[index].last


def _marks(prose: str, block: Block) -> Iterator[_Mark]:
    block_start, block_end, *_ = block
    for found in _MARK.finditer(prose, block_start, block_end):
        start, end = found.span()
        before = prose[start - 1] if start > block_start else " "
        after = prose[end] if end < block_end else " "
        glyph = found[1] if found[1] not in "'`" else found[0]
        opens = before in _BEFORE_OPENING and _can_begin(prose, end, after)
        closes = before not in " \n\t" and after in _AFTER_CLOSING
        family = _FAMILIES.get(glyph, '"')
        yield _Mark(start, end, glyph, family, _role(glyph, before, opens, closes))


def _can_begin(prose: str, position: int, after: str) -> bool:
    """Tell whether quoted words can begin with what follows a mark."""
    if after == ".":
        following = prose[position + 1 : position + 2]
        return following == "." or following.isdigit()
    return after not in _NEVER_QUOTED_FIRST


def _role(glyph: str, before: str, opens: bool, closes: bool) -> str:
    if opens and not closes:
        return "o"
    if closes and not opens:
        if before.isdigit():
            return "d"
        return "c"
    if glyph in _OPENING:
        return "o"
    if glyph in _CLOSING:
        return "c"
    return "d" if before.isdigit() else "?"


def _pair(marks: Iterable[_Mark]) -> tuple[list[Quoted], list[tuple[int, int]]]:
    """Pair the marks of one paragraph; inner pairs come before their outer pair."""
    found = list(marks)
    if len(found) < 2:
        return [], [(mark.start, mark.end) for mark in found]
    ahead = _closes_ahead(found)
    pairs: list[Quoted] = []
    strays: list[tuple[int, int]] = []
    opened: dict[str, list[_Mark]] = {}
    stack: list[_Mark] = []
    for mark, closed_later in zip(found, ahead, strict=True):
        mine = opened.setdefault(mark.family, [])
        if _does_open(mark, mine):
            mine.append(mark)
            stack.append(mark)
        elif not mine:
            strays.append((mark.start, mark.end))
        elif mark.role == "d" and closed_later:
            continue
        else:
            partner = mine.pop()
            while stack[-1] is not partner:
                lost = stack.pop()
                opened[lost.family].pop()
                strays.append((lost.start, lost.end))
            stack.pop()
            pairs.append(Quoted(partner.start, mark.end, partner.end, mark.start))
    strays += [(mark.start, mark.end) for mark in stack]
    return pairs, strays


def _does_open(mark: _Mark, mine: list[_Mark]) -> bool:
    if mark.family in "«‹":
        # «French», »German« and »Swedish»: the other glyph closes whatever is open.
        if mine and mine[-1].glyph != mark.glyph:
            return False
        return mark.role == "o" or not mine
    if mark.role == "?":
        return not mine
    return mark.role == "o"


def _closes_ahead(marks: list[_Mark]) -> list[bool]:
    """For each mark, tell whether the next one that is clear can only close."""
    ahead = [False] * len(marks)
    closes = False
    for index in range(len(marks) - 1, -1, -1):
        ahead[index] = closes
        role = marks[index].role
        if role != "d":
            closes = role == "c"
    return ahead


def _outermost(
    prose: str, pairs: list[Quoted]
) -> tuple[list[Quoted], list[tuple[int, int]]]:
    """Return the outermost pairs that can be one quotation, and the marks let go.

    `"an unclosed one. They write "its words" (p. 1)."` pairs outside as well; what
    holds a quotation with a page of its own, or is too long, is no quotation.
    """
    if len(pairs) < 2:
        return pairs, []
    kept: list[Quoted] = []
    broken: list[tuple[int, int]] = []
    reach = -1
    ordered = sorted(pairs)
    for index, pair in enumerate(ordered):
        if pair.start < reach:
            continue
        follows = index + 1 < len(ordered) and ordered[index + 1].start < pair.end
        if follows and (
            pair.size > LONGEST or _OWN_PAGE.search(prose, pair.first, pair.last)
        ):
            broken += [(pair.start, pair.first), (pair.last, pair.end)]
            continue
        kept.append(pair)
        reach = pair.end
    return kept, broken


def _merge(
    prose: str, doubles: list[Quoted], singles: list[Quoted]
) -> tuple[list[Quoted], list[tuple[int, int]]]:
    """Join double and single pairs; where they cross, the double marks hold.

    A single pair around double ones (`'they call it "drift" in the text'`) is the
    quotation, unless it is too long for one or names a page.
    """
    if not singles:
        return doubles, []
    kept: list[Quoted] = []
    clashing: list[tuple[int, int]] = []
    index = 0
    for single in singles:
        while index < len(doubles) and doubles[index].end <= single.start:
            kept.append(doubles[index])
            index += 1
        end = index
        while end < len(doubles) and doubles[end].start < single.end:
            end += 1
        inner = doubles[index:end]
        if inner and not _holds(prose, single, inner):
            if single.start < inner[0].start:
                clashing.append((single.start, single.first))
            continue
        kept.append(single)
        index = end
    return kept + doubles[index:], clashing


def _holds(prose: str, single: Quoted, inner: list[Quoted]) -> bool:
    """Tell whether a single pair can be one quotation around double pairs."""
    if inner[0].start < single.start or inner[-1].end > single.end:
        return False
    names_a_page = _PAGE.search(prose, single.first, single.last)
    return single.size <= LONGEST and names_a_page is None
