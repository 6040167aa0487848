"""The two W3C Web Annotation selectors, as values and as JSON.

Positions are code points from 0, start included, end excluded (W3C Web Annotation
Data Model 4.2.4 and 4.2.5).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

__all__ = ["TextPositionSelector", "TextQuoteSelector"]


@dataclass(frozen=True, slots=True)
class TextPositionSelector:
    """A claimed position in a text; nothing says that it fits the text."""

    start: int
    end: int

    type: ClassVar[str] = "TextPositionSelector"

    def as_json(self) -> dict[str, Any]:
        """Return the selector as W3C writes it."""
        return {"type": self.type, "start": self.start, "end": self.end}

    @staticmethod
    def from_json(document: Mapping[str, Any]) -> TextPositionSelector:
        """Return the selector that a document of its schema describes."""
        return TextPositionSelector(document["start"], document["end"])


@dataclass(frozen=True, slots=True)
class TextQuoteSelector:
    """An exact text and what stands directly before and after it, where given."""

    exact: str
    prefix: str = ""
    suffix: str = ""

    type: ClassVar[str] = "TextQuoteSelector"

    def as_json(self) -> dict[str, Any]:
        """Return the selector as W3C writes it."""
        return {
            "type": self.type,
            "exact": self.exact,
            "prefix": self.prefix,
            "suffix": self.suffix,
        }

    @staticmethod
    def from_json(document: Mapping[str, Any]) -> TextQuoteSelector:
        """Return the selector that a document of its schema describes."""
        return TextQuoteSelector(
            document["exact"],
            document.get("prefix", ""),
            document.get("suffix", ""),
        )
