"""The tasks of a batch in bundles on Dask distributed: own processes, or a cluster."""

from __future__ import annotations

import logging
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from refereekit import __version__
from refereekit.batch.driving import Pool, drive, leave_interrupts
from refereekit.batch.grouping import bundled
from refereekit.batch.pair import Pair
from refereekit.batch.task import Work
from refereekit.errors import InputError

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["check_on_dask"]

_CONNECT_S = 10
_PATIENCE_S = 30
"""What a worker that is restarted may take; on a busy machine it takes 10 s."""

_CONFIGURATION = {
    # A death is counted once: who is behind it is found out by `drive`.
    "distributed.scheduler.allowed-failures": 0,
    # Pages on what is running would name papers to whoever asks.
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.nanny.http.routes": [],
    # Nobody looks at profiles and gauges; taking them costs a tenth of the CPU.
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "60s",
    "distributed.admin.tick.interval": "1s",
}
"""What the processes of this machine do differently from a cluster."""


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
    deaths = (BrokenExecutor, KilledWorker)
    if scheduler is None:
        bundles = bundled(pairs, workers)
        workers = min(workers, len(bundles))
        yield from drive(bundles, work, _own_pool, workers=workers, deaths=deaths)
        return
    with _theirs(scheduler) as client:
        count = len(client.nthreads()) or workers
        opener = partial(_shared_pool, client)
        bundles = bundled(pairs, count)
        yield from drive(bundles, work, opener, workers=count, deaths=deaths)


class _Absence:
    """How long a scheduler has had no worker.

    A worker that dies at once, before its keeper has seen it begin, is never replaced;
    without this the tasks would wait for it for ever.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._since: float | None = None

    def is_long(self) -> bool:
        now = time.monotonic()
        if self._client.nthreads():
            self._since = None
        elif self._since is None:
            self._since = now
        return self._since is not None and now - self._since >= _PATIENCE_S


@contextmanager
def _own_pool(workers: int) -> Iterator[Pool]:
    with _own(workers) as client:
        # Not pure: a bundle that is tried again is another task.
        yield Pool(client.get_executor(pure=False), _Absence(client).is_long)


@contextmanager
def _shared_pool(client: Client, workers: int) -> Iterator[Pool]:
    """Use a cluster, to which workers may come at any time."""
    yield Pool(client.get_executor(pure=False))


@contextmanager
def _own(workers: int) -> Iterator[Client]:
    """Start processes that only this one can talk to; they end with the block."""
    import dask
    from distributed import Client, LocalCluster

    with (
        tempfile.TemporaryDirectory() as scratch,
        dask.config.set(_CONFIGURATION),
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            memory_limit=0,  # reading has its own limit
            dashboard_address="127.0.0.1:0",
            worker_dashboard_address="127.0.0.1:0",
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
