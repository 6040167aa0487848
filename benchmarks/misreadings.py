"""Copies in which a glyph without a known character became another character.

Fonts that map no glyph to Unicode are copied by their codes: an integral sign as `R`, a
hat as `b` before or behind its letter. What stands in such a copy is not printed. The
reader knows some of these glyphs by their names; the other programs do not.
"""

from __future__ import annotations

from refereekit.folding import UNREADABLE, run_core

__all__ = ["is_misread"]

_LARGE_SIGNS = dict.fromkeys(map(ord, "∑∏∐∫∮⋃⋂⋀⋁⨀⨁⨂⨄⨆"), UNREADABLE)
_MOST = 2
"""Characters that are copied for one glyph."""


def is_misread(text: str, page: str) -> bool:
    """Tell whether a copy is the page's but for glyphs that are known to nobody.

    `page` is the core of the page's text, with `UNREADABLE` for each such glyph.
    """
    page = page.translate(_LARGE_SIGNS)
    if UNREADABLE not in page:
        return False
    quoted = run_core(text)
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
