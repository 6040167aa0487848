"""`citation-anchor-check`: does the quote with its context stand in one place only?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

from refereekit.positions import Span
from refereekit.selection.limits import require_bytes
from refereekit.selection.occurrences import count_occurrences, starts
from refereekit.selection.outcome import Failure, Outcome
from refereekit.selection.sources import (
    Sources,
    Unresolved,
    check_source_limits,
    read_sources,
)
from refereekit.selectors import TextQuoteSelector

__all__ = ["AnchorCitation", "check_anchor", "execute"]


@dataclass(frozen=True, slots=True)
class AnchorCitation:
    """A quote, what stands around it, and where it is said to start, if anywhere."""

    source_id: str
    version: str
    selector: TextQuoteSelector
    claimed_start: int | None = None

    @staticmethod
    def from_json(document: Mapping[str, Any]) -> AnchorCitation:
        """Return the citation that a valid input describes."""
        return AnchorCitation(
            document["source_id"],
            document["version"],
            TextQuoteSelector.from_json(document["selector"]),
            document.get("claimed_start"),
        )

    def check_limits(self, pointer: str, limits: Mapping[str, int]) -> None:
        """Refuse too long a label, quote or context."""
        selector = self.selector
        require_bytes(f"{pointer}/source_id", self.source_id, limits, "label")
        require_bytes(f"{pointer}/version", self.version, limits, "label")
        require_bytes(f"{pointer}/selector/exact", selector.exact, limits, "quote")
        require_bytes(f"{pointer}/selector/prefix", selector.prefix, limits, "context")
        require_bytes(f"{pointer}/selector/suffix", selector.suffix, limits, "context")


@dataclass(frozen=True, slots=True)
class _Detail:
    """The discrepancy, member by member as the output schema names them."""

    field: str
    available_versions: list[str] | None = None
    exact_matches: int | None = None
    prefix_matches: int | None = None
    full_matches: int | None = None
    match_starts: list[int] | None = None
    claimed_start: int | None = None
    resolved_start: int | None = None
    observed: str | None = None


@dataclass(frozen=True, slots=True)
class _Matches:
    """How often the quote stands in a text: alone, after its prefix, in full.

    `starts` are the starts of the quote in the first two full matches.
    """

    exact: int
    prefix: int
    full: int
    starts: list[int]


def check_anchor(citation: AnchorCitation, sources: Sources) -> Outcome:
    """Look for the one place that the quote and its context name."""
    text = sources.resolve(citation.source_id, citation.version)
    if isinstance(text, Unresolved):
        detail = _Detail(text.field, text.available_versions)
        return Outcome(text.failure, asdict(detail))
    matches = _find(citation.selector, text)
    found = _discrepancy(citation, text, matches)
    if found is None:
        start = matches.starts[0]
        return Outcome(match=Span(start, start + len(citation.selector.exact)))
    failure, field, observed = found
    is_elsewhere = failure is Failure.POSITION_MISMATCH
    detail = _Detail(
        field,
        exact_matches=matches.exact,
        prefix_matches=matches.prefix,
        full_matches=matches.full,
        match_starts=matches.starts,
        claimed_start=citation.claimed_start,
        resolved_start=matches.starts[0] if is_elsewhere else None,
        observed=observed,
    )
    return Outcome(failure, asdict(detail))


def execute(document: Mapping[str, Any], limits: Mapping[str, int]) -> dict[str, Any]:
    """Return the result for an input that the contract's schema allows."""
    sources = read_sources(document["sources"])
    citation = AnchorCitation.from_json(document["citation"])
    check_source_limits(document["sources"], limits)
    citation.check_limits("/citation", limits)
    outcome = check_anchor(citation, sources)
    match = outcome.match
    place = None if match is None else {"start": match.start, "end": match.end}
    return outcome.head() | {"match": place} | outcome.tail()


def _find(selector: TextQuoteSelector, text: str) -> _Matches:
    """Count the three stages, each a search for one string."""
    exact = count_occurrences(text, selector.exact)
    with_prefix = selector.prefix + selector.exact
    prefix = _narrowed(exact, text, selector.exact, with_prefix)
    whole = with_prefix + selector.suffix
    full = _narrowed(prefix, text, with_prefix, whole)
    first = islice(starts(text, whole), 2) if full else ()
    return _Matches(exact, prefix, full, [at + len(selector.prefix) for at in first])


def _narrowed(found: int, text: str, needle: str, longer: str) -> int:
    """Count a string that `needle`, found so often, is a part of."""
    if not found or longer == needle:
        return found
    return count_occurrences(text, longer)


def _discrepancy(
    citation: AnchorCitation, text: str, matches: _Matches
) -> tuple[Failure, str, str | None] | None:
    """Return the first failure in the contract's order, its field, what is observed."""
    selector = citation.selector
    if not matches.exact:
        return Failure.EXACT_NOT_FOUND, "exact", None
    if not matches.prefix:
        start = text.index(selector.exact)
        observed = text[max(0, start - len(selector.prefix)) : start]
        return Failure.PREFIX_MISMATCH, "prefix", observed
    if not matches.full:
        with_prefix = selector.prefix + selector.exact
        end = text.index(with_prefix) + len(with_prefix)
        observed = text[end : end + len(selector.suffix)]
        return Failure.SUFFIX_MISMATCH, "suffix", observed
    if matches.full > 1:
        return Failure.AMBIGUOUS_ANCHOR, "exact", None
    if citation.claimed_start not in (None, matches.starts[0]):
        return Failure.POSITION_MISMATCH, "claimed_start", None
    return None
