"""How much a stranger's PDF may ask of the machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

__all__ = ["SETTINGS", "Limits"]

SETTINGS: Mapping[str, tuple[str, int]] = MappingProxyType(
    {
        "pdf-mb": ("pdf_bytes", 1 << 20),
        "memory-mb": ("memory_bytes", 1 << 20),
        "page-seconds": ("page_seconds", 1),
        "total-seconds": ("total_seconds", 1),
    }
)
"""The limits as a person sets them: the field of each, and how many make one."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of reading one paper, which every honest paper stays far below.

    `memory_bytes` bounds the reading process's address space, `page_seconds` the time
    without progress, `total_seconds` the whole reading. The slowest of 1,200 measured
    pages takes 2 s, and 2,000 pages take 400 MB.
    """

    pdf_bytes: int = 1 << 30
    memory_bytes: int = 3 << 30
    page_seconds: float = 15.0
    total_seconds: float = 3600.0

    @classmethod
    def of(cls, amounts: Mapping[str, float]) -> Limits:
        """Return the limits of these settings, and the default of every other."""
        fields: dict[str, Any] = {}
        for name, amount in amounts.items():
            field, unit = SETTINGS[name]
            fields[field] = amount if unit == 1 else int(amount * unit)
        return replace(cls(), **fields)

    def amount(self, name: str) -> float:
        """Return a limit as it is set."""
        field, unit = SETTINGS[name]
        value: float = getattr(self, field)
        return value / unit
