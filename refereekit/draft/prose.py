"""The draft's prose: the same length as its text, with what is no prose blanked."""

from __future__ import annotations

import re

from refereekit.draft.spelled_marks import spelled_out
from refereekit.patterns import regex
from refereekit.values import Ordered, Value

__all__ = ["Blank", "Prose", "blanked", "read_prose"]

_SPACES = dict.fromkeys(
    [
        *range(0x09),
        *range(0x0B, 0x20),
        *(0x7F, 0xA0),
        *range(0x2000, 0x2010),
        *range(0x2028, 0x2030),
        *range(0x205F, 0x2070),
        *(0x3000, 0xFEFF),
    ],
    " ",
)
"""Spaces of every width, invisible marks and controls: all white space for reading."""

_FENCE = regex(r"^[ \t]{0,3}(`{3,}|~{3,})[^\n]*$", re.MULTILINE)
_LATEX = regex(r"\\documentclass|\\begin\{document\}")
_LATEX_COMMENT = regex(r"^[ \t]*%[^\n]*", re.MULTILINE)
_ADDRESS = regex(
    r"[hHfFwWdD1](?:(?<![^\W_].)(?i:(?<=h)ttps?://|(?<=f)tp://|(?<=w)ww\.|(?<=d)oi:\s?)"
    r"|(?<![\w.]1)(?<=1)0\.\d{4,9}/)[^\s<>\"“”]+"
)
"""Every match begins with one of a few letters, so that a search skips the rest."""
_TAG = regex(
    r"</?(?:a|b|i|u|p|br|em|strong|span|div|su[bp]|img|font|[uo]l|li|table"
    r"|t[dhr]|h[1-6r]|html|body|head|code|pre|meta|link|title|style|details|summary)"
    r"\b([^<>\n]{0,300})>",
    re.IGNORECASE,
)
_LINK_TARGET = regex(r"\]\((?:[a-z]{3,6}:|[#/])[^()\s]{0,500}(?: \"[^\"\n]*\")?\)")
_TRAILING = ".,;:!?'’)]}*_"


class Blank(Ordered):
    """A part of the draft that is not read, and why."""

    start: int
    end: int
    why: str


class Prose(Value):
    """What is left to read, position by position, and the code that was left out."""

    text: str
    code: tuple[Blank, ...]


def read_prose(text: str) -> Prose:
    """Return the prose of a draft.

    Line ends become line feeds (CRLF a space and a line feed), quotation marks that
    are spelled out runs of marks. Comments, addresses,
    tags and closed code fences become spaces: nothing in them is a quotation's mark or
    a locator. A fence that nothing closes is prose, for the rest of the report would
    be lost with it.
    """
    prose = text.replace("\r\n", " \n").replace("\r", "\n").translate(_SPACES)
    prose = spelled_out(prose)
    cuts = [*_comments(prose)]
    fences = _fences(prose)
    cuts += [(fence.start, fence.end) for fence in fences]
    if "<" in prose:
        tags = _TAG.finditer(prose)
        # `a <b and c> d` is no tag: one with words in it has attributes.
        cuts += [tag.span() for tag in tags if not tag[1].strip(" /") or "=" in tag[1]]
    cuts += [(t.start() + 1, t.end()) for t in _LINK_TARGET.finditer(prose)]
    cuts += [_address(prose, found.span()) for found in _ADDRESS.finditer(prose)]
    return Prose(blanked(prose, cuts), tuple(fences))


def _address(prose: str, span: tuple[int, int]) -> tuple[int, int]:
    """Return the span of an address without the punctuation that follows it."""
    start, end = span
    while end > start and prose[end - 1] in _TRAILING:
        end -= 1
    return start, end


def _comments(prose: str) -> list[tuple[int, int]]:
    cuts = []
    start = prose.find("<!--")
    while start >= 0:
        end = prose.find("-->", start)
        if end < 0:
            break
        cuts.append((start, end + 3))
        start = prose.find("<!--", end)
    if _LATEX.search(prose):
        cuts += [comment.span() for comment in _LATEX_COMMENT.finditer(prose)]
    return cuts


def _fences(prose: str) -> list[Blank]:
    fences: list[Blank] = []
    if "```" not in prose and "~~~" not in prose:
        return fences
    opened: re.Match[str] | None = None
    for fence in _FENCE.finditer(prose):
        if opened is None:
            opened = fence
        elif fence[0].strip().startswith(opened[1]):
            fences.append(Blank(opened.start(), fence.end(), "a code block"))
            opened = None
    return fences


def blanked(prose: str, cuts: list[tuple[int, int]]) -> str:
    """Return the text with every cut replaced by spaces, line feeds kept."""
    if not cuts:
        return prose
    parts = []
    position = 0
    for start, end in sorted(cuts):
        if end <= position:
            continue
        begin = max(start, position)
        parts.append(prose[position:begin])
        cut = prose[begin:end]
        if "\n" in cut:
            parts.append("\n".join(" " * len(line) for line in cut.split("\n")))
        else:
            parts.append(" " * len(cut))
        position = end
    parts.append(prose[position:])
    return "".join(parts)
