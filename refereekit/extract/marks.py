"""Marks by which a file says that its glyphs stand for another text.

`/ActualText` (PDF 32000-1 §14.9.4) replaces what is shown: a text layer then hands out
words that nobody sees, or none where some are. Only what is shown is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refereekit.extract import binding
from refereekit.extract.binding import raw

__all__ = ["remove_replacements"]

_KEY = b"ActualText"


def remove_replacements(objects: Iterable[tuple[int, int]]) -> None:
    """Remove every mark with an `/ActualText` from the texts of a loaded page.

    It has to be done before the page's text is loaded. `objects` are all of the page
    itself, each with its type.
    """
    for text in _texts(objects):
        for index in range(binding.mark_count(text) - 1, -1, -1):
            mark = binding.mark(text, index)
            if mark and binding.mark_value_type(mark, _KEY):
                binding.remove_mark(text, mark)


def _texts(objects: Iterable[tuple[int, int]], depth: int = 1) -> Iterator[int]:
    """Yield the texts among objects, and in their forms, that carry marks."""
    for handle, kind in objects:
        if kind == raw.FPDF_PAGEOBJ_TEXT:
            if binding.mark_count(handle) > 0:
                yield handle
        elif kind == raw.FPDF_PAGEOBJ_FORM and depth < binding.MOST_NESTED:
            yield from _texts(binding.objects_in(handle), depth + 1)
