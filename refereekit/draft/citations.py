"""Claims made of locators, and how a verdict names them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from refereekit.claims import (
    AlgorithmCitation,
    Claim,
    EquationCitation,
    FigureCitation,
    Forms,
    LineCitation,
    Place,
    SectionCitation,
    TableCitation,
    TheoremCitation,
)
from refereekit.draft.locators import Kind, Locator
from refereekit.draft.places import shortened

__all__ = ["PageRef", "cite", "page_refs", "why_unsupported"]

_CEILING = 10**18
"""Where page numbers saturate: no file has as many pages, and `int` refuses to read
numbers of more than 4,300 digits."""

_DIGITS = 18
_CITED = 40
"""Code points of a citation as a verdict shows it."""

_OTHER_FORM = "a form that is checked only under --forms all"


class PageRef(NamedTuple):
    """Pages as one claim names them: several numbers are a range, or one label."""

    numbers: tuple[int, ...]
    cited: str
    label: str | None


def page_refs(locator: Locator, forms: Forms) -> list[PageRef]:
    """Return the pages that a page locator names, one entry for each claim to make."""
    if locator.why:
        return []
    if forms is Forms.SPEC:
        if locator.spec_label is None:
            return []
        return [_single(locator.spec_label)]
    if locator.is_page_label:
        label = locator.parts[0][0]
        return [PageRef((), f"p. {label}", label)]
    return [
        _single(first) if first == last else _range(first, last)
        for first, last, *_ in locator.parts
    ]


def _single(digits: str) -> PageRef:
    shown = digits if len(digits) <= _CITED else shortened(digits, _CITED)
    return PageRef((_number(digits),), f"p. {shown}", None)


def _range(first: str, last: str) -> PageRef:
    numbers = tuple(range(_number(first), _number(last) + 1))
    return PageRef(numbers, f"pp. {first}-{last}", None)


def _number(digits: str) -> int:
    """Return a page number; beyond what any file has, only that it is too large."""
    if len(digits) <= _DIGITS:
        return int(digits)
    bare = digits.lstrip("-")
    if len(bare.lstrip("0")) > _DIGITS:
        return -_CEILING if digits.startswith("-") else _CEILING
    return int(digits) if len(bare) <= _DIGITS else int(bare[-_DIGITS:])


def why_unsupported(locator: Locator, forms: Forms) -> str | None:
    """Return why a locator makes no claim, or not a whole one; `None` where it does."""
    if locator.why:
        if locator.spec_label and not locator.parts and not locator.is_other_work:
            return None
        return locator.why
    if locator.kind is Kind.OTHER:
        return "a form that is not checked"
    if forms is Forms.ALL:
        return None
    if locator.spec_label is None:
        return _OTHER_FORM
    return "only the first label is checked" if locator.has_more else None


def cite(
    locator: Locator,
    place: Place,
    forms: Forms,
    cited: str,
    page_number: int | None = None,
) -> Iterator[Claim]:
    """Yield the claims that a locator other than a page's makes.

    `cited` is the draft's own words for it; `page_number` is the page that stands
    with a line.
    """
    if locator.is_other_work:
        return
    if forms is Forms.SPEC or (locator.spec_label and not locator.parts):
        if locator.spec_label is not None:
            yield _label_claim(locator, locator.spec_label, place, None)
        return
    if locator.why:
        return
    shown = shortened(cited, _CITED)
    for part in locator.parts:
        if locator.kind is Kind.LINE:
            page = int(part[2]) if len(part) > 2 else page_number
            yield LineCitation(int(part[0]), int(part[1]), place, shown, page)
        elif locator.kind is not Kind.OTHER:
            alone = len(locator.parts) == 1
            spec = locator.spec_label is not None
            yield _label_claim(
                locator, part[0], place, None if spec and alone else shown
            )


def _label_claim(
    locator: Locator, label: str, place: Place, cited: str | None
) -> Claim:
    match locator.kind:
        case Kind.EQUATION:
            return EquationCitation(label, place, cited or f"Eq. ({label})")
        case Kind.FIGURE:
            return FigureCitation(label, place, cited or f"Fig. ({label})")
        case Kind.TABLE:
            return TableCitation(label, place, cited or f"Table {label}")
        case Kind.ALGORITHM:
            return AlgorithmCitation(label, place, cited or f"Algorithm {label}")
        case Kind.SECTION | Kind.APPENDIX:
            is_appendix = locator.kind is Kind.APPENDIX
            return SectionCitation(label, place, cited or label, is_appendix)
        case Kind.THEOREM:
            return TheoremCitation(locator.head, label, place, cited or label)
        case _:
            raise ValueError(f"no label stands after {locator.head}")
