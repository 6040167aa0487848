"""Lines that are no running text: inside a figure, a table, a footnote."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set

from refereekit.extract.layout import PageLayout, TextLine
from refereekit.positions import BBox

__all__ = [
    "figure_lines",
    "footnote_lines",
    "letter_sizes",
    "panel_titles",
    "table_lines",
]

SMALLER = 0.94
LEAST_FIGURE = 40.0
MOST_OF_PAGE = 0.7
PARAGRAPH = 0.75
LEAST_RULE = 60.0
PANEL_REACH = 40.0
"""Points between a picture and its caption that panel titles take at most."""
SAME_EDGE = 4.0
_MARK = re.compile(r"[*†‡§¶‖#∗⋆]|\d{1,3}|[a-z](?=[A-Z])")
_RULE_REACH = 2.5


def letter_sizes(layout: PageLayout) -> Counter[float]:
    """Return how many letters of the page have which size."""
    sizes: Counter[float] = Counter()
    for line in layout.lines:
        sizes[round(line.size * 4) / 4] += sum(len(word.text) for word in line.words)
    return sizes


def panel_titles(layout: PageLayout, captions: Sequence[Sequence[int]]) -> set[int]:
    """Return the lines between a picture and its caption: `(a) before`, axis labels."""
    pictures = [g.bbox for g in layout.graphics if _is_figure(g.bbox, layout)]
    found: set[int] = set()
    for caption in captions:
        box = BBox.around(layout.lines[i].bbox for i in caption)
        above = [p for p in pictures if p.bottom <= box.top + SAME_EDGE]
        near = [p for p in above if p.x0 < box.x1 and box.x0 < p.x1]
        if not near:
            continue
        bottom = max(p.bottom for p in near)
        if box.top - bottom > PANEL_REACH:
            continue
        strip = BBox(
            min(box.x0, *(p.x0 for p in near)),
            bottom - SAME_EDGE,
            max(box.x1, *(p.x1 for p in near)),
            max(bottom, box.top),
        )
        found.update(
            i for i, line in enumerate(layout.lines) if _holds(strip, line.bbox)
        )
        found.difference_update(caption)
    return found


def figure_lines(layout: PageLayout, size: float) -> set[int]:
    """Return the lines inside a picture or a drawing, and all that are turned."""
    frames = [
        graphic.bbox for graphic in layout.graphics if _is_figure(graphic.bbox, layout)
    ]
    inside: set[int] = set()
    for frame in frames:
        held = [i for i, line in enumerate(layout.lines) if _holds(frame, line.bbox)]
        if not _is_paragraph([layout.lines[i] for i in held], frame, size):
            inside.update(held)
    return inside


def _is_figure(box: BBox, layout: PageLayout) -> bool:
    if min(box.width, box.height) < LEAST_FIGURE:
        return False
    return box.width * box.height < MOST_OF_PAGE * layout.width * layout.height


def _holds(frame: BBox, box: BBox) -> bool:
    x, y = (box.x0 + box.x1) / 2, (box.top + box.bottom) / 2
    return frame.x0 <= x <= frame.x1 and frame.top <= y <= frame.bottom


def _is_paragraph(lines: list[TextLine], frame: BBox, size: float) -> bool:
    """Tell whether lines in a frame are running text (a tinted box)."""
    wide = [line for line in lines if line.bbox.width > PARAGRAPH * frame.width]
    return len(wide) >= 2 and len(wide) * 2 >= len(lines)


def table_lines(layout: PageLayout) -> list[set[int]]:
    """Return the lines between the rules of each ruled table."""
    tables: list[set[int]] = []
    for region in _ruled_regions(layout):
        held = {i for i, line in enumerate(layout.lines) if _holds(region, line.bbox)}
        lines = [layout.lines[i] for i in held]
        if lines and not _is_paragraph(lines, region, 0.0):
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
