"""Passages: the texts in which a page can be read, each mapping back to the page.

A page is read in its text's own order; that text is one passage. The others are built
from the same lines: its alternative orders, and the end of one page joined to the start
of the next.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate

from refereekit.folding import WALL, Fold, core_ends, run_core
from refereekit.normalize import NormalizedText, normalize
from refereekit.patterns import regex
from refereekit.positions import Span
from refereekit.records import BREAK, Page
from refereekit.values import Value

__all__ = [
    "CONTEXT",
    "Excerpt",
    "Part",
    "Passage",
    "Piece",
    "assembled",
    "clipped",
    "cut_down",
    "joined",
    "other_orders",
    "page_passage",
]


class Piece(Value):
    """A run of a passage that stands unbroken in one page's text."""

    start: int
    page: Page
    span: Span

    @property
    def end(self) -> int:
        """Return where the piece ends in the passage."""
        return self.start + len(self.span)


_BLOCK = 512
"""Code points of a text that are looked at together."""

CONTEXT = 24
"""Code points on either side that tell whether a match is whole words."""

_BLANK_LINE = regex(r"^[^\S\n]*\n", re.MULTILINE)

_WALL = regex(r"\n[^\S\n]*(?=\n)")


def _last_wall(text: str) -> int:
    """Return where the last blank line of a text ends, 0 where there is none."""
    return max((found.end() for found in _WALL.finditer(text)), default=0)


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield a text in short blocks, each with its core; a blank line is a wall."""
    start = 0
    for found in _BLANK_LINE.finditer(text):
        yield from _parts(text[start : found.start()])
        yield found[0], WALL
        start = found.end()
    yield from _parts(text[start:])


def _parts(text: str) -> Iterator[tuple[str, str]]:
    for start in range(0, len(text), _BLOCK):
        block = text[start : start + _BLOCK]
        yield block, run_core(block)


class _Blocks:
    """A text in short blocks, to find what stands behind a place of its core."""

    def __init__(self, text: str) -> None:
        blocks = list(_blocks(text))
        self.texts = [block for block, _ in blocks]
        cores = [core for _, core in blocks]
        self.core = "".join(cores)
        self.offsets = list(accumulate(map(len, self.texts), initial=0))
        self.core_offsets = list(accumulate(map(len, cores), initial=0))
        self._ends: dict[int, list[int]] = {}
        """Where in a block's core that of each of its characters ends."""

    def locate(self, index: int) -> tuple[int, int]:
        """Return the offset of the character behind a place of the core.

        And the place in the core at which that character begins.
        """
        block = bisect_right(self.core_offsets, index) - 1
        if block not in self._ends:
            self._ends[block] = core_ends(self.texts[block])
        ends = self._ends[block]
        first = self.core_offsets[block]
        place = bisect_right(ends, index - first)
        begins = first + (ends[place - 1] if place else 0)
        return self.offsets[block] + place, begins


class Passage(Value):
    """A text to match in, and where its pieces stand in the pages' texts.

    `folds` are the names that a match in this passage has to report. `numbers` are
    the margin numbers that were put into the text. `known_core` is the core as it was
    stored, where it was: by an older version, perhaps, that folded otherwise.
    """

    text: str
    pieces: tuple[Piece, ...]
    raised: tuple[Span, ...] = ()
    lowered: tuple[Span, ...] = ()
    folds: frozenset[Fold] = frozenset()
    numbers: tuple[Span, ...] = ()
    known_core: str | None = None

    @cached_property
    def flat(self) -> str:
        """Return the text with a space for each line end."""
        return self.text.replace("\n", " ")

    @cached_property
    def _blocks(self) -> _Blocks:
        return _Blocks(self.text)

    @property
    def core(self) -> str:
        """Return the core of the text."""
        return self._blocks.core

    def excerpt(self, start: int, end: int) -> Excerpt:
        """Return the text behind a span of the core and around it, normalized."""
        first, core_start = self._blocks.locate(start)
        last = self._blocks.locate(end - 1)[0] + 1
        left = self.text[max(0, first - CONTEXT) : first]
        left = left[_last_wall(left) :]
        right = self.text[last : last + CONTEXT]
        wall = _WALL.search(right)
        right = right[: wall.start()] if wall else right
        within = Span(first - len(left), last + len(right))
        normalized = normalize(
            within.cut(self.text),
            clipped(self.raised, within),
            clipped(self.lowered, within),
        )
        return Excerpt(normalized, within.start, core_start - len(run_core(left)))

    def locate(self, span: Span) -> list[tuple[Page, Span]]:
        """Return the spans of page text behind a span of this text, in order.

        Pieces of one page between which only a raised mark was left out are one span.
        """
        found: list[tuple[Page, Span]] = []
        for piece in self.pieces:
            start, end = max(span.start, piece.start), min(span.end, piece.end)
            if start >= end:
                continue
            shift = piece.span.start - piece.start
            part = Span(start + shift, end + shift)
            if found and _is_next(found[-1], piece.page, part):
                part = Span(found.pop()[1].start, part.end)
            found.append((piece.page, part))
        return [(page, _trimmed(page.text, part)) for page, part in found]


def _trimmed(text: str, span: Span) -> Span:
    """Return a span without the white space at its ends."""
    words = span.cut(text)
    start = span.start + len(words) - len(words.lstrip())
    return Span(start, max(start, span.start + len(words.rstrip())))


_MARK_LENGTH = 12
"""Longest raised mark (`12,13–15`) that a located span may pass over."""


def _is_next(last: tuple[Page, Span], page: Page, part: Span) -> bool:
    page_before, before = last
    if page_before is not page or not 0 <= part.start - before.end <= _MARK_LENGTH:
        return False
    between = page.text[before.end : part.start]
    return "\n" not in between or (between.isspace() and between.count("\n") == 1)


def clipped(spans: Iterable[Span], within: Span, start: int = 0) -> list[Span]:
    """Return the parts of spans inside an excerpt that is put at `start`."""
    first, last = within.start, within.end
    by = start - first
    return [
        Span(max(span.start, first) + by, min(span.end, last) + by)
        for span in spans
        if span.start < last and first < span.end
    ]


class _Spans:
    """Spans of one text of which many excerpts are asked for."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans = list(spans)
        self._starts = [span.start for span in self._spans]
        self._ends = [span.end for span in self._spans]
        self._is_sorted = all(
            places == sorted(places) for places in (self._starts, self._ends)
        )

    def clipped(self, within: Span, start: int) -> list[Span]:
        """Return what `clipped` returns of them."""
        if not self._is_sorted:
            return clipped(self._spans, within, start)
        first = bisect_right(self._ends, within.start)
        last = bisect_left(self._starts, within.end)
        return clipped(self._spans[first:last], within, start)


class Excerpt(Value):
    """Some lines of a passage, normalized, and where they start in it."""

    normalized: NormalizedText
    text_offset: int
    core_offset: int

    def to_core(self, offset: int) -> int:
        """Return the place in the passage's core of a character of its text."""
        sources = self.normalized.sources
        return self.core_offset + bisect_left(sources, offset - self.text_offset)

    def to_passage(self, start: int, end: int) -> Span:
        """Return the passage span behind a span of the passage's core."""
        span = Span(start - self.core_offset, end - self.core_offset)
        return self.normalized.to_raw(span).shifted(self.text_offset)


def page_passage(page: Page, known_core: str | None = None) -> Passage:
    """Return the page in the order of its text."""
    whole = Piece(0, page, Span(0, len(page.text)))
    return Passage(
        page.text, (whole,), page.raised, page.lowered, known_core=known_core
    )


Part = tuple[Page, Span] | str | None
"""A span of page text, a text that is not on the page, or a wall."""


