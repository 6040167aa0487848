"""The glyphs of one page and the text objects they come from."""

from __future__ import annotations

import ctypes
import math
import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from refereekit.extract import binding
from refereekit.extract.binding import raw
from refereekit.extract.fontdoubts import Doubt, PageFonts, bare_name
from refereekit.extract.frame import Frame
from refereekit.positions import BBox

__all__ = ["FILLER", "UNREADABLE", "Font", "Glyphs", "Run", "Style", "read_glyphs"]

UNREADABLE = "\N{REPLACEMENT CHARACTER}"
FILLER = "\udfff"
"""A lone surrogate in the place of a character that stands for nothing."""

_HYPHEN_MARKS = "\x02\ufffe\u00ad"
_NO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\u200e\u200f"
_SPECIAL = re.compile(
    f"[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff{_HYPHEN_MARKS}{_NO_WIDTH}]"
)
_SPACE = re.compile(r"\s")
LEAST_INK = 0.02
"""Sizes of ink both ways from which a glyph is no white space; a rule has 0.04."""
LEAST_TILT = 0.05
"""From which a turned box tells what was turned; 0 is half way, 1 is upright."""
HYPHEN_HEIGHT = 0.25
"""Sizes; a hyphen is 0.05 to 0.15 high, a digit 0.4 wide."""
_FROM_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_MATH_FONT = re.compile(
    r"CM(MI|SY|EX|BSY|MIB)|LM(Math)|MS[AB]M|MT(MI|SY|EX)|EU(F|S|R|EX)M?\d|RSFS|"
    r"rsfs|[Mm]ath|(tx|px|ntx|npx|zpl|zp)(mi|sy|ex|b?mi)|STIX.*(Math|Size)|"
    r"Symbol|Rpcx|stmary|wasy|esint|DSROM|bbm\d|BBOLD|Fourier-Math|MnSymbol|"
    r"Universal-Greek|Cambria ?Math|XITS",
)
_BOLD = re.compile(
    r"[Bb]old|[Bb]lack|Heavy|Demi|CMB|CMBX|LMRomanDemi|-[Bb]d\b|SFBX|SFRB|ecbx|\.B\b|Medi",
)
_ITALIC = re.compile(r"[Ii]tal|[Oo]bl|CMTI|CMSL|SFTI|SFSL|[Ss]lant|-It\b|ReguItal")
_BOLD_WEIGHT = 600
UPRIGHT = 2.0
"""Degrees by which text may be off the direction of an edge."""
_ITALIC_FLAG = 1 << 6
_NAME_BYTES = 256


@dataclass(frozen=True, slots=True)
class Font:
    """What is known of a font: its base name and what the name and flags say."""

    name: str
    is_bold: bool
    is_italic: bool
    is_math: bool


class Style(NamedTuple):
    """One text object's part of the glyphs: font, size, direction, baseline.

    `handle` is the address of PDFium's text object. `x` and `y` are the origin of its
    first glyph on the displayed page. `is_askew`: it runs along no edge of the page.
    """

    handle: int
    font: Font
    size: float
    direction: int
    x: float
    y: float
    is_askew: bool = False


class Run(NamedTuple):
    """Glyphs `start` to `end` (excluded) that share a style."""

    start: int
    end: int
    style: Style


_UNDOUBTED = PageFonts()
_new: Any = tuple.__new__
"""Makes a named tuple without the call that gives its fields names."""
_NO_FONT = Font("", is_bold=False, is_italic=False, is_math=False)


