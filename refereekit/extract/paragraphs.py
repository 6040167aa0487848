"""Which lines follow one another in a paragraph, whatever way they run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import pairwise

from refereekit.extract.layout import PageLayout, TextLine

__all__ = ["continues", "grown"]

_WIDEST_LEADING = 2.7
"""Ems between baselines; a double-spaced manuscript has 2.4."""

_LEADING = 1.3
"""Ratio of a step to the paragraph's leading up to which it is the next line.

Tall mathematics stretches a step by up to a quarter; a caption's skip is 1.5 or more.
"""

_SINGLE = 1.2
"""Ems between the baselines of lines set as usual."""

_SAME_SIZE = 0.6
"""Points by which the sizes of one paragraph's lines may differ."""

_PARTING = 0.8
"""Share of a line's width from which a rule above it is no bar in a formula."""

_INDENT = 2.5
"""Ems by which the left edges of a paragraph's lines may differ."""


def step(before: TextLine, after: TextLine) -> float:
    """Return how far a line is below another, in the direction in which lines go."""
    forward = 1.0 if before.direction in (0, 90) else -1.0
    return forward * (after.baseline - before.baseline)


def along(line: TextLine) -> tuple[float, float]:
    """Return where a line starts and ends along its direction, ascending."""
    box = line.bbox
    if line.direction in (0, 180):
        return box.x0, box.x1
    return box.top, box.bottom


def _overlap(first: TextLine, second: TextLine) -> bool:
    a0, a1 = along(first)
    b0, b1 = along(second)
    shared = min(a1, b1) - max(a0, b0)
    return shared > 0.5 * min(a1 - a0, b1 - b0)


def _below(
    page: PageLayout, index: int, barred: Collection[int], *, sign: float = 1.0
) -> int | None:
    """Return the nearest line under (sign 1) or over (sign -1) a line."""
    line = page.lines[index]
    best: tuple[float, int] | None = None
    for other, candidate in enumerate(page.lines):
        if candidate.direction != line.direction or other in barred or other == index:
            continue
        distance = sign * step(line, candidate)
        if 0.5 * line.size < distance <= _WIDEST_LEADING * line.size and _overlap(
            line, candidate
        ):
            best = min(best, (distance, other)) if best else (distance, other)
    return best[1] if best else None


def grown(page: PageLayout, first: int, barred: Collection[int]) -> list[int]:
    """Return the lines after `first` that belong to its paragraph.

    `barred` are lines at which another paragraph is known to begin.
    """
    lines = page.lines
    found: list[int] = []
    current, leading = first, 0.0
    while True:
        following = _below(page, current, ())
        if following is None or following in barred or following in found:
            return found
        distance = step(lines[current], lines[following])
        if leading and distance > _LEADING * leading:
            return found
        if abs(lines[following].size - lines[first].size) > _SAME_SIZE:
            return found
        leading = leading or distance
        found.append(following)
        current = following


def continues(page: PageLayout, index: int) -> bool:
    """Tell whether a line goes on with the paragraph of the line above it.

    The step to it is no wider than the page's usual one between lines of its size,
    both lines have one size, they begin near one edge, and no rule is between them.
    """
    line = page.lines[index]
    above = _below(page, index, (), sign=-1.0)
    if above is None:
        return False
    before = page.lines[above]
    if abs(before.size - line.size) > _SAME_SIZE:
        return False
    if abs(along(before)[0] - along(line)[0]) > _INDENT * line.size:
        return False
    if _has_rule_between(page, before, line):
        return False
    return step(before, line) <= 1.1 * _leading(page, line)


def _has_rule_between(page: PageLayout, before: TextLine, line: TextLine) -> bool:
    """Tell whether a rule as long as a line parts it from the one above."""
    return line.direction == 0 and any(
        before.baseline < rule.top < line.baseline - 0.5 * line.size
        and min(rule.x1, line.bbox.x1) - max(rule.x0, line.bbox.x0)
        >= _PARTING * line.bbox.width
        for rule in page.rules
    )


def _leading(page: PageLayout, like: TextLine) -> float:
    """Return the commonest step between a page's lines of one size and direction."""
    alike = [
        line
        for line in page.lines
        if line.direction == like.direction
        and abs(line.size - like.size) <= _SAME_SIZE
        and len(line.words) > 2
    ]
    steps: Counter[float] = Counter()
    for before, after in pairwise(alike):
        distance = step(before, after)
        if 0.5 * like.size < distance <= _WIDEST_LEADING * like.size:
            steps[round(distance * 2) / 2] += 1
    if not steps:
        return _SINGLE * like.size
    most = max(steps.values())
    return min(distance for distance, count in steps.items() if count == most)
