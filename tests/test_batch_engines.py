"""Batches survive the death of their processes, and both engines write the same."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from conftest import Run
from distributed import Client, LocalCluster
from distributed.scheduler import KilledWorker
from pairs import records, write_manifest, write_papers

from refereekit.batch import dask_engine, driving
from refereekit.batch.dask_engine import check_on_dask
from refereekit.batch.driving import EngineLost, Pool, drive
from refereekit.batch.grouping import bundled
from refereekit.batch.local import check_locally
from refereekit.batch.pair import Pair
from refereekit.batch.task import Work, check_bundle
from refereekit.errors import InputError
from refereekit.store.lock import locked

PAIRS = [Pair(f"{n // 3}.pdf", f"{n}.txt") for n in range(12)]


class Scripted(Executor):
    """An executor whose tasks end as a function of their bundle says."""

    def __init__(self, answer: Callable[[list[Pair]], list[bytes]]) -> None:
        self.answer = answer
        self.is_broken = False

    def submit(self, fn: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        assert fn is check_bundle
        if self.is_broken:
            raise BrokenProcessPool("broken before")
        future: Future[Any] = Future()
        try:
            future.set_result(self.answer(arguments[0]))
        except BrokenProcessPool as error:
            self.is_broken = True
            future.set_exception(error)
        except (KilledWorker, OSError) as error:
            future.set_exception(error)
        return future


def driven(
    answer: Callable[[list[Pair]], list[bytes]], size: int = 1, retries: int = 1
) -> dict[str, bytes]:
    """Drive all pairs through scripted executors; each must be answered once."""

    @contextmanager
    def opened(workers: int) -> Iterator[Pool]:
        yield Pool(Scripted(answer))

    bundles = [PAIRS[i : i + size] for i in range(0, len(PAIRS), size)]
    answers = list(
        drive(
            bundles,
            Work(retries=retries),
            opened,
            workers=2,
            deaths=(BrokenProcessPool, KilledWorker),
        )
    )
    assert len(answers) == len(PAIRS)
    lines = {pair.draft: line for pair, line in answers}
    assert lines.keys() == {pair.draft for pair in PAIRS}
    return lines


@pytest.mark.parametrize("size", [1, 5])
@pytest.mark.parametrize("error", [BrokenProcessPool(), KilledWorker("x", None, 1)])
def test_who_kills_a_process_is_found_alone(size: int, error: Exception) -> None:
    tried = []

    def answer(bundle: list[Pair]) -> list[bytes]:
        if any(pair.draft in ("3.txt", "11.txt") for pair in bundle):
            tried.append(len(bundle))
            raise error
        return [pair.draft.encode() for pair in bundle]

    lines = driven(answer, size)
    for draft, line in lines.items():
        if draft in ("3.txt", "11.txt"):
            assert json.loads(line)["error"]["kind"] == "NoAnswer"
        else:
            assert line == draft.encode()
    assert tried.count(1) >= 4


def test_a_death_by_chance_costs_nothing() -> None:
    deaths = iter([BrokenProcessPool(), KilledWorker("x", None, 1), OSError("fork")])

    def answer(bundle: list[Pair]) -> list[bytes]:
        if bundle[0].draft == "4.txt" and (death := next(deaths, None)):
            raise death
        return [pair.draft.encode() for pair in bundle]

    assert all(line == d.encode() for d, line in driven(answer, retries=3).items())


def test_a_failure_of_our_own_is_one_pairs() -> None:
    def answer(bundle: list[Pair]) -> list[bytes]:
        if bundle[0].draft == "4.txt":
            raise OSError("no more processes")
        return [pair.draft.encode() for pair in bundle]

    error = json.loads(driven(answer)["4.txt"])["error"]
    assert error == {"kind": "OSError", "message": "failed: no more processes"}


def test_a_lost_scheduler_is_not_taken_for_an_answer() -> None:
    class Cancelling(ThreadPoolExecutor):
        def submit(self, fn: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    @contextmanager
    def opened(workers: int) -> Iterator[Pool]:
        yield Pool(Cancelling())

    with pytest.raises(EngineLost, match="goes on where this stopped"):
        list(drive([PAIRS], Work(), opened, workers=1))


def test_a_pool_without_processes_is_opened_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(driving, "_LOOK_S", 0.01)
    opened = []

    class Silent(Executor):
        def submit(self, fn: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
            return Future()

    @contextmanager
    def opener(workers: int) -> Iterator[Pool]:
        opened.append(workers)
        looks = iter([False, True])
        if len(opened) in (1, 3):
            yield Pool(Silent(), lambda: next(looks))
        else:
            yield Pool(Scripted(lambda bundle: [b"x"] * len(bundle)))

    bundles = [[pair] for pair in PAIRS]
    lines = list(drive(bundles, Work(), opener, workers=2))
    assert sorted(pair.id for pair, _ in lines) == sorted(pair.id for pair in PAIRS)
    assert {line for _, line in lines} == {b"x"}
    assert opened == [2, 2, 1, 1]


def test_workers_that_are_away_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cluster:
        workers: ClassVar = iter([1, 0, 0, 1, 0, 0])

        def nthreads(self) -> dict[str, int]:
            return dict.fromkeys(map(str, range(next(self.workers))), 1)

    moments = iter([0, 1, 30, 31, 32, 62])
    monkeypatch.setattr(dask_engine.time, "monotonic", lambda: next(moments))
    absence = dask_engine._Absence(Cluster())
    looks = [absence.is_long() for _ in range(6)]
    assert looks == [False] * 5 + [True]


@pytest.mark.parametrize("workers", [1, 2, 9])
@pytest.mark.parametrize("count", [1, 7, 12])
def test_bundles_hold_every_pair_once(count: int, workers: int) -> None:
    bundles = bundled(PAIRS[:count], workers)
    assert all(bundles)
    assert sorted(p.id for b in bundles for p in b) == sorted(
        pair.id for pair in PAIRS[:count]
    )
    many = [Pair("a.pdf", f"{n}.txt") for n in range(3000)]
    assert max(map(len, bundled(many, workers))) == 32


def children() -> set[int]:
    return {child.pid for child in multiprocessing.active_children() if child.pid}


def test_local_processes_killed_half_way(tmp_path: Path) -> None:
    pairs = write_papers(tmp_path / "in", drafts=6)
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    before = children()
    answers = check_locally(pairs, Work(sessions), workers=2)
    lines = dict([next(answers)])
    killed = children() - before
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    lines.update(answers)
    assert killed
    assert lines == dict(zip(pairs, check_bundle(pairs, Work(sessions)), strict=True))
    assert children() == before


def test_a_pair_that_takes_too_long(tmp_path: Path) -> None:
    quick, long = write_papers(tmp_path)[:2]
    held = tmp_path / "held"
    held.mkdir()
    long = replace(long, session=str(held))
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    expected = check_bundle([quick], Work(sessions))
    # Half of it is for reading the paper, which a busy machine is slow at.
    work = Work(sessions, seconds=8.0, retries=0)
    # Whoever has to bind that session waits for it, however fast the machine is.
    with locked(held):
        lines = dict(check_locally([quick, long], work, workers=2))
    assert json.loads(lines[long])["error"]["kind"] == "NoAnswer"
    assert [lines[quick]] == expected


def test_a_batch_that_is_stopped_leaves_no_process(tmp_path: Path) -> None:
    pairs = write_papers(tmp_path)
    before = children()
    answers = check_locally(pairs, Work(), workers=1)
    next(answers)
    assert children() > before
    answers.close()
    assert children() == before


def test_a_worker_of_a_cluster_killed_half_way(tmp_path: Path) -> None:
    pairs = write_papers(tmp_path / "in", drafts=6)
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    expected = dict(zip(pairs, check_bundle(pairs, Work(sessions)), strict=True))
    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        dashboard_address="127.0.0.1:0",
        local_directory=tmp_path / "scratch",
        silence_logs=50,
    ) as cluster:
        address = cluster.scheduler_address
        answers = check_on_dask(pairs, Work(sessions), workers=9, scheduler=address)
        lines = dict([next(answers)])
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        lines.update(answers)
    assert lines == expected


def test_both_engines_write_the_same_bytes(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = dask_engine._own
    pages = ("/json/identity.json", "/info/main/workers.html", "/metrics")

    @contextmanager
    def looked_at(workers: int) -> Iterator[Client]:
        with own(workers) as client:
            assert client.scheduler.address.startswith("tls://127.0.0.1:")
            status = urlsplit(client.dashboard_link)
            assert status.hostname == "127.0.0.1"
            address = f"http://{status.netloc}"
            for page in pages:
                with pytest.raises(HTTPError, match="404"):
                    urlopen(f"{address}{page}", timeout=5)
            yield client

    monkeypatch.setattr(dask_engine, "_own", looked_at)
    pairs = write_papers(tmp_path / "in")
    pairs.append(Pair("none.pdf", "tides-1.txt"))
    manifest = write_manifest(tmp_path / "in" / "m.csv", pairs)
    one = run("batch", manifest, "--out", "one", "--workers", "2")
    other = run("batch", manifest, "--out", "two", "--engine=dask", "--workers=2")
    assert (one.code, other.code) == (2, 2)
    assert one.out.replace("one/", "two/") == other.out
    assert one.err == other.err
    written = tmp_path.joinpath("one", "results.jsonl").read_bytes()
    assert written == tmp_path.joinpath("two", "results.jsonl").read_bytes()
    names = [record["draft"] for record in records(tmp_path / "one/results.jsonl")]
    assert names == [pair.draft for pair in pairs]


def test_what_is_wrong_with_a_cluster(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Cluster:
        def __init__(self, versions: dict[str, str] | ImportError) -> None:
            self.versions = versions

        def run(self, function: Callable[[], str]) -> dict[str, str]:
            if isinstance(self.versions, ImportError):
                raise self.versions
            return {"tls://here": function(), **self.versions}

    dask_engine._compare_versions(Cluster({}), "x")
    with pytest.raises(InputError, match=r"0\.0\.1 on the worker tls://there"):
        dask_engine._compare_versions(Cluster({"tls://there": "0.0.1"}), "x")
    with pytest.raises(InputError, match="a worker has no refereekit"):
        dask_engine._compare_versions(Cluster(ModuleNotFoundError("x")), "x")
    monkeypatch.setattr(dask_engine, "_CONNECT_S", 0.1)
    pairs = write_papers(tmp_path)
    for address in ("tcp://127.0.0.1:1", "nonesuch://x"):
        with pytest.raises(InputError, match="no scheduler there"):
            list(check_on_dask(pairs, Work(), workers=1, scheduler=address))
    monkeypatch.setitem(sys.modules, "distributed.scheduler", None)
    with pytest.raises(InputError, match="needs Dask"):
        list(check_on_dask(pairs, Work(), workers=1))
