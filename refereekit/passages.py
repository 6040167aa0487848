"""Passages: the texts in which a page can be read, each mapping back to the page.

A page is read in its text's own order; that text is one passage. The others are built
from the same lines: the page without the raised marks of its notes and references, its
alternative orders, and the end of one page joined to the start of the next.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from refereekit.normalize import Fold, NormalizedText, line_core, normalize
from refereekit.positions import Span
from refereekit.records import BREAK, Page

__all__ = [
    "Passage",
    "Piece",
    "joined",
    "numbered",
    "other_orders",
    "page_passage",
    "unmarked",
]


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of a passage that stands unbroken in one page's text."""

    start: int
    page: Page
    span: Span

    @property
    def end(self) -> int:
        """Return where the piece ends in the passage."""
        return self.start + len(self.span)


@dataclass(frozen=True)
class Passage:
    """A text to match in, and where its pieces stand in the pages' texts.

    `folds` are the names that a match in this passage has to report. `numbers` are
    the margin numbers that were put into the text.
    """

    text: str
    pieces: tuple[Piece, ...]
    raised: tuple[Span, ...] = ()
    lowered: tuple[Span, ...] = ()
    folds: frozenset[Fold] = frozenset()
    numbers: tuple[Span, ...] = ()

    @cached_property
    def lines(self) -> list[str]:
        """Return the lines, without their line feeds."""
        return self.text.split("\n")

    @cached_property
    def _line_offsets(self) -> list[int]:
        return list(accumulate((len(line) + 1 for line in self.lines), initial=0))

    @cached_property
    def _line_cores(self) -> list[str]:
        return [line_core(line) for line in self.lines]

    @cached_property
    def _core_offsets(self) -> list[int]:
        return list(accumulate(map(len, self._line_cores), initial=0))

    @cached_property
    def core(self) -> str:
        """Return the core of the text."""
        return "".join(self._line_cores)

    def excerpt(self, start: int, end: int) -> Excerpt:
        """Return the lines around a span of the core, normalized."""
        first = bisect_right(self._core_offsets, start) - 1
        last = max(first, bisect_right(self._core_offsets, end - 1) - 1)
        first = self._neighbour(first, -1)
        last = self._neighbour(last, 1)
        offset = self._line_offsets[first]
        text = "\n".join(self.lines[first : last + 1])
        if last + 1 < len(self.lines):
            text += "\n"
        within = Span(offset, offset + len(text))
        normalized = normalize(
            text, _clipped(self.raised, within), _clipped(self.lowered, within)
        )
        return Excerpt(normalized, offset, self._core_offsets[first])

    def _neighbour(self, line: int, step: int) -> int:
        """Return the next line with a core in the same stream, or the line itself."""
        other = line + step
        while 0 <= other < len(self.lines) and self.lines[other].strip():
            if self._line_cores[other]:
                return other
            other += step
        return other - step

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
        return found


_MARK_LENGTH = 12
"""Longest raised mark (`12,13–15`) that a located span may pass over."""


def _is_next(last: tuple[Page, Span], page: Page, part: Span) -> bool:
    page_before, before = last
    if page_before is not page or not 0 <= part.start - before.end <= _MARK_LENGTH:
        return False
    between = page.text[before.end : part.start]
    return "\n" not in between or (between.isspace() and between.count("\n") == 1)


def _clipped(spans: Iterable[Span], within: Span) -> list[Span]:
    """Return the parts of spans inside an excerpt, counted from its start."""
    return [
        Span(
            max(span.start, within.start) - within.start,
            min(span.end, within.end) - within.start,
        )
        for span in spans
        if span.overlaps(within)
    ]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Some lines of a passage, normalized, and where they start in it."""

    normalized: NormalizedText
    text_offset: int
    core_offset: int

    def to_passage(self, start: int, end: int) -> Span:
        """Return the passage span behind a span of the passage's core."""
        span = Span(start - self.core_offset, end - self.core_offset)
        return self.normalized.to_raw(span).shifted(self.text_offset)


def page_passage(page: Page) -> Passage:
    """Return the page in the order of its text."""
    whole = Piece(0, page, Span(0, len(page.text)))
    return Passage(page.text, (whole,), page.raised, page.lowered)


_Part = tuple[Page, Span] | str | None
"""A span of page text, a text that is not on the page, or a wall."""


def _assembled(parts: Iterable[_Part], folds: Iterable[Fold]) -> Passage:
    """Return the passage of some parts; a span ends a line."""
    text: list[str] = []
    pieces: list[Piece] = []
    numbers: list[Span] = []
    raised: list[Span] = []
    lowered: list[Span] = []
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
                raised += [s.shifted(size) for s in _clipped(page.raised, span)]
                lowered += [s.shifted(size) for s in _clipped(page.lowered, span)]
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


def _with_line_ends(spans: Iterable[tuple[Page, Span]]) -> Iterator[_Part]:
    """Yield lines, each with the line feed that ends it in its page's text."""
    for page, span in spans:
        end = span.end + (page.text[span.end : span.end + 1] == "\n")
        yield page, Span(span.start, end)


def _ordered(page: Page, reading: Sequence[int]) -> Iterator[_Part]:
    for index in reading:
        if index == BREAK:
            yield None
        else:
            yield from _with_line_ends([(page, page.lines[index].span)])


