"""Ellipses and editorial inserts: where a quotation says that it left words out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product

from refereekit.patterns import regex
from refereekit.values import Value

__all__ = [
    "Omission",
    "Split",
    "is_beside_bracket",
    "is_itself_cut",
    "is_printed",
    "open_brackets",
    "splits",
]

_DOTS = r"(?:…|\.(?:\s?\.){2,5}|\.\.)"
_OWN = r"[^\[\]\d\x00-\x08\x0e-\x1f\ufffd]"
"""A character that a writer inserts; no one writes controls or unread glyphs."""
_OMISSION = regex(
    rf"\\(?:ldots|dots|textellipsis)\b(?:\{{\}})?"
    rf"|[\[(]\s*(?:{_DOTS}|\.|\\l?dots)\s*[\])]"
    rf"|{_DOTS}"
    rf"|\[({_OWN}*[^\W\d_]{_OWN}*)\](?!\()"
)
"""Brackets that hold a number are the page's own: a reference, an interval."""

_SIGNS = frozenset("…[(\\")

_MOST_CHOICES = 4
"""Omissions that are each tried as printed and as the writer's: 16 readings."""


class Omission(Value):
    """An ellipsis, or an insert with the writer's own words."""

    insert: str | None = None


class Split(Value):
    """A quotation as pieces with an omission between each two.

    A piece can be empty at either end.
    """

    pieces: tuple[str, ...]
    omissions: tuple[Omission, ...]


def splits(text: str) -> Iterator[Split]:
    """Yield the ways to take a quotation apart, the most literal first.

    An ellipsis or bracket may be printed on the page, so each is tried as text too;
    the reading in which all of them are text is not among these.
    """
    if not _may_have_omissions(text):
        return
    found = list(_OMISSION.finditer(text))
    if not found:
        return
    if len(found) > _MOST_CHOICES:
        yield _split(text, found)
        return
    for choice in sorted(product((False, True), repeat=len(found)), key=sum):
        chosen = [
            m for m, is_omission in zip(found, choice, strict=True) if is_omission
        ]
        if chosen:
            yield _split(text, chosen)


def _may_have_omissions(text: str) -> bool:
    """Tell whether it has what every omission has: a bracket, dots or a command."""
    return text.count(".") > 1 or not _SIGNS.isdisjoint(text)


def _split(text: str, omissions: list[re.Match[str]]) -> Split:
    pieces: list[str] = []
    start = 0
    for omission in omissions:
        pieces.append(text[start : omission.start()])
        start = omission.end()
    pieces.append(text[start:])
    return Split(tuple(pieces), tuple(Omission(o[1]) for o in omissions))


_INSIDE_WORD = regex(r"(?<=[^\W\d_])\[([^\W\d_]+)\]|\[([^\W\d_]+)\](?=[^\W\d_])")


def open_brackets(text: str) -> str:
    """Return the text with brackets inside words opened: `[T]he` to `The`."""
    return _INSIDE_WORD.sub(r"\1\2", text) if "[" in text else text


_PRINTED_DOTS = regex(_DOTS)
_BRACKETS = regex(r"\[([^\[\]]*)\]")


def is_itself_cut(skipped: str, omissions: Iterable[Omission]) -> bool:
    """Tell whether what was left out has the page's own dots or brackets in it.

    Then the quotation's dots or bracket are those of the page, which go with the
    words beside them.
    """
    if _PRINTED_DOTS.search(skipped):
        return True
    is_insert = any(omission.insert is not None for omission in omissions)
    return is_insert and ("[" in skipped or "]" in skipped)


_WORD_IN_BRACKETS = r"\[[^\[\]]*[^\W\d_][^\[\]]*\]"
_ENDS_WITH_BRACKET = regex(rf"{_WORD_IN_BRACKETS}\s*\Z")
_STARTS_WITH_BRACKET = regex(rf"\s*{_WORD_IN_BRACKETS}")


def is_beside_bracket(before: str, after: str) -> bool:
    """Tell whether an insert between two pieces touches a bracket that is printed.

    Where the page writes words in brackets (`[pre][post]key`), nobody can tell an
    insert from another bracket of the page. A reference in brackets is no such word.
    """
    return bool(_ENDS_WITH_BRACKET.search(before) or _STARTS_WITH_BRACKET.match(after))


def is_printed(insert: str, text: str) -> bool:
    """Tell whether the page prints a bracket with these letters itself."""
    wanted = _letters(insert)
    return any(_letters(found[1]) == wanted for found in _BRACKETS.finditer(text))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).lower()
