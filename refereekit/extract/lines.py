"""Pieces to visual lines: what stands on one baseline with no gutter in between."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from itertools import pairwise

from refereekit.extract.layout import TextLine, Word
from refereekit.extract.pieces import NO_GAP, WORD_GAP, Piece, turned_back
from refereekit.positions import BBox, Span
from refereekit.values import new_tuple

__all__ = ["Segment", "build_lines", "join_rows", "segment_pieces"]

# All in multiples of the size of the text.
# A gap that may be a gutter: gutters in the papers measured are 1.2 sizes and wider.
WIDE_GAP = 0.9
# A gap that ends a line even where there is no gutter.
LINE_GAP = 4.0
# In a line that is stretched to fill its column, each gap is wide: from this width,
# one that is so many times as wide is another of them.
STRETCHED, ALIKE = 0.9, 3.0
LEAST_GAPS = 3
# Scripts are at most this share of the size of their line, and this far off it.
SCRIPT_SIZE = 0.86
SCRIPT_RISE = 0.75
BASELINE_DRIFT = 0.18
# How far a script may reach back (a subscript set under a superscript).
SCRIPT_REACH = 4.0
SHIFTED = 0.12
MAJORITY = 0.7
LEAST_WORDS, WORD_LETTERS = 2, 3
ASCENT, DESCENT = 0.75, 0.25
TRACKED_LETTERS = 4
# Between two words of a line: a space, or the line end that PDFium makes up.
MADE_UP_SPACES = 4
_BRACE_PARTS = frozenset(map(chr, (*range(0xF8E5, 0xF8FF), *range(0x239B, 0x23B4))))
"""Parts of large brackets: none is a letter of the word beside it."""
# A stroke drawn through the next letter (TeX's \\not).
_COMBINING = re.compile("[\u0300-\u036f]")


@dataclass(slots=True)
class Segment:
    """Pieces on one baseline with no wide gap between them, in reading order.

    Within what the file writes in one go, that is the order of the file: a superscript
    and a subscript in the same place are read one after the other.
    """

    pieces: list[Piece] = field(default_factory=list)
    u0: float = 0.0
    u1: float = 0.0
    v: float = 0.0
    size: float = 0.0
    direction: int = 0

    def add(self, piece: Piece) -> None:
        """Take in a piece; the baseline is that of the largest text."""
        u0, u1 = piece.u0, piece.u1
        if not self.pieces:
            self.u0, self.u1 = u0, u1
            self.v, self.size = piece.v, piece.size
            self.direction = piece.style.direction
        elif piece.size * SCRIPT_SIZE > self.size:
            self.v, self.size = piece.v, piece.size
        self.pieces.append(piece)
        if u0 < self.u0:
            self.u0 = u0
        if u1 > self.u1:
            self.u1 = u1

    def settle(self) -> None:
        """Take baseline and size from what most of the letters have.

        Scripts may be most letters of a formula (`2` and `-20`); only where a clear
        majority holds words, it is no script beside a larger initial.
        """
        weights: dict[tuple[float, float], int] = {}
        for piece in self.pieces:
            place = piece.v, piece.size
            weights[place] = weights.get(place, 0) + len(piece.text)
        if len(weights) == 1:
            ((self.v, self.size),) = weights
            return
        main = max(weights, key=weights.__getitem__)
        is_major = weights[main] >= MAJORITY * sum(weights.values())
        if not is_major or not self._has_words(main):
            largest = max(size for _, size in weights)
            least = largest * SCRIPT_SIZE * SCRIPT_SIZE
            large = {key: n for key, n in weights.items() if key[1] > least}
            main = max(large, key=lambda key: large[key])
        self.v, self.size = main

    def _has_words(self, main: tuple[float, float]) -> bool:
        """Tell whether the text of one baseline and size is more than a script."""
        own = [p.text for p in self.pieces if (p.v, p.size) == main]
        if len(own) == len(self.pieces):
            return True
        return sum(map(_is_ordinary, own)) >= LEAST_WORDS


def _is_ordinary(text: str) -> bool:
    return len(text) >= WORD_LETTERS and text.isalpha()


def segment_pieces(pieces: Iterable[Piece]) -> list[Segment]:
    """Return the segments of a page, following the order of the file."""
    segments: list[Segment] = []
    current: Segment | None = None
    for piece in pieces:
        if current is None or not _continues(current, piece):
            current = Segment()
            segments.append(current)
        current.add(piece)
    for segment in segments:
        segment.settle()
    return segments


def _continues(segment: Segment, piece: Piece) -> bool:
    if piece.style.direction != segment.direction:
        return False
    small, large = segment.size, piece.size
    gap = piece.u0 - segment.u1
    if small == large and piece.v == segment.v and gap > 0:
        return gap <= WIDE_GAP * large
    if small > large:
        small, large = large, small
    is_script = small < SCRIPT_SIZE * large
    drift = abs(piece.v - segment.v)
    if drift > (SCRIPT_RISE if is_script else BASELINE_DRIFT) * large:
        return False
    if gap > WIDE_GAP * large:
        return False
    if _COMBINING.fullmatch(segment.pieces[-1].text):
        return gap > -SCRIPT_REACH * small
    reach = SCRIPT_REACH if is_script else NO_GAP * 6
    return gap > -reach * small


def join_rows(
    segments: Sequence[Segment], gutters: Sequence[tuple[float, float]]
) -> list[Segment]:
    """Return segments that share a baseline joined, except across a gutter.

    `gutters` are (left, right) of strips that no text line crosses.
    """
    joined: list[Segment] = []
    for row in _rows(segments):
        row.sort(key=lambda segment: segment.u0)
        reach = _reach(row) if len(row) > LEAST_GAPS else 0.0
        current = row[0]
        for segment in row[1:]:
            if _belongs(current, segment, gutters, reach):
                for piece in segment.pieces:
                    current.add(piece)
                current.settle()
            else:
                joined.append(current)
                current = segment
        joined.append(current)
    return joined


def _rows(segments: Sequence[Segment]) -> list[list[Segment]]:
    """Return the segments grouped by baseline, per direction."""
    rows: list[list[Segment]] = []
    ordered = sorted(segments, key=lambda s: (s.direction, s.v, s.u0))
    for segment in ordered:
        last = rows[-1][0] if rows else None
        if (
            last is not None
            and last.direction == segment.direction
            and abs(segment.v - last.v) <= BASELINE_DRIFT * min(segment.size, last.size)
        ):
            rows[-1].append(segment)
        else:
            rows.append([segment])
    return rows


def _belongs(
    left: Segment,
    right: Segment,
    gutters: Sequence[tuple[float, float]],
    reach: float,
) -> bool:
    size = min(left.size, right.size)
    gap = right.u0 - left.u1
    if gap < -NO_GAP * 6 * size or gap > max(LINE_GAP * size, reach):
        return False
    at = bisect_left(gutters, (left.u1 - size, 0.0))
    return not any(
        left.u1 - size <= x0 + size and x1 <= right.u0 + size and x0 >= left.u0
        for x0, x1 in gutters[at:]
        if x0 <= right.u0
    )


def _reach(row: Sequence[Segment]) -> float:
    """Return the widest gap of one line on a row, in points, 0 where it is usual."""
    gaps = sorted(
        b.u0 - a.u1
        for a, b in pairwise(piece for segment in row for piece in segment.pieces)
        if b.u0 - a.u1 > WORD_GAP * a.size
    )
    usual = gaps[len(gaps) // 2] if len(gaps) >= LEAST_GAPS else 0.0
    if not STRETCHED * row[0].size < usual < LINE_GAP * row[0].size:
        return 0.0
    return ALIKE * usual


def build_lines(segments: Sequence[Segment]) -> list[TextLine]:
    """Return the lines of settled segments."""
    small = frozenset(
        segment.pieces[0].start
        for segment in segments
        if len(segment.pieces) == 1 and _is_small(segment.pieces[0])
    )
    return [_build_line(segment, small) for segment in segments]


def _is_small(piece: Piece) -> bool:
    """Tell whether a piece is no longer than what a line end may put in its place."""
    return piece.end - piece.start <= MADE_UP_SPACES


def _build_line(segment: Segment, small: Set[int]) -> TextLine:
    groups = _grouped(segment.pieces)
    words = [_build_word(group, segment) for group in groups]
    box = turned_back(
        segment.u0,
        segment.v - ASCENT * segment.size,
        segment.u1,
        segment.v + DESCENT * segment.size,
        segment.direction,
    )
    baseline = segment.v if segment.direction in (0, 90) else -segment.v
    return TextLine(
        words=tuple(words),
        bbox=box,
        baseline=baseline,
        size=segment.size,
        direction=segment.direction,
        order=segment.pieces[0].start,
        ends_in_hyphen=words[-1].text.endswith(("-", "\u2010")),
        interruptions=_interruptions(groups, small),
    )


def _interruptions(
    groups: list[list[Piece]], small: Set[int]
) -> tuple[tuple[int, int], ...]:
    """Return where the file does not go straight on from one word to the next.

    `small` are the places in the file of short lines, such as a sum sign.
    """
    found = []
    ends = [g[0].end if len(g) == 1 else max(p.end for p in g) for g in groups]
    for place, then in enumerate(groups[1:], start=1):
        start = then[0].start if len(then) == 1 else min(p.start for p in then)
        end = ends[place - 1]
        if not 0 <= start - end <= MADE_UP_SPACES or (
            small and not small.isdisjoint(range(end, start))
        ):
            found.append((place, then[0].start))
    return tuple(found)


def _grouped(pieces: list[Piece]) -> list[list[Piece]]:
    """Return the pieces of a line word by word."""
    last = pieces[0]
    group = [last]
    groups = [group]
    end = last.u1
    for piece in pieces[1:]:
        gap, small = piece.u0 - end, last.size
        if piece.size < small:
            small = piece.size
        if (
            piece.is_apart
            or gap > (NO_GAP if piece.is_spaced else WORD_GAP) * small
            or piece.text in _BRACE_PARTS
            or last.text in _BRACE_PARTS
        ):
            group = [piece]
            groups.append(group)
        else:
            group.append(piece)
        if piece.u1 > end:
            end = piece.u1
        last = piece
    return _without_tracking(groups)


def _without_tracking(groups: list[list[Piece]]) -> list[list[Piece]]:
    """Join letters that are set apart by tracking, where their gaps say so."""
    if not _may_be_tracked(groups):
        return groups
    joined: list[list[Piece]] = []
    run: list[list[Piece]] = []
    for group in [*groups, []]:
        if len(group) == 1 and len(group[0].text) == 1:
            run.append(group)
            continue
        joined += _tracked(run) if len(run) >= TRACKED_LETTERS else run
        run = []
        if group:
            joined.append(group)
    return joined


def _may_be_tracked(groups: list[list[Piece]]) -> bool:
    """Tell whether a line has single letters enough, side by side or not."""
    single = sum(len(group) == 1 and len(group[0].text) == 1 for group in groups)
    return single >= TRACKED_LETTERS


def _tracked(run: list[list[Piece]]) -> list[list[Piece]]:
    gaps = [b[0].u0 - a[0].u1 for a, b in pairwise(run)]
    usual = sorted(gaps)[len(gaps) // 3]
    if not all(len(group[0].text) == 1 and group[0].text.isalpha() for group in run):
        return run
    words = [list(run[0])]
    for gap, group in zip(gaps, run[1:], strict=True):
        if gap > usual * 1.5:
            words.append(list(group))
        else:
            words[-1] += group
    return words


def _build_word(pieces: list[Piece], segment: Segment) -> Word:
    # Most words are one piece; the rest of this is written for them.
    main = first = pieces[0]
    text, u0, u1 = first.text, first.u0, first.u1
    is_math = first.style.font.is_math
    if len(pieces) > 1:
        for piece in pieces[1:]:
            text += piece.text
            u0, u1 = min(u0, piece.u0), max(u1, piece.u1)
            is_math = is_math or piece.style.font.is_math
            if len(piece.text) > len(main.text):
                main = piece
    size, font = segment.size, main.style.font
    least = SCRIPT_SIZE * size
    raised: tuple[Span, ...] = ()
    lowered: tuple[Span, ...] = ()
    if first.size < least or (
        len(pieces) > 1 and any(piece.size < least for piece in pieces)
    ):
        raised, lowered = _shifted(pieces, segment)
    sides = u0, segment.v - ASCENT * size, u1, segment.v + DESCENT * size
    if segment.direction:
        sides = _sides(turned_back(*sides, segment.direction))
    own = main.style.size, font.name, font.is_bold, font.is_italic
    word: Word = new_tuple(Word, (text, *sides, *own, is_math, raised, lowered))
    return word


def _sides(box: BBox) -> tuple[float, float, float, float]:
    return box.x0, box.top, box.x1, box.bottom


def _shifted(
    pieces: list[Piece], segment: Segment
) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Return the superscripts and the subscripts of a word."""
    raised: list[Span] = []
    lowered: list[Span] = []
    at = 0
    for piece in pieces:
        end = at + len(piece.text)
        if piece.size < SCRIPT_SIZE * segment.size:
            shift = (piece.v - segment.v) / segment.size
            if abs(shift) > SHIFTED:
                (raised if shift < 0 else lowered).append(Span(at, end))
        at = end
    return tuple(raised), tuple(lowered)
