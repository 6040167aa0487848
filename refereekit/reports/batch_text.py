"""A batch for people at a terminal: totals, then papers, the worst first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from refereekit.batch.rollup import PairRow, Rollup
from refereekit.reports.groups import counted
from refereekit.reports.reasons import MEANING
from refereekit.reports.wording import printable
from refereekit.verdicts import Verdict

__all__ = ["closing", "render", "render_totals", "state", "totals", "verdict_counts"]

_CLOSING = {
    0: "nothing FAILs; this is not approval",
    1: "at least one citation FAILs against its document",
    2: "a pair could not be checked",
    3: "nothing FAILs, but --fail-on names what is here",
}


class _Counted(Protocol):
    def count(self, verdict: Verdict) -> int: ...


def render(rollup: Rollup) -> str:
    """Return totals, counts by reason, and every paper with its drafts."""
    lines = [*_totals(rollup), *_papers(rollup)]
    lines.append(f"exit code of the batch: {closing(rollup)}")
    return "".join(f"{line}\n" for line in lines)


def render_totals(rollup: Rollup, *, now: int, results: str) -> str:
    """Return the totals of a batch that just ended; `now` pairs were checked by it."""
    lines = [
        *_totals(rollup),
        f"checked now: {now}; results: {printable(results)}",
        f"exit {closing(rollup)}",
    ]
    return "".join(f"{line}\n" for line in lines)


def closing(rollup: Rollup) -> str:
    """Return the batch's exit code and what it means."""
    return f"{rollup.exit_code}: {_CLOSING[rollup.exit_code]}"


def totals(rollup: Rollup) -> str:
    """Return how many pairs there are and what became of them."""
    failed, waiting = len(rollup.failed), len(rollup.waiting)
    checked = len(rollup.rows) - failed - waiting
    parts = [f"{checked} checked", f"{failed} could not run"]
    if waiting:
        parts.append(f"{waiting} not checked yet")
    pairs = counted(len(rollup.rows), "pair")
    return f"{pairs} of {counted(len(rollup.papers), 'paper')}: {', '.join(parts)}"


def verdict_counts(counts: _Counted) -> str:
    """Return the counts of all verdicts, the worst first."""
    verdicts = (Verdict.FAIL, Verdict.FLAG, Verdict.UNANCHORED, Verdict.PASS)
    return ", ".join(f"{counts.count(verdict)} {verdict}" for verdict in verdicts)


def state(row: PairRow) -> str:
    """Return what one pair came to, in words."""
    if row.exit_code is None:
        return "not checked yet"
    if row.error is not None:
        return f"could not run: {printable(row.error)}"
    return verdict_counts(row)


def _totals(rollup: Rollup) -> Iterator[str]:
    yield totals(rollup)
    yield f"findings: {verdict_counts(rollup)}"
    for cell in rollup.cells:
        yield (
            f"  {cell.reason.verdict} {cell.reason.code}: {cell.findings} in "
            f"{counted(cell.drafts, 'draft')}; {MEANING[cell.reason]}"
        )


def _papers(rollup: Rollup) -> Iterator[str]:
    for paper in rollup.papers:
        yield ""
        drafts = counted(len(paper.rows), "draft")
        yield f"{printable(paper.paper)} ({drafts}): {verdict_counts(paper)}"
        yield from (f"  {printable(r.draft)}: {state(r)}" for r in paper.rows)
    yield ""
