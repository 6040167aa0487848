"""The texts that a request supplies, and the one that a citation names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from refereekit.selection.limits import require_bytes, require_items
from refereekit.selection.outcome import Failure
from refereekit.selection.refusals import InvalidInput

__all__ = ["Sources", "Unresolved", "check_source_limits", "read_sources"]


@dataclass(frozen=True, slots=True)
class Unresolved:
    """Why a cited source is not among those supplied.

    `available_versions` is `None` where not even the source's id is known.
    """

    failure: Failure
    field: str
    available_versions: list[str] | None


@dataclass(frozen=True, slots=True)
class Sources:
    """Texts by source id, then by version."""

    texts: Mapping[str, Mapping[str, str]]

    def resolve(self, source_id: str, version: str) -> str | Unresolved:
        """Return the text with these labels, compared exactly."""
        versions = self.texts.get(source_id)
        if versions is None:
            return Unresolved(Failure.UNKNOWN_SOURCE, "source_id", None)
        text = versions.get(version)
        if text is None:
            return Unresolved(Failure.VERSION_MISMATCH, "version", sorted(versions))
        return text


def read_sources(documents: list[dict[str, Any]]) -> Sources:
    """Return the sources of a valid input.

    Raises:
        InvalidInput: a (source_id, version) pair stands there twice.
    """
    texts: dict[str, dict[str, str]] = {}
    for index, document in enumerate(documents):
        versions = texts.setdefault(document["source_id"], {})
        if document["version"] in versions:
            raise InvalidInput(f"/sources/{index}: the same source and version twice")
        versions[document["version"]] = document["text"]
    return Sources(texts)


def check_source_limits(
    documents: list[dict[str, Any]], limits: Mapping[str, int]
) -> None:
    """Refuse too many sources, too long a text or too long a label."""
    require_items("/sources", documents, limits, "max_sources")
    for index, document in enumerate(documents):
        pointer = f"/sources/{index}"
        for label in ("source_id", "version"):
            require_bytes(f"{pointer}/{label}", document[label], limits, "label")
        require_bytes(f"{pointer}/text", document["text"], limits, "text")
