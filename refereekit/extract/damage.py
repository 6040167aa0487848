"""What pypdf raises on a damaged file."""

from __future__ import annotations

from pypdf.errors import DeprecationError, PyPdfError

__all__ = ["DAMAGE"]

DAMAGE = (
    PyPdfError,
    DeprecationError,
    ValueError,
    KeyError,
    TypeError,
    IndexError,
    AttributeError,
    AssertionError,
    RecursionError,
    OverflowError,
    NotImplementedError,
    OSError,
)
"""Its own errors, and those of code that expects a sound file."""
