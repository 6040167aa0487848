"""Accents drawn as glyphs of their own, composed with the letter they stand over.

Old TeX encodings hold no accented letters: `Poincaré` is drawn as an acute accent and
an `e` in the same place, which a text layer gives as `Poincar´e`.
"""

from __future__ import annotations

import re
import unicodedata

from refereekit.extract.glyphs import FILLER, Glyphs
from refereekit.extract.styles import UNREADABLE
from refereekit.positions import BBox

__all__ = ["compose_accents", "spoil_unread"]

_COMBINING = {
    "\u00b4": "\u0301",
    "\u02ca": "\u0301",
    "`": "\u0300",
    "\u02cb": "\u0300",
    "\u00a8": "\u0308",
    "^": "\u0302",
    "\u02c6": "\u0302",
    "~": "\u0303",
    "\u02dc": "\u0303",
    "\u00af": "\u0304",
    "\u02c9": "\u0304",
    "\u02d8": "\u0306",
    "\u02d9": "\u0307",
    "\u02da": "\u030a",
    "\u02dd": "\u030b",
    "\u02c7": "\u030c",
    "\u00b8": "\u0327",
    "\u02db": "\u0328",
    "\u20d7": "\u20d7",
}
_ACCENT = re.compile("[" + re.escape("".join(_COMBINING)) + "]")
_DOTLESS = {"\u0131": "i", "\u0237": "j"}
_BLANK = frozenset((*" \t\r\n", FILLER, UNREADABLE))
_SAME_PLACE = 0.18
"""Heights between the origins of two glyphs that are one sign; an `l` takes 0.28."""
_REACH = 0.6
_NEIGHBOURS = (1, -1, 2, -2, 3)
"""Where the letter may be: the file may hold white space between the two."""


def compose_accents(glyphs: Glyphs) -> None:
    """Put one composed letter where an accent and a letter are drawn together."""
    if not _ACCENT.search(glyphs.text):
        return
    texts = list(glyphs.text)
    for match in _ACCENT.finditer(glyphs.text):
        index = match.start()
        if texts[index] == FILLER:
            continue
        letter = _letter_under(glyphs, texts, index)
        if letter is None:
            letter = _letter_elsewhere(glyphs, texts, index)
        if letter is None:
            continue
        base = _DOTLESS.get(texts[letter], texts[letter])
        composed = unicodedata.normalize("NFC", base + _COMBINING[texts[index]])
        texts[letter] = composed[0]
        if len(composed) > 1:
            glyphs.composed[letter] = composed
        texts[index] = FILLER
        if abs(index - letter) <= max(_NEIGHBOURS):
            for between in range(min(index, letter) + 1, max(index, letter)):
                if texts[between].isspace():
                    texts[between] = FILLER
    glyphs.text = "".join(texts)


def spoil_unread(glyphs: Glyphs) -> None:
    """Do not read what an unread glyph stands over: with an accent it is another one.

    A stroke makes another sign of an equals sign.
    """
    if UNREADABLE not in glyphs.text:
        return
    texts = list(glyphs.text)
    for index, text in enumerate(glyphs.text):
        if text != UNREADABLE:
            continue
        for place in (index + 1, index - 1):
            if not 0 <= place < len(texts) or texts[place] in _BLANK:
                continue
            one, other = glyphs.box(index), glyphs.box(place)
            if (
                abs(one.x0 - other.x0) < _SAME_PLACE * other.height
                and abs(one.bottom - other.bottom) < _REACH * other.height
            ):
                texts[place] = UNREADABLE
    glyphs.text = "".join(texts)


def _letter_under(glyphs: Glyphs, texts: list[str], index: int) -> int | None:
    """Return the neighbouring letter that the accent stands over or under."""
    accent = glyphs.box(index)
    for step in _NEIGHBOURS:
        place = index + step
        if not 0 <= place < len(texts) or not _is_letter(texts[place]):
            continue
        between = texts[min(index, place) + 1 : max(index, place)]
        if any(not text.isspace() and text != FILLER for text in between):
            continue
        if _stands_over(accent, glyphs.box(place)):
            return place
    return None


def _letter_elsewhere(glyphs: Glyphs, texts: list[str], index: int) -> int | None:
    """Return the letter under an accent that the file holds in another place.

    PDFium moves an accent that is drawn after its word to the end of the line.
    """
    run = next((r for r in glyphs.runs if r.start <= index < r.end), None)
    if run is None:
        return None
    accent = glyphs.box(index)
    middle = (accent.x0 + accent.x1) / 2
    for other in glyphs.runs:
        if abs(other.style.y - run.style.y) > _REACH * run.style.size:
            continue
        start, end = other.start, other.end
        while end - start > 1:
            half = (start + end) // 2
            start, end = (half, end) if glyphs.box(half).x0 <= middle else (start, half)
        if _is_letter(texts[start]) and _stands_over(accent, glyphs.box(start)):
            return start
    return None


def _is_letter(text: str) -> bool:
    """Tell whether this is a letter; Unicode calls some accents letters."""
    return text.isalpha() and text not in _COMBINING


def _stands_over(accent: BBox, letter: BBox) -> bool:
    """Tell whether the accent's middle is within the letter, on its line or above.

    A mathematical accent over a capital is drawn up to half a size higher.
    """
    middle = (accent.x0 + accent.x1) / 2
    return (
        letter.x0 <= middle <= letter.x1
        and abs(accent.bottom - letter.bottom) < letter.height * _REACH
    )
