"""Fonts whose map to Unicode says another thing than their glyphs' names.

A viewer draws the glyph that the encoding names, and a text layer hands out what the
map says: `not` is drawn and `now` is copied. Where the two contradict each other, what
the map says is not believed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from pypdf import PdfReader
from pypdf.generic import DictionaryObject, IndirectObject, StreamObject

from refereekit.extract.bitmapfonts import bitmap_texts
from refereekit.extract.damage import DAMAGE
from refereekit.extract.duplicates import TWICE
from refereekit.extract.encodings import drawn_codes, drawn_heights, shown_by_font
from refereekit.extract.fontprograms import Shown
from refereekit.extract.glyphnames import is_same
from refereekit.extract.misdrawn import misdrawn_texts
from refereekit.extract.resources import Reach, entries_of, resolved
from refereekit.extract.unicodemap import read_unicode_map
from refereekit.values import Value

__all__ = ["Doubt", "FontDoubts", "PageFonts", "bare_name"]

_CODES = 256
_ROUNDING = 0.002
"""Sizes by which PDFium's heights of a font are off: it keeps whole thousandths."""
_DECIDING = frozenset(
    (
        "/BaseEncoding",
        "/BaseFont",
        "/CIDToGIDMap",
        "/DescendantFonts",
        "/Differences",
        "/Encoding",
        "/Font",
        "/FontDescriptor",
        "/FontFile",
        "/FontFile2",
        "/FontFile3",
        "/Resources",
        "/ToUnicode",
        "/XObject",
    )
)
"""Keys that decide which glyph a code shows and what it is said to be."""
_LIGATURES = "\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06"
"""PDFium hands out their letters."""
_NO_TEXT = ("Cc", "Cn", "Co")
"""Categories of what no quotation can hold; U+FFFD is told apart by its name."""
_STANDARD = ("Arial", "Courier", "Helvetica", "Symbol", "Times", "ZapfDingbats")
"""Beginnings of the names that PDFium replaces by those of the 14 standard fonts."""


def bare_name(name: str) -> str:
    """Return a font's name without the mark of a subset."""
    return re.sub(r"^[A-Z]{6}\+", "", name)


class Doubt(Value):
    """The characters that a font is not believed; `is_whole`: nothing it says is.

    `parts` are letters that are not believed where one glyph is to show several of
    them, but in the `ligatures` that it is known to have. `unmapped` are those in the
    place of which PDFium may hand out a code that it knows no character for, `None`
    stands for all.
    """

    characters: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    ligatures: frozenset[str] = frozenset()
    is_whole: bool = False
    unmapped: frozenset[str] | None = None


_NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _FontFile:
    """A font's names, and the texts that its map gives to its codes.

    `false` contradict their glyphs. `foreign` contradict the program's own encoding
    beside one that the font states: a subset's map often tells of codes that are not
    in use, so that they count only where no code has them that may be in use, which
    `known` are. `unproved` are codes of which nothing but the map tells what they show.
    """

    names: tuple[str, ...]
    false: frozenset[str] = _NOTHING
    foreign: frozenset[str] = _NOTHING
    known: frozenset[str] = _NOTHING
    unmapped: frozenset[str] | None = None
    is_broken: bool = False
    source: DictionaryObject | None = None
    unproved: Mapping[int, str] = field(default_factory=dict)
    _misdrawn: list[frozenset[str]] = field(default_factory=list)
    _shown: dict[int, frozenset[str]] = field(default_factory=dict)
    _drawn: list[frozenset[int] | None] = field(default_factory=list)
    _heights: list[tuple[float, float] | None] = field(default_factory=list)

    def misdrawn(self) -> frozenset[str]:
        """Return the texts of codes that are drawn as others than they are said to be.

        The font is drawn for that, once.
        """
        if not self._misdrawn:
            found = _NOTHING
            if self.source is not None and self.unproved:
                found = misdrawn_texts(self.source, self.unproved)
            self._misdrawn.append(found)
        return self._misdrawn[0]

    def shown(self, code: int) -> frozenset[str]:
        """Return what a code of a simple font may show, by the names of its glyphs.

        Where these say no more than the code, how it is drawn tells.
        """
        if self.source is None or self.source.get("/Subtype") == "/Type0":
            return _NOTHING
        if not self._shown:
            evidence = shown_by_font(self.source)
            named = evidence.stated | evidence.programmed
            if not any(named.values()):
                drawn = bitmap_texts(self.source).items()
                named = {code: frozenset({text}) for code, text in drawn}
            self._shown.update(named)
            self._shown.setdefault(-1, _NOTHING)
        return self._shown.get(code, _NOTHING)

    def may_rise(self, heights: tuple[float, float]) -> bool:
        """Tell whether a font may have this ascent and descent, in its sizes."""
        if not self._heights:
            self._heights.append(self._own_heights())
        (own,) = self._heights
        return own is None or all(
            abs(known - found) < _ROUNDING
            for known, found in zip(own, heights, strict=True)
        )

    def _own_heights(self) -> tuple[float, float] | None:
        if self.source is None:
            return None
        try:
            return drawn_heights(self.source)
        except DAMAGE:
            return None

    def may_draw(self, code: int) -> bool:
        """Tell whether a code may have a glyph: a Type 3 font holds all that it has."""
        if self.source is None:
            return True
        if not self._drawn:
            self._drawn.append(drawn_codes(self.source))
        (codes,) = self._drawn
        return codes is None or code in codes


@dataclass(frozen=True, slots=True)
class PageFonts:
    """The fonts that a page may use, and what is not believed of them, once asked."""

    fonts: tuple[_FontFile, ...] = ()
    _doubts: dict[tuple[int, ...], Doubt] = field(default_factory=dict)

    def doubt(self, name: str) -> Doubt:
        """Return what is not believed of the font that PDFium calls so.

        Several may have one name. A name that none has may stand for any of them.
        """
        mine = [f for f in self.fonts if name in f.names]
        if not mine:
            mine = list(self.fonts)
        elif name.startswith(_STANDARD):
            mine = [f for f in self.fonts if any(map(_is_standard, f.names))]
        key = tuple(map(id, mine))
        if key not in self._doubts:
            self._doubts[key] = self._doubt(mine)
        return self._doubts[key]

    @staticmethod
    def _doubt(mine: Sequence[_FontFile]) -> Doubt:
        unmapped = None
        if mine and all(f.unmapped is not None for f in mine):
            unmapped = _NOTHING.union(*(f.unmapped or () for f in mine))
        false = _NOTHING.union(*(f.false for f in mine))
        foreign = _NOTHING.union(*(f.foreign for f in mine))
        known = _NOTHING.union(*(f.known for f in mine))
        # PDFium leaves out white space that follows white space.
        is_whole = any(f.is_broken for f in mine) or not all(map(str.strip, false))
        unknown = _single(foreign) - _single(known)
        ligatures = _several(known) - _several(false)
        parts = frozenset("".join(_several(false | foreign) - ligatures))
        single = _single(false).union(unknown, *(f.misdrawn() for f in mine))
        return Doubt(single, parts, ligatures, is_whole, unmapped)

    def texts(
        self, name: str, codes: Collection[int], heights: tuple[float, float]
    ) -> dict[int, str]:
        """Return the text that some codes of one font show, where it is certain.

        No map tells them. All fonts of this name that have a glyph for each of the
        codes have to say the same by the names of their glyphs; fonts of Type 3 have
        no name. They are told apart by `heights`, their ascent and descent in sizes.
        """
        mine = [f for f in self.fonts if name in f.names]
        mine = [f for f in mine if f.may_rise(heights) and all(map(f.may_draw, codes))]
        try:
            shown = {code: {f.shown(code) for f in mine} for code in codes}
        except DAMAGE:
            return {}
        only = {c: next(iter(t)) for c, t in shown.items() if len(t) == 1}
        return {code: "".join(texts) for code, texts in only.items() if len(texts) == 1}


def _single(texts: frozenset[str]) -> frozenset[str]:
    """Return the characters of texts that hold one letter and no more than one."""
    return frozenset("".join([text for text in texts if len(_solid(text)) <= 1]))


def _several(texts: frozenset[str]) -> frozenset[str]:
    """Return the texts that PDFium hands out letter by letter."""
    letters = [unicodedata.normalize("NFKC", c) for c in _LIGATURES if c in texts]
    return frozenset([*(t for t in texts if len(_solid(t)) > 1), *letters])


def _solid(text: str) -> str:
    """Return a text without what PDFium may leave out: spaces, marks, controls."""
    return "".join([c for c in text if unicodedata.category(c)[0] not in "ZMC"])


def _is_standard(name: str) -> bool:
    return name.startswith(_STANDARD)


_UNREAD = PageFonts((_FontFile((), is_broken=True),))


