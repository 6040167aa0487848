"""A batch from its pairs to its results: what is left to do, done and kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from refereekit import __version__
from refereekit.batch.pair import Pair
from refereekit.batch.results import Results
from refereekit.batch.task import COULD_NOT_RUN, fingerprint
from refereekit.binding import Progress
from refereekit.errors import RefereekitError
from refereekit.limits import Limits

__all__ = ["Engine", "run_batch"]

Engine = Callable[[Sequence[Pair]], Iterator[tuple[Pair, bytes]]]
"""Checks pairs and yields each with its line, as they come."""


def run_batch(
    pairs: Sequence[Pair],
    results: Results,
    engine: Engine,
    progress: Progress | None = None,
    limits: Limits | None = None,
) -> int:
    """Check the pairs that have no line which still holds, and roll all lines up.

    Return how many there were.

    `progress` is called with the pairs checked so far and those that this run checks.

    Raises:
        RefereekitError: the results cannot be written, or the engine is lost.
    """
    distinct = list({pair.id: pair for pair in pairs}.values())
    with results.opened(pairs):
        still_holds = partial(_still_holds, results=results, papers={}, limits=limits)
        left = [pair for pair in distinct if not still_holds(pair)]
        if left:
            results.forget(pair.id for pair in left)
            tell = progress or _nobody
            tell(0, len(left))
            for done, (pair, line) in enumerate(engine(left), 1):
                results.keep(pair.id, line)
                tell(done, len(left))
        results.roll_up(pairs)
    return len(left)


def _nobody(done: int, total: int) -> None:
    """Tell no one of the progress."""


def _still_holds(
    pair: Pair, results: Results, papers: dict[str, str], limits: Limits | None
) -> bool:
    """Tell whether a pair was checked by this version, on what its files hold now."""
    line = results.line(pair.id)
    if line is None:
        return False
    try:
        record: dict[str, Any] = json.loads(line)
        is_ours = record["version"] == __version__ and record["id"] == pair.id
        if not is_ours or record["exit_code"] == COULD_NOT_RUN:
            return False
        return bool(record["sha256"] == fingerprint(pair, papers, limits))
    except (ValueError, KeyError, TypeError, RecursionError, RefereekitError):
        return False
