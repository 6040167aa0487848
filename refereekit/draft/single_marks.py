"""Pairs of single quotation marks, told from apostrophes, primes and code spans."""

from __future__ import annotations

import re

from refereekit.patterns import regex

__all__ = ["code_spans", "single_pairs"]

_SHORTEST = 12
"""Code points between single marks below which they are apostrophes or emphasis."""

_MARK = regex(r"['‘’‚‛`](?:(?<!`)(?<![\\'].)(?!')|(?<=`)(?<!``)(?!`))")
_APOSTROPHE = regex(r"\d\ds?\b|(?:tis|twas|em|n|cause|til|bout)\b", re.IGNORECASE)
"""What follows an apostrophe that opens a word: '80s, 'tis."""

_PAGE = regex(r"(?<![^\W_])(?:pp?\.?|pages?)\s?\d", re.IGNORECASE)

_BEFORE_OPENING = frozenset(' \n\t([{—–-/*_~|=:;,>"“”„«')
_SPACE = frozenset(" \n\t")

_CODE = regex(r"(?<![`\\])`(?!`)([^`\n]+)`(?!`)")
_CLOSED_AS_QUOTATION = regex(r"(?<=[^\s'])['’](?![\w'’])")


def code_spans(prose: str) -> list[tuple[int, int]]:
    """Return the spans between two backticks that no apostrophe closes earlier.

    A `quotation' in the manner of TeX opens with a backtick and is no code.
    """
    if "`" not in prose:
        return []
    return [
        span.span()
        for span in _CODE.finditer(prose)
        if not _CLOSED_AS_QUOTATION.search(prose, span.start(1), span.end(1))
    ]


def single_pairs(
    prose: str, start: int, end: int
) -> tuple[list[tuple[int, int, int, int]], list[tuple[int, int]]]:
    """Return the pairs of one paragraph, and the openers that nothing closes.

    A pair is (start, end, first, last): its marks and the words between them.
    """
    marks = [
        (found.start(), role)
        for found in _MARK.finditer(prose, start, end)
        if (role := _role(prose, found.start(), start, end))
    ]
    if not marks:
        return [], []
    ahead = _closes_ahead([role for _, role in marks])
    pairs = []
    loose = []
    opened = doubtful = -1
    for (position, role), closed_later in zip(marks, ahead, strict=True):
        if role == "o":
            if opened >= 0:
                loose.append((opened, opened + 1))
            opened, doubtful = position, -1
        elif opened >= 0 and role == "d" and closed_later:
            doubtful = doubtful if doubtful >= 0 else position
        elif opened >= 0:
            # Quoted words name no page: the mark before it closed them after all.
            if doubtful >= 0 and _PAGE.search(prose, doubtful, position):
                position = doubtful
            if position - opened > _SHORTEST:
                pairs.append((opened, position + 1, opened + 1, position))
            opened = -1
    if opened >= 0:
        loose.append((opened, opened + 1))
    return pairs, loose


def _role(prose: str, position: int, start: int, end: int) -> str:
    """Return `o` (opens), `c` (closes), `d` (closes or is a plural's), or nothing."""
    before = prose[position - 1] if position > start else " "
    after = prose[position + 1] if position + 1 < end else " "
    if before in _BEFORE_OPENING and after not in _SPACE:
        return "" if _APOSTROPHE.match(prose, position + 1) else "o"
    if before in _SPACE or after.isalnum() or prose[position] in "‘‚‛":
        return ""
    if before in "sS" and after in _SPACE:
        # No plural stands before a parenthesis: that is the quotation's page.
        return "c" if prose.startswith(("(", "["), position + 2) else "d"
    return "d" if before.isdigit() else "c"


def _closes_ahead(roles: list[str]) -> list[bool]:
    """For each mark, tell whether the next one that is clear closes."""
    ahead = [False] * len(roles)
    closes = False
    for index in range(len(roles) - 1, -1, -1):
        ahead[index] = closes
        if roles[index] != "d":
            closes = roles[index] == "c"
    return ahead
