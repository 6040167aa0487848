"""Rows of tables and algorithms: between two rules, or stacked like cells."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from refereekit.extract.displays import is_ordinary, is_running
from refereekit.extract.label_forms import BRACKETS
from refereekit.extract.layout import PageLayout, Word
from refereekit.extract.sightings import Sighting
from refereekit.extract.surroundings import Setting
from refereekit.positions import BBox

__all__ = ["in_row_of_numbers", "in_ruled_region", "in_stacked_rows"]

_PITCH = 1.7
"""Ems between the rows of a table that is set tight; rows of displays have 1.5 or more
and do not start with a word."""

_CELL = re.compile(r"[(\[]?[+\-−–]?[0-9]*[.,]?[0-9]+[a-z]?[)\]]?[*∗†‡]{0,3}|[–—−+-]")
"""A number of a table, alone or in brackets; a dash where there is none, and what joins
two of them."""

_FULL = 0.6
"""Share of a rule's length from which a line between two rules is one of text."""

_THIN = 2.0
"""Points up to which a picture is as high as a rule."""

_SAME = 4.0
"""Points by which the rules of one table may differ in extent."""


def in_ruled_region(setting: Setting) -> str | None:
    """Say between which two rules of one extent the token's row stands.

    A rule that underlines a running head and one above a footer are no table: there
    is running text between them.
    """
    box = setting.sighting.bbox
    covering = [
        rule
        for rule in _rules(setting.scene.page)
        if rule.width > 3 * setting.sighting.size
        and rule.x0 <= box.x0 + _SAME
        and rule.x1 >= box.x1 - _SAME
    ]
    above = max(
        (r for r in covering if r.bottom <= box.top + 2), key=_height, default=None
    )
    below = min(
        (r for r in covering if r.top >= box.bottom - 2), key=_height, default=None
    )
    if above is None or below is None:
        return None
    if abs(above.x0 - below.x0) > _SAME or abs(above.x1 - below.x1) > _SAME:
        return None
    if _holds_running_text(setting, above, below):
        return None
    return f"between rules at {above.top:.0f} and {below.top:.0f} points"


def _rules(page: PageLayout) -> Iterator[BBox]:
    """Yield the rules of a page, those that are painted as pictures as well."""
    yield from page.rules
    for graphic in page.graphics:
        if graphic.bbox.height <= _THIN:
            yield graphic.bbox


def in_stacked_rows(setting: Setting) -> str | None:
    """Say which row next to the token's has the same make: a word, and a token there.

    The rows of an aligned display are further apart, and start with mathematics.
    """
    words, own = setting.beside, setting.sighting
    if not words or not is_ordinary(words[0]):
        return None
    pitch = max(_PITCH * own.size, 1.2 * (setting.scene.leading or 0.0))
    for other in setting.scene.sightings:
        apart = abs(other.middle - own.middle)
        if not 0.5 * own.size < apart <= pitch:
            continue
        if abs(other.bbox.x1 - own.bbox.x1) > _SAME:
            continue
        if _starts_alike(setting, other):
            return f"a row like it {apart:.0f} points away ends in ({other.label})"
    return None


def in_row_of_numbers(setting: Setting) -> str | None:
    """Say which bracketed numbers stand beside the token, and nothing else.

    Below the coefficients of a regression stand their standard errors so.
    """
    texts = [word.text for word in setting.beside]
    if not any(text[0] in BRACKETS for text in texts):
        return None
    if not all(map(_CELL.fullmatch, texts)):
        return None
    return f"in a row of numbers: {' '.join(texts)!r}"


def _starts_alike(setting: Setting, other: Sighting) -> bool:
    start, half = setting.beside[0].x0, 0.5 * other.size
    return any(
        abs(word.x0 - start) <= _SAME / 2 and is_ordinary(word)
        for _, _, word in setting.scene.between(
            other.middle - half, other.middle + half
        )
    )


def _start(word: Word) -> float:
    return word.x0


def _height(rule: BBox) -> float:
    return rule.top


def _holds_running_text(setting: Setting, above: BBox, below: BBox) -> bool:
    """Tell whether a line of text stands between two rules, not in the next column."""
    inside: dict[int, list[Word]] = defaultdict(list)
    for index, _, word in setting.scene.between(above.bottom, below.top):
        centre = (word.x0 + word.x1) / 2
        if above.x0 <= centre <= above.x1 and index != setting.sighting.line:
            inside[index].append(word)
    return any(
        BBox.around(word.bbox for word in words).width > _FULL * above.width
        and is_running(sorted(words, key=_start), setting.bounds, setting.sighting.size)
        for words in inside.values()
    )
