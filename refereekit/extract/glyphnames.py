"""What the name of a glyph says that it shows, and what is the same text.

A name of the Adobe Glyph List, or one built by its rules, says which character its
glyph is. Names such as `g23` or `a123` say nothing.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from fontTools.agl import toUnicode

__all__ = ["is_same", "is_shown", "named", "said_by"]

_ALIKE = {
    "-": "\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe63\uff0d",
    "'": "\u2018\u2019\u201b\u02bc\u2032\u00b4\u02b9\u02bb`",
    '"': "\u201c\u201d\u201f\u2033\u02ba",
    ",": "\u201a",
    "\u00b7": "\u2219\u22c5\u2022\u2024",
    "|": "\u2223\u01c0",
    "\u2016": "\u2225",
    "*": "\u2217\u22c6",
    "/": "\u2044\u2215",
    "\\": "\u2216\u29f5",
    "~": "\u02dc\u223c",
    "^": "\u02c6",
    ":": "\u2236",
    "\u0394": "\u2206",
    "\u03a3": "\u2211",
    "\u03a0": "\u220f",
    "\u03a9": "\u2126",
    "\u03bc": "\u00b5",
    "\u0110": "\u00d0",
    "i": "\u0131",
    "j": "\u0237",
    "\u00b0": "\u02da\u00ba\u25e6\u2218",
    "\u27e8": "\u2329\u3008",
    "\u27e9": "\u232a\u3009",
    "\u22a5": "\u27c2",
}
"""Characters that look alike or fold alike: to take one for another is no lie."""
_TEX_SIGNS = {
    "summation": "\u2211",
    "product": "\u220f",
    "coproduct": "\u2210",
    "integral": "\u222b",
    "contintegral": "\u222e",
    "union": "\u22c3",
    "intersection": "\u22c2",
    "logicaland": "\u22c0",
    "logicalor": "\u22c1",
    "circledot": "\u2a00",
    "circleplus": "\u2a01",
    "circlemultiply": "\u2a02",
    "unionmulti": "\u2a04",
    "unionsq": "\u2a06",
}
"""The large signs of TeX, which have one glyph for text and one for displays."""
_TEX_NAMES = {"lscript": "\u2113"} | {
    name + size: sign
    for name, sign in _TEX_SIGNS.items()
    for size in ("text", "display")
}
"""Names of the fonts of TeX that the list does not have."""
_DIGITS = "0123456789"
_RAISED = str.maketrans(
    _DIGITS, "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"
)
_LOWERED = {ord(digit): 0x2080 + int(digit) for digit in _DIGITS}
_TO_ONE = {ord(other): one for one, others in _ALIKE.items() for other in others}


@lru_cache(maxsize=4096)
def named(name: str) -> str:
    """Return the text that a glyph name stands for, empty where it tells nothing.

    What follows a period tells the form of a glyph (`a.sc`, `nine.oldstyle`).
    """
    text = _TEX_NAMES.get(name) or str(toUnicode(name))
    return text if all(map(is_shown, text)) else ""


def said_by(name: str) -> frozenset[str]:
    """Return the texts that a glyph of this name may show.

    A form of a digit (`two.sups`) may be a raised or lowered one.
    """
    text = named(name)
    if not text:
        return frozenset()
    if "." not in name:
        return frozenset({text})
    return frozenset({text, text.translate(_RAISED), text.translate(_LOWERED)})


def is_shown(character: str) -> bool:
    """Tell whether a character is a letter, digit, sign or mark of punctuation."""
    return unicodedata.category(character)[0] in "LNPS"


def is_same(shown: str, mapped: str) -> bool:
    """Tell whether a text is what a glyph shows, written in another way.

    Case is no difference: small capitals are mapped either way. A raised digit is no
    digit.
    """
    return _folded(shown) == _folded(mapped)


def _folded(text: str) -> str:
    plain = "".join(map(_compatible, text.translate(_TO_ONE)))
    return unicodedata.normalize("NFC", plain).translate(_TO_ONE).casefold()


@lru_cache(maxsize=4096)
def _compatible(character: str) -> str:
    if unicodedata.decomposition(character).startswith(("<super>", "<sub>")):
        return character
    return unicodedata.normalize("NFKC", character)
