"""A page made ready for questions about what stands near what."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from refereekit.extract.displays import LineFacts, facts_of
from refereekit.extract.layout import Column, PageLayout, Word
from refereekit.extract.sightings import Sighting, sightings
from refereekit.values import Value

__all__ = ["Scene", "set_scene"]

_LARGEST_STEP = 3.0
"""Ems between two lines of the widest-spaced manuscripts."""


class Scene(Value):
    """A page made ready for questions about neighbourhoods."""

    page: PageLayout
    words: tuple[tuple[float, int, int, Word], ...]
    middles: tuple[float, ...]
    sightings: tuple[Sighting, ...]
    facts: tuple[LineFacts, ...]
    extent: Column
    leading: float | None

    def between(self, top: float, bottom: float) -> Iterator[tuple[int, int, Word]]:
        """Yield line, place in it and word of those whose middle is in the strip."""
        start = bisect_left(self.middles, top)
        for middle, line, place, word in self.words[start:]:
            if middle > bottom:
                return
            yield line, place, word


def set_scene(page: PageLayout) -> Scene:
    """Index a page's upright words by height."""
    found = tuple(sightings(page))
    upright = [line for line in page.lines if line.direction == 0] if found else []
    rows = sorted(
        [
            ((word.top + word.bottom) / 2, index, place, word)
            for index, line in enumerate(page.lines)
            if found and line.direction == 0
            for place, word in enumerate(line.words)
        ]
    )
    extent = Column(
        min((line.bbox.x0 for line in upright), default=0.0),
        max((line.bbox.x1 for line in upright), default=page.width),
    )
    facts = tuple(map(facts_of, page.lines)) if found else ()
    return Scene(
        page,
        tuple(rows),
        tuple([row[0] for row in rows]),
        found,
        facts,
        extent,
        _leading(page, facts),
    )


def _leading(page: PageLayout, facts: tuple[LineFacts, ...]) -> float | None:
    """Return the commonest step between the page's lines of running text."""
    steps: Counter[float] = Counter()
    running = [
        line for line, fact in zip(page.lines, facts, strict=False) if fact.is_running
    ]
    for before, after in pairwise(running):
        step = after.baseline - before.baseline
        if 0 < step <= _LARGEST_STEP * after.size:
            steps[round(step * 2) / 2] += 1
    return steps.most_common(1)[0][0] if steps else None
