"""`citation-batch-check`: the first citation of an ordered list that fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from refereekit.selection.anchor import AnchorCitation, check_anchor
from refereekit.selection.limits import require_bytes, require_items, utf16_length
from refereekit.selection.outcome import Outcome
from refereekit.selection.passage import PassageCitation, check_passage
from refereekit.selection.refusals import InvalidInput, LimitExceeded
from refereekit.selection.sources import (
    Sources,
    Unresolved,
    check_source_limits,
    read_sources,
)
from refereekit.selectors import TextPositionSelector

__all__ = ["execute"]


@dataclass(frozen=True, slots=True)
class _Entry:
    """One citation of the batch under its own id."""

    citation_id: str
    citation: PassageCitation | AnchorCitation

    def check(self, sources: Sources) -> Outcome:
        """Compare the citation as the tool for its selector does."""
        match self.citation:
            case PassageCitation():
                return check_passage(self.citation, sources)
            case AnchorCitation():
                return check_anchor(self.citation, sources)
            case _:
                assert_never(self.citation)


def execute(document: Mapping[str, Any], limits: Mapping[str, int]) -> dict[str, Any]:
    """Return the result for an input that the contract's schema allows."""
    sources = read_sources(document["sources"])
    entries = _read_entries(document["citations"])
    check_source_limits(document["sources"], limits)
    _check_limits(entries, limits)
    _check_scan(entries, sources, limits["max_scan_units"])
    for index, entry in enumerate(entries):
        outcome = entry.check(sources)
        if outcome.failure is not None:
            discrepancy = {
                "citation_index": index,
                "citation_id": entry.citation_id,
                "selector_type": entry.citation.selector.type,
                "detail": outcome.detail,
            }
            failed = Outcome(outcome.failure, discrepancy)
            return failed.head() | {"citations_checked": index + 1} | failed.tail()
    valid = Outcome()
    return valid.head() | {"citations_checked": len(entries)} | valid.tail()


def _read_entries(documents: Sequence[Mapping[str, Any]]) -> list[_Entry]:
    entries: list[_Entry] = []
    known: set[str] = set()
    for index, document in enumerate(documents):
        pointer = f"/citations/{index}"
        entry = _read_entry(document, pointer)
        if entry.citation_id in known:
            raise InvalidInput(f"{pointer}/citation_id: the same id twice")
        known.add(entry.citation_id)
        entries.append(entry)
    return entries


def _read_entry(document: Mapping[str, Any], pointer: str) -> _Entry:
    """Return one citation; the schema leaves open what goes with which selector."""
    citation_id = document["citation_id"]
    if document["selector"]["type"] == TextPositionSelector.type:
        if "quote" not in document:
            raise InvalidInput(f"{pointer}/quote: a position selector needs a quote")
        if "claimed_start" in document:
            raise InvalidInput(f"{pointer}/claimed_start: not with a position selector")
        return _Entry(citation_id, PassageCitation.from_json(document))
    if "quote" in document:
        raise InvalidInput(f"{pointer}/quote: not with a quote selector")
    return _Entry(citation_id, AnchorCitation.from_json(document))


def _check_limits(entries: Sequence[_Entry], limits: Mapping[str, int]) -> None:
    require_items("/citations", entries, limits, "max_citations")
    for index, entry in enumerate(entries):
        pointer = f"/citations/{index}"
        require_bytes(f"{pointer}/citation_id", entry.citation_id, limits, "label")
        entry.citation.check_limits(pointer, limits)


def _check_scan(entries: Sequence[_Entry], sources: Sources, limit: int) -> None:
    """Refuse more text than may be searched, each quote selector's source anew."""
    lengths: dict[tuple[str, str], int] = {}
    total = 0
    for entry in entries:
        citation = entry.citation
        if isinstance(citation, PassageCitation):
            continue
        label = citation.source_id, citation.version
        if label not in lengths:
            text = sources.resolve(*label)
            is_missing = isinstance(text, Unresolved)
            lengths[label] = 0 if is_missing else utf16_length(str(text))
        total += lengths[label]
    if total > limit:
        raise LimitExceeded(
            f"/citations: {total} UTF-16 units to search, more than {limit}"
            " (max_scan_units)"
        )
