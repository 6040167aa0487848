"""Pieces of text that stand in one place."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence

from refereekit.extract.pieces import Piece
from refereekit.extract.suspicion import piece_box

__all__ = ["overlapping"]

# In sizes of the smaller text: kerned words share 0.05, scripts are 0.3 off.
SHARED = 0.15
BASELINE = 0.3
_ROW = 4.0
LARGE = 16.0
"""Points from which a text may reach over lines and is compared with every other."""
MOST_LARGE = 60


def overlapping(pieces: Sequence[Piece]) -> list[tuple[int, int]]:
    """Return the places of each two pieces that overlap, the earlier one first."""
    found: list[tuple[int, int]] = []
    rows: dict[int, list[tuple[float, int]]] = {}
    ends: dict[int, float] = {}
    widest: dict[int, float] = {}
    large: list[int] = []
    for place, piece in enumerate(pieces):
        if piece.size > LARGE:
            large.append(place)
        u0, u1 = piece.u0, piece.u1
        row = int(piece.v // _ROW) + piece.style.direction * 10_000
        least = u0 + SHARED
        for near in (row - 1, row, row + 1):
            if ends.get(near, least) > least:
                own, reach = rows[near], widest[near]
                first = bisect_left(own, (u0 - reach,))
                last = bisect_left(own, (u1,))
                found += [
                    (other, place)
                    for other in sorted([other for _, other in own[first:last]])
                    if _share_a_line(pieces[other], piece)
                ]
        line = rows.get(row)
        if line is None:
            rows[row] = [(u0, place)]
            widest[row] = u1 - u0
            ends[row] = u1
            continue
        if line[-1][0] <= u0:
            line.append((u0, place))
        else:
            insort(line, (u0, place))
        if u1 - u0 > widest[row]:
            widest[row] = u1 - u0
        if u1 > ends[row]:
            ends[row] = u1
    return found + _under_large(pieces, large[:MOST_LARGE], set(found))


def _share_a_line(one: Piece, other: Piece) -> bool:
    size = min(one.size, other.size)
    shared = min(one.u1, other.u1) - max(one.u0, other.u0)
    return shared > SHARED * size and abs(one.v - other.v) < BASELINE * size


def _under_large(
    pieces: Sequence[Piece], large: list[int], known: set[tuple[int, int]]
) -> list[tuple[int, int]]:
    found: set[tuple[int, int]] = set()
    for place in large:
        box = piece_box(pieces[place])
        for other, piece in enumerate(pieces):
            if piece.style.direction == 0 and (
                piece.v - piece.size > box.bottom or piece.v + piece.size < box.top
            ):
                continue
            pair = min(place, other), max(place, other)
            if other != place and pair not in known and box.overlaps(piece_box(piece)):
                found.add(pair)
    return sorted(found)
