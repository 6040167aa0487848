"""The nine reasons for not taking a label-shaped token for an equation's label.

Each is one small function from what stands around the token to the evidence for the
reason, or `None` where the reason does not hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from refereekit.extract.displays import (
    INDENT,
    RUNNING_SHARE,
    has_math,
    has_relation,
    is_ordinary,
    is_running,
    ordinary_share,
)
from refereekit.extract.layout import Word
from refereekit.extract.surroundings import Setting, Side
from refereekit.extract.tables import (
    in_row_of_numbers,
    in_ruled_region,
    in_stacked_rows,
)
from refereekit.positions import BBox
from refereekit.records import Rejection

__all__ = ["REASONS", "reasons_against"]

_TIGHT = 1.5
"""Ems; a narrower gap can be a space between words, so that mathematics must prove
that a display stands there."""

_LEAST = 0.35
"""Ems to the display at least: 0.36 is the narrowest gap among 1,254 labels, and 0.33
the space before the uncertainty in `4.2 (3)`."""

_LEFT_GAP = 1.0
"""Ems between a left-hand label and its display; after a list's mark there is less."""

_FAR = 4.0
"""Ems from which a gap alone shows that what follows a left-hand label is centred."""

_LIST = 3.5
"""Ems from the column's edge within which a list's marks stand."""

_LIST_MARK = re.compile(
    r"[•∙◦▪▫■□‣▸►◆–∗*]|\(?(?:[0-9]{1,2}|[a-zA-Z]|[ivx]{1,4})[.)]|[0-9]{1,3}:"
)
"""A mark of a list, or the number before a line of an algorithm."""

_LEAST_STRETCHED = 2
"""Words before a label from which equal spaces are no accident."""

_SAME_SPACE = 1.0
"""Points by which the spaces of a stretched line differ: corrections of its letters."""

_AROUND = 2.5
"""Ems above and below a lone label where the mathematics of its display may stand."""

_TALL = 2.5
"""Ems; a smaller picture on the row can be a sign of the formula itself."""


def graphics_beside_label(setting: Setting) -> str | None:
    """Say which picture or drawing the token stands in or beside."""
    sighting = setting.sighting
    start, end = setting.bounds.x0, setting.bounds.x1
    if setting.beside:
        row = BBox.around((sighting.bbox, *(word.bbox for word in setting.beside)))
        start, end = row.x0, row.x1
    for graphic in setting.scene.page.graphics:
        box = graphic.bbox
        if box.height < _TALL * sighting.size or not (
            box.top < sighting.bbox.bottom < box.bottom
        ):
            continue
        if box.x1 < start or box.x0 > end:
            continue
        if _frames_text(setting, box.top, box.bottom):
            continue
        return f"{graphic.kind} of {box.width:.0f} by {box.height:.0f} points"
    return None


def _frames_text(setting: Setting, top: float, bottom: float) -> bool:
    """Tell whether running text stands between two heights: a box, a background."""
    scene, bounds = setting.scene, setting.bounds
    lines = {line for line, _, _ in scene.between(top, bottom)}
    return any(
        line != setting.sighting.line
        and is_running(scene.page.lines[line].words, bounds, setting.sighting.size)
        and scene.page.lines[line].bbox.width > 0.6 * bounds.width
        for line in lines
    )


def no_column(setting: Setting) -> str | None:
    """Say that no column of text holds the token."""
    if setting.column is None:
        return f"x {setting.sighting.bbox.x0:.0f} is in no column"
    return None


def no_display(setting: Setting) -> str | None:
    """Say what stands beside the token in place of a display."""
    words, size = setting.beside, setting.sighting.size
    if not words:
        return _nothing_near(setting)
    if _is_centred_formula(setting):
        return None
    if is_running(words, setting.bounds, size) or _is_stretched(setting):
        return f"running text: {_quoted(words)}"
    gap = setting.gap or 0.0
    if gap < _LEAST * size or (
        gap < _TIGHT * size and not (_is_number(setting) and _ends_in_formula(setting))
    ):
        return f"a word {gap:.1f} points away: {_quoted(words)}"
    return None


def _is_stretched(setting: Setting) -> bool:
    """Tell whether the row is a line of text that is stretched to fill its column.

    All its spaces are then of one width, the one before the token as well. A tall
    sign of the next line may reach into it, which has another height.
    """
    sighting = setting.sighting
    words = tuple(
        word
        for word in setting.inward
        if abs(word.top - sighting.bbox.top) <= _SAME_SPACE
    )
    if setting.side is not Side.RIGHT or len(words) < _LEAST_STRETCHED:
        return False
    boxes = [*(word.bbox for word in words), sighting.bbox]
    gaps = [after.x0 - before.x1 for before, after in pairwise(boxes)]
    return max(gaps) - min(gaps) <= _SAME_SPACE and _is_wordy(words)


def _is_centred_formula(setting: Setting) -> bool:
    """Tell whether it is a formula with many words in it, set as a display."""
    return _is_number(setting) and setting.is_centred and has_relation(setting.beside)


def _is_number(setting: Setting) -> bool:
    """Tell whether the label has a digit: `(x)` is a function's argument as well."""
    return any(char.isdigit() for char in setting.sighting.label)


def _nothing_near(setting: Setting) -> str | None:
    if not _is_number(setting):
        return "nothing beside it"
    lines, own = setting.scene.page.lines, setting.sighting.bbox
    above = any(lines[i].bbox.top < own.top for i in setting.near)
    below = any(lines[i].bbox.bottom > own.bottom for i in setting.near)
    if setting.side is Side.LEFT:
        return None if above and below else "nothing beside it"
    return None if above or below else "nothing beside, above or below it"


