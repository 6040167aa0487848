"""`text-sentence-offsets`: sentences by the rules of Unicode's UAX #29.

The rules run as one regular expression over the text's Sentence_Break classes, a
letter for each code point, so that half a megabyte takes a tenth of a second. Python
has no such property: the table is Unicode's own, see `UNICODE_VERSION`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any

from refereekit.selection.limits import (
    byte_length,
    require_bytes,
    require_items,
    utf16_length,
)

__all__ = ["UNICODE_VERSION", "Rule", "Sentence", "execute", "split_sentences"]

UNICODE_VERSION = "17.0.0"

_REFERENCE_VERSION = (
    f"Unicode Standard Annex #29 Sentence Boundaries; Unicode {UNICODE_VERSION}"
)

_BREAK = re.compile(
    # CR, LF and Sep end a paragraph; CR and LF go together (SB3, SB4).
    r"(?P<SB4>CF|[CFS])"
    # A full stop within an abbreviation or a number ends nothing (SB7, SB6).
    r"|[UL]E*+AE*+(?=U)"
    r"|AE*+(?=N)"
    # Closing marks and spaces belong to the sentence (SB9, SB10); a mark that goes on,
    # another terminator (SB8a) or the end of the paragraph (SB10) come first, and after
    # a full stop a lower-case word that follows with no other word between (SB8).
    r"|(?P<SB11>TE*+(?:cE*+)*+(?:PE*+)*+(?![KATCFS]|\Z)"
    r"|AE*+(?:cE*+)*+(?:PE*+)*+(?![KATCFS]|\Z)(?![^OULCFSAT]*+L))"
)
"""What is matched without a name is passed over. Classes: C CR, F LF, S Sep, E Extend
and Format (SB5), P Sp, L Lower, U Upper, O OLetter, N Numeric, A ATerm, T STerm,
K SContinue, c Close, x any other."""


@unique
class Rule(StrEnum):
    """The rule that puts a boundary at the end of a sentence."""

    END_OF_TEXT = "SB2"
    PARAGRAPH = "SB4"
    TERMINATOR = "SB11"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence in code points from 0, and the rule that ended it."""

    start: int
    end: int
    rule: Rule


def split_sentences(text: str) -> Iterator[Sentence]:
    """Yield the sentences of a text; together they are the text."""
    start = 0
    for found in _BREAK.finditer(text.translate(_classes())):
        end = found.end()
        if found.lastgroup and end < len(text):
            yield Sentence(start, end, Rule(found.lastgroup))
            start = end
    if start < len(text):
        yield Sentence(start, len(text), Rule.END_OF_TEXT)


def execute(document: Mapping[str, Any], limits: Mapping[str, int]) -> dict[str, Any]:
    """Return the result for an input that the contract's schema allows."""
    text, unit = document["text"], document.get("unit", "code_point")
    require_bytes("/text", text, limits, "text")
    most = limits["max_sentences"]
    sentences = list(islice(split_sentences(text), most + 1))
    require_items("/text", sentences, limits, "max_sentences")
    length = _LENGTHS[unit]
    rows, start = [], 0
    for sentence in sentences:
        piece = text[sentence.start : sentence.end]
        end = start + length(piece)
        rows.append(
            {"start": start, "end": end, "rule": str(sentence.rule), "text": piece}
        )
        start = end
    return {
        "unit": unit,
        "text_length": start,
        "sentences": rows,
        "reference_version": _REFERENCE_VERSION,
    }


_LENGTHS = {"code_point": len, "utf16": utf16_length, "utf8": byte_length}
"""The units in which spans are counted."""


class _Classes(dict[int, str]):
    """Classes by code point, looked up in the table when they are first met."""

    def __init__(self, table: str) -> None:
        super().__init__()
        rows = [row.split() for row in table.splitlines()]
        self._firsts = [int(first, 16) for first, _, _ in rows]
        self._lasts = [int(last, 16) for _, last, _ in rows]
        self._letters = [letter for _, _, letter in rows]

    def __missing__(self, code: int) -> str:
        row = bisect_right(self._firsts, code) - 1
        known = row >= 0 and code <= self._lasts[row]
        self[code] = self._letters[row] if known else "x"
        return self[code]


@cache
def _classes() -> _Classes:
    name = "sentence_break.txt"
    return _Classes((files("refereekit.selection") / name).read_text(encoding="ascii"))
