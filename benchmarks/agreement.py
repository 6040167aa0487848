"""Whether another program holds a copy too: the same words, whole, the same numbers.

White space and hyphens are no difference between letters. Beside digits they tell
numbers apart: `0. 10` is not `0.10`, nor `1-3` `13`; but a margin number may stand
right behind a word. A copy whose first or last word is a part of one word elsewhere
(`f is` of `Lf is`) was cut inside a symbol.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Set

__all__ = ["Copy"]

_DASHES = r"\-\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_SINGLE = re.compile("[‘’`´]")
_DOUBLE = re.compile("[“”]|''|``")
_GLUED = re.compile(r"(?<=[^\s\d])\d+(?!\S)")
_GAP = re.compile(rf"[\s{_DASHES}]+")


class Copy:
    """A text that was copied, in a form in which copies can be compared.

    `margin` are the margin numbers of its page.
    """

    def __init__(self, text: str, margin: Set[str] = frozenset()) -> None:
        text = _GLUED.sub(lambda found: " " * (found[0] in margin) + found[0], text)
        folded = unicodedata.normalize("NFKC", text).casefold()
        folded = _SINGLE.sub("'", _DOUBLE.sub('"', folded)).strip()
        parts: list[str] = []
        self._ends: set[int] = set()
        """Places between two words."""
        size = start = 0
        for gap in _GAP.finditer(folded):
            kept = folded[start : gap.start()] + _kept(folded, gap)
            size += len(kept)
            parts.append(kept)
            if gap[0][0].isspace():
                self._ends |= {size, size - len(_kept(folded, gap))}
            start = gap.end()
        self.key = "".join(parts) + folded[start:]

    def holds(self, copy: Copy) -> bool | None:
        """Tell whether the words of another copy stand here contiguously and whole.

        `None` where they do not stand here at all.
        """
        at = self.key.find(copy.key)
        if at < 0:
            return None
        while at >= 0:
            if self._is_end(at) and self._is_end(at + len(copy.key)):
                return True
            at = self.key.find(copy.key, at + 1)
        return False

    def _is_end(self, place: int) -> bool:
        around = self.key[max(0, place - 1) : place + 1]
        return place in self._ends or len(around) < 2 or not around.isalnum()


def _kept(text: str, gap: re.Match[str]) -> str:
    """Return what stays of white space and dashes: what tells numbers apart."""
    before, after = text[: gap.start()][-2:], text[gap.end() : gap.end() + 1]
    is_dash = not gap[0].isspace()
    if is_dash:
        return "-" if before[-1:].isdigit() or after.isdigit() else ""
    is_number = before[-1:].isdigit() or (before[:1].isdigit() and before[1:] == ".")
    return " " if is_number and after.isdigit() else ""
