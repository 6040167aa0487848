"""Drawn bars that make another text of the glyphs beside them.

A fraction's bar parts what stands above from what stands below: one over two is not
twelve. A bar over a letter belongs to the letter, and struck letters are not read.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from refereekit.extract.glyphs import FILLER, Glyphs
from refereekit.extract.pieces import WORD_GAP, Piece
from refereekit.extract.styles import UNREADABLE
from refereekit.positions import BBox

__all__ = ["mark_bars"]

MACRON, OVERLINE = "\N{COMBINING MACRON}", "\N{COMBINING OVERLINE}"
MOST_THICK = 1.6
"""Points; the bars of formulas and of struck words are 0.3 to 1 thick."""
MOST_BARS = 600
"""A page with more is full of drawings."""
# All in sizes of the text beside a bar.
REACH, OVER_BAR = 1.6, 0.6
"""From a fraction's bar to the baseline of what is under it and over it, at most."""
TIGHT = 0.13
"""By which the ends of a bar are off those of what it stands over."""
OVER = 0.4
"""From a bar down to the ink of what it stands over, at most."""
STRUCK_ABOVE, STRUCK_BELOW = 0.13, 0.45
"""Between these heights over the baseline a bar runs through small letters."""
INSIDE = 0.1
WIDEST = 8.0
"""A wider bar over letters belongs to a frame, a table or a heading."""
RADICALS = "\u221a\u221b\u221c" + UNREADABLE


def mark_bars(pieces: Sequence[Piece], glyphs: Glyphs, rules: Sequence[BBox]) -> None:
    """Change the pieces that a bar makes to say another thing.

    What a bar parts is set apart, a letter under a bar of its own gets U+0304, several
    get U+0305, and struck letters become unreadable.
    """
    bars = [r for r in rules if r.height <= MOST_THICK and r.width > 2 * r.height]
    if not bars or len(bars) > MOST_BARS:
        return
    level = sorted((p for p in pieces if p.style.direction == 0), key=lambda p: p.v)
    heights = [piece.v for piece in level]
    most = max((piece.size for piece in level), default=0.0) * REACH
    for bar in bars:
        start = bisect_left(heights, bar.top - most)
        end = bisect_left(heights, bar.bottom + most)
        near = [p for p in level[start:end] if p.u0 < bar.x1 and bar.x0 < p.u1]
        if near:
            _Bar(bar, glyphs).mark(near, level[start:end])


class _Bar:
    """One bar, and what stands about it."""

    def __init__(self, box: BBox, glyphs: Glyphs) -> None:
        self._box = box
        self._glyphs = glyphs

    def mark(self, near: Sequence[Piece], around: Sequence[Piece]) -> None:
        above = [p for p in near if self._is_over(p)]
        below = [p for p in near if self._is_under(p)]
        if above and below:
            self._part(above, below, around)
            return
        for piece in near:
            self._strike(piece)
        if below:
            self._overline(below, around)

    def _is_within(self, piece: Piece) -> bool:
        middle = (piece.u0 + piece.u1) / 2
        return self._box.x0 <= middle <= self._box.x1

    def _is_over(self, piece: Piece) -> bool:
        """Tell whether a piece is a numerator's: all of it over the bar."""
        gap = self._box.top - piece.v
        return self._is_within(piece) and -INSIDE < gap / piece.size < OVER_BAR

    def _is_under(self, piece: Piece) -> bool:
        gap = piece.v - self._box.bottom
        return self._is_within(piece) and STRUCK_BELOW < gap / piece.size < REACH

    def _part(
        self, above: Sequence[Piece], below: Sequence[Piece], around: Sequence[Piece]
    ) -> None:
        """Set apart what follows one side of the bar without being of that side."""
        side = {id(p): 1 for p in above} | {id(p): 2 for p in below}
        ordered = sorted(around, key=lambda p: p.start)
        for before, piece in pairwise(ordered):
            if side.get(id(before), 0) != side.get(id(piece), 0):
                piece.is_apart = True

    def _strike(self, piece: Piece) -> None:
        rise = (piece.v - (self._box.top + self._box.bottom) / 2) / piece.size
        if not STRUCK_ABOVE < rise < STRUCK_BELOW:
            return
        struck = {i for i, ink in self._inks(piece) if self._runs_through(ink)}
        _replace(piece, struck, UNREADABLE)

    def _inks(self, piece: Piece) -> list[tuple[int, BBox]]:
        indexes = range(piece.start, piece.end)
        return [(i - piece.start, self._glyphs.ink(i)) for i in indexes]

    def _runs_through(self, ink: BBox) -> bool:
        box = self._box
        return (
            box.x0 <= ink.x0 + TIGHT * ink.width
            and ink.x1 - TIGHT * ink.width <= box.x1
            and ink.top < box.top
            and box.bottom < ink.bottom
        )

    def _overline(self, below: Sequence[Piece], around: Sequence[Piece]) -> None:
        """Give the letters under a bar theirs, where its ends are those of theirs."""
        box = self._box
        row = sorted(below, key=lambda p: p.u0)
        under: list[tuple[Piece, int, BBox, BBox]] = []
        for piece in below:
            for place, ink in self._inks(piece):
                advance = self._glyphs.box(piece.start + place)
                if box.x0 <= (ink.x0 + ink.x1) / 2 <= box.x1:
                    under.append((piece, place, ink, advance))
        size = max((piece.size for piece in below), default=0.0)
        gaps = [after.u0 - piece.u1 for piece, after in pairwise(row)]
        if not under or max(gaps, default=0.0) > WORD_GAP * size:
            return
        first = min(advance.x0 for *_, advance in under)
        last = max(advance.x1 for *_, advance in under)
        gap = min(ink.top for _, _, ink, _ in under) - box.bottom
        if (
            box.width > WIDEST * size
            or max(abs(first - box.x0), abs(last - box.x1)) > TIGHT * size
            or not -INSIDE * size < gap < OVER * size
            or self._is_root(around)
        ):
            return
        texts = [self._glyphs.text[p.start + place] for p, place, *_ in under]
        mark = OVERLINE if len(texts) - texts.count(FILLER) > 1 else MACRON
        for piece in below:
            _replace(piece, {place for p, place, *_ in under if p is piece}, mark)

    def _is_root(self, around: Sequence[Piece]) -> bool:
        """Tell whether the bar goes on from a sign of a root."""
        return any(
            piece.text[-1:] in RADICALS
            and abs(piece.u1 - self._box.x0) < TIGHT * piece.size
            for piece in around
        )


def _replace(piece: Piece, places: set[int], mark: str) -> None:
    """Put a mark in the place of letters, or after them where it combines."""
    if not places:
        return
    letters = list(piece.text)
    if len(letters) != piece.end - piece.start:
        places = set(range(len(letters)))
    for place in places:
        letters[place] = mark if mark == UNREADABLE else letters[place] + mark
    piece.text = unicodedata.normalize("NFC", "".join(letters))
