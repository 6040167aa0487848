"""A section or an appendix that a draft names by its number or letter."""

from __future__ import annotations

import re

from refereekit.checks.headings import Printed, found_on, not_found, printed_lines
from refereekit.claims import SectionCitation
from refereekit.labels import label_key
from refereekit.patterns import regex
from refereekit.records import Paper, Role
from refereekit.verdicts import Finding

__all__ = ["check_section"]

_HEADING = regex(
    r"(?P<word>(?:section|sec\.|§|appendix|annex|supplement)\s*)?"
    r"(?P<label>(?:[A-Z]{1,4}(?:\.?\d{1,3})?|\d{1,3})(?:\.[A-Z0-9]{1,3}){0,5})"
    r"(?P<stop>[.:)—–]?)(?=\s|$)",
    re.IGNORECASE,
)
_WORDS = frozenset(("A", "I"))
"""Letters that begin a title as words: `A study of graphs` is no Appendix A."""


def check_section(claim: SectionCitation, paper: Paper) -> Finding:
    """Say whether a heading carries exactly this number or letter."""
    key = label_key(claim.label)
    found: list[Printed] = []
    for page, _, line in printed_lines(paper):
        if line.role is Role.HEADING:
            title = line.span.cut(page.text).strip()
            if _carries(title, key, claim.is_appendix):
                found.append((page, line))
    kind = "appendix" if claim.is_appendix else "section"
    if found:
        return found_on(claim, f"a heading carries this {kind}'s label", found)
    why = "no heading with this label was read"
    return not_found(claim, f"{kind} {claim.label}", why)


def _carries(title: str, key: str, is_appendix: bool) -> bool:
    """Tell whether a heading's label is this one, and as certainly a label."""
    heading = _HEADING.match(title)
    if heading is None or label_key(heading["label"]) != key:
        return False
    word = (heading["word"] or "").strip().lower()
    if word == "appendix":
        return is_appendix or not key.isdigit()
    if word in ("section", "sec.", "§"):
        return not is_appendix
    if is_appendix and key[:1].isdigit():
        return False
    return key not in _WORDS or bool(heading["stop"])
