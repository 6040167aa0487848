"""What is thrown at the program to see what gives way; `make fuzz` runs it."""

from __future__ import annotations

from fuzz.laws import Target
from fuzz.pdfs import PDFS
from fuzz.sessions import SESSIONS
from fuzz.texts import DRAFTS, MATCHES, SELECTORS

__all__ = ["TARGETS"]

TARGETS: dict[str, Target] = {
    target.name: target for target in (DRAFTS, MATCHES, SELECTORS, SESSIONS, PDFS)
}
"""The parts of the program by name."""
