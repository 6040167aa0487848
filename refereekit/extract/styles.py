"""The text objects of a page as they are drawn: fonts, sizes, directions, doubts."""

from __future__ import annotations

import ctypes
import math
import re
from typing import NamedTuple

from refereekit.extract import binding
from refereekit.extract.fontdoubts import Doubt, PageFonts, bare_name
from refereekit.extract.frame import Frame
from refereekit.values import Value, new_tuple

__all__ = [
    "UNREADABLE",
    "Font",
    "Style",
    "StyleReader",
    "sets_mathematics",
]

UNREADABLE = "\N{REPLACEMENT CHARACTER}"
_MATH_FONT = re.compile(
    r"CM(MI|SY|EX|BSY|MIB)|(CM|HF)BR(MI|SY|MB)|LM(Math)|MS[AB]M|MT(MI|SY|EX)|"
    r"EU(F|S|R|EX)M?\d|RSFS|rsfs|[Mm]ath|(tx|px|ntx|npx|zpl|zp)(mi|sy|ex|b?mi)|"
    r"New[TP]XB?(MI|Sys|Ex)|STIX.*(Math|Size)|Kp--M|Symbol|StandardSym|Rpcx|stmary|"
    r"wasy|esint|DSROM|bbm\d|BBOLD|Fourier-Math|MnSymbol|Universal-Greek|"
    r"Cambria ?Math|XITS",
)
_BOLD = re.compile(
    r"[Bb]old|[Bb]lack|Heavy|Demi|CMB|CMBX|LMRomanDemi|-[Bb]d\b|SFBX|SFRB|ecbx|\.B\b|Medi",
)
_ITALIC = re.compile(r"[Ii]tal|[Oo]bl|CMTI|CMSL|SFTI|SFSL|[Ss]lant|-It\b|ReguItal")
_BOLD_WEIGHT = 600
UPRIGHT = 2.0
"""Degrees by which text may be off the direction of an edge."""
_ITALIC_FLAG = 1 << 6
SHEAR = 0.1
"""Of the height, from which letters lean over the gap behind their word."""
_NAME_BYTES = 256


class Font(Value):
    """What is known of a font: its base name and what the name and flags say."""

    name: str
    is_bold: bool
    is_italic: bool
    is_math: bool


class Style(NamedTuple):
    """One text object's part of the glyphs: font, size, direction, baseline.

    `handle` is the address of PDFium's text object. `x` and `y` are the origin of its
    first glyph on the displayed page. `is_askew`: it runs along no edge of the page.
    `is_sheared`: its matrix slants it, as word processors do for italics they lack.
    """

    handle: int
    font: Font
    size: float
    direction: int
    x: float
    y: float
    is_askew: bool = False
    is_sheared: bool = False


_NO_FONT = Font("", is_bold=False, is_italic=False, is_math=False)
_CONTROLS = "\t\n\x0b\x0c\r"


