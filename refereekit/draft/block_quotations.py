"""Quotations set apart: Markdown `>` blocks, and LaTeX and HTML commands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from refereekit.draft.prose import blanked
from refereekit.draft.quotation_marks import Quoted
from refereekit.patterns import regex
from refereekit.values import Value

__all__ = ["SetApart", "find_set_apart"]

# Possessive: a group that may be given back is remembered, 100 bytes for each mark.
_BLOCK = regex(r"(?:^[ \t]{0,3}>[^\n]*(?:\n|\Z))++", re.MULTILINE)
_MARKERS = regex(r"^[ \t]{0,3}(?:>[ \t]?)++", re.MULTILINE)
_PAGE = regex(r"(?<![^\W_])(?:pp?\.?|pages?)\s?\d", re.IGNORECASE)
_MARKS = regex(r"[\"“”«»]")
_ATTRIBUTION = regex(
    r"[ \t\n>—–-]{0,12}[(\[—–-]{0,3}\s?(?:see )?(?:pp?\.?|pages?)\s?\d[^\n]{0,30}\s*$",
    re.IGNORECASE,
)
_LAST = 60

_GAP = 8
_GAP_BEFORE = regex(r"(?<=:)\s{0,7}$")
_GAP_AFTER = regex(
    r"\s{0,8}(?=[(\[—–-]{1,3}\s?(?:see )?(?:pp?\.?|pages?)\s?\d)", re.IGNORECASE
)

_ENVIRONMENT = regex(r"\\(begin|end)\{(displayquote|quote|quotation|displaycquote)\}")
_COMMAND = regex(
    r"\\(?:enquote\*?|textquote|blockquote|say)(?:\[[^\[\]{}\n]{0,80}\])?\{"
    r"|(?<!\\)[{}]|\n[ \t]*\n"
)
_HTML = regex(r"<(/?)blockquote\b[^<>\n]{0,300}>", re.IGNORECASE)


class SetApart(Value):
    """Quotations that are set apart, and the prose with `>` of mere replies blanked.

    `joints` are the gaps between a quotation and the sentence that announces it or
    names its page: no sentence ends there.
    """

    prose: str
    quoted: tuple[Quoted, ...]
    joints: tuple[tuple[int, int], ...]


def find_set_apart(prose: str) -> SetApart:
    """Return the quotations that commands and `>` lines set apart.

    A block of `>` lines that holds marks or pages of its own is a report quoted as a
    whole, as mail programs do: it is read like any other prose.
    """
    quoted: list[Quoted] = []
    if ">" in prose:
        replies: list[tuple[int, int]] = []
        for block in _BLOCK.finditer(prose):
            quotation = _read_block(block)
            if quotation:
                quoted.append(quotation)
            else:
                markers = _MARKERS.finditer(prose, *block.span())
                replies += [marker.span() for marker in markers]
        prose = blanked(prose, replies)
    if "<" in prose:
        quoted += _html(prose)
        prose = blanked(prose, [tag.span() for tag in _HTML.finditer(prose)])
    if "\\" in prose:
        quoted += _environments(prose)
        quoted += _commands(prose)
    kept = _outermost(quoted)
    return SetApart(prose, tuple(kept), tuple(_joints(prose, kept)))


def _joints(prose: str, quoted: list[Quoted]) -> Iterator[tuple[int, int]]:
    for quotation in quoted:
        before = _GAP_BEFORE.search(
            prose, max(0, quotation.start - _GAP), quotation.start
        )
        if before:
            yield before.start(), quotation.start
        after = _GAP_AFTER.match(prose, quotation.end)
        if after:
            yield quotation.end, after.end()


def _outermost(quoted: list[Quoted]) -> list[Quoted]:
    kept: list[Quoted] = []
    for quotation in sorted(quoted):
        if not kept or quotation.start >= kept[-1].end:
            kept.append(quotation)
    return kept


def _read_block(block: re.Match[str]) -> Quoted | None:
    content = block[0]
    end = _words_end(content)
    if end is None:
        return None
    words = content[:end]
    first = _MARKERS.match(content)
    begin = first.end() if first else 0
    text = " ".join(_MARKERS.sub("", words).split())
    if not text or begin >= end:
        return None
    start = block.start()
    return Quoted(start, start + end, start + begin, start + end, text)


def _words_end(content: str) -> int | None:
    """Return where the words of a block end, before the page that follows them.

    `None` where it holds marks or pages of its own.
    """
    attribution = _ATTRIBUTION.search(content, max(0, len(content) - _LAST))
    end = attribution.start() if attribution else len(content.rstrip())
    if _PAGE.search(content, 0, end) or _MARKS.search(content, 0, end):
        return None
    return end


def _html(prose: str) -> list[Quoted]:
    found: list[Quoted] = []
    opened: re.Match[str] | None = None
    for tag in _HTML.finditer(prose):
        if not tag[1]:
            opened = tag
        elif opened is not None:
            content = prose[opened.end() : tag.start()]
            end = _words_end(content)
            if end:
                last = opened.end() + end
                found.append(_trimmed(prose, opened.span(), (last, last)))
            opened = None
    return found


def _environments(prose: str) -> list[Quoted]:
    found: list[Quoted] = []
    opened: re.Match[str] | None = None
    for command in _ENVIRONMENT.finditer(prose):
        if command[1] == "begin":
            opened = command
        elif opened is not None and opened[2] == command[2]:
            found.append(_trimmed(prose, opened.span(), command.span()))
            opened = None
    return found


def _commands(prose: str) -> list[Quoted]:
    if not re.search(r"\\(?:enquote|textquote|blockquote|say)\b", prose):
        return []
    found: list[Quoted] = []
    stack: list[re.Match[str]] = []
    for brace in _COMMAND.finditer(prose):
        if brace[0] == "}":
            opened = stack.pop() if stack else None
            if opened is not None and len(opened[0]) > 1:
                found.append(_trimmed(prose, opened.span(), brace.span()))
        elif brace[0][0] == "\n":
            stack.clear()
        else:
            stack.append(brace)
    return found


def _trimmed(prose: str, before: tuple[int, int], after: tuple[int, int]) -> Quoted:
    first, last = before[1], after[0]
    while first < last and prose[first].isspace():
        first += 1
    while last > first and prose[last - 1].isspace():
        last -= 1
    return Quoted(before[0], after[1], first, last)
