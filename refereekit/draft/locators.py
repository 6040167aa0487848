"""Places of the paper that a draft names: `p. 3`, `Eq. (7)`, `Figs. 2 and 4`."""

from __future__ import annotations

import re
from collections import defaultdict
from enum import StrEnum, unique
from typing import NamedTuple

from refereekit.draft.labels import (
    Labels,
    read_labels,
    read_lines,
    read_pages,
)
from refereekit.draft.other_works import other_work
from refereekit.draft.vocabulary import words
from refereekit.patterns import regex

__all__ = ["MOST", "Kind", "Locator", "find_locators"]


@unique
class Kind(StrEnum):
    """What a locator names."""

    PAGE = "page"
    EQUATION = "equation"
    FIGURE = "figure"
    TABLE = "table"
    ALGORITHM = "algorithm"
    SECTION = "section"
    APPENDIX = "appendix"
    THEOREM = "theorem"
    LINE = "line"
    OTHER = "other"


class Locator(NamedTuple):
    """A place named in a draft.

    `parts` are what it names: labels, or for a page or a line the first and last of
    each range. `spec_label` is set where it is one of the six forms of the
    specification: the number or label as that form has it. `why` says why the place
    is not checked under any forms; `is_other_work` that it lies in another work.
    """

    kind: Kind
    start: int
    end: int
    head: str
    parts: tuple[tuple[str, ...], ...] = ()
    spec_label: str | None = None
    is_page_label: bool = False
    is_other_work: bool = False
    has_more: bool = False
    why: str = ""


_THEOREMS = {
    "theorem": "Theorem",
    "thm": "Theorem",
    "lemma": "Lemma",
    "lem": "Lemma",
    "proposition": "Proposition",
    "prop": "Proposition",
    "corollary": "Corollary",
    "cor": "Corollary",
    "definition": "Definition",
    "def": "Definition",
    "remark": "Remark",
    "rem": "Remark",
    "assumption": "Assumption",
    "conjecture": "Conjecture",
    "example": "Example",
    "claim": "Claim",
}

_OWN_HEADS = frozenset({"Remark", "Claim", "Example"})
"""Heads that reviewers number their own paragraphs by; theorems they do not write."""

_KINDS = {
    **dict.fromkeys(("p", "pp", "page", "pages"), Kind.PAGE),
    **dict.fromkeys(("pg", "pgs", "pag"), Kind.PAGE),
    **dict.fromkeys(("eq", "eqs", "equation", "equations"), Kind.EQUATION),
    **dict.fromkeys(("eqn", "eqns"), Kind.EQUATION),
    **dict.fromkeys(("fig", "figs", "figure", "figures"), Kind.FIGURE),
    **dict.fromkeys(("table", "tables", "tab", "tabs"), Kind.TABLE),
    **dict.fromkeys(("algorithm", "algorithms", "alg", "algs"), Kind.ALGORITHM),
    **dict.fromkeys(("section", "sections", "sec", "secs"), Kind.SECTION),
    **dict.fromkeys(("sect", "sects", "subsection", "subsections"), Kind.SECTION),
    **dict.fromkeys(("§", "§§"), Kind.SECTION),
    **dict.fromkeys(("appendix", "appendices", "app"), Kind.APPENDIX),
    **dict.fromkeys(("line", "lines", "l", "ll", "ln", "lns"), Kind.LINE),
    **dict.fromkeys(("footnote", "footnotes", "chapter", "scheme", "box"), Kind.OTHER),
    **dict.fromkeys(_THEOREMS, Kind.THEOREM),
    **{f"{name}s": Kind.THEOREM for name in _THEOREMS if len(name) > 4},
    "corollaries": Kind.THEOREM,
    "lemmata": Kind.THEOREM,
}

_SINGULARS = {"corollaries": "corollary", "lemmata": "lemma"}

_PLURALS = words(
    "pp pages pgs eqs equations eqns figs figures tables tabs algorithms algs sections "
    "secs sects subsections §§ appendices lines ll lns footnotes corollaries lemmata"
) | {f"{name}s" for name in _THEOREMS}

