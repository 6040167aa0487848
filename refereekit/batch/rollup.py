"""A batch's lines rolled up: by pair, by paper and by reason, the worst first."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from refereekit.batch.results import Results
from refereekit.errors import StoreError
from refereekit.reports.outcome import gravest
from refereekit.reports.reasons import BY_SERIOUSNESS
from refereekit.verdicts import Reason, Verdict

__all__ = ["Cell", "PairRow", "PaperRow", "Place", "Rollup", "roll_up"]

_REASONS = {reason.code: reason for reason in Reason}


@dataclass(frozen=True, slots=True)
class Place:
    """A finding that is no PASS, as a list shows it."""

    reason: Reason
    cited: str
    evidence: str
    line: int


@dataclass(frozen=True, slots=True)
class PairRow:
    """What one pair came to; `exit_code` is `None` where it was not checked yet."""

    paper: str
    sha256: str | None
    draft: str
    exit_code: int | None
    error: str | None = None
    reasons: tuple[tuple[Reason, int], ...] = ()
    places: tuple[Place, ...] = ()
    unchecked: int = 0
    warnings: tuple[str, ...] = ()

    def count(self, verdict: Verdict) -> int:
        """Return how many findings have this verdict."""
        return sum(n for reason, n in self.reasons if reason.verdict is verdict)

    @property
    def is_checked(self) -> bool:
        """Tell whether there are findings, be it none."""
        return self.exit_code is not None and self.error is None


@dataclass(frozen=True, slots=True)
class Cell:
    """How many findings have one reason, and in how many drafts."""

    reason: Reason
    findings: int
    drafts: int


@dataclass(frozen=True)
class _Rows:
    rows: tuple[PairRow, ...]

    def count(self, verdict: Verdict) -> int:
        """Return how many findings have this verdict."""
        return sum(row.count(verdict) for row in self.rows)

    @property
    def failed(self) -> tuple[PairRow, ...]:
        """Return the pairs that could not be checked."""
        return tuple(row for row in self.rows if row.error is not None)

    @property
    def waiting(self) -> tuple[PairRow, ...]:
        """Return the pairs that have not been checked yet."""
        return tuple(row for row in self.rows if row.exit_code is None)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Return the counts by reason, the most serious reason first."""
        findings: Counter[Reason] = Counter()
        drafts: Counter[Reason] = Counter()
        for row in self.rows:
            findings.update(dict(row.reasons))
            drafts.update(reason for reason, _ in row.reasons)
        ordered = sorted(findings, key=BY_SERIOUSNESS.__getitem__)
        return tuple(Cell(r, findings[r], drafts[r]) for r in ordered)


@dataclass(frozen=True)
class PaperRow(_Rows):
    """The pairs of one paper, the worst first."""

    paper: str

    @property
    def sha256(self) -> str | None:
        """Return the hash of the PDF, where it could be read."""
        return next((row.sha256 for row in self.rows if row.sha256), None)


@dataclass(frozen=True)
class Rollup(_Rows):
    """All pairs of a batch, in the manifest's order."""

    place: str

    @property
    def exit_code(self) -> int:
        """Return the gravest exit code; what was not checked counts as that."""
        return gravest(2 if r.exit_code is None else r.exit_code for r in self.rows)

    @cached_property
    def papers(self) -> tuple[PaperRow, ...]:
        """Return the papers, the worst first."""
        groups: dict[str, list[PairRow]] = {}
        for row in sorted(self.rows, key=_badness):
            groups.setdefault(row.paper, []).append(row)
        papers = [PaperRow(tuple(rows), name) for name, rows in groups.items()]
        return tuple(sorted(papers, key=_paper_badness))


def roll_up(results: Results) -> Rollup:
    """Return what a batch came to so far.

    Raises:
        StoreError: there is none, or a line is not what was written.
    """
    rows = [_row(listed, results) for listed in results.listed()]
    if not rows:
        raise StoreError(f"{results.place}: a batch of no pairs; run it again")
    return Rollup(tuple(rows), results.place)


def _row(listed: dict[str, Any], results: Results) -> PairRow:
    line = results.line(listed["id"])
    try:
        if line is None:
            paper = listed["paper"] or listed["session"]
            return PairRow(paper, None, listed["draft"], None)
        return _checked_row(json.loads(line))
    except (ValueError, KeyError, TypeError, RecursionError) as problem:
        raise StoreError(
            f"{results.place}: the line of {listed['id']} cannot be understood; run "
            "the batch again"
        ) from problem


def _checked_row(record: dict[str, Any]) -> PairRow:
    paper, draft = record["paper"] or record["session"], record["draft"]
    sha256, code = record["sha256"]["paper"], record["exit_code"]
    check, error = record["check"], record["error"]
    if check is None:
        return PairRow(paper, sha256, draft, code, error["message"])
    findings = check["findings"]
    counts = Counter(_REASONS[finding["reason"]] for finding in findings)
    return PairRow(
        paper,
        sha256,
        draft,
        code,
        reasons=tuple(sorted(counts.items(), key=lambda n: BY_SERIOUSNESS[n[0]])),
        places=tuple(_places(findings)),
        unchecked=len(check["unsupported"]) + len(check["unread"]),
        warnings=tuple(check["warnings"]),
    )


def _places(findings: list[dict[str, Any]]) -> list[Place]:
    places = [
        Place(
            _REASONS[found["reason"]],
            found["cited"],
            found["evidence"],
            found["draft"]["line"],
        )
        for found in findings
        if found["verdict"] != Verdict.PASS
    ]
    return sorted(places, key=lambda place: BY_SERIOUSNESS[place.reason])


def _badness(row: PairRow) -> tuple[bool, int, int, int, str, str]:
    """Rank a pair: what is unknown first, then by FAIL, FLAG and UNANCHORED."""
    return (row.is_checked, *_fewer([row]), row.paper, row.draft)


def _paper_badness(paper: PaperRow) -> tuple[bool, int, int, int, str]:
    is_checked = all(row.is_checked for row in paper.rows)
    return (is_checked, *_fewer(paper.rows), paper.paper)


def _fewer(rows: Iterable[PairRow]) -> tuple[int, int, int]:
    verdicts = (Verdict.FAIL, Verdict.FLAG, Verdict.UNANCHORED)
    failed, flagged, unanchored = (-sum(r.count(v) for r in rows) for v in verdicts)
    return failed, flagged, unanchored
