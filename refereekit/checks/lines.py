"""Lines that a draft names by the numbers in the manuscript's margin."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from refereekit.checks.headings import Printed, found_on, not_found
from refereekit.claims import LineCitation
from refereekit.records import Line, Page, Paper
from refereekit.values import Value
from refereekit.verdicts import Finding, Reason

__all__ = ["check_lines"]


class _Margin(Value):
    """The margin numbers of one page, from top to bottom."""

    page: Page
    numbered: tuple[tuple[int, Line], ...]

    def line(self, number: int) -> Line | None:
        """Return the line with this number, or the numbered one above it.

        Where only every fifth line is numbered, line 12 stands below line 10; where
        each line is, a number that is not printed is no line.
        """
        above: tuple[int, Line] | None = None
        for printed, line in self.numbered:
            if printed == number:
                return line
            if printed > number:
                skips = above is not None and printed - above[0] == self._step()
                return above[1] if above is not None and skips else None
            above = printed, line
        return None

    def _step(self) -> int:
        """Return by how much the numbers grow; 0 where that is one or uneven."""
        numbers = [number for number, _ in self.numbered]
        steps = {b - a for a, b in pairwise(numbers)}
        return steps.pop() if len(steps) == 1 and min(steps) > 1 else 0


def check_lines(claim: LineCitation, paper: Paper) -> Finding:
    """Say whether the margin prints these line numbers, on the page if one is named."""
    what = f"line {claim.first}"
    if claim.last != claim.first:
        what = f"lines {claim.first}-{claim.last}"
    pages: Sequence[Page] = paper.pages
    if claim.page_number is not None:
        page = paper.page(claim.page_number)
        if page is None:
            evidence = f"page {claim.page_number} does not exist"
            return Finding(claim, Reason.NO_SUCH_PAGE, evidence)
        what, pages = f"{what} of {page.name}", (page,)
    margins = [margin for page in pages if (margin := _margin(page)).numbered]
    if not margins:
        return not_found(claim, what, "no line numbers were read in the margin")
    if claim.last < claim.first:
        return not_found(claim, what, "the numbers are reversed")
    found = _spanned(margins, claim.first, claim.last)
    if not found:
        return not_found(claim, what, "the margin numbers read do not include it")
    return found_on(claim, "printed in the margin", found)


def _margin(page: Page) -> _Margin:
    numbered = tuple(
        (int(line.margin_number), line)
        for line in page.lines
        if line.margin_number is not None
        and line.margin_number.isascii()
        and line.margin_number.isdigit()
    )
    return _Margin(page, numbered)


def _spanned(margins: Sequence[_Margin], first: int, last: int) -> list[Printed]:
    """Return the first and last lines: on one page, or from one to the next."""
    found: list[Printed] = []
    for margin, following in zip(margins, [*margins[1:], None], strict=True):
        start = margin.line(first)
        if start is None:
            continue
        end, end_page = margin.line(last), margin.page
        if end is None and following is not None:
            end, end_page = following.line(last), following.page
        if end is not None:
            found.append((margin.page, start))
            if end is not start:
                found.append((end_page, end))
    return found
