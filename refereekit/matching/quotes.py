"""Where a passage holds a quotation: these words, whole, in this order.

A quotation is looked for as it stands, then in the other ways a draft may write it,
and last in the pieces between its ellipses and inserts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice, pairwise

from refereekit.folding import UNREADABLE, WALL, Fold
from refereekit.matching.comparison import compare
from refereekit.matching.copiednumbers import are_margin_numbers
from refereekit.matching.ellipsis import (
    Omission,
    Split,
    is_beside_bracket,
    is_itself_cut,
    is_printed,
    open_brackets,
    splits,
)
from refereekit.matching.literal import Pasted, find_literal
from refereekit.matching.meaning import (
    hides_meaning,
    may_replace,
    says_how_many,
    turns_round,
)
from refereekit.matching.passages import Excerpt, Passage
from refereekit.matching.wording import Wording, piece_wordings, wordings
from refereekit.matching.words import count_words
from refereekit.positions import Span
from refereekit.records import Page
from refereekit.values import Value

__all__ = ["Concealed", "Match", "Quote", "find_quote"]

_MOST_COMPARISONS = 256
"""Places of one passage that are compared in full: real pages have a few."""

_MOST_STARTS = 64
"""Occurrences of a first piece from which the other pieces are looked for."""

_REACH = {"ellipsis": 600, "insert": 80, "single-word": 100}
"""Core characters that may be left out: about 120, 16 and 20 words."""


class Match(Value):
    """Where a quotation was found, what was folded, and the words left out."""

    places: tuple[tuple[Page, Span], ...]
    folds: frozenset[Fold]
    left_out: tuple[str, ...] = ()


class Concealed(Value):
    """The pieces are there, but what is left out between them changes the meaning.

    Either a word among those left out, or an insert in the place of other words.
    """

    word: str
    replaced: str = ""


class Quote:
    """A quotation's text, and the ways to read it, worked out when asked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._opened = open_brackets(text)
        self._known: list[Wording] = []
        self._more = filter(_is_readable, self._read())

    def _read(self) -> Iterator[Wording]:
        yield from wordings(self.text)
        if self._opened != self.text:
            for wording in wordings(self._opened):
                yield wording.with_fold(Fold.INSERT)

    @cached_property
    def pasted(self) -> Pasted:
        """Return it as one that was copied from the page as it stands there."""
        return Pasted(self.text)

    @property
    def wordings(self) -> Iterator[Wording]:
        """Return the ways to read it as one run of words, likeliest first."""
        yield from self._known
        for wording in self._more:
            self._known.append(wording)
            yield wording

    @cached_property
    def splits(self) -> tuple[tuple[Split, tuple[tuple[Wording, ...], ...]], ...]:
        """Return the ways to take it apart, with the wordings of each piece."""
        return tuple(
            (split, pieces)
            for text in dict.fromkeys((self.text, self._opened))
            for split in splits(text)
            if (pieces := _pieces(split)) is not None
        )


def _is_readable(wording: Wording) -> bool:
    core = wording.core
    return bool(core) and UNREADABLE not in core and "\ufffc" not in core


def _pieces(split: Split) -> tuple[tuple[Wording, ...], ...] | None:
    """Return the wordings of a split's pieces, `None` where they say too little."""
    sizes = [count_words(piece) for piece in split.pieces if piece.strip()]
    if not sizes or (max(sizes) < 3 and min(sizes) < 2):
        return None
    found = [
        tuple(filter(_is_readable, piece_wordings(piece))) if piece.strip() else ()
        for piece in split.pieces
    ]
    is_lost = any(
        bool(options) != bool(count_words(piece)) and piece.strip(" .,;")
        for options, piece in zip(found, split.pieces, strict=True)
    )
    return None if is_lost else tuple(found)


