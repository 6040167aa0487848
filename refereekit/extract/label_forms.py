"""The shapes that labels of equations and of captions have in print."""

from __future__ import annotations

import re

__all__ = ["BRACKETS", "caption_label", "equation_label"]

BRACKETS = {"(": ")", "[": "]", "（": "）"}
"""Opening to closing marks around an equation label."""

_NUMBER = r"[0-9]{1,3}"
_JOINT = r"[.·⋅\-–−:]"
_PREFIX = r"(?:[A-Z]{1,3}|[Α-Ω])"
_SUFFIX = r"(?:[a-z]{1,2}|[A-Z])?"
_MARK = r"(?:['’′*∗⋆†‡+]{0,3})"
# The Roman numerals up to 39: longer ones are words or nothing.
_ROMAN = r"x{0,3}(?:ix|iv|v?i{0,3})"

# A value below one (`0.341`, `0.05`) counts nothing, but sections count from 0: `0.1`.
_VALUE = r"0\.(?:0|[0-9]{3})"
_NUMBERED = re.compile(
    rf"(?!{_VALUE})(?:{_PREFIX}(?:{_JOINT}|)|)({_NUMBER})(?:{_JOINT}{_NUMBER}){{0,3}}"
    rf"(?:{_JOINT}?{_SUFFIX}){_MARK}"
)
_NAMED = re.compile(rf"[A-Z]{{1,4}}{_MARK}|[A-Z]{{1,2}}{_JOINT}[a-zA-Z0-9]{_MARK}")
_SIGN = re.compile(r"[*∗⋆†‡§¶♯♭♠♣♥♦#]{1,4}")
_LETTER = re.compile(rf"(?:[a-zα-ω]|{_ROMAN}){_MARK}")

_PLAIN = str.maketrans(
    {"∗": "*", "⋆": "*", "’": "'", "′": "'", "–": "-", "−": "-", "·": ".", "⋅": "."}
)

_CAPTION = re.compile(
    r"(?:[A-Z]{1,3}(?:[.\-–]|)|[IVX]+[.\-–]|)"
    r"[0-9]{1,3}(?:[.\-–][0-9]{1,3}){0,3}(?:[.]?[a-zA-Z]|)[*']?"
    r"|[IVXL]{1,7}|[A-Z][.\-–]?[IVX]{1,5}"
)


def equation_label(token: str) -> str | None:
    """Return the label in a token such as `(3a)`, or `None` for any other token.

    Look-alikes of the prime, the star, the dash and the raised point become their
    plain forms, so that `(3·1a)` and a report's `Eq. (3.1a)` are one label.
    """
    if len(token) < 3 or BRACKETS.get(token[0]) != token[-1]:
        return None
    inner = token[1:-1].replace(" ", "")
    if not inner:
        return None
    shapes = (_NUMBERED, _NAMED, _SIGN, _LETTER)
    if not any(shape.fullmatch(inner) for shape in shapes):
        return None
    return inner.translate(_PLAIN)


def caption_label(token: str) -> str | None:
    """Return a caption's label (`3`, `S2`, `A.1`, `IV`) without closing marks."""
    label = token.rstrip(".:|,;—–-")
    if not _CAPTION.fullmatch(label):
        return None
    return label.translate(_PLAIN)
