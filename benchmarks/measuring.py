"""What the benchmarks of whole processes share: options, runs and results.

A process is measured from its start to its end, with everything that it starts. The
kinds that are compared run in turn, so that whatever else the machine does meets all of
them; a ratio is the median of the ratios within a turn. Python may keep its compiled
modules, as it does for an installed package, and one run that does not count comes
first.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from refereekit import __version__

ROOT = Path(__file__).parent.parent
PAPERS = ROOT / "fixtures" / "papers"
RESULTS = Path(__file__).parent / "results"
LIBRARIES = ("pymupdf", "pdfplumber", "pypdfium2")
_POLL_S = 0.01
Command = Sequence[str]


@dataclass(frozen=True)
class Sample:
    """The seconds of one run: on the clock, and of all its processes' CPU time."""

    wall: float
    cpu: float


@dataclass(frozen=True)
class Figure:
    """One figure that is held against an aim: on the clock and in CPU time.

    `unit` is `x` for a ratio, else a unit of time or size.
    """

    what: str
    wall: float
    cpu: float | None
    unit: str
    limit: float | None = None

    @property
    def holds(self) -> bool:
        """Tell whether the figure on the clock is within its limit."""
        return self.limit is None or self.wall <= self.limit

    def __str__(self) -> str:
        """Return the figure on one line."""
        cpu = "" if self.cpu is None else f" ({self.cpu:.2f} in CPU time)"
        limit = "" if self.limit is None else f", at most {self.limit:g}"
        return f"{self.what}: {self.wall:.2f} {self.unit}{cpu}{limit}"


def environment() -> dict[str, str]:
    """Return the environment of every measured process."""
    return {
        name: value
        for name, value in os.environ.items()
        if name != "PYTHONDONTWRITEBYTECODE" and "REFEREEKIT" not in name
    }


def refereekit(*arguments: str | Path) -> list[str]:
    """Return the command line of the installed program."""
    program = Path(sys.executable).with_name("refereekit")
    start = [str(program)] if program.exists() else [sys.executable, "-m", "refereekit"]
    return [*start, *map(str, arguments)]


def python(code: str, *arguments: str | Path) -> list[str]:
    """Return the command line of a Python program."""
    return [sys.executable, "-c", code, *map(str, arguments)]


def run(command: Command) -> Sample:
    """Run a command to its end.

    Raises:
        RuntimeError: it could not do its work.
    """
    started = time.perf_counter()
    process = _start(command)
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    _expect_done(process, command)
    return Sample(wall, used.ru_utime + used.ru_stime)


def _start(command: Command) -> subprocess.Popen[bytes]:
    """Start a command where a referee works: no file there may configure it."""
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment(),
        cwd=tempfile.gettempdir(),
    )


def _expect_done(process: subprocess.Popen[bytes], command: Command) -> None:
    # A check that finds a fault ends with 1, as does a Python program that fails: one
    # without the library that it measures would be the fastest of all.
    has_failed = "-c" in command and process.returncode == 1
    if has_failed or process.returncode not in (0, 1):
        raise RuntimeError(f"{command} ended with {process.returncode}")


def measure(
    kinds: Mapping[str, Command | Sequence[Command]], runs: int, *, warm: bool = True
) -> dict[str, list[Sample]]:
    """Return the samples of every kind, the kinds in turn.

    Of several commands the last is measured; the others make way for it. `warm` has
    each run once before that does not count.
    """
    samples: dict[str, list[Sample]] = {kind: [] for kind in kinds}
    for turn in range(0 if warm else 1, runs + 1):
        for kind, given in kinds.items():
            commands = [given] if isinstance(given[0], str) else given
            *before, command = commands
            for other in before:
                run(other)
            sample = run(command)
            if turn:
                samples[kind].append(sample)
    for kind, taken in samples.items():
        middle = median(taken)
        print(f"{kind:36} {middle.wall:9.3f} s {middle.cpu:9.3f} s CPU", flush=True)
    return samples


def median(samples: Sequence[Sample]) -> Sample:
    """Return the medians of both times."""
    return Sample(
        statistics.median(s.wall for s in samples),
        statistics.median(s.cpu for s in samples),
    )


def ratio(
    what: str,
    ours: Sequence[Sample],
    theirs: Sequence[Sample],
    limit: float | None = None,
) -> Figure:
    """Return the median of the ratios of two kinds within a turn."""
    turns = [
        Sample(a.wall / b.wall, a.cpu / max(b.cpu, 1e-4))
        for a, b in zip(ours, theirs, strict=True)
    ]
    middle = median(turns)
    return Figure(what, middle.wall, middle.cpu, "x", limit)


def more_ms(
    what: str,
    ours: Sequence[Sample],
    theirs: Sequence[Sample],
    limit: float | None = None,
) -> Figure:
    """Return the median of the milliseconds that one kind takes more within a turn."""
    turns = [
        Sample(1000 * (a.wall - b.wall), 1000 * (a.cpu - b.cpu))
        for a, b in zip(ours, theirs, strict=True)
    ]
    middle = median(turns)
    return Figure(what, middle.wall, middle.cpu, "ms", limit)


def peak_mb(command: Command) -> float:
    """Return the most memory, in MB, that a command and all it starts hold at once.

    Pages that processes share are counted once. Needs Linux.
    """
    process = _start(command)
    most = 0
    ended = threading.Event()

    def watch() -> None:
        nonlocal most
        while not ended.wait(_POLL_S):
            most = max(most, sum(map(_pss_kb, _tree(process.pid))))

    watcher = threading.Thread(target=watch)
    watcher.start()
    process.wait()
    ended.set()
    watcher.join()
    _expect_done(process, command)
    return most / 1000


def _tree(pid: int) -> list[int]:
    """Return a process and all that descend from it."""
    found = [pid]
    for parent in found:
        try:
            tasks = list(Path(f"/proc/{parent}/task").iterdir())
            for task in tasks:
                found += map(int, (task / "children").read_text().split())
        except OSError:
            continue  # it has ended
    return found


def _pss_kb(pid: int) -> int:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    found = re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)
    return int(found[1]) if found else 0


def options(description: str, runs: int) -> argparse.ArgumentParser:
    """Return a parser with the options that all benchmarks have."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument(
        "--papers", type=Path, default=PAPERS, help="a folder with PDFs in it"
    )
    parser.add_argument("--runs", type=int, default=runs)
    return parser


def keep(
    name: str,
    samples: Mapping[str, Sequence[Sample]],
    figures: Sequence[Figure],
    **more: Any,
) -> int:
    """Print the figures, write the results, and return 1 where an aim is missed."""
    for figure in figures:
        print(figure if figure.holds else f"{figure}: MISSED")
    kept = {
        "machine": f"{platform.machine()}, {os.cpu_count()} CPUs, {platform.system()}",
        "load": round(os.getloadavg()[0], 1),
        "versions": _versions(),
        **more,
        "medians": {kind: asdict(median(taken)) for kind, taken in samples.items()},
        "figures": [asdict(figure) for figure in figures],
        "samples": {kind: [*map(asdict, taken)] for kind, taken in samples.items()},
    }
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    return not all(figure.holds for figure in figures)


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version(), "refereekit": __version__}
    for library in LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            continue
    try:
        shown = subprocess.run(["pdftotext", "-v"], capture_output=True, check=False)
    except FileNotFoundError:
        return found
    found["poppler"] = shown.stderr.decode().split("\n")[0].split()[-1]
    return found
