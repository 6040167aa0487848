"""Stretches of a CommonMark document that can be parsed one without the other.

Every list, quotation and paragraph has ended at a line that is not indented and either
follows a blank line, or is an ATX heading, or begins a fenced block. So stretches are
cut there, and such headings and blocks are read at once. Only an indented fence or some
kinds of HTML can go on over such a place; a stretch that might begin one says so, and
what is said of those after it may be wrong until that one is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

__all__ = ["LASTING_HTML", "Heading", "Stretch", "read_stretches"]

_ATX = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_OPEN_ATX = re.compile(r"(#{1,6})(?:[ \t]+(.*))?$")
_CLOSING_MARKS = re.compile(r"(?:^|[ \t]+)#+$")
_SETEXT = re.compile(r" {0,3}(?:=+|-+)[ \t]*$")
_FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,})")
_ANY_FENCE = re.compile(r" {0,3}(?:```|~~~)")
_HTML = re.compile(r" {0,3}<")

LASTING_HTML = [
    (re.compile(begin, re.IGNORECASE), re.compile(end, re.IGNORECASE))
    for begin, end in (
        (
            r" {0,3}<(?:script|pre|style|textarea)(?:\s|>|$)",
            r"</(?:script|pre|style|textarea)>",
        ),
        (r" {0,3}<!--", "-->"),
        (r" {0,3}<\?", r"\?>"),
        (r" {0,3}<!\[CDATA\[", r"\]\]>"),
        (r" {0,3}<![a-z]", ">"),
    )
]
"""HTML that goes on over blank lines, and what ends it (CommonMark 4.6, 1 to 5)."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its level, its source without the marks, its lines from 0."""

    level: int
    title: str
    first_line: int
    end_line: int


@dataclass(slots=True)
class Stretch:
    """Lines from `first` up to `end`, and what they might hold.

    `opening` is the heading on the line before. Between one stretch and the next there
    may be a fenced block, which holds nothing.
    """

    first: int
    end: int = 0
    opening: Heading | None = None
    may_hold_heading: bool = False
    may_last: bool = False


def read_stretches(lines: Sequence[str]) -> Iterator[Stretch]:
    """Yield the stretches of a document, the last of which ends where it does."""
    current = Stretch(0)
    is_after_blank = is_in_html = False
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line or not line.strip(" \t"):
            is_after_blank, is_in_html = True, False
            at += 1
            continue
        is_indented = line[0] in " \t"
        if is_after_blank and not is_indented:
            yield _ended(current, at)
            current = Stretch(at)
        is_after_blank = False
        is_certain = not (is_indented or is_in_html or current.may_last)
        if is_certain and (following := _read_block(lines, at)):
            yield _ended(current, at)
            current = following
            at = current.first
            continue
        _note(current, line)
        is_in_html = is_in_html or _HTML.match(line) is not None
        at += 1
    yield _ended(current, len(lines))


def _ended(stretch: Stretch, at: int) -> Stretch:
    stretch.end = at
    return stretch


def _read_block(lines: Sequence[str], at: int) -> Stretch | None:
    """Return the stretch after the heading or fenced block of a line, if it is one."""
    if fence := _FENCE.match(lines[at]):
        return Stretch(_fence_end(lines, at, fence[1] or fence[2]))
    if heading := _OPEN_ATX.match(lines[at]):
        title = _CLOSING_MARKS.sub("", (heading[2] or "").strip(" \t"))
        opening = Heading(len(heading[1]), title.strip(" \t"), at, at + 1)
        return Stretch(at + 1, opening=opening)
    return None


def _note(stretch: Stretch, line: str) -> None:
    """Note what a line might begin that was not read at once."""
    if _ATX.match(line) or _SETEXT.match(line):
        stretch.may_hold_heading = True
    is_html = _HTML.match(line) and any(b.match(line) for b, _ in LASTING_HTML)
    if is_html or _ANY_FENCE.match(line):
        stretch.may_last = True


def _fence_end(lines: Sequence[str], at: int, mark: str) -> int:
    """Return the line after the fenced block that begins at a line."""
    closing = re.compile(rf" {{0,3}}{mark[0]}{{{len(mark)},}}[ \t]*$")
    ends = (n + 1 for n in range(at + 1, len(lines)) if closing.match(lines[n]))
    return next(ends, len(lines))