class FontDoubts:
    """The fonts of a file, each looked at once."""

    def __init__(self, reader: PdfReader) -> None:
        self._reader = reader
        self._fonts: dict[int, _FontFile] = {}
        self._known: dict[tuple[int, ...], Doubt] = {}
        self._keys: set[str] = set()
        self._reach: Reach[tuple[_FontFile, ...]] = Reach(
            reader,
            ("/XObject",),
            self._fonts_of,
            damaged=(_FontFile((), is_broken=True),),
        )

    def on_page(self, number: int) -> PageFonts:
        """Return the fonts of a page, those that are used in its forms included.

        Where the page cannot be found, nothing is said about any font; where its fonts
        cannot be read, none is believed.
        """
        try:
            page = self._reader.pages[number - 1]
        except DAMAGE:
            return PageFonts()
        try:
            fonts = tuple(chain.from_iterable(self._reach.of_page(page)))
        except DAMAGE:
            return _UNREAD
        if TWICE.keys & (_DECIDING | self._keys):
            return _UNREAD
        return PageFonts(fonts, self._known)

    def forget(self) -> None:
        """Let go of the fonts: whoever asks again has them looked at again."""
        self._fonts.clear()
        self._known.clear()
        self._reach.forget()

    def _fonts_of(self, holder: DictionaryObject) -> tuple[_FontFile, ...]:
        """Return the fonts that a page or form has among its resources."""
        found = []
        for key, entry in entries_of(holder, "/Font"):
            self._keys.add(key)
            found.append(self._font(entry))
        return tuple(found)

    def _font(self, entry: Any) -> _FontFile:
        key = entry.idnum if isinstance(entry, IndirectObject) else id(entry)
        if key not in self._fonts:
            self._fonts[key] = _read_font(resolved(entry))
        return self._fonts[key]


def _read_font(font: Any) -> _FontFile:
    if not isinstance(font, DictionaryObject):
        return _FontFile(())
    names = tuple(_names(font))
    try:
        return replace(_compared(font, names), source=font)
    except DAMAGE:
        return _FontFile(names, is_broken=True)


def _names(font: DictionaryObject) -> Iterator[str]:
    """Yield every name by which PDFium may know a font."""
    yield bare_name(str(font.get("/BaseFont", "/"))[1:])
    for descendant in resolved(font.get("/DescendantFonts")) or ():
        inner = resolved(descendant)
        if isinstance(inner, DictionaryObject):
            yield bare_name(str(inner.get("/BaseFont", "/"))[1:])


def _compared(font: DictionaryObject, names: tuple[str, ...]) -> _FontFile:
    """Return what a font's map says against the names of its glyphs."""
    mapped = resolved(font.get("/ToUnicode"))
    if not isinstance(mapped, StreamObject):
        return _FontFile(names)
    evidence = shown_by_font(font)
    stated, programmed = evidence.stated, evidence.programmed
    texts = read_unicode_map(mapped.get_data())
    false = frozenset(_contradicted(texts, stated))
    if not evidence.is_embedded:
        # Nobody has the glyph of a name that means nothing.
        nameless = {code for code in stated if not stated[code]}
        false |= {text for code in nameless for text in texts.get(code, ())}
    foreign = frozenset(_contradicted(texts, programmed))
    known = {text for code in stated for text in texts.get(code, ())}
    if not stated:
        false, foreign = foreign, _NOTHING
        known = {text for code in programmed for text in texts.get(code, ())} - false
    unmapped = None
    if font.get("/Subtype") != "/Type0":
        codes = [c for c in range(_CODES) if c not in texts and not stated.get(c)]
        unmapped = frozenset(map(chr, codes))
    unproved = {}
    if evidence.is_embedded:
        unproved = {
            code: text
            for code, (text, *_) in texts.items()
            if not (programmed.get(code) or stated.get(code))
            and (evidence.unnamed is None or code in evidence.unnamed)
        }
    return _FontFile(
        names, false, foreign, frozenset(known), unmapped, unproved=unproved
    )


def _contradicted(mapped: dict[int, set[str]], shown: Shown) -> Iterator[str]:
    """Yield the texts that a map gives to glyphs that show another."""
    for code in mapped.keys() & shown.keys():
        for text in mapped[code] - shown[code]:
            if (
                shown[code]
                and _is_said(text)
                and not any(is_same(each, text) for each in shown[code])
            ):
                yield text


def _is_said(text: str) -> bool:
    """Tell whether a map's text could be quoted at all."""
    return any(unicodedata.category(c) not in _NO_TEXT for c in text)
