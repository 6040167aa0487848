"""Glyphs off their baseline, put on the line of what they belong to.

TeX's root sign, sums and large brackets are drawn from their top downward: by their
baselines they would stand on the line above, and what is left reads as `yv/2`. The E of
TeX's own name is set low.
"""

from __future__ import annotations

from collections.abc import Iterable

from refereekit.extract.pieces import Piece
from refereekit.extract.styles import UNREADABLE

__all__ = ["settle_hanging"]

ROOT = "\N{SQUARE ROOT}"
REACH = 1.3
"""How far above the line the baseline may be, in sizes of the glyph: a sign in running
text is at most 1.2 sizes high."""
CLOSE = 0.5
"""Sizes between the glyph and what stands beside it."""
SAME_LINE = 0.18
SCRIPT_SIZE, SCRIPT_DROP = 0.86, 0.5
"""An index of a sum in running text is at most so large, and so far off its line."""
HANGING = frozenset(f"{UNREADABLE}∑∏∐∫∬∭∮⋀⋁⋂⋃⨀⨁⨂⨄⨆()[]{{}}⟨⟩⌊⌋⌈⌉|‖")
LOW = "E"
DROP = 0.35
"""How far the E of `TeX` is lowered at most: half the height of an x."""


def settle_hanging(pieces: Iterable[Piece]) -> list[Piece]:
    """Return the pieces, each hanging glyph on the baseline of its neighbour.

    For a root sign that is the piece under it. A sum, a bracket, a glyph that nobody
    can read, and the low E of `TeX`, is put where the pieces before and behind it are
    on one line, or the one behind it is an index.
    """
    settled = list(pieces)
    for index, piece in enumerate(settled):
        is_root = piece.text == ROOT
        if not is_root and piece.text not in HANGING and piece.text != LOW:
            continue
        before = settled[index - 1] if index else None
        after = settled[index + 1] if index + 1 < len(settled) else None
        if after is None:
            continue
        if piece.text == LOW:
            if before is not None and _is_logo(before, piece, after):
                piece.v = after.v
            continue
        if not _hangs(piece, after, after.u0 - piece.u1):
            continue
        if is_root:
            piece.v = after.v
        elif (
            before is not None
            and piece.size > SCRIPT_SIZE * before.size
            and _hangs(piece, before, piece.u0 - before.u1)
        ):
            is_index = after.size < SCRIPT_SIZE * before.size
            reach = SCRIPT_DROP if is_index else SAME_LINE
            if abs(before.v - after.v) < reach * piece.size:
                piece.v = before.v
    return settled


def _is_logo(before: Piece, piece: Piece, after: Piece) -> bool:
    """Tell whether a low E stands within `TeX`."""
    size = piece.size
    return (
        before.text.endswith("T")
        and after.text.startswith("X")
        and abs(before.v - after.v) < SAME_LINE * size
        and 0 < piece.v - before.v < DROP * size
        and max(piece.u0 - before.u1, after.u0 - piece.u1) < SAME_LINE * size
    )


def _hangs(piece: Piece, other: Piece, gap: float) -> bool:
    """Tell whether a glyph's baseline is above a piece that stands close beside it."""
    return (
        piece.style.direction == other.style.direction
        and 0 < other.v - piece.v < REACH * piece.size
        and abs(gap) < CLOSE * piece.size
    )
