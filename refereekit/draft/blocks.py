"""Paragraphs and list items of a draft: what no sentence and no quotation crosses."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from refereekit.patterns import regex

__all__ = ["Block", "read_blocks"]

_BREAK = regex(
    r"\n(?:[ \t]*\n)++"
    r"|\n(?=[ \t]*(?P<marker>[-*•◦▪–—+]\s|\(?\d{1,3}[.)]\s|\(?[a-zA-Z]\)\s"
    r"|\(?[ivx]{1,4}\)\s|\[\d{1,3}\]\s|#{1,6}\s|\\item\b"
    r"|\\(?:begin|end|section|paragraph)\b|\||"
    # `p. 3: …` or `page 2, line 46 - …` at the beginning of a line heads an item.
    r"[*_(\[]{0,3}(?:[Pp][pg]?|[Pp]ages?|[Ll]ines?|[Ll]{1,2})\.? ?\d[\d ,–-]{0,12}"
    r"(?:(?:[Ll]ines?|[Ll]{1,2})\.? ?\d[\d ,–-]{0,12})?[)\]*_]{0,3}(?::| [–-] )))"
)
_MARKER = regex(
    r"[ \t\n]*((?:[-*•◦▪–—+]|\(?\d{1,3}[.)]|\(?[a-zA-Z]\)|\(?[ivx]{1,4}\)|\[\d{1,3}\]"
    r"|#{1,6}|\\item)[ \t]+)?"
)

_GOES_ON = regex(
    r"pp?|pages?|figs?|figures?|eqs?|equations?|tables?|secs?"
    r"|sections?|lines?|ll?|refs?|nos?|vol|and|or|to|of|than|by|about",
    re.IGNORECASE,
)
_GOING_ON = (",", "=", "–", "(", "-")
"""Words and signs at a line's end after which a number that begins the next line
belongs to the line."""

_TAIL = 16


class Block(NamedTuple):
    """A paragraph or list item; `body` is where its words begin after its marker."""

    start: int
    end: int
    body: int
    is_item: bool


def read_blocks(prose: str) -> list[Block]:
    """Return the blocks of the prose, in order, covering all of it."""
    cuts = [0]
    for found in _BREAK.finditer(prose):
        start = found.start()
        marker = found["marker"]
        is_number = marker and marker.strip(" .()\n\t").isdigit()
        if is_number and _goes_on(prose[max(cuts[-1], start - _TAIL) : start]):
            continue
        cuts.append(found.end())
    cuts.append(len(prose))
    return [_block(prose, start, end) for start, end in pairwise(cuts) if end > start]


def _goes_on(line: str) -> bool:
    """Tell whether a line's end asks for the number that begins the next one."""
    bare = line.rstrip(" \t")
    if bare.endswith(_GOING_ON):
        return True
    words = bare.removesuffix(".")
    start = len(words)
    while start and words[start - 1].isalnum():
        start -= 1
    return _GOES_ON.fullmatch(words, start) is not None


def _block(prose: str, start: int, end: int) -> Block:
    marker = _MARKER.match(prose, start, end)
    body = marker.end() if marker else start
    return Block(start, end, body, marker is not None and marker[1] is not None)