class StyleReader:
    """Reads text objects' styles; fonts once each."""

    def __init__(self, page: int, frame: Frame, fonts: PageFonts) -> None:
        self._page = page
        self._page_fonts = fonts
        self._doubts: dict[int, Doubt] = {}
        self._frame = frame
        self._fonts: dict[int, Font] = {}
        self._known: dict[int, set[str]] = {}
        self._codes: dict[int, dict[int, list[int]]] = {}
        self._font = 0
        self._matrix, (for_matrix, *_) = binding.numbers("f", 6)
        self._point, for_point = binding.numbers("d", 2)
        self._places = for_matrix, *for_point
        self._box, (self._box_place, *_) = binding.numbers("f", 4)
        self._turns: dict[tuple[float, float, float, float], _Turn] = {}

    def style(self, handle: int, index: int) -> Style:
        """Return the style of the text object whose first glyph is `index`."""
        page = self._page
        for_matrix, for_x, for_y = self._places
        binding.char_matrix(page, index, for_matrix)
        binding.char_origin(page, index, for_x, for_y)
        a, b, c, d, _, _ = self._matrix
        shape = a, b, c, d
        turn = self._turns.get(shape)
        if turn is None:
            turn = self._turns[shape] = _turn(*shape, self._frame.rotation)
        scale, direction, is_askew, is_sheared = turn
        size = binding.font_size(page, index) * scale
        self._font = binding.font_of(handle) or 0
        font = self._fonts.get(self._font)
        if font is None:
            font = self._fonts[self._font] = _read_font(self._font)
            self._known[self._font] = set()
            self._doubts[self._font] = self._page_fonts.doubt(font.name)
        x, y = self._frame.point(*self._point)
        fields = handle, font, abs(size), direction, x, y, is_askew, is_sheared
        style: Style = new_tuple(Style, fields)
        return style

    def mark_unreadable(
        self, texts: list[str], whole: str, start: int, end: int
    ) -> None:
        """Replace the glyphs of the last style's font whose character is not known.

        PDFium hands out the character code for those, which looks like text.
        """
        run = whole[start:end]
        if self._known[self._font].issuperset(run):
            return
        unread, uncertain, parts = self._doubtful(run, start)
        if not unread and not uncertain:
            return
        ask, page = binding.has_map_error, self._page
        for index, text in enumerate(run, start):
            if (
                text in unread
                or (text in uncertain and ask(page, index))
                or (text in parts and self._is_of_another(index, whole))
            ):
                texts[index] = UNREADABLE
                self._set_aside(index)

    def _doubtful(self, run: str, start: int) -> tuple[set[str], set[str], set[str]]:
        """Return the characters of a run that are not read, and that may not be.

        The last are those that may be parts of a glyph, which are among the others.
        """
        known, doubt = self._known[self._font], self._doubts[self._font]
        unread: set[str] = set()
        uncertain: set[str] = set()
        parts: set[str] = set()
        for text in set(run) - known:
            if doubt.is_whole or text in doubt.characters or text == UNREADABLE:
                unread.add(text)
            elif text in _CONTROLS:
                # It may be the code of a ligature in TeX's fonts, or no glyph at all.
                for place in re.finditer(text, run):
                    self._set_aside(start + place.start())
            elif text.isspace():
                known.add(text)
            elif text in doubt.parts:
                parts.add(text)
            elif doubt.unmapped is None or text in doubt.unmapped:
                # The same character may be that of a code, and that of a glyph.
                uncertain.add(text)
            elif binding.has_map_error(self._page, start + run.index(text)):
                unread.add(text)
            else:
                known.add(text)
        return unread, uncertain | parts, parts

    def _is_of_another(self, index: int, whole: str) -> bool:
        """Tell whether a letter shares its glyph, which is no known ligature.

        PDFium gives the letters of one glyph one place.
        """
        own, start, end = self._sides(index), index, index + 1
        while start and self._sides(start - 1) == own:
            start -= 1
        while end < len(whole) and self._sides(end) == own:
            end += 1
        ligatures = self._doubts[self._font].ligatures
        return end > start + 1 and whole[start:end] not in ligatures

    def _sides(self, index: int) -> tuple[float, float] | None:
        if not binding.char_loose_box(self._page, index, self._box_place):
            return None
        left, _, right, _ = self._box
        return left, right

    def _set_aside(self, index: int) -> None:
        """Remember a glyph that has no character, but a code."""
        if binding.has_map_error(self._page, index):
            code = binding.char_unicode(self._page, index)
            self._codes.setdefault(self._font, {}).setdefault(code, []).append(index)

    def read_by_names(self, texts: list[str], composed: dict[int, str]) -> None:
        """Replace the glyphs without a character that the names of glyphs tell.

        That is done when all of a font's codes have been seen. Ligatures come into
        `composed`.
        """
        for font, places in self._codes.items():
            known = self._page_fonts.texts(
                self._fonts[font].name, places.keys(), _heights(font)
            )
            for code, text in known.items():
                for index in places[code]:
                    texts[index] = text[0]
                    if len(text) > 1:
                        composed[index] = text


_Turn = tuple[float, int, bool, bool]
"""How large a matrix makes text, its direction, whether that is no edge's, and whether
it slants the text."""


def _turn(a: float, b: float, c: float, d: float, rotation: int) -> _Turn:
    angle = math.degrees(math.atan2(b, a))
    if a * d - b * c < 0 and a < 0:
        angle += 180  # mirrored text still reads from left to right
    turned = (angle - rotation) % 360
    direction = round(turned / 90) % 4 * 90
    is_askew = abs((turned - direction + 180) % 360 - 180) > UPRIGHT
    # Across the baseline, so that sheared glyphs are as high as they look.
    along = math.hypot(a, b)
    height = abs(a * d - b * c) / along if along else 0.0
    is_sheared = abs(a * c + b * d) > SHEAR * abs(a * d - b * c)
    return height, direction, is_askew, is_sheared


def _read_font(handle: int) -> Font:
    if not handle:
        return _NO_FONT
    buffer = ctypes.create_string_buffer(_NAME_BYTES)
    binding.font_name(handle, ctypes.addressof(buffer), _NAME_BYTES)
    name = buffer.value.decode("utf-8", "replace")
    name = bare_name(name)
    is_bold = bool(_BOLD.search(name)) or (
        binding.font_weight(handle) >= _BOLD_WEIGHT and not _is_tex_name(name)
    )
    is_italic = bool(_ITALIC.search(name)) or bool(
        binding.font_flags(handle) & _ITALIC_FLAG
    )
    return Font(name, is_bold, is_italic, sets_mathematics(name))


def _heights(handle: int) -> tuple[float, float]:
    """Return how far a font rises above and, negative, falls below, in its sizes."""
    found = ctypes.c_float()
    place = ctypes.addressof(found)
    binding.font_ascent(handle, 1.0, place)
    ascent = found.value
    binding.font_descent(handle, 1.0, place)
    return ascent, found.value


def sets_mathematics(name: str) -> bool:
    """Tell whether a font of this name has the letters or signs of formulas."""
    return _MATH_FONT.search(name) is not None


def _is_tex_name(name: str) -> bool:
    # PDFium derives a weight from the stem width that TeX fonts state wrongly.
    return name[:2] in {"CM", "SF", "LM", "MS", "EU"}
