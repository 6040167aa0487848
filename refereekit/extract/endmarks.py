"""The square that ends a proof: drawn, and no word.

It stands behind the end of a sentence, which nothing that small could make another one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from refereekit.positions import BBox

__all__ = ["is_end_mark"]

# In sizes of the line.
LEAST, MOST = 0.35, 0.9
RATIO = 0.7
"""Of the shorter side to the longer one: strokes make a hollow square higher."""
_SENTENCE_END = re.compile(r"[^\W\d][)\]”’\"']*[.?!][)\]”’\"']*\Z")


def is_end_mark(before: str, drawn: Sequence[BBox], size: float) -> bool:
    """Tell whether all that is drawn behind these words is such a square."""
    if not drawn or _SENTENCE_END.search(before) is None:
        return False
    box = BBox.around(drawn)
    short, long = sorted((box.width, box.height))
    return LEAST * size <= short and long <= MOST * size and short >= RATIO * long
