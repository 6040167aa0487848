"""An equation that a draft names by its label.

The three ways in which a label stays unresolved are worded by the specification of
what a verdict promises; none of them says that the paper lacks the equation.
"""

from __future__ import annotations

from refereekit.claims import EquationCitation
from refereekit.labels import is_equation_label, label_key
from refereekit.records import DisplayedEquation, LabelCandidate, Paper
from refereekit.verdicts import Anchor, Finding, Reason

__all__ = ["check_equation"]

_NO_EVIDENCE = "this is no evidence that the paper lacks it"


def check_equation(claim: EquationCitation, paper: Paper) -> Finding:
    """Say whether the exact label is printed beside a displayed equation."""
    if not is_equation_label(claim.label):
        return Finding(
            claim,
            Reason.UNSUPPORTED_EQUATION_LABEL,
            f"equation ({claim.label}): not a label form that this check knows; "
            "cite one label at a time",
        )
    if paper.equations is None:
        return Finding(
            claim,
            Reason.EQUATION_EVIDENCE_UNAVAILABLE,
            f"equation ({claim.label}): the session predates equation records; "
            "start a new session on the PDF",
        )
    key = label_key(claim.label)
    found = [e for e in paper.equations if label_key(e.label) == key]
    if found:
        return _resolved(claim, found, paper)
    seen = [c for c in paper.candidates if label_key(c.label) == key]
    return Finding(
        claim,
        Reason.EQUATION_UNRESOLVED,
        f"equation ({claim.label}) is unresolved: "
        f"{_what_was_seen(seen, paper)}; {_NO_EVIDENCE}",
        tuple(Anchor(c.page_number, bboxes=(c.bbox,)) for c in seen),
    )


def _resolved(
    claim: EquationCitation, found: list[DisplayedEquation], paper: Paper
) -> Finding:
    pages = [paper.page(e.page_number) for e in found]
    names = list(dict.fromkeys(page.name for page in pages if page))
    return Finding(
        claim,
        Reason.FOUND,
        "this label is printed beside a displayed equation on " + _listed(names),
        tuple(Anchor(e.page_number, bboxes=(e.bbox, e.display)) for e in found),
    )


def _what_was_seen(seen: list[LabelCandidate], paper: Paper) -> str:
    if seen:
        numbers = sorted({c.page_number for c in seen})
        word = "page" if len(numbers) == 1 else "pages"
        names = [_number_and_label(number, paper) for number in numbers]
        codes = sorted({code.value for c in seen for code in c.rejected})
        return (
            f"the label was seen on {word} {_listed(names)} but extraction did not "
            "accept it as a displayed equation's label "
            f"({', '.join(codes)})"
        )
    if not paper.equations:
        return (
            "extraction found no candidate with this label, and no equation label in "
            "this document is supported"
        )
    labels = list(dict.fromkeys(e.label for e in paper.equations))
    return (
        "extraction found no candidate with this label; the document's supported "
        f"equation labels are {_abridged(labels)}"
    )


def _number_and_label(number: int, paper: Paper) -> str:
    page = paper.page(number)
    return page.name.removeprefix("page ") if page else str(number)


def _listed(words: list[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _abridged(labels: list[str]) -> str:
    if len(labels) <= 12:
        return ", ".join(labels)
    return f"{', '.join(labels[:5])} … {', '.join(labels[-3:])} ({len(labels)} in all)"
