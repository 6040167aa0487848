"""The named limits of the contracts, counted in UTF-8 bytes or items."""

from __future__ import annotations

from collections.abc import Mapping, Sized

from refereekit.selection.refusals import LimitExceeded

__all__ = ["byte_length", "require_bytes", "require_items", "utf16_length"]


def byte_length(text: str) -> int:
    """Return how many bytes the text has in UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8"))


def utf16_length(text: str) -> int:
    """Return how many 16-bit units the text has in UTF-16."""
    return len(text.encode("utf-16-le")) // 2


def require_bytes(
    pointer: str, text: str, limits: Mapping[str, int], kind: str
) -> None:
    """Refuse a text with more UTF-8 bytes than `max_<kind>_bytes`."""
    name = f"max_{kind}_bytes"
    if byte_length(text) > limits[name]:
        raise LimitExceeded(f"{pointer}: more than {limits[name]} bytes ({name})")


def require_items(
    pointer: str, items: Sized, limits: Mapping[str, int], name: str
) -> None:
    """Refuse an array with more items than the named limit."""
    if len(items) > limits[name]:
        raise LimitExceeded(f"{pointer}: more than {limits[name]} items ({name})")
