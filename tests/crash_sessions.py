"""Kill `bind`, `claim add` and `revise` at random moments: every session must open.

A writer makes a session of its own with these commands, over and over, and is killed
(SIGKILL) at a random moment of it. After each kill the session must be whole or none,
hold everything that a command said it had done, and take the same commands again as
if nothing had happened. Writers are forked, so that they die in a command and not
while starting up; one in `REAL` reads its PDF in a process of its own as the command
line does, the others have been given what is in it and spend their life in the store.

Afterwards ten readers look at one session while two writers add claims to it: nobody
may see half a file, and every claim must be there.

Usage: python tests/crash_sessions.py [KILLS [CLAIMS]]
"""

from __future__ import annotations

import os
import random
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import click
import raw_pdf

from refereekit import binding, revising
from refereekit.binding import read_paper
from refereekit.cli import root
from refereekit.errors import SessionNotFound
from refereekit.records import Paper
from refereekit.store import Session, find_session, open_session
from refereekit.store.pool import load_pool
from refereekit.store.revisions import list_revisions, open_revision

KILLS = 500
REAL = 10
"""One of so many writers reads its PDFs."""

READERS, WRITERS, CLAIMS = 10, 2, 25
"""How many at once, and how many claims each writer adds."""

_STALE = re.compile(r"\..*\.tmp")


@dataclass(slots=True)
class Tally:
    """What the kills came to."""

    killed: int = 0
    finished: int = 0
    unbound: int = 0
    """Sessions whose writer died before there was any."""
    recovered: int = 0
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Papers:
    """Two PDFs, and what reading them records."""

    original: Path
    revised: Path
    read: dict[str, Paper]


def write_papers(directory: Path) -> Papers:
    """Make the two PDFs and read them once."""
    read = {}
    for name in ("original", "revised"):
        lines = [f"The {name} kiln was fired for {n} days." for n in (2, 3, 4)]
        path = directory / f"{name}.pdf"
        path.write_bytes(raw_pdf.with_pages([raw_pdf.line_of_text(x) for x in lines]))
        read[path.name] = read_paper(path.read_bytes(), path)
    return Papers(directory / "original.pdf", directory / "revised.pdf", read)


