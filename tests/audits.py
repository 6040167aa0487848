"""Audits built by hand, for tests of what is written about them."""

from __future__ import annotations

from dataclasses import replace

from refereekit.claims import (
    EquationCitation,
    FigureCitation,
    Mention,
    PageCitation,
    ParsedDraft,
    Place,
    Quotation,
)
from refereekit.positions import BBox, Span
from refereekit.records import Original
from refereekit.verdicts import Anchor, Audit, DraftSource, Finding, Reason

TEXT = (
    'The model on p. 1 is "a tidy set of rules". Page 2 is fine. On p. 3\n'
    'it is "a tidy set of edges", by Eq. (3) and Fig. (4), "as everyone knows well".\n'
    "See pp. 3-4.\n"
)


def place(words: str) -> Place:
    start = TEXT.index(words)
    before = TEXT[:start]
    column = start - (before.rfind("\n") + 1) + 1
    return Place(Span(start, start + len(words)), before.count("\n") + 1, column)


PASSED = Finding(
    Quotation("a tidy set of rules", place('"a tidy set of rules"'), (1,), "p. 1"),
    Reason.FOUND,
    "found on page 1",
    (
        Anchor(
            1, Span(4, 23), "a tidy set of rules", "say ", " are", (BBox(1, 2, 3, 4),)
        ),
    ),
    ("line-break",),
)
FAILED = Finding(
    Quotation("a tidy set of edges", place('"a tidy set of edges"'), (3,), "p. 3"),
    Reason.ABSENT,
    "not found on page 3",
)
FLAGGED = Finding(
    PageCitation(2, place("Page 2"), "Page 2"),
    Reason.NO_QUOTATION,
    "page 2 exists; no quotation to verify: 0 words, need 4",
    (Anchor(2),),
)
EQUATION = Finding(
    EquationCitation("3", place("Eq. (3)"), "Eq. (3)"),
    Reason.EQUATION_UNRESOLVED,
    "equation (3) is unresolved: extraction found no candidate with this label, and no "
    "equation label in this document is supported; this is no evidence that the paper "
    "lacks it",
)
FIGURE = Finding(
    FigureCitation("4", place("Fig. (4)"), "Fig. (4)"),
    Reason.FOUND,
    "a figure caption carries this label on page 4",
    (Anchor(4, bboxes=(BBox(5, 6, 7, 8),)),),
)
UNANCHORED = Finding(
    Quotation("as everyone knows well", place('"as everyone knows well"')),
    Reason.NO_PAGE_NAMED,
    "quoted, no page named; not checked",
    elsewhere=(2,),
)
UNSUPPORTED = Mention("pp. 3-4", place("pp. 3-4"))


def audit(*findings: Finding, supported: bool = False) -> Audit:
    mentions = () if supported else (UNSUPPORTED,)
    return Audit(
        Original("paper.pdf", "9d0fc72513a2" + "0" * 52, 4),
        DraftSource("report.txt", "f" * 64, TEXT),
        ParsedDraft(tuple(f.claim for f in findings), mentions, ()),
        findings,
    )


FULL = audit(PASSED, FAILED, FLAGGED, EQUATION, FIGURE, UNANCHORED)

HOSTILE = (
    "a\x1b]0;t\x07 [bold]set[/] `of`\r\n::error::rules|<img src=x> @you, 100%: "
    "]]>\ufffe\u202e**x** https://example.org"
)
"""What a stranger could put into a paper or a draft to be obeyed by a reader of it."""


def hostile() -> Audit:
    """Return an audit every text of which is hostile."""
    claim = replace(FAILED.claim, text=HOSTILE)
    equation = replace(EQUATION.claim, label=HOSTILE)
    found = audit(
        replace(FAILED, claim=claim, evidence=HOSTILE),
        replace(EQUATION, claim=equation, evidence=HOSTILE),
    )
    mention = Mention(HOSTILE, place("pp. 3-4"), HOSTILE)
    return replace(
        found,
        original=replace(found.original, name=HOSTILE),
        draft=replace(found.draft, name=HOSTILE),
        parsed=replace(found.parsed, unsupported=(mention,), unread=(mention,)),
        warnings=(HOSTILE,),
    )
