r"""Quotation marks as programs spell them, written as the marks that they stand for.

`&ldquo;`, `\textquotedblleft`, `<q>`, `\"`, `<<`, `,,` and double primes: each becomes
a run of one mark as long as its spelling, so that every position stays what it was.
What may be an accent, a prime or a shift is a mark only where its partner stands in
the same paragraph, or where it can be nothing else.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from refereekit.patterns import regex
from refereekit.values import new_tuple

__all__ = ["spelled_out"]

_GLYPHS = str.maketrans("❝❞〝〞〟｢｣´ʼ＇❛❜", "“”“””「」’’'‘’")
"""Marks that are read as another one of the same size."""

_TWINS = {"‘‘": "““", "’’": "””", "‚‚": "„„"}
"""Two single marks that stand for a double one."""

_ENTITY = regex(r"&(?:amp;)?(#\d{1,6}|#[xX][0-9a-fA-F]{1,5}|[A-Za-z]{2,12});")
_DOUBLES = {**{mark: mark for mark in '"“”„‟«»‹›–—'}, "″": '"'}
_SINGLES = frozenset("'‘’‚")
_COMMANDS = {
    "textquotedblleft": "“",
    "textquotedblright": "”",
    "textquotedbl": '"',
    "quotedblbase": "„",
    "glqq": "„",
    "grqq": "”",
    "dq": '"',
    "guillemotleft": "«",
    "guillemotright": "»",
    "guillemetleft": "«",
    "guillemetright": "»",
    "flqq": "«",
    "frqq": "»",
    "guilsinglleft": "‹",
    "guilsinglright": "›",
    "flq": "‹",
    "frq": "›",
    "lq": "‘",
    "rq": "’",
    "textquoteleft": "‘",
    "textquoteright": "’",
    "quotesinglbase": "‚",
    "textquotesingle": "'",
    "glq": "‚",
    "grq": "’",
}
_COMMAND = regex(
    r"\\(?:(?P<twice>[lr]q)\s?\\(?P=twice)"
    rf"|(?P<name>{'|'.join(sorted(_COMMANDS, key=len, reverse=True))}))"
    r"(?![A-Za-z])(?:\{\}|\\(?=\s)| (?=\w))?"
)
_TAG = regex(r"<(/?)q(?:\s[^<>\n]{0,300})?>", re.IGNORECASE)
_GERMAN = regex(r"\"`(?=[^\W_])([^\"`]{1,600})\"'(?!\w)")
"""Marks of babel's German: "`words"'."""

_COMMAS = regex(r",,(?<![^\s(\[{>*_—–-],,)(?=\w)")
_SHIFTS = regex(
    r"<<(?:(?<=[^\W\d_]{3}\s<<)|(?<=[:,.(]\s<<)|(?<=[\n(]<<))"
    r"(\s[^<>]{12,600}[^\W\d_]{2}[.,!?]?\s)>>(?!\w)"
)
"""`They write << its words >>`: in `n << m` a symbol stands before the sign."""

_DOUBTFUL = regex(r"\\{1,3}[\"']|[″ʺ]|′′?|<<(?<!<<<)(?!<)|>>(?<!>>>)(?!>)|\n[ \t]*\n")
_SIGN = regex(r"\\[\"']|[″ʺ′]|<<|>>")
_BEFORE_OPENING = frozenset(" \n\t([{—–-/*_~|=:;,“‘«‹\"'")
_NEVER_QUOTED_FIRST = frozenset(" \n\t,;:!?)]}")
_AFTER_CLOSING = frozenset(" \n\t.,;:!?)]}—–-/*_~|=…\\”’»›'\"&<")
_SINGLE_SIGNS = frozenset(("\\'", "′"))
_PARTNERS = {"<<": ">>", ">>": "<<"}
_FAMILIES = {
    **{"\\" * count + mark: "\\" + mark for count in (2, 3) for mark in "\"'"},
    "ʺ": "″",
    "′′": "″",
}
"""Spellings that are those of another mark."""
_UMLAUTS = frozenset("aeiouyAEIOUY")


def spelled_out(prose: str) -> str:
    """Return the prose, of the same length, with every spelled mark as itself."""
    prose = prose.translate(_GLYPHS)
    for twin, double in _TWINS.items():
        prose = prose.replace(twin, double)
    if "&" in prose:
        prose = _ENTITY.sub(_entity, prose)
    if "\\" in prose:
        prose = _COMMAND.sub(_command, prose)
    if "<" in prose:
        prose = _TAG.sub(_tag, prose)
        prose = _SHIFTS.sub(r"««\1»»", prose)
    if '"`' in prose:
        prose = _GERMAN.sub(r"““\1””", prose)
    if ",," in prose:
        prose = _COMMAS.sub("„„", prose)
    return _with_pairs(prose)


def _entity(found: re.Match[str]) -> str:
    # The table of two thousand names is read where there is one.
    from html import unescape

    char = unescape(f"&{found[1]};")
    size = len(found[0])
    if char in _DOUBLES:
        return _DOUBLES[char] * size
    if char in _SINGLES:
        return _single(found, char)
    if char.isspace():
        return " " * size
    before = found.string[found.start() - 1 : found.start()]
    if char == ">" and before in ("", "\n", "-", "="):
        return ">".ljust(size)
    return found[0]


def _single(found: re.Match[str], mark: str) -> str:
    """Return a single mark next to its words, or what was found for an apostrophe."""
    prose, (start, end) = found.string, found.span()
    size = end - start
    if _opens(prose, start, end):
        return mark.rjust(size)
    before = prose[start - 1] if start else " "
    after = prose[end : end + 1]
    if before.isspace() or after.isalnum():
        return found[0]
    return mark.ljust(size)


def _command(found: re.Match[str]) -> str:
    if found["twice"]:
        return ("“" if found["twice"] == "lq" else "”") * len(found[0])
    mark = _COMMANDS[found["name"]]
    if mark in _SINGLES:
        opens = mark in "‘‚" or _opens(found.string, *found.span())
        size = len(found[0])
        return mark.rjust(size) if opens else mark.ljust(size)
    if mark in "”»›" and found[0].endswith(" "):
        return mark * (len(found[0]) - 1) + " "
    return mark * len(found[0])


def _tag(found: re.Match[str]) -> str:
    return ("”" if found[1] else "“") * len(found[0])


class _Sign(NamedTuple):
    start: int
    end: int
    family: str


def _with_pairs(prose: str) -> str:
    """Turn escaped marks, primes and shifts that stand in pairs into marks."""
    if not _SIGN.search(prose):
        return prose
    marks: list[tuple[int, int, str]] = []
    opened: dict[str, _Sign] = {}
    active: set[str] = set()
    for found in _DOUBTFUL.finditer(prose):
        start, end = found.span()
        text = found[0]
        if text[0] == "\n":
            if opened:
                marks += _left_open(prose, opened)
                opened.clear()
            active.clear()
            continue
        family = _FAMILIES.get(text, text)
        sign: _Sign = new_tuple(_Sign, (start, end, family))
        # No accent is a `\"` before white space: alone, it closes what nothing opened.
        if (family == '\\"' or family in active) and _closes(prose, sign):
            partner = opened.pop(_partner(family), None) if opened else None
            if partner is not None:
                marks.append(_mark(partner, opens=True))
            marks.append(_mark(sign, opens=False))
        elif _opens(prose, start, end) and not _is_accent(prose, end, sign):
            if family in opened:
                marks += _left_open(prose, {family: opened[family]})
            opened[family] = sign
            active.add(_partner(family))
    marks += _left_open(prose, opened)
    return _written(prose, marks)


def _partner(family: str) -> str:
    return _PARTNERS.get(family, family)


def _opens(prose: str, start: int, end: int) -> bool:
    before = prose[start - 1] if start else " "
    after = prose[end : end + 1] or " "
    return before in _BEFORE_OPENING and after not in _NEVER_QUOTED_FIRST


def _closes(prose: str, sign: _Sign) -> bool:
    start, end, _ = sign
    before = prose[start - 1] if start else " "
    after = prose[end : end + 1] or " "
    if before.isspace() or after not in _AFTER_CLOSING:
        return False
    return not _is_accent(prose, end, sign)


def _is_accent(prose: str, end: int, sign: _Sign) -> bool:
    r"""Tell whether a TeX accent goes on: `\"{o}`, `\"\i`."""
    return sign.family[0] == "\\" and prose.startswith(("{", "\\i", "\\j"), end)


def _left_open(prose: str, opened: dict[str, _Sign]) -> list[tuple[int, int, str]]:
    r"""Return the openers without a partner that can be nothing but marks.

    `\"the` is no accent, a double prime before a word no second; `\"Uber` may be one.
    """
    return [
        _mark(sign, opens=True)
        for family, sign in opened.items()
        if family == "″"
        or (family == '\\"' and prose[sign.end : sign.end + 1] not in _UMLAUTS)
    ]


def _mark(sign: _Sign, *, opens: bool) -> tuple[int, int, str]:
    start, end, family = sign
    size = end - start
    if family in _SINGLE_SIGNS:
        return start, end, "'".rjust(size) if opens else "'".ljust(size)
    if family in _PARTNERS:
        return start, end, "««" if family == "<<" else "»»"
    return start, end, ("“" if opens else "”") * size


def _written(prose: str, marks: list[tuple[int, int, str]]) -> str:
    if not marks:
        return prose
    parts = []
    position = 0
    for start, end, mark in sorted(marks):
        parts += [prose[position:start], mark]
        position = end
    parts.append(prose[position:])
    return "".join(parts)