_NEED_PERIOD = words("l ll app def rem lem cor prop tab alg")
"""Short heads that are words or symbols of their own without a period or capital."""

_SPEC_HEADS = {
    "p": Kind.PAGE,
    "page": Kind.PAGE,
    "eq": Kind.EQUATION,
    "equation": Kind.EQUATION,
    "fig": Kind.FIGURE,
    "figure": Kind.FIGURE,
}


def _heads() -> str:
    """Return a pattern of the heads, longest first, that begins with a plain letter.

    The lookbehinds stand after that letter: so a search skips every other one.
    """
    tails: dict[str, list[str]] = defaultdict(list)
    for word in sorted(_KINDS, key=len, reverse=True):
        is_plural = word.endswith("s") and word[:-1] in _KINDS
        if word[0] != "§" and not is_plural:
            has_plural = f"{word}s" in _KINDS
            tails[word[0]].append(word[1:] + "s?" * has_plural)
    initials = "".join(tails) + "".join(tails).upper()
    choices = "|".join(
        rf"(?<=[{initial}{initial.upper()}])(?i:{'|'.join(found)})"
        for initial, found in tails.items()
    )
    return rf"[§{initials}](?:(?<=§)§?|(?<![^\W_].)(?<!\.)(?:{choices}))"


_LOCATOR = regex(
    rf"(?P<head>{_heads()})"
    r"(?P<plural>\(s\)|'s)?(?P<dot>[.:]?)"
    r"(?P<gap>[ \t~]{0,8}(?:\n[ \t>]{0,8})?(?:\\[ ,;] ?)?"
    r"(?:(?i:nos?\.?|numbers?|\#) {0,2})?)"
    r"(?=[-−–]?\d|[(\[*]|\\(?:eq|auto|c)?ref\b|\\#|[A-Z]{1,3}[.-]?\d|[A-Z](?![^\W_])"
    r"|[IVXLivxl]{1,7}(?![^\W_])|(?:one|t[a-z]{2,5}|f[a-z]{3}|s[a-z]{2,4}|eight|nine"
    r"|eleven)\b)"
)

_COMPACT = regex(
    r"[pPL](?<![^\W_].)(?:(?<=[pP])(?P<page>\d{1,4})(?:[ ,.;:]{0,2}[lL](?:ines?|\.)? ?"
    r"(?P<line>\d{1,5}))?|(?<=L)(?P<bare>\d{1,5}))(?:[-–—]L?(?P<last>\d{1,5}))?"
    r"(?![^\W_])"
)
"""`P5L12`, `p3-39`, `L105-106`, `L31`."""

_REFERENCE = regex(r"\(?\\(?:eq|auto|c)?ref\{[^{}\n]{0,80}\}\)?")
_OWN_HEADING = regex(r"\s{0,2}[:.)](?!\d)")


_CROWD = 10_000
_ROOM = 12
"""Reading stops where more than 10,000 places stand closer than 12 code points on
average: no report has as many, and time must stay bounded."""

MOST = 15_000
"""Places, or quotations, of a draft that are read; what follows them is reported."""


def find_locators(prose: str, item_starts: frozenset[int]) -> tuple[list[Locator], int]:
    """Return every place that the prose names, in order, and up to where it was read.

    `item_starts` are the positions at which a paragraph or list item begins: a
    `Remark 2:` there is the reviewer's own heading.
    """
    found: list[Locator] = []
    position = previous = 0
    compact = _COMPACT.search(prose)
    match = _LOCATOR.search(prose)
    while match or compact:
        if compact and (match is None or compact.start() <= match.start()):
            locator = _compact(compact, prose, item_starts)
            position = compact.end()
        elif match:
            locator = _named(match, prose, item_starts)
            position = locator.end if locator else match.end()
        if locator:
            found.append(_in_its_work(locator, prose, previous))
            previous = locator.end
        if compact and compact.start() < position:
            compact = _COMPACT.search(prose, position)
        if match and match.start() < position:
            match = _LOCATOR.search(prose, position)
        if len(found) > _CROWD and (
            position < len(found) * _ROOM or len(found) == MOST
        ):
            return found, position
    return found, len(prose)


