"""What a check returns: a finding, whose reason fixes the verdict."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from enum import Enum, StrEnum, unique
from operator import attrgetter

from refereekit.claims import Claim, ParsedDraft
from refereekit.positions import BBox, Span
from refereekit.records import Original
from refereekit.values import Value

__all__ = [
    "Anchor",
    "Audit",
    "DraftRun",
    "DraftSource",
    "Finding",
    "PoolLabel",
    "Reason",
    "Verdict",
]


@unique
class Verdict(StrEnum):
    """The four answers."""

    PASS = "PASS"
    FLAG = "FLAG"
    FAIL = "FAIL"
    UNANCHORED = "UNANCHORED"


@unique
class Reason(Enum):
    """Why a verdict was given; each reason belongs to exactly one verdict."""

    FOUND = "found", Verdict.PASS
    WRONG_PAGE = "wrong-page", Verdict.FAIL
    FORM_DIFFERS = "form-differs", Verdict.FAIL
    ABSENT = "absent", Verdict.FAIL
    NO_SUCH_PAGE = "no-such-page", Verdict.FAIL
    NO_QUOTATION = "no-quotation", Verdict.FLAG
    EQUATION_UNRESOLVED = "equation-unresolved", Verdict.FAIL
    EQUATION_EVIDENCE_UNAVAILABLE = "equation-evidence-unavailable", Verdict.FAIL
    UNSUPPORTED_EQUATION_LABEL = "unsupported-equation-label", Verdict.FAIL
    NO_PAGE_NAMED = "no-page-named", Verdict.UNANCHORED

    def __init__(self, code: str, verdict: Verdict) -> None:
        self.code = code
        self.verdict = verdict


@unique
class PoolLabel(StrEnum):
    """How a claim compares with the session's claim pool; never a verdict."""

    MATCHING_POOL_QUOTATION = "matching-pool-quotation"
    ANCHOR_ONLY = "anchor-only"
    ABSENT_ANCHOR = "absent-anchor"


class Anchor(Value):
    """A place in the paper: a span of one page's text, and its boxes.

    `exact` is the page text that the span covers; `prefix` and `suffix` are the text
    around it, long enough that the three together occur once on the page. An anchor
    that is a caption or a label has no span of the text and empty strings.
    """

    page_number: int
    span: Span | None = None
    exact: str = ""
    prefix: str = ""
    suffix: str = ""
    bboxes: Sequence[BBox] = ()


class Finding(Value):
    """One claim's answer.

    `folded` names what had to be treated as equal to reach a PASS. `elsewhere` lists
    the pages that hold the words of a quotation whose verdict does not rest on them.
    """

    claim: Claim
    reason: Reason
    evidence: str
    anchors: tuple[Anchor, ...] = ()
    folded: tuple[str, ...] = ()
    elsewhere: tuple[int, ...] = ()
    pool: PoolLabel = PoolLabel.ABSENT_ANCHOR

    @property
    def verdict(self) -> Verdict:
        """Return the verdict that the reason fixes."""
        return self.reason.verdict


class DraftRun(Value):
    """A run of a word processor's document: where its text begins in the draft's.

    `part` is `body`, `footnotes`, `endnotes` or `comments`; `paragraph` counts from 1
    in the part, `number` from 1 in the paragraph, whose text begins at
    `paragraph_start`.
    """

    start: int
    part: str
    paragraph: int
    number: int
    paragraph_start: int


class DraftSource(Value):
    """The report that was checked; `runs`, in order, are those of a document."""

    name: str
    sha256: str
    text: str
    runs: tuple[DraftRun, ...] = ()

    def run_at(self, position: int) -> DraftRun | None:
        """Return the run of a document that holds this code point of the text."""
        index = bisect_right(self.runs, position, key=attrgetter("start"))
        return self.runs[index - 1] if index else None


class Audit(Value):
    """Every finding about one draft and one paper, in the order of the transcript."""

    original: Original
    draft: DraftSource
    parsed: ParsedDraft
    findings: tuple[Finding, ...]
    warnings: tuple[str, ...] = ()

    def count(self, verdict: Verdict) -> int:
        """Return how many findings have this verdict."""
        return sum(finding.verdict is verdict for finding in self.findings)

    def where(self, holds: Callable[[Finding], bool]) -> tuple[Finding, ...]:
        """Return the findings for which `holds` is true, in order."""
        return tuple(finding for finding in self.findings if holds(finding))
