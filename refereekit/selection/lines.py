"""Requests as lines of a stream, none of which may fill the memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

__all__ = ["MAX_LINE_BYTES", "read_lines"]

MAX_LINE_BYTES = 16 * 1024 * 1024
"""An input of 1 MiB fits, its every character written as an escape of six."""


def read_lines(stream: BinaryIO, limit: int = MAX_LINE_BYTES) -> Iterator[bytes | None]:
    """Yield every line that is not blank; `None` stands for one beyond the limit."""
    while line := stream.readline(limit + 1):
        if len(line) <= limit:
            if line.strip():
                yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(limit)
        yield None
