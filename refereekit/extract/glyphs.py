"""The glyphs of one page and the text objects they come from."""

from __future__ import annotations

import ctypes
import math
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from refereekit.extract import binding
from refereekit.extract.binding import raw
from refereekit.extract.fontdoubts import PageFonts
from refereekit.extract.frame import Frame
from refereekit.extract.styles import UNREADABLE, Style, StyleReader
from refereekit.positions import BBox
from refereekit.values import new_tuple

__all__ = ["FILLER", "Glyphs", "Run", "read_glyphs"]

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
BLANK = 0.005
"""Sizes of ink one way up to which a letter is none; a hairline has 0.01."""
LEAST_TILT = 0.05
"""From which a turned box tells what was turned; 0 is half way, 1 is upright."""
HYPHEN_HEIGHT = 0.25
"""Sizes; a hyphen is 0.05 to 0.15 high, a digit 0.4 wide."""
_FROM_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


class Run(NamedTuple):
    """Glyphs `start` to `end` (excluded) that share a style."""

    start: int
    end: int
    style: Style


_UNDOUBTED = PageFonts()


@dataclass(slots=True)
class Glyphs:
    """The glyphs of a page in the order of the file.

    `text` has one code point for each of PDFium's characters (`FILLER` where one
    stands for nothing), `runs` the text objects that they come from. `composed` holds
    the letters that take more than one code point with their accent, and ligatures.
    """

    page: int
    frame: Frame
    text: str
    runs: list[Run] = field(default_factory=list)
    composed: dict[int, str] = field(default_factory=dict)
    _composed_places: list[int] = field(default_factory=list)
    _box: Any = field(init=False)
    _box_place: int = field(init=False)
    _sides: Any = field(init=False)
    _places: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._box, (self._box_place, *_) = binding.numbers("f", 4)
        self._sides, self._places = binding.numbers("d", 4)

    def box(self, index: int) -> BBox:
        """Return the advance box of a glyph, as displayed."""
        binding.char_loose_box(self.page, index, self._box_place)
        left, top, right, bottom = self._box
        if left > right:
            left, right = right, left
        if bottom > top:
            bottom, top = top, bottom
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

    def thicknesses(
        self, indexes: Iterable[int], *, is_askew: bool = False
    ) -> Iterator[float]:
        """Yield the smaller extent of the outline of glyphs, 0 for white space."""
        ask, page, places = binding.char_box, self.page, self._places
        for index in indexes:
            if not ask(page, index, *places):
                yield 0.0
                continue
            left, right, bottom, top = self._sides
            width, height = right - left, top - bottom
            if is_askew:
                width, height = self._turned_upright(index, width, height)
            yield min(width, height)

    def has_blanks(self) -> bool:
        """Tell whether an embedded font draws nothing for a letter of the page.

        Each is looked at where a font has it first. Of other fonts PDFium may lack
        glyphs that a reader has.
        """
        known: dict[int, set[str]] = {}
        for start, end, style in self.runs:
            if style.is_askew or not style.font.name:
                continue
            text = self.text[start:end]
            seen = known.setdefault(id(style.font), set())
            if seen.issuperset(text):
                continue
            for character in set(text) - seen:
                seen.add(character)
                index = start + text.index(character)
                if (
                    character.isalnum()
                    and next(self.thicknesses([index])) < BLANK * style.size
                    and binding.font_is_embedded(binding.font_of(style.handle)) == 1
                ):
                    return True
        return False

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
        box, place = self._box, self._box_place
        binding.char_loose_box(self.page, start, place)
        left, _, right, _ = box
        if end > start + 1:
            binding.char_loose_box(self.page, end - 1, place)
            _, _, right, _ = box
        return left, right

    def gap(self, before: int, style: Style, after: int) -> float:
        """Return how far a glyph begins behind the advance of another, in page space.

        What hangs over the advance, as of a slanted `f`, is no part of it. `style` is
        that of the first of the two, which are upright.
        """
        width, x, y = ctypes.c_float(), ctypes.c_double(), ctypes.c_double()
        font = binding.font_of(style.handle)
        code = binding.char_unicode(self.page, before)
        to_width, to_x, to_y = map(ctypes.addressof, (width, x, y))
        binding.glyph_width(font, code, style.size, to_width)
        binding.char_origin(self.page, before, to_x, to_y)
        end = x.value + width.value
        binding.char_origin(self.page, after, to_x, to_y)
        return float(x.value - end) if width.value else 0.0


