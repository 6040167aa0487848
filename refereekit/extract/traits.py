"""What the resources of a page, and of all that it draws, tell of its paint."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
MOST_IN_GROUP = 500
"""Forms and pictures in a group that knocks out; papers have none at all."""
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
    return any(map(_blends, _states(holder)))


def is_odd_group(holder: DictionaryObject) -> bool:
    """Tell whether PDFium paints something in another way than the standard says.

    It takes a group that knocks out (PDF 32000-1 §11.4.6.2) for any other, in which
    what is clear lets a text show through that it should replace; and of several ways
    to blend the first, whether it knows it or not (§11.6.3). It passes over a font that
    is set with other parameters (§8.4.5), and most viewers over a transfer function
    (§10.5), by which it may turn white text black.
    """
    group = resolved(holder.get("/Group"))
    knocks = resolved(group.get("/K")) if isinstance(group, DictionaryObject) else None
    if isinstance(knocks, BooleanObject) and knocks.value and _may_knock_out(holder):
        return True
    return any(map(_is_odd, _states(holder)))


def _may_knock_out(group: DictionaryObject) -> bool:
    """Tell whether a group, with all forms in it, has both text and clear paint.

    What is too much to be looked at may have.
    """
    has_text = has_clear = False
    waiting: list[Any] = [group]
    seen: set[int] = set()
    while waiting:
        holder = waiting.pop()
        if not isinstance(holder, DictionaryObject) or id(holder) in seen:
            continue
        if len(seen) >= MOST_IN_GROUP:
            return True
        seen.add(id(holder))
        has_clear = has_clear or "/SMask" in holder or "/SMaskInData" in holder
        has_clear = has_clear or any(map(_is_clear, _states(holder)))
        has_text = has_text or any(entries_of(holder, "/Font"))
        if has_text and has_clear:
            return True
        waiting += [resolved(entry) for _, entry in entries_of(holder, "/XObject")]
    return False


def _states(holder: DictionaryObject) -> Iterator[Any]:
    yield from (resolved(state) for _, state in entries_of(holder, "/ExtGState"))


def _is_clear(state: Any) -> bool:
    """Tell whether what is painted may be less than opaque."""
    if not isinstance(state, DictionaryObject):
        return False
    opacities = [resolved(state.get(key)) for key in ("/ca", "/CA", "/SMask")]
    return any(opacity not in (None, 1, "/None") for opacity in opacities)


def _is_odd(state: Any) -> bool:
    if not isinstance(state, DictionaryObject):
        return False
    transfers = [resolved(state.get(key)) for key in ("/TR", "/TR2")]
    if "/Font" in state or any(isinstance(t, dict | list) for t in transfers):
        return True
    modes = resolved(state.get("/BM"))
    return (
        isinstance(modes, list) and resolved(modes[0] if modes else None) not in _KNOWN
    )


def _blends(state: Any) -> bool:
    mode = resolved(state.get("/BM")) if isinstance(state, DictionaryObject) else None
    modes = mode if isinstance(mode, list) else [mode]
    return any(resolved(one) not in _PLAIN for one in modes if one is not None)