@dataclass(slots=True)
class Glyphs:
    """The glyphs of a page in the order of the file.

    `text` has one code point for each of PDFium's characters (`FILLER` where one
    stands for nothing), `runs` the text objects that they come from. `composed` holds
    the letters that take more than one code point with their accent.
    """

    page: int
    frame: Frame
    text: str
    runs: list[Run] = field(default_factory=list)
    composed: dict[int, str] = field(default_factory=dict)
    _composed_places: list[int] = field(default_factory=list)
    _box: Any = field(default_factory=lambda: raw.FS_RECTF())
    _places: tuple[int, int, int, int] = field(init=False)
    _box_place: int = field(init=False)
    _sides: Any = field(default_factory=lambda: (ctypes.c_double * 4)())

    def __post_init__(self) -> None:
        start, step = ctypes.addressof(self._sides), ctypes.sizeof(ctypes.c_double)
        self._places = start, start + step, start + 2 * step, start + 3 * step
        self._box_place = ctypes.addressof(self._box)

    def box(self, index: int) -> BBox:
        """Return the advance box of a glyph, as displayed."""
        box = self._box
        binding.char_loose_box(self.page, index, self._box_place)
        left, right = sorted((box.left, box.right))
        bottom, top = sorted((box.bottom, box.top))
        return self.frame.box(left, bottom, right, top)

    @property
    def is_plain(self) -> bool:
        """Tell whether the text of some glyphs is the same part of `text`."""
        return not self.composed and FILLER not in self.text

    def cut(self, start: int, end: int) -> str:
        """Return the text of the glyphs from `start` to before `end`."""
        text = self.text[start:end]
        if not self.composed or not self._is_composed(start, end):
            return text.replace(FILLER, "") if FILLER in text else text
        whole = [self.composed.get(i, self.text[i]) for i in range(start, end)]
        return "".join(whole).replace(FILLER, "")

    def _is_composed(self, start: int, end: int) -> bool:
        if len(self._composed_places) != len(self.composed):
            self._composed_places = sorted(self.composed)
        at = bisect_left(self._composed_places, start)
        return at < len(self._composed_places) and self._composed_places[at] < end

    def ink(self, index: int) -> BBox:
        """Return the box of a glyph's outline, as displayed."""
        binding.char_box(self.page, index, *self._places)
        left, right, bottom, top = self._sides
        return self.frame.box(left, bottom, right, top)

    def thickness(self, index: int, *, is_askew: bool = False) -> float:
        """Return the smaller extent of a glyph's outline, 0 for white space."""
        if not binding.char_box(self.page, index, *self._places):
            return 0.0
        left, right, bottom, top = self._sides
        width, height = right - left, top - bottom
        if is_askew:
            width, height = self._turned_upright(index, width, height)
        return float(min(width, height))

    def _turned_upright(
        self, index: int, width: float, height: float
    ) -> tuple[float, float]:
        """Return the extents of what is as wide and high as this when it is turned.

        Half way between two directions that cannot be told; then it is no outline.
        """
        matrix = raw.FS_MATRIX()
        binding.char_matrix(self.page, index, ctypes.addressof(matrix))
        length = math.hypot(matrix.a, matrix.b) or 1.0
        across, up = abs(matrix.a) / length, abs(matrix.b) / length
        tilt = across * across - up * up
        if abs(tilt) < LEAST_TILT:
            return 0.0, 0.0
        return (
            (width * across - height * up) / tilt,
            (height * across - width * up) / tilt,
        )

    def across(self, start: int, end: int) -> tuple[float, float]:
        """Return left of the first and right of the last glyph, in page space."""
        box = self._box
        place = self._box_place
        binding.char_loose_box(self.page, start, place)
        left = box.left
        if end > start + 1:
            binding.char_loose_box(self.page, end - 1, place)
        return left, box.right


def read_glyphs(text_page: Any, frame: Frame, fonts: PageFonts = _UNDOUBTED) -> Glyphs:
    """Return all glyphs of a loaded text page.

    What `fonts` doubt of a font is unreadable.
    """
    page = binding.address(text_page)
    count = max(0, raw.FPDFText_CountChars(text_page))
    texts, suspects = _read_texts(text_page, page, count)
    glyphs = Glyphs(page, frame, "")
    reader = _StyleReader(page, frame, fonts)
    whole = "".join(texts)
    for start, end, handle in _object_runs(page, whole):
        if handle:
            style = reader.style(handle, start)
            glyphs.runs.append(_new(Run, (start, end, style)))
            reader.mark_unreadable(texts, whole, start, end)
    glyphs.text = "".join(texts)
    _mark_misnamed(glyphs, suspects)
    return glyphs


