"""What this process may use of the machine."""

from __future__ import annotations

import os

__all__ = ["processors"]


def processors() -> int:
    """Return how many processors this process may use, which may not be all."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
