"""The tasks of a batch in processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from itertools import zip_longest
from multiprocessing.connection import Connection, wait

from refereekit.batch.driving import Pool, drive, leave_interrupts
from refereekit.batch.grouping import by_paper
from refereekit.batch.pair import Pair
from refereekit.batch.task import Work

__all__ = ["check_locally"]


def check_locally(
    pairs: Sequence[Pair], work: Work, *, workers: int
) -> Iterator[tuple[Pair, bytes]]:
    """Yield every pair and its line, as they come, from a pool of processes."""
    bundles = [[pair] for pair in _spread(pairs)]
    yield from drive(bundles, work, _pool, workers=min(workers, len(bundles)))


def _spread(pairs: Sequence[Pair]) -> Iterator[Pair]:
    """Yield one pair of each paper, then the next of each.

    Two processes then seldom wait for one reading of the same paper.
    """
    for layer in zip_longest(*by_paper(pairs)):
        yield from (pair for pair in layer if pair is not None)


@contextmanager
def _pool(workers: int) -> Iterator[Pool]:
    """Open a pool whose processes end when it is closed, whatever they are at."""
    # Spawned, since a fork would copy this process's threads' locks as they are.
    context = multiprocessing.get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    with closing(theirs), closing(ours):
        pool = ProcessPoolExecutor(
            workers, mp_context=context, initializer=_begin, initargs=(theirs,)
        )
        try:
            yield Pool(pool)
        finally:
            ours.close()
            pool.shutdown(cancel_futures=True)


def _begin(parent: Connection) -> None:
    """Leave Ctrl-C to the parent, and end when it lets go of the pipe or dies."""
    leave_interrupts()

    def follow() -> None:
        wait([parent])
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