def forked(work: Callable[[], None], output: Path | None = None) -> int:
    """Return the id of a process that does some work, its output in a file."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        where = os.open(output or os.devnull, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(where, 1)
        os.dup2(where, 2)
        work()
        code = 0
    finally:
        sys.stdout.flush()
        os._exit(code)


def command(*arguments: str | Path) -> None:
    """Run a command line, and say it when it is done."""
    try:
        root.main([str(argument) for argument in arguments])
    except SystemExit as ended:
        sys.stdout.write(f"done {ended.code} {arguments[0]}\n")
        sys.stdout.flush()


def write(session: Path, papers: Papers, *, is_real: bool) -> None:
    """Be a writer: every command that writes to a session."""
    if not is_real:
        for module in (binding, revising):
            module.read_paper = (  # type: ignore[attr-defined]
                lambda pdf, path, **_: papers.read[path.name]
            )
    command("bind", papers.original, "--session", session)
    for page in ("1", "2", "3"):
        command("claim", "add", "page", page, "--session", session)
    command("revise", papers.revised, "--session", session)


def look(session: Path) -> tuple[int, int] | None:
    """Return how many claims and revisions a session holds; `None` where none is."""
    try:
        opened = open_session(find_session(session))
    except SessionNotFound:
        return None
    read_everything(opened)
    revisions = list_revisions(opened)
    for revision in revisions:
        read_everything(open_revision(opened, revision))
    return len(load_pool(opened).entries), len(revisions)


def read_everything(session: Session) -> None:
    """Decode whatever a session holds."""
    if len(list(session.paper.pages)) != len(session.index):
        raise ValueError(f"{session.path}: pages and their folded text differ")


def crash(directory: Path, kills: int, seed: int = 0) -> Tally:
    """Return what came of so many writers, each killed."""
    papers, rng, tally = write_papers(directory), random.Random(seed), Tally()
    lives = [life(directory / f"{r}", papers, is_real=r) for r in (False, True)]
    while tally.killed < kills:
        number = tally.killed + tally.finished
        is_real = number % REAL == REAL - 1
        session = directory / str(number)
        output = directory / f"{number}.out"
        child = forked(lambda: write(session, papers, is_real=is_real), output)  # noqa: B023
        time.sleep(rng.random() * lives[is_real])
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            tally.killed += 1
        else:
            tally.finished += 1
        judge(session, output, papers, tally)
    return tally


def life(session: Path, papers: Papers, *, is_real: bool) -> float:
    """Return for how long a writer lives that nobody kills, in seconds."""
    start = time.monotonic()
    os.waitpid(forked(lambda: write(session, papers, is_real=is_real)), 0)
    return time.monotonic() - start


def judge(session: Path, output: Path, papers: Papers, tally: Tally) -> None:
    """Look at what a dead writer left, and go on where it stopped."""
    said = output.read_text().splitlines() if output.exists() else []
    done = [line for line in said if line.startswith("done ")]
    found = look(session)
    claims, revisions = (0, 0) if found is None else found
    tally.unbound += found is None
    if any(not re.match(r"done [03] ", line) for line in done):
        tally.wrong.append(f"{session}: a command failed: {said}")
    if done and found is None:
        tally.wrong.append(f"{session}: bound, and there is no session")
    if claims < sum("claim" in line for line in done):
        tally.wrong.append(f"{session}: {claims} claims, {done}")
    if revisions < sum("revise" in line for line in done):
        tally.wrong.append(f"{session}: {revisions} revisions, {done}")
    again = forked(lambda: write(session, papers, is_real=False), output)
    os.waitpid(again, 0)
    stale = [p for p in session.iterdir() if _STALE.fullmatch(p.name)]
    if look(session) == (3, 1) and not stale:
        tally.recovered += 1
    else:
        tally.wrong.append(f"{session}: not taken up again: {stale} {look(session)}")


def crowd(directory: Path, claims: int) -> list[str]:
    """Return what readers and writers of one session saw that they must not see."""
    papers, session = write_papers(directory), directory / "shared"
    pages = tuple(
        replace(papers.read["original.pdf"].pages[0], number=n, label=str(n))
        for n in range(1, WRITERS * claims + 1)
    )
    read = papers.read["original.pdf"]
    whole = replace(read.original, page_count=len(pages))
    papers.read["original.pdf"] = replace(read, original=whole, pages=pages)
    os.waitpid(forked(lambda: write(session, papers, is_real=False)), 0)

    def add(first: int) -> None:
        for page in range(first, first + claims):
            command("claim", "add", "page", str(page), "--session", session)

    def watch() -> None:
        seen = 0
        while seen < WRITERS * claims:
            found = look(session)
            if found is None or found[0] < seen:
                raise ValueError(f"{seen} claims, then {found}")
            seen = found[0]

    started = {forked(watch): "a reader" for _ in range(READERS)}
    for n in range(WRITERS):
        started[forked(lambda first=n * claims + 1: add(first))] = "a writer"  # type: ignore[misc]
    return [
        f"{who} ended with status {status}"
        for child, who in started.items()
        if (status := os.waitpid(child, 0)[1])
    ]


def main(arguments: list[str]) -> int:
    """Print what came of the kills; end with 1 where anything is wrong."""
    kills, claims = [*map(int, arguments), *(KILLS, CLAIMS)[len(arguments) :]]
    start = time.monotonic()
    for name in root.list_commands(click.Context(root)):
        root.get_command(click.Context(root), name)
    with tempfile.TemporaryDirectory() as directory:
        tally = crash(Path(directory), kills)
    with tempfile.TemporaryDirectory() as directory:
        wrong = [*tally.wrong, *crowd(Path(directory), claims)]
    sys.stdout.write(
        f"{tally.killed} killed, {tally.finished} finished, {tally.unbound} before "
        f"there was a session, {tally.recovered} taken up again; {READERS} readers and "
        f"{WRITERS} writers at once; {len(wrong)} wrong, "
        f"{time.monotonic() - start:.0f} s\n"
    )
    sys.stdout.writelines(f"{line}\n" for line in wrong)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
