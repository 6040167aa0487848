"""The folding table: which characters are one when texts are compared.

It folds case, f-ligatures, quotation marks, canonical composition, the mathematical
alphabets (characters that Unicode calls a font variant of a letter) and a few
characters that look the same and mean the same. It is not NFKC: `x²` never becomes
`x2`, `½` never `1/2`, `ß` never `ss`. White space, dashes and accents have no place in
a core; `normalize` keeps them beside it.
"""

from __future__ import annotations

import unicodedata
from enum import StrEnum, unique
from itertools import accumulate

__all__ = [
    "ACCENTS_BELOW",
    "DASHES",
    "DOTLESS",
    "EM_DASHES",
    "HYPHENS",
    "MINUS_SIGNS",
    "SPACING_ACCENTS",
    "SUBSCRIPTS",
    "SUPERSCRIPTS",
    "UNREADABLE",
    "WALL",
    "Fold",
    "accents_of",
    "char_folds",
    "core_ends",
    "fold_char",
    "is_accent",
    "is_font_variant",
    "is_space",
    "is_spaceless",
    "run_core",
]

WALL = "\x1e"
"""Core character of a blank line: nothing is ever matched across it."""

UNREADABLE = "\ufffd"
"""Core character of a glyph without a known character: it never matches."""


@unique
class Fold(StrEnum):
    """What had to be treated as equal to reach a PASS."""

    CASE = "case"
    LINE_BREAK = "line-break"
    WHITE_SPACE = "white-space"
    HYPHEN = "hyphen"
    LIGATURE = "ligature"
    QUOTE_MARKS = "quote-marks"
    DASH = "dash"
    COMPOSITION = "composition"
    MATH_ALPHABET = "math-alphabet"
    LOOK_ALIKE = "look-alike"
    CLOSING_PUNCTUATION = "closing-punctuation"
    MARKUP = "markup"
    ELLIPSIS = "ellipsis"
    INSERT = "insert"
    PAGE_BREAK = "page-break"
    RAISED_MARK = "raised-mark"
    RAISED = "raised"
    LOWERED = "lowered"
    MARGIN_NUMBER = "margin-number"
    READING_ORDER = "reading-order"


_LIGATURES = {
    "ﬀ": "ff",
    "ﬁ": "fi",
    "ﬂ": "fl",
    "ﬃ": "ffi",
    "ﬄ": "ffl",
    "ﬅ": "st",
    "ﬆ": "st",
}

# A double mark is two single ones, so that TeX's `` and '' need no rule of their own
# and a second derivative is never a first one.
_QUOTE_MARKS = dict.fromkeys("'‘’‚‛′`ʹʼ＇‹›", "'") | dict.fromkeys(
    '"“”„‟″〝〞＂«»', "''"
)

_LOOK_ALIKES = {
    "\u00b5": "μ",
    "\u2206": "δ",
    "\u2126": "ω",
    "\u03c2": "σ",
    "\u017f": "s",
    "\u2215": "/",
    "\u2044": "/",
    "\u2217": "*",
    "\u22c5": "·",
    "\u2219": "·",
    "\u223c": "~",
    "\u2223": "|",
    "\u2236": ":",
    "…": "...",
    "ı": "i",
    "ȷ": "j",
}

HYPHENS = "-\u2010\u2011\u00ad"
"""Hyphens; U+00AD counts as one that is shown."""
EM_DASHES = "\u2014\u2015"
MINUS_SIGNS = "\u2212\u207b\u208b"
DASHES = HYPHENS + EM_DASHES + MINUS_SIGNS + "\u2012\u2013\ufe58\ufe63\uff0d\u2500"

SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁼⁽⁾ⁿⁱ", "0123456789+=()ni", strict=True))
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₌₍₎", "0123456789+=()", strict=True))

# Accents that a font sets as glyphs of their own beside the letter (TeX's OT1).
SPACING_ACCENTS = {
    "¨": "\u0308",
    "´": "\u0301",
    "ˆ": "\u0302",
    "¸": "\u0327",
    "˘": "\u0306",
    "ˇ": "\u030c",
    "˚": "\u030a",
    "¯": "\u0304",
    "˙": "\u0307",
    "˝": "\u030b",
    "˜": "\u0303",
}
ACCENTS_BELOW = "\u0327\u0328"
"""Cedilla and ogonek, which are set behind their letter."""
DOTLESS = {"ı", "ȷ"}

_INVISIBLE = frozenset(
    "\u200c\u200d\u200e\u200f\u2060\ufeff\u2061\u2062\u2063\u2064"
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
) | {chr(c) for c in range(0xFE00, 0xFE10)}

_MARK_RANGES = (
    (0x0300, 0x036F),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x20D0, 0x20FF),
    (0xFE20, 0xFE2F),
)