def read_glyphs(text_page: Any, frame: Frame, fonts: PageFonts = _UNDOUBTED) -> Glyphs:
    """Return all glyphs of a loaded text page.

    What `fonts` doubt of a font is unreadable.
    """
    page = binding.address(text_page)
    count = max(0, raw.FPDFText_CountChars(text_page))
    texts, suspects = _read_texts(page, count)
    glyphs = Glyphs(page, frame, "")
    reader = StyleReader(page, frame, fonts)
    whole = "".join(texts)
    for start, end, handle in _object_runs(page, whole):
        if handle:
            style = reader.style(handle, start)
            glyphs.runs.append(new_tuple(Run, (start, end, style)))
            reader.mark_unreadable(texts, whole, start, end)
    reader.read_by_names(texts, glyphs.composed)
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
    last = 0
    for start, end, style in glyphs.runs:
        first = bisect_left(doubtful, start, last)
        last = bisect_left(doubtful, end, first)
        places = doubtful[first:last]
        thick = glyphs.thicknesses(places, is_askew=style.is_askew)
        for index, thickness in zip(places, thick, strict=True):
            most = HYPHEN_HEIGHT if text[index] == "-" else LEAST_INK
            if thickness > most * style.size:
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


def _read_texts(page: int, count: int) -> tuple[list[str], list[int]]:
    """Return one text for each of PDFium's characters, surrogate pairs joined.

    The second list has the places of hyphen marks and of what has no width.
    """
    whole = _characters(page, count)
    texts = list(whole)
    suspects = []
    for match in _SPECIAL.finditer(whole):
        if match.group() in _HYPHEN_MARKS + _NO_WIDTH:
            suspects.append(match.start())
        texts[match.start()] = _replacement(texts, match.start())
    return texts, suspects


def _characters(page: int, count: int) -> str:
    """Return one code point for each of PDFium's characters.

    The halves of surrogate pairs are two of its characters.
    """
    buffer = (ctypes.c_ushort * (count + 1))()
    place = ctypes.addressof(buffer)
    written = max(0, binding.text_of(page, 0, count, place) - 1)
    text = binding.bytes_at(place, 2 * written).decode("utf-16-le", "surrogatepass")
    if written == count:
        return text if len(text) == count else "".join(map(chr, buffer[:count]))
    # The call for all leaves characters out (those it holds no text for); then its
    # indexes are not the glyphs'.
    stretches = _stretches(page, written) if written == len(text) else []
    found: list[str] = []
    known = 0
    for start, end, glyph in [*stretches, (written, written, count)]:
        found += [chr(binding.char_unicode(page, i)) for i in range(known, glyph)]
        found.append(text[start:end])
        known = glyph + end - start
    return "".join(found)


def _stretches(page: int, written: int) -> list[tuple[int, int, int]]:
    """Return (start, end, first glyph) of the parts of a text that leave none out."""
    ask = binding.text_place
    found: list[tuple[int, int, int]] = []
    waiting = []
    if written:
        waiting = [(0, written - 1, ask(page, 0), ask(page, written - 1))]
    while waiting:
        start, last, glyph, last_glyph = waiting.pop()
        if min(glyph, last_glyph) < 0:
            return []
        if last_glyph - glyph == last - start:
            found.append((start, last + 1, glyph))
            continue
        middle = (start + last) // 2
        before, after = ask(page, middle), ask(page, middle + 1)
        waiting += (middle + 1, last, after, last_glyph), (start, middle, glyph, before)
    return found


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
