"""Pages set by hand: lines of words at given places, for tests of the reader."""

from __future__ import annotations

from dataclasses import replace

from refereekit.extract.layout import (
    Column,
    Graphic,
    GraphicKind,
    PageLayout,
    TextLine,
    Word,
)
from refereekit.positions import BBox

EM = 10.0
LEFT, RIGHT = 100.0, 500.0
PROSE = "the river carries its load past every gauge that was placed along the bank"


def width_of(text: str, size: float = EM) -> float:
    """Return how wide a word is set: half an em for a character."""
    return 0.5 * size * len(text)


def line(
    x: float,
    y: float,
    text: str,
    *,
    size: float = EM,
    font: str = "Body-Regular",
    end: float | None = None,
    direction: int = 0,
) -> TextLine:
    """Return a line that begins at x on baseline y; `$` around a word is mathematics.

    `end` moves the whole line so that it ends there. `*` around a word is bold.
    """
    words = []
    at = x
    for token in text.split(" "):
        core = token.strip("$") if token.startswith("$") else token
        bold = core.startswith("__")
        core = core.strip("_") if bold else core
        width = width_of(core, size)
        words.append(
            Word(
                core,
                at,
                y - 0.75 * size,
                at + width,
                y + 0.25 * size,
                size,
                font=font + "-Bold" if bold else font,
                is_bold=bold,
                is_math=token.startswith("$"),
            )
        )
        at += width + 0.3 * size
    if end is not None:
        shift = end - words[-1].bbox.x1
        words = [w._replace(x0=w.x0 + shift, x1=w.x1 + shift) for w in words]
    box = BBox.around(word.bbox for word in words)
    return TextLine(tuple(words), box, y, size, direction)


def joined(*parts: TextLine) -> TextLine:
    """Return one line of the words of several, as a reader joins a row."""
    words = tuple(word for part in parts for word in part.words)
    return replace(parts[0], words=words, bbox=BBox.around(word.bbox for word in words))


def prose(
    y: float, count: int = 1, *, x: float = LEFT, end: float = RIGHT, step: float = 12.0
) -> list[TextLine]:
    """Return full lines of running text from baseline y downward."""
    found = []
    for number in range(count):
        words = line(x, y + number * step, PROSE).words
        scale = (end - x) / (words[-1].bbox.x1 - x)
        stretched = tuple(
            word._replace(x0=x + (word.x0 - x) * scale, x1=x + (word.x1 - x) * scale)
            for word in words
        )
        box = BBox.around(word.bbox for word in stretched)
        found.append(TextLine(stretched, box, y + number * step, EM))
    return found


def page(
    *lines: TextLine,
    number: int = 1,
    columns: tuple[tuple[float, float], ...] = ((LEFT, RIGHT),),
    rules: tuple[BBox, ...] = (),
    pictures: tuple[BBox, ...] = (),
) -> PageLayout:
    """Return a page of US Letter size with these lines."""
    return PageLayout(
        number,
        str(number),
        612.0,
        792.0,
        lines=tuple(replace(each, order=order) for order, each in enumerate(lines)),
        columns=tuple(Column(*edges) for edges in columns),
        rules=rules,
        graphics=tuple(Graphic(GraphicKind.PATH, box) for box in pictures),
    )


def rule(y: float, x0: float = LEFT, x1: float = RIGHT) -> BBox:
    """Return a horizontal rule."""
    return BBox(x0, y, x1, y + 0.5)