def find_quote(quote: Quote, passages: Iterable[Passage]) -> Match | Concealed | None:
    """Return where the first passage that holds the quotation holds it."""
    concealed: Concealed | None = None
    tried: list[Passage] = []
    for passage in passages:
        if not passage.numbers:
            tried.append(passage)
        match = _find_literal(passage, quote) or _find_run(passage, quote.wordings)
        if match is not None:
            return match
    for split, pieces in quote.splits:
        for passage in tried:
            found = _find_pieces(passage, split, pieces)
            if isinstance(found, Match):
                return found
            concealed = concealed or found
    return concealed


def _find_literal(passage: Passage, quote: Quote) -> Match | None:
    """Return what `_find_run` would, where the words stand there as they are."""
    found = find_literal(quote.pasted, passage)
    return found and Match(tuple(passage.locate(found[0])), found[1])


class _Hit(Value):
    """A span of a passage's core that holds some words, and what was folded."""

    start: int
    end: int
    folds: frozenset[Fold]
    excerpt: Excerpt

    @property
    def span(self) -> Span:
        """Return the span of the passage's text."""
        return self.excerpt.to_passage(self.start, self.end)

    def place(self, offset: int) -> int:
        """Return the place in the words' core of a character of the passage."""
        return self.excerpt.to_core(offset) - self.start


def _hits(
    passage: Passage, wording: Wording, start: int = 0, end: int | None = None
) -> Iterator[_Hit]:
    """Yield the places where a passage holds a wording, from left to right."""
    core = wording.core
    size = len(core)
    stop = len(passage.core) if end is None else end
    at = passage.core.find(core, start, stop)
    compared = 0
    while at >= 0 and compared < _MOST_COMPARISONS:
        excerpt = passage.excerpt(at, at + size)
        quoted = wording.normalized
        folds = compare(excerpt.normalized, at - excerpt.core_offset, quoted)
        if folds is not None:
            yield _Hit(at, at + size, folds | wording.folds, excerpt)
        compared += 1
        at = passage.core.find(core, at + 1, stop)


def _find_run(passage: Passage, options: Iterable[Wording]) -> Match | None:
    """Return the first place where a passage holds one of some wordings."""
    for wording in options:
        for hit in _hits(passage, wording):
            match = _match(passage, [hit], frozenset(), ())
            if not _is_across(passage, match):
                continue
            if not passage.numbers or are_margin_numbers(
                passage, hit.span, wording.normalized, hit.place
            ):
                return match
    return None


def _is_across(passage: Passage, match: Match) -> bool:
    """Tell whether a match in two joined pages stands on both of them.

    Words that stand on one of the two alone are not on the other.
    """
    if Fold.PAGE_BREAK not in passage.folds:
        return True
    return len({page.number for page, _ in match.places}) > 1


def _find_pieces(
    passage: Passage, split: Split, pieces: Sequence[Sequence[Wording]]
) -> Match | Concealed | None:
    """Return where a passage holds all pieces, in order and near each other."""
    for omission, sides in zip(split.omissions, pairwise(split.pieces), strict=True):
        if omission.insert is None:
            continue
        insert = omission.insert
        if (
            hides_meaning(insert) is not None
            or says_how_many(insert)
            or turns_round(insert, *sides)
        ):
            return Concealed(f"[{insert}]")
        if is_beside_bracket(*sides) or is_printed(insert, passage.text):
            return None
    concealed: Concealed | None = None
    filled = [index for index, options in enumerate(pieces) if options]
    for wording in pieces[filled[0]]:
        for first in islice(_hits(passage, wording), _MOST_STARTS):
            found = _follow(passage, split, pieces, filled, first)
            if not isinstance(found, Match):
                concealed = concealed or found
            elif _is_across(passage, found):
                return found
    return concealed


