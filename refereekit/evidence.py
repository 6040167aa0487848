"""What a draft may be written from: the pool's claims that hold now.

Every saved claim is checked again first, for the records it rests on may have been
read anew and the file it was saved in can be edited. One that fails is kept out.
"""

from __future__ import annotations

from dataclasses import dataclass

from refereekit.audit import check_claim
from refereekit.matching.index import PaperIndex
from refereekit.pool import Entry, Pool
from refereekit.records import Original, Paper
from refereekit.verdicts import Verdict

__all__ = ["Evidence", "gather_evidence"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """The claims on offer and those kept out, each with the finding made just now."""

    original: Original
    offered: tuple[Entry, ...]
    excluded: tuple[Entry, ...]

    @property
    def pool(self) -> Pool:
        """Return the verified pool: the claims on offer."""
        return Pool(self.offered)


def gather_evidence(pool: Pool, paper: Paper, index: PaperIndex) -> Evidence:
    """Check every claim of the pool again, and part those that hold from the rest."""
    checked = [
        Entry(entry.id, check_claim(entry.finding.claim, paper, index), entry.note)
        for entry in pool.entries
    ]
    return Evidence(
        paper.original,
        offered=tuple(entry for entry in checked if _holds(entry)),
        excluded=tuple(entry for entry in checked if not _holds(entry)),
    )


def _holds(entry: Entry) -> bool:
    return entry.finding.verdict in (Verdict.PASS, Verdict.FLAG)
