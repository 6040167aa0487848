"""How a process that handles a PDF answers: a line of JSON with one key at a time."""

from __future__ import annotations

import json
from typing import BinaryIO

__all__ = ["say"]


def say(sink: BinaryIO, key: str, value: object) -> None:
    """Write one line of the answer, at once."""
    line = json.dumps({key: value}, ensure_ascii=True, separators=(",", ":"))
    sink.write(line.encode() + b"\n")
    sink.flush()