def _follow(
    passage: Passage,
    split: Split,
    pieces: Sequence[Sequence[Wording]],
    filled: Sequence[int],
    first: _Hit,
) -> Match | Concealed | None:
    """Return the match that starts with one occurrence of the first piece."""
    hits = [first]
    left_out: list[str] = []
    for before, index in pairwise(filled):
        omissions = split.omissions[before:index]
        words = [count_words(split.pieces[i]) for i in (before, index)]
        end = hits[-1].end
        hit = _next_hit(passage, pieces[index], end, _reach(omissions, min(words)))
        if hit is None:
            return None
        skipped = _between(passage, end, hit.start)
        if is_itself_cut(skipped, omissions):
            return None
        concealed = _concealed(skipped, omissions)
        if concealed is not None:
            return concealed
        hits.append(hit)
        if skipped:
            left_out.append(skipped)
    if _is_printed_beside(passage, split, hits):
        return None
    kinds = {
        Fold.ELLIPSIS if omission.insert is None else Fold.INSERT
        for omission in split.omissions
    }
    return _match(passage, hits, frozenset(kinds), tuple(left_out))


def _concealed(skipped: str, omissions: Sequence[Omission]) -> Concealed | None:
    """Return what an omission inside a quotation may not hide, if it does."""
    hidden = hides_meaning(skipped)
    if hidden is not None:
        return Concealed(hidden)
    inserts = [o.insert for o in omissions if o.insert is not None]
    if len(inserts) < len(omissions) or may_replace(" ".join(inserts), skipped):
        return None
    shown = " ".join(f"[{insert}]" for insert in inserts)
    return Concealed(shown, " ".join(skipped.split()))


_BESIDE = 30
"""Core characters beside a match where the page's own dots would stand."""


def _is_printed_beside(passage: Passage, split: Split, hits: Sequence[_Hit]) -> bool:
    """Tell whether the page prints the omission that begins or ends a quotation.

    Then its dots or bracket are the page's own, and the words beside them are cut.
    """
    core = passage.core
    before = core[max(0, hits[0].start - _BESIDE) : hits[0].start]
    after = core[hits[-1].end : hits[-1].end + _BESIDE]
    begins = not split.pieces[0].strip(" .,;")
    ends = not split.pieces[-1].strip(" .,;")
    return (begins and _is_own(split.omissions[0], before[::-1])) or (
        ends and _is_own(split.omissions[-1], after)
    )


def _is_own(omission: Omission, beside: str) -> bool:
    """Tell whether the page's text, from the match outward, has such an omission."""
    stream = beside.partition(WALL)[0]
    if omission.insert is None:
        return ".." in stream
    return "[" in stream[:2] or "]" in stream[:2]


def _reach(omissions: Sequence[Omission], fewest_words: int) -> int:
    """Return how many core characters may be left out here."""
    is_insert = all(omission.insert is not None for omission in omissions)
    reach = _REACH["insert" if is_insert else "ellipsis"]
    return min(reach, _REACH["single-word"]) if fewest_words < 2 else reach


def _next_hit(
    passage: Passage, options: Sequence[Wording], start: int, reach: int
) -> _Hit | None:
    """Return the nearest place of a piece after `start`, within the same stream."""
    wall = passage.core.find(WALL, start)
    limit = len(passage.core) if wall < 0 else wall
    best: _Hit | None = None
    for wording in options:
        end = min(limit, start + reach + len(wording.core))
        hit = next(_hits(passage, wording, start, end), None)
        if hit is not None and (best is None or hit.start < best.start):
            best = hit
    return best


def _between(passage: Passage, start: int, end: int) -> str:
    """Return the text of the words between two places of the core."""
    if start >= end:
        return ""
    span = passage.excerpt(start, end).to_passage(start, end)
    return span.cut(passage.text)


def _match(
    passage: Passage,
    hits: Sequence[_Hit],
    folds: frozenset[Fold],
    left_out: tuple[str, ...],
) -> Match:
    places: list[tuple[Page, Span]] = []
    for hit in hits:
        places += passage.locate(hit.span)
        folds |= hit.folds
    return Match(tuple(places), folds | passage.folds, left_out)