def assembled(parts: Iterable[Part], folds: Iterable[Fold]) -> Passage:
    """Return the passage of some parts; a span ends a line."""
    text: list[str] = []
    pieces: list[Piece] = []
    numbers: list[Span] = []
    raised: list[Span] = []
    lowered: list[Span] = []
    marked: dict[int, tuple[_Spans, _Spans]] = {}
    size = 0
    for part in parts:
        match part:
            case None:
                text.append("\n\n")
            case str():
                numbers.append(Span(size, size + len(part)))
                text.append(part)
            case (page, span):
                pieces.append(Piece(size, page, span))
                if page.number not in marked:
                    marked[page.number] = _Spans(page.raised), _Spans(page.lowered)
                up, down = marked[page.number]
                raised += up.clipped(span, size)
                lowered += down.clipped(span, size)
                text.append(span.cut(page.text))
        size += len(text[-1])
    return Passage(
        "".join(text),
        tuple(pieces),
        tuple(raised),
        tuple(lowered),
        frozenset(folds),
        tuple(numbers),
    )


def _with_line_ends(spans: Iterable[tuple[Page, Span]]) -> Iterator[Part]:
    """Yield lines, each with the line feed that ends it in its page's text."""
    for page, span in spans:
        end = span.end + (page.text[span.end : span.end + 1] == "\n")
        yield page, Span(span.start, end)


def _ordered(page: Page, reading: Sequence[int]) -> Iterator[Part]:
    for index in reading:
        if index == BREAK:
            yield None
        else:
            yield from _with_line_ends([(page, page.lines[index].span)])


def other_orders(page: Page) -> Iterator[Passage]:
    """Yield the page in each of its alternative orders."""
    for reading in page.readings:
        yield assembled(_ordered(page, reading), [Fold.READING_ORDER])


_SENTENCE_END = regex(r"[.?!:;][)\]\"'”’»]*\s*$")
_CONTINUES = regex(r"[^\W\d_A-Z]|[\d([{\"'“‘«]")


def joined(page: Page, following: Page) -> Passage | None:
    """Return the end of a page joined to the start of the next, in mid-sentence.

    Only where the layout says where the text goes on. A line that ends a sentence, or
    a start that could begin one, is never joined.
    """
    if page.flow_end is None or following.flow_start is None:
        return None
    last = page.lines[page.flow_end].span
    first = following.lines[following.flow_start].span
    is_broken_word = last.cut(page.text).rstrip().endswith("-")
    start = first.cut(following.text).lstrip()
    if _SENTENCE_END.search(last.cut(page.text)):
        return None
    if not _continues(start, is_broken_word):
        return None
    before = Span(page.text.rfind("\n\n", 0, last.start) + 1, last.end)
    stop = following.text.find("\n\n", first.end)
    after = Span(first.start, len(following.text) if stop < 0 else stop)
    parts = _with_line_ends([(page, before), (following, after)])
    return assembled(parts, [Fold.PAGE_BREAK])


def _continues(start: str, is_broken_word: bool) -> bool:
    """Tell whether a line can go on with a sentence from the page before."""
    if is_broken_word:
        return start[:1].isalpha()
    return start[:1].islower() or _CONTINUES.match(start) is not None


def cut_down(passage: Passage, kept: Iterable[Span], folds: Iterable[Fold]) -> Passage:
    """Return the passage cut down to some spans of its text."""
    pieces: list[Piece] = []
    marked: tuple[list[Span], ...] = ([], [], [])
    given = [*map(_Spans, (passage.raised, passage.lowered, passage.numbers))]
    starts = [piece.start for piece in passage.pieces]
    size = 0
    for span in kept:
        shift = size - span.start
        # The pieces of a passage stand in it one after another.
        first = max(0, bisect_right(starts, span.start) - 1)
        for piece in passage.pieces[first : bisect_left(starts, span.end)]:
            start, end = max(span.start, piece.start), min(span.end, piece.end)
            if start < end:
                part = Span(start, end).shifted(piece.span.start - piece.start)
                pieces.append(Piece(start + shift, piece.page, part))
        for kept_spans, spans in zip(marked, given, strict=True):
            kept_spans += spans.clipped(span, size)
        size += len(span)
    return Passage(
        "".join([span.cut(passage.text) for span in kept]),
        tuple(pieces),
        tuple(marked[0]),
        tuple(marked[1]),
        passage.folds.union(folds),
        tuple(marked[2]),
    )
