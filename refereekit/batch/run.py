"""A batch from its pairs to its results: what is left to do, done and kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from refereekit import __version__
from refereekit.batch.pair import Pair
from refereekit.batch.results import Results
from refereekit.batch.task import COULD_NOT_RUN, fingerprint
from refereekit.binding import Progress
from refereekit.errors import RefereekitError

__all__ = ["Engine", "Ran", "run_batch"]

Engine = Callable[[Sequence[Pair]], Iterator[tuple[Pair, bytes]]]
"""Checks pairs and yields each with its line, as they come."""


@dataclass(frozen=True, slots=True)
class Ran:
    """How many of the pairs were checked by this run, and how many before."""

    now: int
    before: int


def run_batch(
    pairs: Sequence[Pair],
    results: Results,
    engine: Engine,
    *,
    progress: Progress | None = None,
) -> Ran:
    """Check the pairs that have no line which still holds, and roll all lines up.

    `progress` is called with the pairs checked so far and those that this run checks.

    Raises:
        RefereekitError: the results cannot be written, or the engine is lost.
    """
    distinct = list({pair.id: pair for pair in pairs}.values())
    with results.opened(pairs):
        papers: dict[str, str] = {}
        left = [pair for pair in distinct if not _still_holds(pair, results, papers)]
        if left:
            results.forget(pair.id for pair in left)
            for done, (pair, line) in enumerate(engine(left), 1):
                results.keep(pair.id, line)
                if progress is not None:
                    progress(done, len(left))
        results.roll_up(pairs)
    return Ran(len(left), len(distinct) - len(left))


def _still_holds(pair: Pair, results: Results, papers: dict[str, str]) -> bool:
    """Tell whether a pair was checked by this version, on what its files hold now."""
    line = results.line(pair.id)
    if line is None:
        return False
    try:
        record: dict[str, Any] = json.loads(line)
        is_ours = record["version"] == __version__ and record["id"] == pair.id
        if not is_ours or record["exit_code"] == COULD_NOT_RUN:
            return False
        return bool(record["sha256"] == fingerprint(pair, papers))
    except (ValueError, KeyError, TypeError, RecursionError, RefereekitError):
        return False
