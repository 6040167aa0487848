"""The tasks of a batch in bundles on Dask distributed: own processes, or a cluster."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from typing import TYPE_CHECKING

from refereekit import __version__
from refereekit.batch.driving import drive, leave_interrupts
from refereekit.batch.grouping import bundled
from refereekit.batch.pair import Pair
from refereekit.batch.task import Work
from refereekit.errors import InputError

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["check_on_dask"]

_CONNECT_S = 10


def check_on_dask(
    pairs: Sequence[Pair],
    work: Work,
    *,
    workers: int,
    scheduler: str | None = None,
) -> Iterator[tuple[Pair, bytes]]:
    """Yield every pair and its line, as they come.

    They are checked by `workers` processes of this machine, or by those of the
    scheduler at an address.

    Raises:
        InputError: Dask is not installed, or no scheduler is at the address.
        EngineLost: the scheduler has gone.
    """
    try:
        from distributed.scheduler import KilledWorker
    except ImportError as problem:
        raise InputError(
            "--engine dask: needs Dask; pip install 'refereekit[dask]'"
        ) from problem
    opened = _own(workers) if scheduler is None else _theirs(scheduler)
    with opened as client:

        @contextmanager
        def pool(most: int) -> Iterator[Executor]:
            # Not pure: a bundle that is tried again is another task.
            yield client.get_executor(pure=False)

        count = len(client.scheduler_info(n_workers=-1)["workers"]) or workers
        yield from drive(
            bundled(pairs, count),
            work,
            pool,
            workers=count,
            deaths=(BrokenExecutor, KilledWorker),
        )


@contextmanager
def _own(workers: int) -> Iterator[Client]:
    """Start processes that only this one can talk to; they end with the block."""
    import dask
    from distributed import Client, LocalCluster

    # A death is counted once: who is behind it is found out by `drive`.
    counted = {"distributed.scheduler.allowed-failures": 0}
    with (
        tempfile.TemporaryDirectory() as scratch,
        dask.config.set(counted),
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            memory_limit=0,  # reading has its own limit
            dashboard_address=None,
            local_directory=scratch,
            security=True,
            silence_logs=logging.CRITICAL,
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        client.run(leave_interrupts)
        yield client


@contextmanager
def _theirs(address: str) -> Iterator[Client]:
    from distributed import Client

    try:
        client = Client(address, timeout=_CONNECT_S, set_as_default=False)
    except (OSError, ValueError) as problem:
        raise InputError(f"--scheduler {address}: no scheduler there") from problem
    with client:
        _compare_versions(client, address)
        yield client


def _compare_versions(client: Client, address: str) -> None:
    """Refuse workers whose lines would be those of another version."""
    try:
        found: Mapping[str, str] = client.run(_version)
    except ImportError as problem:
        raise InputError(
            f"--scheduler {address}: a worker has no refereekit; install it there"
        ) from problem
    for worker, version in found.items():
        if version != __version__:
            raise InputError(
                f"--scheduler {address}: refereekit {version} on the worker {worker}, "
                f"{__version__} here; install one version everywhere"
            )


def _version() -> str:
    return __version__