def _in_its_work(locator: Locator, prose: str, previous: int) -> Locator:
    why = other_work(
        prose,
        locator.start,
        locator.end,
        is_page=locator.kind is Kind.PAGE,
        previous=previous,
    )
    if not why:
        return locator
    return locator._replace(why=why, is_other_work=True)


def _named(
    match: re.Match[str], prose: str, item_starts: frozenset[int]
) -> Locator | None:
    head = match["head"].lower()
    kind = _KINDS[head]
    start, at = match.start(), match.end()
    if head in _NEED_PERIOD and match["dot"] != "." and not match["head"][0].isupper():
        return None
    if head in ("l", "ll") and match["dot"] != ".":
        return None
    reference = _REFERENCE.match(prose, at)
    if reference:
        return Locator(
            kind, start, reference.end(), head, why="a LaTeX reference, not a label"
        )
    is_plural = head in _PLURALS or bool(match["plural"])
    if kind is Kind.PAGE:
        labels = read_pages(prose, at, is_plural, is_short=head == "p")
    elif kind is Kind.LINE:
        labels = read_lines(prose, at, is_plural)
    else:
        labels = read_labels(prose, at, is_plural, allows_letter=_allows_letter(kind))
    if labels is None:
        return None
    name = _THEOREMS[_singular(head)] if kind is Kind.THEOREM else head
    if name in _OWN_HEADS and start in item_starts and _is_heading(prose, labels.end):
        return None
    is_plain = not match["plural"] and match["dot"] != ":" and _is_plain(match["gap"])
    return Locator(
        kind,
        start,
        labels.end,
        name,
        labels.parts,
        _spec_label(head, match, labels) if is_plain else None,
        labels.is_page_label,
        has_more=labels.has_more,
        why=labels.why,
    )


def _is_heading(prose: str, at: int) -> bool:
    """Tell whether a colon or a period follows, as after a reviewer's own number."""
    return bool(_OWN_HEADING.match(prose, at))


def _allows_letter(kind: Kind) -> bool:
    return kind in (Kind.APPENDIX, Kind.SECTION, Kind.THEOREM)


def _singular(head: str) -> str:
    return head if head in _THEOREMS else _SINGULARS.get(head, head[:-1])


def _is_plain(gap: str) -> bool:
    """Tell whether nothing but white space stands between a head and its number."""
    return not gap.strip(" \t\n~>\\,;")


def _spec_label(head: str, match: re.Match[str], labels: Labels) -> str | None:
    """Return the number or label, where this is a form of the specification."""
    kind = _SPEC_HEADS.get(head)
    if kind is Kind.PAGE:
        has_gap = bool(match["dot"] or match["gap"] or head == "page")
        return labels.spec_label if has_gap else None
    return labels.spec_label if kind else None


def _compact(
    match: re.Match[str], prose: str, item_starts: frozenset[int]
) -> Locator | None:
    """Return what `P5L12`, `p3` or `L105` names, where it is no norm or protein."""
    start, end = match.span()
    page, line, bare, last = match["page"], match["line"], match["bare"], match["last"]
    if bare:
        if len(bare) == 1 and not last and start not in item_starts:
            return None
        return Locator(Kind.LINE, start, end, "L", ((bare, last or bare),))
    if line:
        return Locator(Kind.LINE, start, end, "L", ((line, last or line, page),))
    if not last and start not in item_starts and not _is_introduced(prose, start):
        return None
    why = "a page and a line, or two pages" if last else ""
    return Locator(Kind.PAGE, start, end, "p", ((page, page),), why=why)


_INTRODUCTION = regex(r"(?:[(\[]|\b(?:on|see|at|from|of|and|in) )$", re.IGNORECASE)


def _is_introduced(prose: str, start: int) -> bool:
    return bool(_INTRODUCTION.search(prose[max(0, start - 6) : start]))
