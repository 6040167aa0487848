"""Copies in which a glyph without a known character became another character.

Fonts that map no glyph to Unicode are copied by their codes: an integral sign as `R`, a
hat as `b` before or behind its letter. What stands in such a copy is not printed. The
reader knows some of these glyphs by their names; the other programs do not.
"""

from __future__ import annotations

from refereekit.folding import UNREADABLE, run_core

__all__ = ["is_misread"]

_NAMED_SIGNS = "∑∏∐∫∮⋃⋂⋀⋁⨀⨁⨂⨄⨆ℓ"
"""Signs that are known by the names of their glyphs."""
_LETTERS = frozenset("xpryzqst`'#!")
"""What their codes are in the fonts of TeX, as the core of a text has it."""
_MOST_SIGNS = 8
_MOST = 2
"""Characters that are copied for one glyph."""


def is_misread(text: str, page: str) -> bool:
    """Tell whether a copy of a page's text differs by glyphs that have no character.

    Signs that the copy has are known to the program that it is of.
    """
    quoted = run_core(text)
    unknown = {
        code: UNREADABLE for code in map(ord, _NAMED_SIGNS) if chr(code) not in text
    }
    core = run_core(page.translate(unknown))
    if UNREADABLE not in core or quoted in run_core(page):
        return False
    return _is_near_signs(quoted, core) or _has_signs_elsewhere(quoted, core)


def _has_signs_elsewhere(quoted: str, page: str) -> bool:
    """Tell whether a copy is the page's but for the places of the signs' letters.

    A viewer may copy the limits of a sum before its sign, or behind it. There are no
    more such letters than signs.
    """
    bare = page.replace(UNREADABLE, "")
    signs = [0]
    for character in page:
        if character == UNREADABLE:
            signs[-1] += 1
        else:
            signs.append(signs[-1])
    reached = {(0, at, 0) for at in range(len(bare))}
    waiting = list(reached)
    while waiting:
        ours, theirs, spare = waiting.pop()
        if ours == len(quoted):
            start = theirs - (ours - spare)
            if 0 < spare <= signs[theirs] - (signs[start - 1] if start else 0):
                return True
            continue
        steps = set()
        if theirs < len(bare) and bare[theirs] == quoted[ours]:
            steps.add((ours + 1, theirs + 1, spare))
        if quoted[ours] in _LETTERS and spare < _MOST_SIGNS:
            steps.add((ours + 1, theirs, spare + 1))
        waiting += steps - reached
        reached |= steps
    return False


def _is_near_signs(quoted: str, page: str) -> bool:
    """Tell whether a copy differs from the page right beside such glyphs only."""
    near = [
        UNREADABLE in page[max(0, at - _MOST) : at + _MOST]
        for at in range(len(page) + 1)
    ]
    reached = {(0, at, _MOST) for at in range(len(page))}
    waiting = list(reached)
    while waiting:
        ours, theirs, spare = waiting.pop()
        if ours == len(quoted):
            return True
        steps = []
        if theirs < len(page) and page[theirs] == quoted[ours]:
            steps.append((ours + 1, theirs + 1, _MOST))
        elif theirs < len(page) and page[theirs] == UNREADABLE:
            steps.append((ours, theirs + 1, spare))
        if near[theirs] and spare:
            steps.append((ours + 1, theirs, spare - 1))
        waiting += set(steps) - reached
        reached.update(steps)
    return False
