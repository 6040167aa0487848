"""How claims and counts are worded, the same in every report."""

from __future__ import annotations

import unicodedata

from refereekit.claims import (
    AlgorithmCitation,
    Claim,
    EquationCitation,
    FigureCitation,
    LineCitation,
    PageCitation,
    PageLabelCitation,
    Quotation,
    SectionCitation,
    TableCitation,
    TheoremCitation,
)

__all__ = ["claim_kind", "claim_label", "claim_page", "claim_title", "printable"]

_SHOWN_DIGITS = 20


def printable(text: str) -> str:
    """Return text on one line, without what a terminal would obey.

    White space is collapsed; control and direction-changing characters, which a
    paper's or a draft's author chose, are shown as U+FFFD.
    """
    line = " ".join(text.split())
    if line.isprintable():
        return line
    return "".join(
        "\ufffd" if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co") else char
        for char in line
    )


_KINDS: dict[type[Claim], str] = {
    Quotation: "quotation",
    PageCitation: "page",
    PageLabelCitation: "page",
    EquationCitation: "equation",
    FigureCitation: "figure",
    TableCitation: "table",
    AlgorithmCitation: "algorithm",
    SectionCitation: "section",
    TheoremCitation: "theorem",
    LineCitation: "line",
}


def claim_kind(claim: Claim) -> str:
    """Return what the claim points at, as the JSON output names it."""
    if isinstance(claim, SectionCitation) and claim.is_appendix:
        return "appendix"
    return _KINDS[type(claim)]


def claim_page(claim: Claim) -> int | None:
    """Return the one physical page that the claim names, if it names one."""
    match claim:
        case Quotation():
            return claim.page_numbers[0] if claim.page_numbers else None
        case PageCitation():
            return claim.number
        case LineCitation():
            return claim.page_number
        case _:
            return None


def claim_label(claim: Claim) -> str | None:
    """Return the printed label that the claim names, if it names one."""
    match claim:
        case Quotation():
            return claim.page_label
        case PageCitation():
            return None
        case LineCitation():
            return _range(claim.first, claim.last)
        case _:
            return claim.label


def claim_title(claim: Claim) -> str:
    """Return the claim as the transcript names it, such as `p. 1 "the words"`."""
    match claim:
        case Quotation():
            quoted = f'"{printable(claim.text)}"'
            return f"{_pages(claim)} {quoted}" if _pages(claim) else quoted
        case PageCitation():
            return f"p. {shortened(claim.number)}"
        case EquationCitation():
            return f"Eq. ({printable(claim.label)})"
        case FigureCitation():
            return f"Fig. ({printable(claim.label)})"
        case _:
            return printable(claim.cited)


def shortened(number: int) -> str:
    """Return a number's digits, with the middle left out of an absurdly long one."""
    digits = str(number)
    return digits if len(digits) <= _SHOWN_DIGITS else f"{digits[:8]}…"


def _pages(claim: Quotation) -> str:
    if claim.page_label is not None:
        return f"p. {printable(claim.page_label)}"
    match claim.page_numbers:
        case ():
            return ""
        case (number,):
            return f"p. {shortened(number)}"
        case (first, *_, last):
            return f"pp. {shortened(first)}-{shortened(last)}"
        case _:
            raise ValueError(f"not page numbers: {claim.page_numbers}")


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"
