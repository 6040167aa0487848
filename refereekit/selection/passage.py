"""`citation-passage-check`: does this span of the source read as the quote?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from refereekit.selection.limits import require_bytes
from refereekit.selection.outcome import Failure, Outcome
from refereekit.selection.sources import (
    Sources,
    Unresolved,
    check_source_limits,
    read_sources,
)
from refereekit.selectors import TextPositionSelector

__all__ = ["PassageCitation", "check_passage", "execute"]


@dataclass(frozen=True, slots=True)
class PassageCitation:
    """A quote and the place in a source where it is said to stand."""

    source_id: str
    version: str
    selector: TextPositionSelector
    quote: str

    @staticmethod
    def from_json(document: Mapping[str, Any]) -> PassageCitation:
        """Return the citation that a valid input describes."""
        return PassageCitation(
            document["source_id"],
            document["version"],
            TextPositionSelector.from_json(document["selector"]),
            document["quote"],
        )

    def check_limits(self, pointer: str, limits: Mapping[str, int]) -> None:
        """Refuse too long a label or quote."""
        require_bytes(f"{pointer}/source_id", self.source_id, limits, "label")
        require_bytes(f"{pointer}/version", self.version, limits, "label")
        require_bytes(f"{pointer}/quote", self.quote, limits, "quote")


@dataclass(frozen=True, slots=True)
class _Detail:
    """The discrepancy, member by member as the output schema names them."""

    field: str
    available_versions: list[str] | None = None
    start: int | None = None
    end: int | None = None
    text_length: int | None = None
    quote_offset: int | None = None
    source_offset: int | None = None
    expected_char: str | None = None
    claimed_char: str | None = None


def check_passage(citation: PassageCitation, sources: Sources) -> Outcome:
    """Compare the quote with the span, code point by code point."""
    text = sources.resolve(citation.source_id, citation.version)
    if isinstance(text, Unresolved):
        detail = _Detail(text.field, text.available_versions)
        return Outcome(text.failure, asdict(detail))
    start, end = citation.selector.start, citation.selector.end
    if start > end:
        detail = _Detail("start", None, start, end, len(text))
        return Outcome(Failure.SPAN_REVERSED, asdict(detail))
    if end > len(text):
        detail = _Detail("end", None, start, end, len(text))
        return Outcome(Failure.SPAN_OUT_OF_RANGE, asdict(detail))
    passage = text[start:end]
    if passage == citation.quote:
        return Outcome()
    at = _first_difference(passage, citation.quote)
    detail = _Detail(
        "quote",
        start=start,
        end=end,
        text_length=len(text),
        quote_offset=at,
        source_offset=start + at,
        expected_char=passage[at : at + 1] or None,
        claimed_char=citation.quote[at : at + 1] or None,
    )
    return Outcome(Failure.QUOTE_MISMATCH, asdict(detail))


def execute(document: Mapping[str, Any], limits: Mapping[str, int]) -> dict[str, Any]:
    """Return the result for an input that the contract's schema allows."""
    sources = read_sources(document["sources"])
    citation = PassageCitation.from_json(document["citation"])
    check_source_limits(document["sources"], limits)
    citation.check_limits("/citation", limits)
    outcome = check_passage(citation, sources)
    return outcome.head() | outcome.tail()


def _first_difference(passage: str, quote: str) -> int:
    """Return the first index at which the two differ; one may begin the other."""
    pairs = enumerate(zip(passage, quote, strict=False))
    shorter = min(len(passage), len(quote))
    return next((at for at, (a, b) in pairs if a != b), shorter)
