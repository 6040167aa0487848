"""Pages made by hand from text, and Hypothesis strategies for texts and quotations."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from refereekit.claims import Place, Quotation
from refereekit.positions import BBox, Span
from refereekit.records import Line, Original, Page, Paper, Role

_SET = re.compile(r"([\^_])\{([^{}]*)\}")
_MARGIN = re.compile(r"^(\d+)\| ?(.*)$")
_WIDTH, _HEIGHT = 6.0, 10.0


def make_page(number: int, written: str, **fields: object) -> Page:
    """Return the page that a text stands for.

    `10^{5}` sets the 5 raised, `x_{2}` the 2 lowered, `12| words` a line with the
    margin number 12. Letters are 6 points wide and lines 10 points high.
    """
    text = ""
    sets: dict[str, list[Span]] = {"^": [], "_": []}
    lines: list[Line] = []
    for row, marked in enumerate(written.split("\n")):
        margin = _MARGIN.match(marked)
        words = margin[2] if margin else marked
        start = len(text)
        end_of_last = 0
        for found in _SET.finditer(words):
            text += words[end_of_last : found.start()]
            sets[found[1]].append(Span(len(text), len(text) + len(found[2])))
            text += found[2]
            end_of_last = found.end()
        text += words[end_of_last:]
        if text[start:].strip():
            lines.append(_line(text, start, row, margin[1] if margin else None))
        text += "\n"
    values: dict[str, object] = {
        "label": str(number),
        "flow_start": 0 if lines else None,
        "flow_end": len(lines) - 1 if lines else None,
    }
    values.update(fields)
    return Page(
        number=number,
        width=612.0,
        height=792.0,
        rotation=0,
        text=text,
        lines=tuple(lines),
        raised=tuple(sets["^"]),
        lowered=tuple(sets["_"]),
        **values,  # type: ignore[arg-type]
    )


def _line(text: str, start: int, row: int, margin: str | None) -> Line:
    top = _HEIGHT * row
    extents = tuple(
        (_WIDTH * found.start(), _WIDTH * found.end())
        for found in re.finditer(r"\S+", text[start:])
    )
    return Line(
        Span(start, len(text)),
        BBox(0.0, top, _WIDTH * (len(text) - start), top + _HEIGHT),
        Role.BODY,
        margin_number=margin,
        extents=extents,
    )


def make_paper(*texts: str) -> Paper:
    """Return the paper whose pages these texts stand for."""
    pages = [make_page(number, text) for number, text in enumerate(texts, 1)]
    return Paper(Original("paper.pdf", "0" * 64, len(pages)), pages)


def quotation(text: str, *page_numbers: int) -> Quotation:
    """Return a quotation that names these pages."""
    place = Place(Span(0, len(text)), 1, 1)
    cited = f"p. {page_numbers[0]}" if page_numbers else ""
    return Quotation(text, place, page_numbers, cited)


WORDS = st.from_regex(r"[a-zé]{2,9}", fullmatch=True)
"""A word with no sense but the shape of one."""


@st.composite
def prose(draw: st.DrawFn, least: int = 8, most: int = 40) -> list[str]:
    """Words, some with a number, a hyphen or a comma among them.

    No number has three digits: behind another one it would be a group of thousands.
    """
    word = st.one_of(
        WORDS,
        WORDS,
        WORDS,
        st.builds("{}-{}".format, WORDS, WORDS),
        st.builds("{},".format, WORDS),
        st.one_of(st.integers(0, 99), st.integers(1000, 9999)).map(str),
        st.builds("{}.{}".format, st.integers(0, 99), st.integers(0, 99)),
    )
    return draw(st.lists(word, min_size=least, max_size=most))
