"""What a batch costs beside its tasks, on one machine, with both engines.

The papers are copies of the fixtures, each with a hash of its own, and each has some
drafts. The tasks alone are the task function called in a loop by one process that
keeps nothing; `check` alone is a program that binds each paper, opens it once and
checks its drafts, so it knows more about the pairs than a task may. Every figure is
the CPU time (user and system) of a whole process and of all that it started, which a
machine that others use changes less than the wall time; the kinds are measured in
turn, several times, and the median of the ratios within a turn counts: what else the
machine does changes the CPU time of one and the same work by a third.

Usage: python benchmarks/batch.py [COPIES [DRAFTS [RUNS]]]
"""

from __future__ import annotations

import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from refereekit import __version__
from refereekit.api import open_paper
from refereekit.batch.manifest import read_manifest
from refereekit.batch.task import Work, check_bundle
from refereekit.binding import bind
from refereekit.reports.jsondoc import render

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results" / "batch.json"
PAPERS = ("frontmatter", "leqno", "lineno", "plain", "sampler", "sampler-revised")
DRAFTS = ("clean", "faults", "frontmatter", "lineno", "report", "revision")
COPIES, DRAFTS_A_PAPER, RUNS = 8, 3, 3
WORKERS = 2
LIMITS = {"local": 1.15, "dask": 1.5}


def write_pairs(folder: Path, copies: int, drafts: int) -> Path:
    """Write papers, drafts and the manifest, and return it."""
    rows = ["paper,draft"]
    for copy in range(copies):
        for index, name in enumerate(PAPERS):
            pdf = (ROOT / "fixtures" / "papers" / name / "paper.pdf").read_bytes()
            paper = f"{name}-{copy}.pdf"
            # Readers do not mind what stands behind the end of the file.
            (folder / paper).write_bytes(pdf + f"\n%{copy}\n".encode())
            for number in range(drafts):
                draft = DRAFTS[(index + number) % len(DRAFTS)]
                text = (ROOT / "fixtures" / "drafts" / f"{draft}.txt").read_bytes()
                (folder / f"{draft}.txt").write_bytes(text)
                rows.append(f"{paper},{draft}.txt")
    manifest = folder / "manifest.csv"
    manifest.write_text("\n".join(rows) + "\n")
    return manifest


def tasks_alone(manifest: Path, out: Path) -> None:
    """Call the task function for one pair after another."""
    out.mkdir()
    work = Work(out)
    for pair in read_manifest(str(manifest)).pairs:
        check_bundle([pair], work)


def check_alone(manifest: Path, out: Path) -> None:
    """Check the drafts of one paper after another, as a program of one's own would."""
    opened = {}
    for pair in read_manifest(str(manifest)).pairs:
        name = str(pair.paper)
        if name not in opened:
            session = out / name
            bind(session, manifest.parent / name)
            opened[name] = open_paper(session)
        render(opened[name].check(manifest.parent / pair.draft))


def batch(engine: str) -> Callable[[Path, Path], list[str]]:
    """Return what makes the command line of a batch."""

    def command(manifest: Path, out: Path) -> list[str]:
        options = ["--engine", engine, "--workers", str(WORKERS)]
        program = [sys.executable, "-m", "refereekit", "batch"]
        return [*program, str(manifest), "--out", str(out), *options]

    return command


def loop(name: str) -> Callable[[Path, Path], list[str]]:
    """Return what makes the command line of one of the loops above."""

    def command(manifest: Path, out: Path) -> list[str]:
        return [sys.executable, __file__, "--loop", name, str(manifest), str(out)]

    return command


LOOPS = {"tasks": tasks_alone, "check": check_alone}
KINDS = {
    "tasks alone": loop("tasks"),
    "check alone": loop("check"),
    "local": batch("local"),
    "dask": batch("dask"),
}


def cpu_seconds(command: list[str]) -> float:
    """Run a command and return the CPU time of it and of all that it started."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, cwd=ROOT, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr.decode())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    return user + system


def measure(copies: int, drafts: int, runs: int) -> dict[str, list[float]]:
    """Return the seconds of every run of every kind."""
    seconds: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for run in range(runs):
        for kind, command in KINDS.items():
            with tempfile.TemporaryDirectory() as directory:
                manifest = write_pairs(Path(directory), copies, drafts)
                out = Path(directory) / "out"
                seconds[kind].append(cpu_seconds(command(manifest, out)))
            print(f"run {run + 1}: {kind:12} {seconds[kind][-1]:7.2f} s", flush=True)
    return seconds


def ratio(seconds: list[float], reference: list[float]) -> float:
    """Return the median of the ratios of the runs."""
    pairs = zip(seconds, reference, strict=True)
    return statistics.median(mine / theirs for mine, theirs in pairs)


def main(arguments: list[str]) -> int:
    """Print and keep the ratios, and end with 1 where a limit is passed."""
    if arguments[:1] == ["--loop"]:
        LOOPS[arguments[1]](Path(arguments[2]), Path(arguments[3]))
        return 0
    numbers = [*map(int, arguments), *(COPIES, DRAFTS_A_PAPER, RUNS)[len(arguments) :]]
    copies, drafts, runs = numbers
    seconds = measure(copies, drafts, runs)
    medians = {kind: statistics.median(taken) for kind, taken in seconds.items()}
    ratios = {kind: ratio(seconds[kind], seconds["tasks alone"]) for kind in KINDS}
    papers = copies * len(PAPERS)
    pairs = papers * drafts
    print(f"{pairs} pairs of {papers} papers, {WORKERS} workers, CPU time")
    for kind in KINDS:
        limit = f" (at most {LIMITS[kind]})" if kind in LIMITS else ""
        print(f"{kind:12} {medians[kind]:7.2f} s {ratios[kind]:6.3f}{limit}")
    kept = {
        "machine": f"{platform.machine()}, {os.cpu_count()} CPUs, {platform.system()}",
        "python": platform.python_version(),
        "refereekit": __version__,
        "distributed": version("distributed"),
        "pairs": pairs,
        "papers": papers,
        "cpu_seconds": seconds,
        "ratios": ratios,
    }
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(kept, indent=1) + "\n")
    return any(ratios[kind] > limit for kind, limit in LIMITS.items())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
