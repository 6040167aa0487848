"""Fonts whose map to Unicode says another thing than their glyphs' names.

A viewer draws the glyph that the encoding names, and a text layer hands out what the
map says: `not` is drawn and `now` is copied. Where the two contradict each other, what
the map says is not believed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pypdf import PdfReader
from pypdf.generic import DictionaryObject, IndirectObject, StreamObject

from refereekit.extract.damage import DAMAGE
from refereekit.extract.glyphnames import is_same, shown_by_names
from refereekit.extract.unicodemap import read_unicode_map

__all__ = ["Doubt", "FontDoubts", "PageFonts", "bare_name"]

_MOST_NESTED = 12
_NO_TEXT = ("Cc", "Cn", "Co")
"""Categories of what no quotation can hold; U+FFFD is told apart by its name."""
_STANDARD = ("Arial", "Courier", "Helvetica", "Symbol", "Times", "ZapfDingbats")
"""Beginnings of the names that PDFium replaces by those of the 14 standard fonts."""


def bare_name(name: str) -> str:
    """Return a font's name without the mark of a subset."""
    return re.sub(r"^[A-Z]{6}\+", "", name)


@dataclass(frozen=True, slots=True)
class Doubt:
    """The characters that a font is not believed; `is_whole`: nothing it says is."""

    characters: frozenset[str] = frozenset()
    is_whole: bool = False

    def __or__(self, other: Doubt) -> Doubt:
        return Doubt(
            self.characters | other.characters, self.is_whole or other.is_whole
        )


_NONE = Doubt()


@dataclass(frozen=True, slots=True)
class _FontFile:
    """A font's names and what is doubted of it."""

    names: tuple[str, ...]
    doubt: Doubt


@dataclass(frozen=True, slots=True)
class PageFonts:
    """The fonts that a page may use."""

    fonts: tuple[_FontFile, ...] = ()

    def doubt(self, name: str) -> Doubt:
        """Return what is not believed of the font that PDFium calls so.

        Several may have one name. A name that none has may stand for any of them.
        """
        mine = [f for f in self.fonts if name in f.names]
        if not mine:
            mine = list(self.fonts)
        elif name.startswith(_STANDARD):
            mine = [f for f in self.fonts if any(map(_is_standard, f.names))]
        found = _NONE
        for font in mine:
            if font.doubt is not _NONE:
                found |= font.doubt
        return found


def _is_standard(name: str) -> bool:
    return name.startswith(_STANDARD)


@dataclass(slots=True)
class FontDoubts:
    """The fonts of a file, each looked at once."""

    reader: PdfReader
    _fonts: dict[int, _FontFile] = field(default_factory=dict)
    _forms: dict[int, tuple[_FontFile, ...]] = field(default_factory=dict)

    def on_page(self, number: int) -> PageFonts:
        """Return the fonts of a page, those that are used in its forms included.

        Where the page's own data cannot be read, nothing is said about any font.
        """
        try:
            page = self.reader.pages[number - 1]
            return PageFonts(tuple(self._within(page.get("/Resources"), 0)))
        except DAMAGE:
            return PageFonts()

    def _within(self, resources: Any, depth: int) -> Iterator[_FontFile]:
        resources = _resolved(resources)
        if not isinstance(resources, DictionaryObject) or depth > _MOST_NESTED:
            return
        for entry in _entries(resources, "/Font"):
            yield self._font(entry)
        for entry in _entries(resources, "/XObject"):
            yield from self._form(entry, depth)

    def _form(self, entry: Any, depth: int) -> tuple[_FontFile, ...]:
        key = entry.idnum if isinstance(entry, IndirectObject) else id(entry)
        if key not in self._forms:
            self._forms[key] = ()
            form = _resolved(entry)
            if isinstance(form, StreamObject) and form.get("/Subtype") == "/Form":
                inner = self._within(form.get("/Resources"), depth + 1)
                self._forms[key] = tuple(inner)
            elif isinstance(entry, IndirectObject):
                # A picture is of no use here, and may be large.
                self.reader.resolved_objects.pop((entry.generation, entry.idnum), None)
        return self._forms[key]

    def _font(self, entry: Any) -> _FontFile:
        key = entry.idnum if isinstance(entry, IndirectObject) else id(entry)
        if key not in self._fonts:
            self._fonts[key] = _read_font(_resolved(entry))
        return self._fonts[key]


def _resolved(value: Any) -> Any:
    return value.get_object() if isinstance(value, IndirectObject) else value


def _entries(resources: DictionaryObject, kind: str) -> Iterator[Any]:
    entries = _resolved(resources.get(kind))
    if isinstance(entries, DictionaryObject):
        yield from (entries.raw_get(key) for key in entries)


def _read_font(font: Any) -> _FontFile:
    if not isinstance(font, DictionaryObject):
        return _FontFile((), _NONE)
    names = tuple(_names(font))
    try:
        return _FontFile(names, _doubt(font))
    except DAMAGE:
        return _FontFile(names, Doubt(is_whole=True))


def _names(font: DictionaryObject) -> Iterator[str]:
    """Yield every name by which PDFium may know a font."""
    yield bare_name(str(font.get("/BaseFont", "/"))[1:])
    for descendant in _resolved(font.get("/DescendantFonts")) or ():
        inner = _resolved(descendant)
        if isinstance(inner, DictionaryObject):
            yield bare_name(str(inner.get("/BaseFont", "/"))[1:])


def _doubt(font: DictionaryObject) -> Doubt:
    """Return what a font's map says against the names of its glyphs."""
    mapped = _resolved(font.get("/ToUnicode"))
    if not isinstance(mapped, StreamObject):
        return _NONE
    shown = shown_by_names(font)
    if not shown:
        return _NONE
    doubted: set[str] = set()
    for code, texts in read_unicode_map(mapped.get_data()).items():
        glyph = shown.get(code)
        for text in texts:
            if not glyph or is_same(glyph, text) or not _is_said(text):
                continue
            if not text.strip():
                # PDFium leaves out white space that follows white space.
                return Doubt(is_whole=True)
            doubted |= {*text, *unicodedata.normalize("NFKC", text)}
    return Doubt(frozenset(doubted)) if doubted else _NONE


def _is_said(text: str) -> bool:
    """Tell whether a map's text could be quoted at all."""
    return any(unicodedata.category(c) not in _NO_TEXT for c in text)