def is_accent(char: str) -> bool:
    """Tell whether a character is an accent that combines with the letter before."""
    code = ord(char)
    return code >= 0x300 and any(low <= code <= high for low, high in _MARK_RANGES)


def is_space(char: str) -> bool:
    """Tell whether a character is white space, or separates words unseen."""
    return char.isspace() or char == "\u200b"


def _font_variant(char: str) -> str:
    """Return the letter of which a character is a mathematical variant, or itself."""
    tag, _, codes = unicodedata.decomposition(char).partition(" ")
    return chr(int(codes, 16)) if tag == "<font>" else char


def is_font_variant(char: str) -> bool:
    """Tell whether a character is a mathematical variant of another."""
    return char > "\u007f" and _font_variant(char) != char


def _is_radical(char: str) -> bool:
    """Tell whether this is a Kangxi radical, which fonts map ideographs to."""
    return "\u2f00" <= char <= "\u2fd5"


def _decompose(char: str) -> str:
    """Return the canonical decomposition of one character in lower case."""
    plain = _font_variant(char)
    if _is_radical(char):
        plain = unicodedata.normalize("NFKC", char)
    return unicodedata.normalize("NFD", plain.lower())


_TABLE = (
    _LIGATURES | _QUOTE_MARKS | _LOOK_ALIKES | SUPERSCRIPTS | SUBSCRIPTS
) | dict.fromkeys(_INVISIBLE.union(DASHES, SPACING_ACCENTS), "")


def _fold(char: str) -> str:
    """Return the core characters of one raw character: none, one or a few."""
    if char in _TABLE:
        return _TABLE[char]
    if is_space(char):
        return ""
    if unicodedata.category(char) in {"Cc", "Co", "Cn", "Cs"}:
        return UNREADABLE
    folded = "".join(c for c in _decompose(char) if not is_accent(c))
    return "".join(_LOOK_ALIKES.get(c, c) for c in folded)


class _FoldingTable(dict[int, str | None]):
    """`str.translate` table that works out a character when it is first met.

    `None` stands for nothing: `str.translate` is ten times slower with an empty string.
    """

    def __missing__(self, code: int) -> str | None:
        folded = self[code] = _fold(chr(code)) or None
        return folded


_FOLDED = _FoldingTable()

_SHORT = 200
"""Code points that are not worth being looked at line by line."""


def run_core(text: str) -> str:
    """Return the core of a text within one stream (no blank lines)."""
    if len(text) < _SHORT or text.isascii():
        return text.translate(_FOLDED)
    # ASCII is translated much faster, and few lines hold anything else.
    return "".join([line.translate(_FOLDED) for line in text.split("\n")])


class _CoreSizes(dict[str, int]):
    """How many core characters each raw character has, worked out when first met."""

    def __missing__(self, char: str) -> int:
        size = self[char] = len(fold_char(char))
        return size


_CORE_SIZES = _CoreSizes()


def core_ends(text: str) -> list[int]:
    """Return where the core of each character of a text ends in the text's core."""
    return [*accumulate(map(_CORE_SIZES.__getitem__, text))]


def fold_char(char: str) -> str:
    """Return the core of one character, empty where it has none."""
    return _FOLDED[ord(char)] or ""


def accents_of(char: str) -> str:
    """Return the accents that a composed character carries."""
    accents = "".join(filter(is_accent, _decompose(char)))
    return accents + char if char in DOTLESS else accents


def is_spaceless(char: str) -> bool:
    """Tell whether a character is of a script that sets no space between words."""
    code = ord(char)
    return code >= 0x0E00 and (
        0x3040 <= code <= 0x9FFF
        or 0x0E00 <= code <= 0x0EFF
        or 0x1000 <= code <= 0x109F
        or 0x1780 <= code <= 0x17FF
        or 0x3400 <= code <= 0x4DBF
        or 0xF900 <= code <= 0xFAFF
        or 0x20000 <= code <= 0x323AF
    )


_FOLD_NAMES = (
    (Fold.LIGATURE, _LIGATURES),
    (Fold.QUOTE_MARKS, _QUOTE_MARKS),
    (Fold.RAISED, SUPERSCRIPTS),
    (Fold.LOWERED, SUBSCRIPTS),
    (Fold.LOOK_ALIKE, _LOOK_ALIKES),
)


def char_folds(page: str, quoted: str) -> Fold | None:
    """Name what makes two raw characters with the same core equal, if they differ."""
    if page == quoted:
        return None
    for fold, table in _FOLD_NAMES:
        if page in table or quoted in table:
            return fold
    if _font_variant(page) != page or _font_variant(quoted) != quoted:
        return Fold.MATH_ALPHABET
    return Fold.CASE if page.lower() == quoted.lower() else Fold.COMPOSITION
