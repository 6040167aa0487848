"""The top-level headings of a CommonMark document.

markdown-it-py finds them. It parses every list and quotation on the way, which takes a
second for half a megabyte, so it is given only the stretches that can hold a heading.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from refereekit.selection.stretches import (
    LASTING_HTML,
    Heading,
    Stretch,
    read_stretches,
)

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

__all__ = ["Heading", "find_headings"]

_BETWEEN = -1
"""Stands for a line between two stretches that are parsed together."""

_RULE = "***"
"""That line: a thematic break ends every paragraph, list and quotation before it."""


def find_headings(lines: Sequence[str]) -> list[Heading]:
    """Return the top-level headings among lines without their ends of line."""
    kept: list[int] = []
    found: list[Heading] = []
    stretches = list(read_stretches(lines))
    at = 0
    while at < len(stretches):
        stretch = stretches[at]
        if stretch.opening:
            found.append(stretch.opening)
        if stretch.may_last:
            at, tokens = _parse_lasting(stretches, at, lines)
            found += _headings(tokens, range(stretch.first, len(lines)))
            continue
        if stretch.may_hold_heading:
            kept += [*range(stretch.first, stretch.end), _BETWEEN]
        at += 1
    source = "\n".join(_RULE if at == _BETWEEN else lines[at] for at in kept)
    found += _headings(_parser().parse(source), kept)
    return sorted(found, key=lambda heading: heading.first_line)


def _parse_lasting(
    stretches: Sequence[Stretch], at: int, lines: Sequence[str]
) -> tuple[int, list[Token]]:
    """Parse from a stretch on, twice as far each time, until its last block has ended.

    Return the index of the stretch after the last one parsed, and the tokens.
    """
    count = 1
    while True:
        end = min(at + count, len(stretches))
        first, last = stretches[at].first, stretches[end - 1].end
        tokens = _parser().parse("\n".join(lines[first:last]))
        if end == len(stretches) or not _goes_on(tokens, lines[first:last]):
            return end, tokens
        count *= 2


def _goes_on(tokens: Sequence[Token], lines: Sequence[str]) -> bool:
    """Tell whether the last block might hold the line after the last one."""
    block = tokens[-1] if tokens else None
    if block is None or block.map is None or block.level:
        return False
    if block.type == "fence":
        return not _is_closed_fence(block.markup, lines[slice(*block.map)])
    if block.type != "html_block":
        return False
    for begin, end in LASTING_HTML:
        if begin.match(block.content):
            return not end.search(lines[block.map[1] - 1])
    # HTML of any other kind ends before a blank line.
    return bool(lines[-1].strip(" \t"))


def _is_closed_fence(mark: str, lines: Sequence[str]) -> bool:
    closing = lines[-1].strip()
    return len(lines) > 1 and closing.startswith(mark) and not closing.strip(mark[0])


def _headings(tokens: Sequence[Token], numbers: Sequence[int]) -> Iterator[Heading]:
    """Yield the headings among tokens; `numbers` are the lines' own numbers."""
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and not token.level and token.map:
            title = " ".join(line.strip() for line in inline.content.splitlines())
            first, last = numbers[token.map[0]], numbers[token.map[1] - 1]
            yield Heading(int(token.tag[1:]), title, first, last + 1)


@cache
def _parser() -> MarkdownIt:
    # Importing the parser takes a tenth of a second; few commands need it.
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark")
    # Block structure alone: what a heading says inline is left as it is written.
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser
