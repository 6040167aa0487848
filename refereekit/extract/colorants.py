"""Colour spaces that leave no paint (PDF 32000-1 §8.6.6.5).

What is painted with the colorant `None` alone shows in no viewer that follows the
standard. In a `DeviceN` space PDFium paints it in the alternate colour, and it does not
tell which texts it paints so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pypdf import PdfReader
from pypdf.generic import DictionaryObject, IndirectObject

from refereekit.extract.damage import DAMAGE
from refereekit.extract.encodings import resolved

__all__ = ["Colorants"]

_MOST_NESTED = 12
_BASED = ("/Indexed", "/Pattern")
_HOLDERS = ("/XObject", "/Pattern", "/Font")
"""Kinds of resources that may have resources of their own."""


@dataclass(frozen=True, slots=True)
class _Held:
    """What some resources hold: a space of `None` alone, and other resources."""

    has_none: bool = False
    inner: tuple[Any, ...] = ()


@dataclass(slots=True)
class Colorants:
    """The colour spaces of a file's pages, forms, patterns and fonts."""

    reader: PdfReader
    _known: dict[int, _Held] = field(default_factory=dict)

    def may_be_none(self, number: int) -> bool:
        """Tell whether something on a page may be painted with no colorant.

        Of a page that cannot be found nothing is said; one whose resources cannot be
        read may paint anything so.
        """
        try:
            page = self.reader.pages[number - 1]
        except DAMAGE:
            return False
        try:
            return self._reaches_none(page.get("/Resources"))
        except DAMAGE:
            return True

    def _reaches_none(self, resources: Any) -> bool:
        waiting = [_held(resources)]
        seen: set[int] = set()
        while waiting:
            held = waiting.pop()
            if held.has_none:
                return True
            for entry in held.inner:
                key = entry.idnum if isinstance(entry, IndirectObject) else id(entry)
                if key not in seen:
                    seen.add(key)
                    if key not in self._known:
                        self._known[key] = self._looked_at(entry)
                    waiting.append(self._known[key])
        return False

    def forget(self) -> None:
        """Let go of the forms, patterns and fonts that were looked at."""
        self._known.clear()

    def _looked_at(self, entry: Any) -> _Held:
        """Return what a form, a pattern or a font holds."""
        holder = resolved(entry)
        if not isinstance(holder, DictionaryObject):
            return _Held()
        if holder.get("/Subtype") == "/Image":
            if isinstance(entry, IndirectObject):
                # It is of no use here, and may be large.
                self.reader.resolved_objects.pop((entry.generation, entry.idnum), None)
            return _Held()
        shading = resolved(holder.get("/Shading"))
        if isinstance(shading, DictionaryObject):
            return _Held(_is_none(shading.get("/ColorSpace")))
        return _held(holder.get("/Resources"))


def _held(resources: Any) -> _Held:
    resources = resolved(resources)
    if not isinstance(resources, DictionaryObject):
        return _Held()
    has_none = any(_is_none(space) for space in _entries(resources, "/ColorSpace"))
    inner = [entry for kind in _HOLDERS for entry in _entries(resources, kind)]
    return _Held(has_none, tuple(inner))


def _entries(resources: DictionaryObject, kind: str) -> Iterator[Any]:
    entries = resolved(resources.get(kind))
    if isinstance(entries, DictionaryObject):
        yield from (entries.raw_get(key) for key in entries)


def _is_none(space: Any, depth: int = 0) -> bool:
    """Tell whether all colorants of a colour space, or of its base, are `None`."""
    space = resolved(space)
    if not isinstance(space, list) or len(space) < 2 or depth > _MOST_NESTED:
        return False
    kind, first = resolved(space[0]), resolved(space[1])
    if kind in _BASED:
        return _is_none(first, depth + 1)
    is_of_inks = kind == "/DeviceN" and isinstance(first, list)
    return is_of_inks and all(resolved(name) == "/None" for name in first)
