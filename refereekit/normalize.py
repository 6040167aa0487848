"""The folding table: raw text to normalized text that maps back.

Two texts are compared by their *core*: the letters, digits and symbols without white
space, dashes and accents, folded by the one table below. What the core leaves out is
not forgotten: it stands beside it, in `gaps`, `marks` and `forms`, and the matcher
holds every difference there against a rule of its own.

The table folds case, f-ligatures, quotation marks, canonical composition, the
mathematical alphabets (characters that Unicode calls a font variant of a letter) and a
few characters that look the same and mean the same. It is not NFKC: `x²` never
becomes `x2`, `½` never `1/2`, `ß` never `ss`.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final

from refereekit.positions import Span

__all__ = [
    "UNREADABLE",
    "WALL",
    "Fold",
    "Form",
    "Gap",
    "NormalizedText",
    "char_folds",
    "is_spaceless",
    "normalize",
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


class Gap:
    """What stands between a core character and the one before it (bits).

    Plain integers, because the bits are read for every character that is compared.
    """

    SPACE: Final = 1
    LINE_END: Final = 2
    DASH: Final = 4
    SPACE_AFTER_DASH: Final = 8
    LINE_END_AFTER_DASH: Final = 16
    SPACE_BEFORE_DASH: Final = 32
    WIDE_DASH: Final = 64
    EM_DASH: Final = 128
    MINUS: Final = 256


class Form:
    """How a core character is set, where that can change what it says (bits)."""

    RAISED: Final = 1
    LOWERED: Final = 2
    SUPERSCRIPT_CHARACTER: Final = 4
    SUBSCRIPT_CHARACTER: Final = 8


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

_DASHES = (
    dict.fromkeys("-\u2010\u2011\u00ad", Gap.DASH)
    | dict.fromkeys("\u2012\u2013\ufe58\ufe63\uff0d\u2500", Gap.DASH | Gap.WIDE_DASH)
    | dict.fromkeys("\u2014\u2015", Gap.DASH | Gap.WIDE_DASH | Gap.EM_DASH)
    | dict.fromkeys("\u2212\u207b\u208b", Gap.DASH | Gap.WIDE_DASH | Gap.MINUS)
)

_SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁼⁽⁾ⁿⁱ", "0123456789+=()ni", strict=True))
_SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₌₍₎", "0123456789+=()", strict=True))

# Accents that a font sets as glyphs of their own beside the letter (TeX's OT1).
_SPACING_ACCENTS = {
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
_DOTLESS = {"ı", "ȷ"}

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


def _is_mark(char: str) -> bool:
    """Tell whether a character is an accent that combines with the letter before."""
    code = ord(char)
    return code >= 0x300 and any(low <= code <= high for low, high in _MARK_RANGES)


def _is_space(char: str) -> bool:
    return char.isspace() or char == "\u200b"


def _font_variant(char: str) -> str:
    """Return the letter of which a character is a mathematical variant, or itself."""
    tag, _, codes = unicodedata.decomposition(char).partition(" ")
    return chr(int(codes, 16)) if tag == "<font>" else char


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
    _LIGATURES | _QUOTE_MARKS | _LOOK_ALIKES | _SUPERSCRIPTS | _SUBSCRIPTS
) | dict.fromkeys(_INVISIBLE.union(_DASHES, _SPACING_ACCENTS), "")


def _fold(char: str) -> str:
    """Return the core characters of one raw character: none, one or a few."""
    if char in _TABLE:
        return _TABLE[char]
    if _is_space(char):
        return ""
    if unicodedata.category(char) in {"Cc", "Co", "Cn", "Cs"}:
        return UNREADABLE
    folded = "".join(c for c in _decompose(char) if not _is_mark(c))
    return "".join(_LOOK_ALIKES.get(c, c) for c in folded)


class _FoldingTable(dict[int, str]):
    """`str.translate` table that works out a character when it is first met."""

    def __missing__(self, code: int) -> str:
        folded = self[code] = _fold(chr(code))
        return folded


_FOLDED = _FoldingTable()
_FOLDED.update({code: _fold(chr(code)) for code in range(0x180)})


def run_core(text: str) -> str:
    """Return the core of a text within one stream (no blank lines)."""
    return text.translate(_FOLDED)


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


@dataclass(frozen=True, slots=True)
class Mark:
    """An accent: on the core character at `index`, or loose in the gap before it."""

    index: int
    accent: str
    is_loose: bool = False


@dataclass(frozen=True, slots=True)
class NormalizedText:
    """A text's core, and beside it everything that the core leaves out.

    `raw`, `forms` and `sources` run parallel to `core`: the raw character behind each
    core character, how it is set, and its offset in `text`. `gaps` has one entry more:
    `gaps[i]` is what stands before core character `i`, the last what ends the text.
    """

    text: str
    core: str
    raw: str
    gaps: tuple[int, ...]
    forms: tuple[int, ...]
    sources: tuple[int, ...]
    marks: tuple[Mark, ...]

    def to_raw(self, span: Span) -> Span:
        """Return the raw span behind a non-empty span of the core."""
        end = self.sources[span.end - 1] + 1
        while end < len(self.text) and _is_mark(self.text[end]):
            end += 1
        return Span(self.sources[span.start], end)


class _Normalizer:
    """Collects core characters and the gaps between them."""

    def __init__(self) -> None:
        self.core: list[str] = []
        self.raw: list[str] = []
        self.gaps: list[int] = []
        self.sources: list[int] = []
        self.marks: list[Mark] = []
        self.forms: dict[int, int] = {}
        self.gap = 0

    def add_run(self, run: str, offset: int) -> None:
        """Add characters each of which is one core character, but for its case."""
        self.core.append(run.lower())
        self.raw.append(run)
        self.gaps.append(self.gap)
        self.gaps += [0] * (len(run) - 1)
        self.sources += range(offset, offset + len(run))
        self.gap = 0

    def add(self, char: str, offset: int, folded: str) -> None:
        """Add a character that has a core."""
        size = len(folded)
        form = _own_form(char)
        if form:
            self.forms[len(self.sources)] = form
        self.core.append(folded)
        self.raw.append(char * size)
        self.gaps.append(self.gap)
        self.gaps += [0] * (size - 1)
        self.sources += [offset] * size
        self.gap = 0
        if char > "\u007f":
            self.add_marks(char)

    def add_marks(self, char: str) -> None:
        """Keep the accents that a composed character carries."""
        last = len(self.sources) - 1
        for c in _decompose(char):
            if _is_mark(c):
                self.marks.append(Mark(last, c))
        if char in _DOTLESS:
            self.marks.append(Mark(last, char))

    def skip(self, char: str) -> None:
        """Note a character that has no core in the gap or among the marks."""
        if char in _DASHES:
            if self.gap & Gap.SPACE and not self.gap & Gap.DASH:
                self.gap |= Gap.SPACE_BEFORE_DASH
            self.gap |= _DASHES[char]
        elif _is_space(char):
            self.add_space(char)
        elif char in _SPACING_ACCENTS:
            self.marks.append(Mark(len(self.sources), _SPACING_ACCENTS[char], True))
        elif _is_mark(char) and self.core:
            self.marks.append(Mark(len(self.sources) - 1, char))

    def add_space(self, char: str) -> None:
        """Note white space, and whether a dash stands before it."""
        self.gap |= Gap.SPACE
        ends_line = char in "\n\r\x0b\x0c\u2028\u2029"
        if ends_line:
            self.gap |= Gap.LINE_END
        if self.gap & Gap.DASH:
            self.gap |= Gap.SPACE_AFTER_DASH
            if ends_line:
                self.gap |= Gap.LINE_END_AFTER_DASH


def _own_form(char: str) -> int:
    """Return the form that a character has by itself."""
    if char in _SUPERSCRIPTS:
        return Form.RAISED | Form.SUPERSCRIPT_CHARACTER
    if char in _SUBSCRIPTS:
        return Form.LOWERED | Form.SUBSCRIPT_CHARACTER
    return 0


_RUN = re.compile(r"[!#-,./-_a-~]+|.", re.DOTALL)
"""Printed ASCII but hyphen, double mark and backtick: each is its own core."""


def normalize(
    text: str, raised: Iterable[Span] = (), lowered: Iterable[Span] = ()
) -> NormalizedText:
    """Return the normalized form of a text within one stream (no blank lines)."""
    out = _Normalizer()
    for found in _RUN.finditer(text):
        run, offset = found[0], found.start()
        if len(run) > 1:
            out.add_run(run, offset)
        elif folded := _FOLDED[ord(run)]:
            out.add(run, offset, folded)
        else:
            out.skip(run)
    return NormalizedText(
        text,
        "".join(out.core),
        "".join(out.raw),
        (*out.gaps, out.gap),
        _forms(out, raised, lowered),
        tuple(out.sources),
        tuple(out.marks),
    )


def _forms(
    out: _Normalizer, raised: Iterable[Span], lowered: Iterable[Span]
) -> tuple[int, ...]:
    """Return how each core character is set."""
    forms = [0] * len(out.sources)
    for index, form in out.forms.items():
        forms[index] = form
    for spans, form in ((raised, Form.RAISED), (lowered, Form.LOWERED)):
        for span in spans:
            first = bisect_left(out.sources, span.start)
            for index in range(first, bisect_left(out.sources, span.end)):
                forms[index] |= form
    return tuple(forms)


_FOLD_NAMES = (
    (Fold.LIGATURE, _LIGATURES),
    (Fold.QUOTE_MARKS, _QUOTE_MARKS),
    (Fold.RAISED, _SUPERSCRIPTS),
    (Fold.LOWERED, _SUBSCRIPTS),
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
