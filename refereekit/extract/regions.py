"""Lines that are no running text: inside a table or a footnote."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Set

from refereekit.extract.figures import is_paragraph
from refereekit.extract.layout import PageLayout, TextLine
from refereekit.positions import BBox

__all__ = [
    "footnote_lines",
    "letter_sizes",
    "table_lines",
]

SMALLER = 0.94
LEAST_RULE = 60.0
SAME_EDGE = 4.0
_MARK = re.compile(r"[*†‡§¶‖#∗⋆]|\d{1,3}|[a-z](?=[A-Z])")
_RULE_REACH = 2.5


def letter_sizes(layout: PageLayout) -> Counter[float]:
    """Return how many letters of the page have which size."""
    sizes: Counter[float] = Counter()
    for line in layout.lines:
        sizes[round(line.size * 4) / 4] += sum(len(word.text) for word in line.words)
    return sizes


def table_lines(layout: PageLayout, size: float) -> list[set[int]]:
    """Return the lines between the rules of each ruled table."""
    tables: list[set[int]] = []
    for region in _ruled_regions(layout):
        held = {i for i, line in enumerate(layout.lines) if _holds(region, line.bbox)}
        lines = [layout.lines[i] for i in held]
        if lines and not is_paragraph(lines, region, layout, size):
            tables.append(held)
    return tables


def _ruled_regions(layout: PageLayout) -> list[BBox]:
    """Return the areas between the first and last of rules that share both ends."""
    rules = [
        rule
        for rule in layout.rules
        if rule.width > LEAST_RULE and rule.height < SAME_EDGE
    ]
    groups: list[list[BBox]] = []
    for rule in sorted(rules, key=lambda r: r.top):
        for group in groups:
            if (
                abs(group[-1].x0 - rule.x0) < SAME_EDGE
                and abs(group[-1].x1 - rule.x1) < SAME_EDGE
            ):
                group.append(rule)
                break
        else:
            groups.append([rule])
    return [
        BBox.around(group)
        for group in groups
        if len(group) >= 3 and group[-1].top - group[0].bottom > SAME_EDGE
    ]


def _holds(region: BBox, box: BBox) -> bool:
    x, y = (box.x0 + box.x1) / 2, (box.top + box.bottom) / 2
    return region.x0 <= x <= region.x1 and region.top <= y <= region.bottom


def footnote_lines(layout: PageLayout, size: float, taken: Set[int]) -> list[list[int]]:
    """Return the footnotes of a page, each as its lines from top to bottom."""
    notes: list[list[int]] = []
    for column in {line.column for line in layout.lines}:
        own = [
            i
            for i, line in enumerate(layout.lines)
            if line.column == column and line.direction == 0 and i not in taken
        ]
        own.sort(key=lambda i: -layout.lines[i].baseline)
        small: list[int] = []
        for index in own:
            if layout.lines[index].size > SMALLER * size:
                break
            small.append(index)
        small.reverse()
        if len(small) < len(own):
            notes += _split_notes(layout, _from_start(layout, small))
    return notes


def _from_start(layout: PageLayout, small: list[int]) -> list[int]:
    """Drop small lines above the first footnote: a caption, a quoted passage."""
    for place, index in enumerate(small):
        line = layout.lines[index]
        if _starts_note(line) or _is_below_rule(line.bbox, layout.rules):
            return small[place:]
    return []


def _split_notes(layout: PageLayout, small: list[int]) -> list[list[int]]:
    notes: list[list[int]] = []
    for index in small:
        if not notes or _starts_note(layout.lines[index]):
            notes.append([])
        notes[-1].append(index)
    return notes


def _starts_note(line: TextLine) -> bool:
    """Tell whether a line begins with a raised mark or a footnote symbol."""
    word = line.words[0]
    if word.raised and word.raised[0].start == 0:
        return bool(_MARK.match(word.text))
    return word.text[0] in "*†‡§¶‖∗"


def _is_below_rule(box: BBox, rules: Iterable[BBox]) -> bool:
    return any(
        0 <= box.bottom - rule.bottom < _RULE_REACH * box.height
        and rule.width > LEAST_RULE / 2
        and rule.height < SAME_EDGE
        and rule.x0 < box.x1
        and box.x0 < rule.x1
        for rule in rules
    )
