"""Patterns that shade (PDF 32000-1 §8.7.4.3), whose colour PDFium does not tell.

It says of what they fill that it is white.
"""

from __future__ import annotations

from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from refereekit.extract.damage import DAMAGE
from refereekit.extract.resources import Reach

__all__ = ["Shadings"]

_HOLDERS = ("/XObject", "/Pattern", "/Font")
_SHADES = 2


class Shadings:
    """The patterns of a file's pages, and of the forms, patterns and fonts of these."""

    def __init__(self, reader: PdfReader) -> None:
        self._reader = reader
        self._reach = Reach(reader, _HOLDERS, _is_shading, damaged=True)

    def may_be_on(self, number: int) -> bool:
        """Tell whether something on a page may be filled with a shading pattern."""
        try:
            return any(self._reach.of_page(self._reader.pages[number - 1]))
        except DAMAGE:
            return True

    def forget(self) -> None:
        """Let go of what was looked at."""
        self._reach.forget()


def _is_shading(holder: DictionaryObject) -> bool:
    return bool(holder.get("/PatternType") == _SHADES)