def _mark_misnamed(glyphs: Glyphs, suspects: Iterable[int]) -> None:
    """Replace what is painted, but said to be white space or a hyphen and is neither.

    A map to Unicode may say so of a minus sign, a decimal point, a digit.
    """
    text = glyphs.text
    doubtful = [m.start() for m in _SPACE.finditer(text)]
    doubtful = sorted({*doubtful, *suspects}) if suspects else doubtful
    misnamed = []
    at, count = 0, len(doubtful)
    for start, end, style in glyphs.runs:
        while at < count and doubtful[at] < start:
            at += 1
        while at < count and doubtful[at] < end:
            index = doubtful[at]
            at += 1
            thick = glyphs.thickness(index, is_askew=style.is_askew)
            most = HYPHEN_HEIGHT if text[index] == "-" else LEAST_INK
            if thick > most * style.size:
                misnamed.append(index)
    if misnamed:
        texts = list(text)
        for index in misnamed:
            texts[index] = UNREADABLE
        glyphs.text = "".join(texts)


def _object_runs(page: int, text: str) -> list[tuple[int, int, int]]:
    """Return (start, end, text object) of all glyphs, in order.

    PDFium takes the objects one after the other, so that two glyphs of one object
    have none of another between them; only where it reorders a line written from
    right to left, each glyph has to be asked for. The spaces it makes up belong to
    no object.
    """
    count = len(text)
    ask = binding.char_object
    if _FROM_RIGHT.search(text):
        return _merged((i, i + 1, ask(page, i) or 0) for i in range(count))
    if not count:
        return []
    runs: list[tuple[int, int, int]] = []
    first, last = ask(page, 0) or 0, ask(page, count - 1) or 0
    begun, current = 0, first
    # Each stretch is (first glyph, last glyph, and the objects of both).
    stretches = [(0, count - 1, first, last)]
    while stretches:
        start, end, first, last = stretches.pop()
        if start == end or first == last != 0:
            continue
        if end - start > 1:
            middle = (start + end) // 2
            between = ask(page, middle) or 0
            stretches.append((middle, end, between, last))
            stretches.append((start, middle, first, between))
        elif last != current:
            runs.append((begun, end, current))
            begun, current = end, last
    runs.append((begun, count, current))
    return runs


