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
_DEFAULTS = ("/DefaultGray", "/DefaultRGB", "/DefaultCMYK")
_MEASURED = (
    *("/DeviceGray", "/DeviceRGB", "/DeviceCMYK"),
    *("/CalGray", "/CalRGB", "/Lab", "/ICCBased"),
)


def lacks_colorants(holder: DictionaryObject) -> bool:
    """Tell whether a page, form, pattern or font has such a colour space."""
    shading = resolved(holder.get("/Shading"))
    if isinstance(shading, DictionaryObject):
        return _is_none(shading.get("/ColorSpace"))
    return any(
        _is_none(space) or (name in _DEFAULTS and _is_of_inks(space))
        for name, space in entries_of(holder, "/ColorSpace")
    )


def _is_of_inks(space: Any) -> bool:
    """Tell whether a colour space is one that another stands for, by any function.

    As what the operators of plain colours mean (§8.6.5.6), it may turn black into
    white, which PDFium passes over.
    """
    space = resolved(space)
    kind = resolved(space[0]) if isinstance(space, list) and space else space
    return kind not in _MEASURED


def _is_none(space: Any, depth: int = 0) -> bool:
    """Tell whether all colorants of a colour space, or of its base, are `None`."""
    space = resolved(space)
    if depth > _MOST_NESTED:
        return True
    if not isinstance(space, list) or len(space) < 2:
        return False
    kind, first = resolved(space[0]), resolved(space[1])
    if kind in _BASED:
        return _is_none(first, depth + 1)
    is_of_inks = kind == "/DeviceN" and isinstance(first, list)
    return is_of_inks and all(resolved(name) == "/None" for name in first)
