"""Counting words as the floors count them."""

from __future__ import annotations

from refereekit.folding import is_spaceless
from refereekit.patterns import regex

__all__ = ["WORD_FLOOR", "count_words"]

WORD_FLOOR = 4
"""Fewest words of a quotation that is checked."""

_WORD = regex(r"\S*[^\W_]\S*")


def count_words(text: str) -> int:
    """Return the number of words; in a script without spaces, of characters."""
    if text.isascii():
        return len(_WORD.findall(text))
    spaceless = sum(is_spaceless(char) and char.isalnum() for char in text)
    rest = "".join(" " if is_spaceless(char) else char for char in text)
    return spaceless + len(_WORD.findall(rest))
