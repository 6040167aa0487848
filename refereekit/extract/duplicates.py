"""Keys that a dictionary of the file defines twice, as pypdf tells its logger.

pypdf takes the first definition and PDFium the last: of a font, they then speak of two.
"""

from __future__ import annotations

import logging
import re

__all__ = ["TWICE", "Duplicates"]

_MESSAGE = re.compile(r"Multiple definitions in dictionary .* for key (\S+)")


class Duplicates(logging.Handler):
    """Remembers the keys that were defined twice since it was cleared."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.keys: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Take in one message, which goes nowhere else."""
        match = _MESSAGE.match(record.getMessage())
        if match:
            self.keys.add(match[1])


TWICE = Duplicates()
# Without a handler, what pypdf repairs would reach the terminal.
logging.getLogger("pypdf").addHandler(TWICE)