def _ends_in_formula(setting: Setting) -> bool:
    words = setting.beside
    nearest = words[0] if setting.side is Side.LEFT else words[-1]
    return not is_ordinary(nearest) and ordinary_share(words) < RUNNING_SHARE / 2


def no_math(setting: Setting) -> str | None:
    """Say that neither the token's row nor its neighbours hold mathematics."""
    if has_math(setting.beside):
        return None
    scene = setting.scene
    if any(scene.facts[index].is_mathematical for index in setting.near):
        return None
    if not setting.inward and _formula_around(setting):
        return None
    return f"no mathematics in {_quoted(setting.beside)}"


def _formula_around(setting: Setting) -> bool:
    """Tell whether a lone label stands between or under pieces of formulas."""
    sighting, scene = setting.sighting, setting.scene
    reach = _AROUND * sighting.size
    strip = scene.between(sighting.middle - reach, sighting.middle + reach)
    lines = {line for line, _, word in strip if word.x1 <= sighting.bbox.x0}
    return any(
        scene.facts[line].is_mathematical and scene.facts[line].is_formula
        for line in lines
    )


def not_at_column_edge(setting: Setting) -> str | None:
    """Say how far from its column's edges the token stands."""
    if setting.side is not None:
        return None
    box, bounds = setting.sighting.bbox, setting.bounds
    return (
        f"{box.x0 - bounds.x0:.0f} and {bounds.x1 - box.x1:.0f} points from the edges"
    )


def not_centred(setting: Setting) -> str | None:
    """Say that what stands beside the token begins where running text begins."""
    words = setting.beside
    if not words:
        return None
    if setting.side is Side.LEFT:
        return _not_centred_after(setting)
    return _begins_like_text(setting, words)


def _begins_like_text(setting: Setting, words: tuple[Word, ...]) -> str | None:
    size, left = setting.sighting.size, words[0].x0 - setting.bounds.x0
    if left <= _LIST * size and _LIST_MARK.fullmatch(words[0].text):
        return f"begins with a list's mark: {_quoted(words)}"
    if left <= _LIST * size and setting.continues_text:
        return f"goes on with the text above: {_quoted(words)}"
    if _is_centred_formula(setting):
        return None
    if left <= INDENT * size and _is_wordy(words):
        return f"begins {left:.0f} points from the edge: {_quoted(words)}"
    return None


def _is_wordy(words: tuple[Word, ...]) -> bool:
    ordinary = sum(map(is_ordinary, words))
    return ordinary >= 2 and ordinary_share(words) >= RUNNING_SHARE


def _not_centred_after(setting: Setting) -> str | None:
    words, size = setting.beside, setting.sighting.size
    gap, left = setting.gap or 0.0, words[0].x0 - setting.bounds.x0
    right = setting.bounds.x1 - _end_of_display(setting)
    if gap >= _FAR * size or (gap >= _LEFT_GAP * size and abs(left - right) < left):
        return None
    return f"begins {gap:.0f} points after the label: {_quoted(words)}"


def _end_of_display(setting: Setting) -> float:
    """Return where a display ends: its row may be the shortest of its pieces."""
    lines = setting.scene.page.lines
    ends = [lines[index].bbox.x1 for index in setting.near]
    return max([setting.beside[-1].x1, *ends])


def page_margin(setting: Setting) -> str | None:
    """Say that the token stands above the first or below the last line of text."""
    page, box = setting.scene.page, setting.sighting.bbox
    if setting.near or setting.inward:
        return None
    reach = 1.5 * setting.sighting.size
    others = [
        line.bbox
        for index, line in enumerate(page.lines)
        if index != setting.sighting.line
    ]
    if all(other.top > box.bottom + reach for other in others):
        return "above everything else on the page"
    if all(other.bottom < box.top - reach for other in others):
        return "below everything else on the page"
    return None


def tabular(setting: Setting) -> str | None:
    """Say which table or algorithm the token's row belongs to."""
    return (
        in_ruled_region(setting)
        or in_stacked_rows(setting)
        or in_row_of_numbers(setting)
    )


def text_after_label(setting: Setting) -> str | None:
    """Say which text follows the token on the side of the column's edge."""
    if setting.outward:
        return f"followed by {_quoted(setting.outward)}"
    return None


def _quoted(words: tuple[Word, ...]) -> str:
    text = " ".join(word.text for word in words)
    return repr(text if len(text) <= 40 else text[:19] + "…" + text[-20:])


REASONS: dict[Rejection, Callable[[Setting], str | None]] = {
    Rejection.GRAPHICS_BESIDE_LABEL: graphics_beside_label,
    Rejection.NO_COLUMN: no_column,
    Rejection.NO_DISPLAY: no_display,
    Rejection.NO_MATH: no_math,
    Rejection.NOT_AT_COLUMN_EDGE: not_at_column_edge,
    Rejection.NOT_CENTRED: not_centred,
    Rejection.PAGE_MARGIN: page_margin,
    Rejection.TABULAR: tabular,
    Rejection.TEXT_AFTER_LABEL: text_after_label,
}


def reasons_against(setting: Setting) -> Iterator[tuple[Rejection, str]]:
    """Yield every reason that holds, with what was seen."""
    for reason, find in REASONS.items():
        evidence = find(setting)
        if evidence is not None:
            yield reason, evidence
