"""Pages written as content streams, and what the reader makes of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from raw_pdf import with_pages

from refereekit.extract.reader import extract_paper
from refereekit.records import Page, Paper

WIDE = "a long line of ordinary words that fills the column from side to side"


class Line(NamedTuple):
    """Words set in Helvetica with their baseline's start at x, y from the bottom."""

    x: float
    y: float
    words: str
    size: float = 10
    before: str = ""

    def stream(self) -> str:
        return (
            f"q {self.before} BT /F1 {self.size} Tf {self.x} {self.y} Td "
            f"({self.words}) Tj ET Q"
        )


def read(
    *pages: str | list[Line],
    more: Mapping[int, bytes] | None = None,
    resources: bytes = b"",
) -> Paper:
    """Return the paper whose pages have these content streams or lines.

    `more` holds further objects, numbered from 1000, and `resources` what names them.
    """
    contents = [
        page if isinstance(page, str) else "\n".join(line.stream() for line in page)
        for page in pages
    ]
    streams = [content.encode("latin-1") for content in contents]
    data = with_pages(streams, more, resources)
    return extract_paper(data, "paper.pdf")


def page(*lines: Line) -> Page:
    """Return the only page of a paper with these lines."""
    return read(list(lines)).pages[0]


def texts(page: Page) -> list[str]:
    """Return the page's lines in the order in which they are read."""
    return [line.span.cut(page.text) for line in page.lines]