def other_orders(page: Page) -> Iterator[Passage]:
    """Yield the page in each of its alternative orders."""
    for reading in page.readings:
        yield _assembled(_ordered(page, reading), [Fold.READING_ORDER])


def numbered(page: Page) -> Iterator[Passage]:
    """Yield the page with its margin numbers before, then behind their lines.

    So they stand in what a viewer copies of a manuscript with numbered lines.
    """
    if any(line.margin_number for line in page.lines):
        for is_before in (True, False):
            yield _assembled(_numbered(page, is_before), [Fold.MARGIN_NUMBER])


def _numbered(page: Page, is_before: bool) -> Iterator[_Part]:
    end = 0
    for line in page.lines:
        if line.span.start < end:
            continue
        if "\n\n" in page.text[max(0, end - 1) : line.span.start]:
            yield None
        number = line.margin_number
        if number and is_before:
            yield f"{number} "
        yield page, line.span
        if number and not is_before:
            yield f" {number}"
        yield page, Span(line.span.end, min(len(page.text), line.span.end + 1))
        end = line.span.end


_SENTENCE_END = re.compile(r"[.?!:;][)\]\"'”’»]*\s*$")
_CONTINUES = re.compile(r"[^\W\d_A-Z]|[\d([{\"'“‘«]")


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
    return _assembled(parts, [Fold.PAGE_BREAK])


def _continues(start: str, is_broken_word: bool) -> bool:
    """Tell whether a line can go on with a sentence from the page before."""
    if is_broken_word:
        return start[:1].isalpha()
    return start[:1].islower() or _CONTINUES.match(start) is not None


# Words after which a raised sign is an exponent and not a note's mark.
_FUNCTIONS = """sin cos tan cot sec csc sinh cosh tanh log exp lim max min sup inf det
arg var cov mod"""
_UNITS = """deg rad mol cal bar pc kpc mpc gpc kev mev gev tev hz khz mhz ghz pa kpa mpa
gpa yr yrs day days hour hours year years sec msec arcsec arcmin"""
_TAKES_EXPONENT = frozenset(f"{_FUNCTIONS} {_UNITS}".split())
_SUPERSCRIPTS = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}")
_REFERENCE = r"(?:\d{1,3}|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}|[a-z]|[*†‡§¶#∗]+)"
_NOTE_MARK = re.compile(rf"[\s\[(]*{_REFERENCE}(?:[\s,;–-]+{_REFERENCE})*[\s,\])]*")
_SYMBOL_MARK = re.compile(r"[*†‡§¶#∗\s]+")
_WORD_BEFORE = re.compile(r"[^\W\d_]+\Z")
_LEAST_WORD = 3
"""Letters of the shortest word that carries a note: `R`, `cm` take exponents."""


def _is_note_mark(text: str, span: Span) -> bool:
    """Tell whether a raised span is the mark of a note or a reference."""
    mark = span.cut(text)
    if not _NOTE_MARK.fullmatch(mark):
        return False
    before = text[max(0, span.start - 40) : span.start]
    if before[-1:] in {".", ",", ";", ":", "”", "’"}:
        return True
    if before[-1:] in {")", "]"}:
        return _SYMBOL_MARK.fullmatch(mark) is not None
    word = _WORD_BEFORE.search(before)
    return (
        word is not None
        and len(word[0]) >= _LEAST_WORD
        and word[0].lower() not in _TAKES_EXPONENT
    )


def _note_marks(passage: Passage) -> list[Span]:
    """Return the raised marks of notes and references after words, in order."""
    raised = [
        *passage.raised,
        *(Span(*found.span()) for found in _SUPERSCRIPTS.finditer(passage.text)),
    ]
    return sorted({span for span in raised if _is_note_mark(passage.text, span)})


def unmarked(passage: Passage) -> Passage | None:
    """Return the passage without the raised marks after words, if it has any."""
    marks = _note_marks(passage)
    if not marks:
        return None
    kept: list[Span] = []
    start = 0
    for span in marks:
        if span.start > start:
            kept.append(Span(start, span.start))
        start = max(start, span.end)
    if start < len(passage.text):
        kept.append(Span(start, len(passage.text)))
    return _cut_down(passage, kept)


def _cut_down(passage: Passage, kept: list[Span]) -> Passage:
    """Return the passage cut down to some spans of its text."""
    pieces: list[Piece] = []
    marked: tuple[list[Span], ...] = ([], [], [])
    size = 0
    for span in kept:
        shift = size - span.start
        for piece in passage.pieces:
            start, end = max(span.start, piece.start), min(span.end, piece.end)
            if start < end:
                part = Span(start, end).shifted(piece.span.start - piece.start)
                pieces.append(Piece(start + shift, piece.page, part))
        for kept_spans, spans in zip(
            marked, (passage.raised, passage.lowered, passage.numbers), strict=True
        ):
            kept_spans += [s.shifted(size) for s in _clipped(spans, span)]
        size += len(span)
    return Passage(
        "".join(span.cut(passage.text) for span in kept),
        tuple(pieces),
        tuple(marked[0]),
        tuple(marked[1]),
        passage.folds | {Fold.RAISED_MARK},
        tuple(marked[2]),
    )
