"""What checks of printed heads share: a paper's lines, and how a finding names them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from refereekit.claims import Claim
from refereekit.records import Line, Page, Paper
from refereekit.verdicts import Anchor, Finding, Reason

__all__ = ["Printed", "found_on", "not_found", "printed_lines"]

Printed = tuple[Page, Line]
"""A line and the page that it stands on."""


def printed_lines(paper: Paper) -> Iterator[tuple[Page, int, Line]]:
    """Yield every line of the paper with its page and its index there."""
    for page in paper.pages:
        for index, line in enumerate(page.lines):
            yield page, index, line


def found_on(claim: Claim, what: str, found: Sequence[Printed]) -> Finding:
    """Return the PASS for what is printed on these lines."""
    pages = list(dict.fromkeys(page.name for page, _ in found))
    names = " and ".join([", ".join(pages[:-1]), pages[-1]] if pages[1:] else pages)
    return Finding(
        claim,
        Reason.FOUND,
        f"{what} on {names}",
        tuple(Anchor(page.number, bboxes=(line.bbox,)) for page, line in found),
    )


def not_found(claim: Claim, what: str, why: str) -> Finding:
    """Return the FAIL for what was not read in the paper."""
    return Finding(
        claim,
        Reason.ABSENT,
        f"{what} is unresolved: {why}; this is no evidence that the paper lacks it",
    )
