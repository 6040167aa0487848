"""What the resources of a page, and of all that it draws, tell of its paint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pypdf import PdfReader
from pypdf.generic import BooleanObject, DictionaryObject

from refereekit.extract.damage import DAMAGE
from refereekit.extract.resources import Reach, entries_of, resolved

__all__ = ["Look", "Traits", "blends", "is_odd_group", "is_shading"]

Look = Callable[[DictionaryObject], bool]

_HOLDERS = ("/XObject", "/Pattern", "/Font")
"""Kinds of resources that may have resources of their own."""
_SHADES = 2
_PLAIN = {"/Normal", "/Compatible"}
_KNOWN = {
    *_PLAIN,
    *("/Multiply", "/Screen", "/Overlay", "/Darken", "/Lighten", "/ColorDodge"),
    *("/ColorBurn", "/HardLight", "/SoftLight", "/Difference", "/Exclusion", "/Hue"),
    *("/Saturation", "/Color", "/Luminosity"),
}


class Traits:
    """What may be true of a page, or of a form, pattern or font on it."""

    def __init__(self, reader: PdfReader) -> None:
        self._reader = reader
        self._reaches: dict[Look, Reach[bool]] = {}

    def may_be_on(self, number: int, look: Look, *, of_lost: bool = True) -> bool:
        """Tell whether it may be true of a page; of damaged resources everything is.

        `look` looks at each of them, once; `of_lost` is said of a page not found.
        """
        try:
            page = self._reader.pages[number - 1]
        except DAMAGE:
            return of_lost
        if look not in self._reaches:
            self._reaches[look] = Reach(self._reader, _HOLDERS, look, damaged=True)
        try:
            return any(self._reaches[look].of_page(page))
        except DAMAGE:
            return True

    def forget(self) -> None:
        """Let go of what was looked at."""
        self._reaches.clear()


def is_shading(holder: DictionaryObject) -> bool:
    """Tell whether something is a pattern that shades (PDF 32000-1 §8.7.4.3).

    PDFium does not tell its colour: it says of what it fills that it is white.
    """
    return bool(holder.get("/PatternType") == _SHADES)


def blends(holder: DictionaryObject) -> bool:
    """Tell whether something sets a way to blend (PDF 32000-1 §11.3.5)."""
    return any(
        _blends(resolved(state)) for _, state in entries_of(holder, "/ExtGState")
    )


def is_odd_group(holder: DictionaryObject) -> bool:
    """Tell whether PDFium paints something in another way than the standard says.

    It takes a group that knocks out (PDF 32000-1 §11.4.6.2) for any other, in which
    what is clear lets a text show through that it should replace; and of several ways
    to blend the first, whether it knows it or not (§11.6.3).
    """
    group = resolved(holder.get("/Group"))
    knocks = resolved(group.get("/K")) if isinstance(group, DictionaryObject) else None
    is_knockout = isinstance(knocks, BooleanObject) and knocks.value
    states = [resolved(state) for _, state in entries_of(holder, "/ExtGState")]
    if is_knockout and any(entries_of(holder, "/Font")) and any(map(_is_clear, states)):
        return True
    return any(map(_is_odd, states))


def _is_clear(state: Any) -> bool:
    """Tell whether what is painted may be less than opaque."""
    if not isinstance(state, DictionaryObject):
        return False
    opacities = [resolved(state.get(key)) for key in ("/ca", "/CA", "/SMask")]
    return any(opacity not in (None, 1, "/None") for opacity in opacities)


def _is_odd(state: Any) -> bool:
    modes = resolved(state.get("/BM")) if isinstance(state, DictionaryObject) else None
    return (
        isinstance(modes, list) and resolved(modes[0] if modes else None) not in _KNOWN
    )


def _blends(state: Any) -> bool:
    mode = resolved(state.get("/BM")) if isinstance(state, DictionaryObject) else None
    modes = mode if isinstance(mode, list) else [mode]
    return any(resolved(one) not in _PLAIN for one in modes if one is not None)
