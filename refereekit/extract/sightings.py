"""Where a page prints what is shaped like an equation's label."""

from __future__ import annotations

from collections.abc import Iterator

from refereekit.extract.displays import is_ordinary
from refereekit.extract.label_forms import BRACKETS, equation_label
from refereekit.extract.layout import PageLayout, TextLine
from refereekit.positions import BBox
from refereekit.values import Value

__all__ = ["AFTER", "Sighting", "sightings"]

_LONGEST_RUN = 3
"""Words that a label may be broken into: `(P`, `1`, `)`."""

AFTER = 0.9
"""Ems from a mark to its text; the narrowest gutter between two columns is 1.2."""


class Sighting(Value):
    """A label-shaped token: words `first` to `last` (included) of line `line`."""

    label: str
    bbox: BBox
    size: float
    line: int
    first: int
    last: int

    @property
    def middle(self) -> float:
        """Half way between the token's top and bottom."""
        return (self.bbox.top + self.bbox.bottom) / 2

    def is_in_sentence(self, line: TextLine) -> bool:
        """Tell whether a word of running text is right before or after the token."""
        words = line.words
        if self.last + 1 < len(words):
            following = words[self.last + 1]
            if following.x0 - self.bbox.x1 < AFTER * self.size:
                return True
        if self.first == 0 or not is_ordinary(words[self.first - 1]):
            return False
        return self.bbox.x0 - words[self.first - 1].x1 < AFTER * self.size


def sightings(page: PageLayout) -> Iterator[Sighting]:
    """Yield every label-shaped token of a page's upright lines."""
    for index, line in enumerate(page.lines):
        if line.direction == 0:
            yield from _on_line(index, line)


def _on_line(index: int, line: TextLine) -> Iterator[Sighting]:
    place = 0
    while place < len(line.words):
        found = None
        if line.words[place].text[:1] in BRACKETS:
            found = _starting_at(index, line, place)
        if found is not None:
            yield found
            place = found.last
        place += 1


def _starting_at(index: int, line: TextLine, place: int) -> Sighting | None:
    token = ""
    for last in range(place, min(place + _LONGEST_RUN, len(line.words))):
        token += line.words[last].text
        if token[-1] != BRACKETS[token[0]]:
            continue
        label = equation_label(token)
        if label is None:
            return None
        words = line.words[place : last + 1]
        box = BBox.around(word.bbox for word in words)
        return Sighting(label, box, words[0].size, index, place, last)
    return None
