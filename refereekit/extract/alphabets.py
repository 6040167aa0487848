"""Whether glyphs that a font has in the order of the alphabet are said to be in it.

A subset that keeps the numbers of its glyphs has them as most fonts do: each digit and
letter as far from its code in ASCII as the others. A glyph amid them that is said to be
one of the others is not believed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from string import ascii_letters, digits

__all__ = ["out_of_order"]

LEAST = 12
MOST_ODD = 8
"""Of the glyphs that are in order, one in so many may be out of it."""
_LETTERS = frozenset(digits + ascii_letters)


def out_of_order(claims: Mapping[int, str]) -> Iterator[int]:
    """Yield the glyphs that stand where another letter or digit has its place.

    `claims` has a letter or digit for each glyph's number. Glyphs numbered anew leave
    out the letters that a text has not; then the ones behind are still in order.
    """
    steps = Counter(ord(text) - glyph for glyph, text in claims.items())
    if not steps:
        return
    step, count = steps.most_common(1)[0]
    settled = [glyph for glyph, text in claims.items() if ord(text) - glyph == step]
    odd = [glyph for glyph in claims if _in_place(glyph + step, claims[glyph])]
    if count < LEAST or len(odd) * MOST_ODD > count:
        return
    for glyph in odd:
        code = ord(claims[glyph])
        if any(_is_crossed(each - glyph, each + step - code) for each in settled):
            yield glyph


def _is_crossed(between: int, apart: int) -> bool:
    """Tell whether two glyphs are not in the order of what they are said to be."""
    return apart == 0 or (between < 0) != (apart < 0)


def _in_place(code: int, text: str) -> bool:
    """Tell whether the place of one letter is taken by another."""
    return 0 < code < 0x80 and chr(code) in _LETTERS and chr(code) != text
