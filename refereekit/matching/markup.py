r"""Markdown, LaTeX and HTML mark-up inside a quotation, taken off.

`the cost is *linear*`, `\emph{linear}`, `$x$`, `10^{5}`: what stands for itself in
the draft's source and is not printed. What it sets as raised or lowered is kept.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from refereekit.matching.greek import LETTERS
from refereekit.patterns import regex
from refereekit.positions import Span

__all__ = ["plain_text"]

_UP, _DOWN, _END = "\ufdd0", "\ufdd1", "\ufdd2"
"""Where raised or lowered text begins and ends: noncharacters, for use within."""

_SYMBOLS = {
    **LETTERS,
    **{name.capitalize(): letter.upper() for name, letter in LETTERS.items()},
    "epsilon": "ϵ",
    "varepsilon": "ε",
    "phi": "ϕ",
    "varphi": "φ",
    "times": "×",
    "pm": "±",
    "mp": "∓",
    "le": "≤",
    "leq": "≤",
    "ge": "≥",
    "geq": "≥",
    "ne": "≠",
    "neq": "≠",
    "ll": "≪",
    "gg": "≫",
    "approx": "≈",
    "sim": "∼",
    "cdot": "·",
    "infty": "∞",
    "to": "→",
    "rightarrow": "→",
    "in": "∈",
    "sum": "∑",
    "partial": "∂",
    "nabla": "∇",
    "ell": "ℓ",
    "ldots": "...",
    "dots": "...",
    "textellipsis": "...",
    "ss": "ß",
    "ae": "æ",
    "oe": "œ",
    "o": "ø",
    "aa": "å",
    "l": "ł",
    "i": "ı",
    "j": "ȷ",
}
_ACCENTS = {
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    '"': "\u0308",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "c": "\u0327",
    "v": "\u030c",
    "u": "\u0306",
    "H": "\u030b",
    "r": "\u030a",
}

_ANY_MARK = regex(r"[*_`~\\$^{<&]|\]\(")

_STYLE = regex(
    r"\\(?:emph|text(?:bf|it|rm|sf|sl|tt|sc|md|up|lf|normal)?"
    r"|math(?:bf|it|rm|sf|tt|sc|cal|bb|frak|scr|normal|bin|rel|op|ord)"
    r"|mbox|underline|uline|bm|boldsymbol|operatorname|hbox|ensuremath)"
    r"\*?\s*\{([^{}]*)\}"
)
"""Commands that change no more than the type: others may strike out, or not print."""
_TEXT_UP = regex(r"\\textsuperscript\s*\{([^{}]*)\}")
_TEXT_DOWN = regex(r"\\textsubscript\s*\{([^{}]*)\}")
_GROUP_STYLE = regex(
    r"\{\\(?:em|it|bf|tt|rm|sc|sl|sf|itshape|bfseries|cal)\b\s*([^{}]*)\}"
)
_ACCENT = regex(r"\\(?:(['`^\"~=.])\s*(?:\{(\\?\w)\}|(\\?\w))|([cvuHr])\{(\w)\})")
_APOSTROPHE = regex(r"(?<=[^\W\d_])\\'(?=(?:s|t|d|m|ll|re|ve)?(?![^\W\d_{\\]))")
r"""An escaped apostrophe: `the paper\'s` is no `ś`."""
_COMMAND = regex(r"\\([A-Za-z]+)(?![A-Za-z])(?:\{\})? ?")
_MATH = regex(r"\$\$?([^$]*)\$\$?|\\\((.*?)\\\)")
_RAISED = regex(r"\^(?:\{([^{}]*)\}|\(([^()\s]*)\)|([-−+]?\d+|[^\W\d_]|[*†‡]))")
_LOWERED = regex(r"(?<=[\w)\]}])_(?:\{([^{}]*)\}|(\d+|[^\W\d_])(?![^\W_]))")
_TAGS = regex(r"</?(?:em|strong|b|i|u|code|tt|span|q|mark)>", re.IGNORECASE)
_SUP = regex(r"<sup>([^<]*)</sup>", re.IGNORECASE)
_SUB = regex(r"<sub>([^<]*)</sub>", re.IGNORECASE)
_LINK = regex(r"(?<!\])\[([^\][]*)\]\([^()\s]*\)")
_EMPHASIS = regex(
    r"(?<![\w*])(\*{1,3})(?=\S)([^*]+?)(?<=\S)\1(?![\w*])"
    r"|(?<![\w_])(_{1,3})(?=\S)([^_]+?)(?<=\S)\3(?![\w_])"
    r"|(?<![\w`])(`)(?=\S)([^`']+?)(?<=\S)`(?![\w`])"
)
_SPACES = regex(r"\\[,;:! ]|(?<=\S)~(?=\S)|\\\\|\\/")
_ESCAPED = regex(r"\\([%&_#${}*`\[\]()<>+.!|\"'~^-])")
_LITERAL = regex(r"\\(?:[*_]|[`~^](?![A-Za-z{]))")
r"""A Markdown mark that stands for itself; `\~n` is an accent."""
_SHIELDS = {
    "*": "\ufdd3",
    "_": "\ufdd4",
    "`": "\ufdd5",
    "~": "\ufdd6",
    "^": "\ufdd7",
}
_FOREIGN = dict.fromkeys(range(0xFDD0, 0xFDD8), "\ufffd")
"""What a draft that holds such noncharacters says there is not known."""
_UNSHIELD = str.maketrans({shield: mark for mark, shield in _SHIELDS.items()})
_BRACES = regex(r"\{([^{}]*)\}")
_MAX_NESTING = 6


def _without_entities(text: str) -> str:
    if "&" not in text:
        return text
    # The table of two thousand names is read where there may be one.
    from html import unescape

    return unescape(text)


def plain_text(text: str) -> tuple[str, tuple[Span, ...], tuple[Span, ...]]:
    """Return the text without mark-up, and its raised and lowered spans."""
    if not _ANY_MARK.search(text):
        return text, (), ()
    marked = _without_entities(text)
    marked = marked.translate(_FOREIGN)
    marked = _LITERAL.sub(lambda found: _SHIELDS[found[0][1]], marked)
    marked = _TAGS.sub("", marked)
    marked = _SUP.sub(_wrap(_UP), marked)
    marked = _SUB.sub(_wrap(_DOWN), marked)
    marked = _LINK.sub(r"\1", marked)
    marked = _repeated(marked, _EMPHASIS, _content)
    if "\\" in marked or "$" in marked or "{" in marked:
        marked = _without_latex(marked)
    marked = _RAISED.sub(_wrap(_UP), marked)
    marked = _LOWERED.sub(_wrap(_DOWN), marked)
    if marked != text and "{" in marked:
        marked = _BRACES.sub(r"\1", marked)
    return _spans(marked.translate(_UNSHIELD))


def _without_latex(text: str) -> str:
    text = _APOSTROPHE.sub("'", text)
    text = _ACCENT.sub(_accented, text)
    text = _COMMAND.sub(_symbol, text)
    text = _repeated(text, _RAISED, _wrap(_UP))
    text = _repeated(text, _LOWERED, _wrap(_DOWN))
    text = _repeated(text, _STYLE, _content)
    text = _repeated(text, _TEXT_UP, _wrap(_UP))
    text = _repeated(text, _TEXT_DOWN, _wrap(_DOWN))
    text = _repeated(text, _STYLE, _content)
    text = _repeated(text, _GROUP_STYLE, _content)
    text = _MATH.sub(_content, text)
    text = _SPACES.sub(" ", text)
    text = _ESCAPED.sub(r"\1", text)
    return _BRACES.sub(r"\1", text)


def _repeated(
    text: str, pattern: re.Pattern[str], new: Callable[[re.Match[str]], str]
) -> str:
    """Substitute inside out, so that nested mark-up goes too."""
    for _ in range(_MAX_NESTING):
        changed = pattern.sub(new, text)
        if changed == text:
            break
        text = changed
    return text


def _content(found: re.Match[str]) -> str:
    """Return the last group that took part: the text inside the mark-up."""
    groups = [group for group in found.groups() if group is not None]
    return groups[-1] if groups else ""


def _wrap(mark: str) -> Callable[[re.Match[str]], str]:
    return lambda found: f"{mark}{_content(found)}{_END}"


def _accented(found: re.Match[str]) -> str:
    """Return the accented letter of a LaTeX accent, if there is such a letter."""
    accent = _ACCENTS[found[1] or found[4]]
    letter = (found[2] or found[3] or found[5]).removeprefix("\\")
    composed = unicodedata.normalize("NFC", letter + accent)
    return composed if len(composed) == 1 else found[0]


def _symbol(found: re.Match[str]) -> str:
    return _SYMBOLS.get(found[1], found[0])


def _spans(marked: str) -> tuple[str, tuple[Span, ...], tuple[Span, ...]]:
    """Take the raised and lowered spans out of a text that marks them."""
    text: list[str] = []
    spans: dict[str, list[Span]] = {_UP: [], _DOWN: []}
    opened: list[tuple[str, int]] = []
    for char in marked:
        if char in spans:
            opened.append((char, len(text)))
        elif char == _END:
            # Where mark-up overlaps, one rule may have taken the beginning away.
            kind, start = opened.pop() if opened else (_UP, len(text))
            if len(text) > start:
                spans[kind].append(Span(start, len(text)))
        else:
            text.append(char)
    return "".join(text), tuple(spans[_UP]), tuple(spans[_DOWN])
