"""Lists of words, written as they are read."""

from __future__ import annotations

__all__ = ["words"]


def words(listed: str) -> frozenset[str]:
    """Return the words of a list that white space separates."""
    return frozenset(listed.split())
