"""Bundles of pairs through an executor: few at a time, and whoever kills it alone.

Where a process dies, nobody can tell which of the pairs that were under way did it.
All of these are suspects, and are checked again one by one once the rest is through:
then a death has one cause, and costs one pair.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    wait,
)
from contextlib import AbstractContextManager
from dataclasses import dataclass

from refereekit.batch.pair import Pair
from refereekit.batch.task import Work, check_bundle, unanswered
from refereekit.errors import RefereekitError

__all__ = ["Bundle", "EngineLost", "Opener", "Pool", "drive", "leave_interrupts"]

Bundle = Sequence[Pair]


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Pool:
    """What runs tasks, and whether all its processes are gone for good.

    An executor that raises `BrokenExecutor` by itself need not be asked.
    """

    executor: Executor
    is_lost: Callable[[], bool] = _never


Opener = Callable[[int], AbstractContextManager[Pool]]
"""Opens a pool of at most so many processes."""

_LOOK_S = 5.0
"""How often it is looked whether whoever is waited for is still there."""

_BUNDLES_A_WORKER = 2
"""One under way and one waiting: a worker is never idle, and few are suspects."""


class EngineLost(RefereekitError):
    """What runs the tasks is gone."""


@dataclass
class _Run:
    """A batch under way."""

    work: Work
    open_pool: Opener
    workers: int
    deaths: tuple[type[BaseException], ...]

    def together(
        self, waiting: deque[Bundle], suspects: list[Pair]
    ) -> Iterator[tuple[Pair, bytes]]:
        """Yield pairs and lines until all bundles are through or the pool broke."""
        most = _BUNDLES_A_WORKER * self.workers
        under_way: dict[Future[list[bytes]], Bundle] = {}
        is_broken = False
        with self.open_pool(self.workers) as pool:
            while under_way or (waiting and not is_broken):
                while waiting and not is_broken and len(under_way) < most:
                    bundle = waiting.popleft()
                    under_way[self._submitted(pool, bundle)] = bundle
                for future in _ended(under_way, pool):
                    bundle = under_way.pop(future)
                    error = _error(future)
                    is_broken |= isinstance(error, BrokenExecutor)
                    if error is None:
                        yield from zip(bundle, future.result(), strict=True)
                    else:
                        suspects.extend(bundle)

    def alone(self, suspects: deque[Pair]) -> Iterator[tuple[Pair, bytes]]:
        """Yield pairs and lines, one pair at a time, until the pool broke."""
        tries = 0
        while suspects:
            with self.open_pool(1) as pool:
                error: BaseException | None = None
                while suspects and not isinstance(error, BrokenExecutor):
                    future = self._submitted(pool, [suspects[0]])
                    _ended([future], pool)
                    error = _error(future)
                    tries += 1
                    if error is None:
                        yield suspects.popleft(), future.result()[0]
                        tries = 0
                    elif tries > self.work.retries:
                        pair = suspects.popleft()
                        yield pair, self._unanswered(pair, error)
                        tries = 0

    def _submitted(self, pool: Pool, bundle: Bundle) -> Future[list[bytes]]:
        try:
            return pool.executor.submit(check_bundle, bundle, self.work)
        except BrokenExecutor as error:
            # A process died while it was idle.
            failed: Future[list[bytes]] = Future()
            failed.set_exception(error)
            return failed

    def _unanswered(self, pair: Pair, error: BaseException) -> bytes:
        died = isinstance(error, self.deaths)
        return unanswered(pair, self.work.seconds, None if died else error)


def drive(
    bundles: Sequence[Bundle],
    work: Work,
    open_pool: Opener,
    *,
    workers: int,
    deaths: tuple[type[BaseException], ...] = (BrokenExecutor,),
) -> Iterator[tuple[Pair, bytes]]:
    """Yield every pair and its line, as they come.

    `deaths` are the errors by which an executor says that a process died.

    Raises:
        EngineLost: the tasks were cancelled from outside.
    """
    run = _Run(work, open_pool, workers, deaths)
    waiting, suspects = deque(bundles), list[Pair]()
    while waiting:
        yield from run.together(waiting, suspects)
    yield from run.alone(deque(suspects))


def leave_interrupts() -> None:
    """Leave Ctrl-C to the parent of this process, which ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _ended(
    under_way: Collection[Future[list[bytes]]], pool: Pool
) -> list[Future[list[bytes]]]:
    """Return tasks that have ended, once there are any, or all if the pool is lost."""
    while under_way:
        ended = wait(under_way, timeout=_LOOK_S, return_when=FIRST_COMPLETED).done
        if ended:
            return list(ended)
        if pool.is_lost():
            break
    return list(under_way)


def _error(future: Future[list[bytes]]) -> BaseException | None:
    """Return what went wrong with a task, if anything did."""
    if not future.done():
        return BrokenExecutor("no process is left")
    if future.cancelled():
        raise EngineLost(
            "the scheduler is gone; the same command goes on where this stopped"
        )
    return future.exception()
