"""Colour spaces that leave no paint (PDF 32000-1 §8.6.6.5).

What is painted with the colorant `None` alone shows in no viewer that follows the
standard. In a `DeviceN` space PDFium paints it in the alternate colour, and it does not
tell which texts it paints so.
"""

from __future__ import annotations

from typing import Any

from pypdf.generic import DictionaryObject

from refereekit.extract.resources import entries_of, resolved

__all__ = ["lacks_colorants"]

_MOST_NESTED = 12
_BASED = ("/Indexed", "/Pattern")


def lacks_colorants(holder: DictionaryObject) -> bool:
    """Tell whether a page, form, pattern or font has such a colour space."""
    shading = resolved(holder.get("/Shading"))
    if isinstance(shading, DictionaryObject):
        return _is_none(shading.get("/ColorSpace"))
    return any(_is_none(space) for _, space in entries_of(holder, "/ColorSpace"))


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