def _merged(parts: Iterable[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    merged: list[tuple[int, int, int]] = []
    for start, end, handle in parts:
        if merged and merged[-1][2] == handle:
            merged[-1] = (merged[-1][0], end, handle)
        else:
            merged.append((start, end, handle))
    return merged


def _read_texts(text_page: Any, page: int, count: int) -> tuple[list[str], list[int]]:
    """Return one text for each of PDFium's characters, surrogate pairs joined.

    The second list has the places of hyphen marks and of what has no width.
    """
    buffer = (ctypes.c_ushort * (count + 1))()
    written = raw.FPDFText_GetText(text_page, 0, count, buffer)
    # The bulk call leaves characters out (those it holds no text for); then its
    # indexes are not the glyphs' and each glyph has to be asked for.
    if written == count + 1:
        whole = bytes(buffer)[: 2 * count].decode("utf-16-le", "surrogatepass")
        if len(whole) != count:  # surrogate pairs, which are two of its characters
            whole = "".join(map(chr, buffer[:count]))
    else:
        codes = (binding.char_unicode(page, index) for index in range(count))
        whole = "".join(map(chr, codes))
    texts = list(whole)
    suspects = []
    for match in _SPECIAL.finditer(whole):
        if match.group() in _HYPHEN_MARKS + _NO_WIDTH:
            suspects.append(match.start())
        texts[match.start()] = _replacement(texts, match.start())
    return texts, suspects


def _replacement(texts: list[str], index: int) -> str:
    text = texts[index]
    if text in _HYPHEN_MARKS:
        return "-"
    if "\ud800" <= text < "\udc00" and index + 1 < len(texts):
        low = texts[index + 1]
        if "\udc00" <= low < "\ue000":
            texts[index + 1] = FILLER
            pair = (text + low).encode("utf-16-le", "surrogatepass")
            return pair.decode("utf-16-le")
    return FILLER if text in _NO_WIDTH or text == FILLER else UNREADABLE


class _StyleReader:
    """Reads text objects' styles; fonts once each."""

    def __init__(self, page: int, frame: Frame, fonts: PageFonts) -> None:
        self._page = page
        self._page_fonts = fonts
        self._doubts: dict[int, Doubt] = {}
        self._frame = frame
        self._fonts: dict[int, Font] = {}
        self._known: dict[int, set[str]] = {}
        self._font = 0
        self._matrix = raw.FS_MATRIX()
        self._x, self._y = ctypes.c_double(), ctypes.c_double()
        self._places = tuple(map(ctypes.addressof, (self._matrix, self._x, self._y)))
        self._turns: dict[tuple[float, float, float, float], _Turn] = {}

    def style(self, handle: int, index: int) -> Style:
        """Return the style of the text object whose first glyph is `index`."""
        page, matrix = self._page, self._matrix
        for_matrix, for_x, for_y = self._places
        binding.char_matrix(page, index, for_matrix)
        binding.char_origin(page, index, for_x, for_y)
        shape = matrix.a, matrix.b, matrix.c, matrix.d
        turn = self._turns.get(shape)
        if turn is None:
            turn = self._turns[shape] = _turn(*shape, self._frame.rotation)
        scale, direction, is_askew = turn
        size = binding.font_size(page, index) * scale
        self._font = binding.font_of(handle) or 0
        font = self._fonts.get(self._font)
        if font is None:
            font = self._fonts[self._font] = _read_font(self._font)
            self._known[self._font] = set()
            self._doubts[self._font] = self._page_fonts.doubt(font.name)
        x, y = self._frame.point(self._x.value, self._y.value)
        fields = handle, font, abs(size), direction, x, y, is_askew
        style: Style = _new(Style, fields)
        return style

    def mark_unreadable(
        self, texts: list[str], whole: str, start: int, end: int
    ) -> None:
        """Replace the glyphs of the last style's font whose character is not known.

        PDFium hands out the character code for those, which looks like text.
        """
        known, doubt = self._known[self._font], self._doubts[self._font]
        run = whole[start:end]
        if known.issuperset(run):
            return
        unread: set[str] = set()
        uncertain: set[str] = set()
        for text in set(run) - known:
            if doubt.is_whole or text in doubt.characters or text == UNREADABLE:
                unread.add(text)
            elif text.isspace():
                known.add(text)
            elif doubt.unmapped is None or text in doubt.unmapped:
                # The same character may be that of a code, and that of a glyph.
                uncertain.add(text)
            elif binding.has_map_error(self._page, start + run.index(text)):
                unread.add(text)
            else:
                known.add(text)
        if not unread and not uncertain:
            return
        ask, page = binding.has_map_error, self._page
        for index, text in enumerate(run, start):
            if text in unread or (text in uncertain and ask(page, index)):
                texts[index] = self._by_name(index)

    def _by_name(self, index: int) -> str:
        """Return the character of a glyph of which only the name tells it."""
        if not binding.has_map_error(self._page, index):
            return UNREADABLE
        code = binding.char_unicode(self._page, index)
        name = self._fonts[self._font].name
        return self._page_fonts.text(name, code) or UNREADABLE


_Turn = tuple[float, int, bool]
"""How large a matrix makes text, its direction, and whether that is no edge's."""


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
    return height, direction, is_askew


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
    return Font(name, is_bold, is_italic, bool(_MATH_FONT.search(name)))


def _is_tex_name(name: str) -> bool:
    # PDFium derives a weight from the stem width that TeX fonts state wrongly.
    return name[:2] in {"CM", "SF", "LM", "MS", "EU"}
