"""Drop caps: the large first letter of a text, joined to its word.

The letter stands on a baseline of its own, lines below its word; read by itself it
leaves `he method`, which looks like a word and is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from refereekit.extract.pieces import Piece

__all__ = ["join_initials"]

LARGER = 1.7
"""Least size of a drop cap, in sizes of the text; two-line ones are 2.2 and larger."""
LEAST_TEXT = 40
"""Letters of text beside it: a large letter in a figure or formula is no drop cap."""
REACH = 1.0
MOST_INITIALS = 12


def join_initials(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces, each drop cap put in front of the word that it begins."""
    exact: dict[float, int] = {}
    for piece in pieces:
        exact[piece.size] = exact.get(piece.size, 0) + len(piece.text)
    sizes: Counter[float] = Counter()
    for size, count in exact.items():
        sizes[round(size, 1)] += count
    if not sizes:
        return []
    (body, weight), *_ = sizes.most_common(1)
    initials = [p for p in pieces if _is_initial(p, body)]
    if weight < LEAST_TEXT or not 0 < len(initials) <= MOST_INITIALS:
        return list(pieces)
    joined = list(pieces)
    for initial in initials:
        word = _word_after(initial, pieces, body)
        # Of two letters beside one word, the first in the file is its first.
        if word is None or not {id(initial), id(word)} <= set(map(id, joined)):
            continue
        joined = [piece for piece in joined if piece is not initial]
        at = next(i for i, piece in enumerate(joined) if piece is word)
        letter = replace(initial, v=word.v, size=word.size, u1=word.u0)
        joined[at : at + 1] = [letter, replace(word, is_spaced=False)]
    return joined


def _is_initial(piece: Piece, body: float) -> bool:
    return (
        piece.size > LARGER * body
        and len(piece.text) == 1
        and piece.text.isupper()
        and piece.style.direction == 0
    )


def _word_after(initial: Piece, pieces: Sequence[Piece], body: float) -> Piece | None:
    """Return the first piece beside the letter on the topmost line beside it."""
    beside = [
        piece
        for piece in pieces
        if piece is not initial
        and piece.style.direction == 0
        and piece.size < initial.size / 1.3
        and initial.v - initial.size < piece.v <= initial.v + 0.1 * body
        and -0.5 * body < piece.u0 - initial.u1 < REACH * body
    ]
    return min(beside, key=lambda piece: (round(piece.v), piece.u0), default=None)
