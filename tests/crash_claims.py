"""Kill concurrent `claim add` at random moments: no acknowledged claim may be lost.

Each round starts a few writers on one pool. A writer runs `claim add page N` for one
page after another in one process, so that most of its life is spent in the command
and not in starting up, and is killed (SIGKILL) at a random moment. A claim is
acknowledged when its id was printed. After each round the pool must load and hold
every claim acknowledged so far.

Usage: python tests/crash_claims.py [ROUNDS]
"""

from __future__ import annotations

import hashlib
import random
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from refereekit.cli import root
from refereekit.records import Original, Page, Paper
from refereekit.store import Session, open_session, save_session
from refereekit.store.pool import load_pool
from refereekit.store.session import prepare

ROUNDS = 100
WRITERS = 2
PAGES = 40
"""Pages that one writer adds in a round, if it lives to do so."""

LIFE_S = 0.2
"""Longest time that a writer lives on after its first claim."""

ADDED = re.compile(r"joined as ([0-9a-f]{12})\b")


@dataclass(slots=True)
class Tally:
    """What the rounds came to."""

    acknowledged: set[str] = field(default_factory=set)
    killed: int = 0
    lost: set[str] = field(default_factory=set)


def bind_pages(path: Path, pages: int) -> Session:
    """Return a session on a paper of this many pages of a few words."""
    pdf = b"%PDF-1.7 not read here"
    read = Paper(
        Original("paper.pdf", hashlib.sha256(pdf).hexdigest(), pages),
        [Page(n, str(n), 600, 800, 0, f"Page {n}.\n") for n in range(1, pages + 1)],
    )
    prepare(path)
    return save_session(path, pdf, read)


def write(session: str, first: int) -> None:
    """Be a writer: add pages one by one until the end or until killed."""
    for number in range(first, first + PAGES):
        try:
            root.main(["claim", "add", "page", str(number), "--session", session])
        except SystemExit:
            sys.stdout.flush()


def start_writer(session: Path, first: int) -> subprocess.Popen[str]:
    """Start a writer that adds the pages from `first` on."""
    return subprocess.Popen(
        [sys.executable, __file__, "--write", str(session), str(first)],
        stdout=subprocess.PIPE,
        text=True,
    )


def crash_round(session: Path, first: int, rng: random.Random, tally: Tally) -> None:
    """Let some writers write at once, kill each, and look at what is left."""
    writers = [start_writer(session, first + n * PAGES) for n in range(WRITERS)]
    printed = [writer.stdout.readline() for writer in writers if writer.stdout]
    for writer in writers:
        time.sleep(rng.random() * LIFE_S / WRITERS)
        writer.kill()
    for writer in writers:
        printed.append(writer.communicate()[0])
        tally.killed += writer.returncode < 0
    tally.acknowledged.update(ADDED.findall("".join(printed)))
    entries = load_pool(open_session(session)).entries
    tally.lost |= tally.acknowledged - {entry.id for entry in entries}


def crash(session: Path, rounds: int, seed: int = 0) -> Tally:
    """Return what came of some rounds, each with pages of its own."""
    bind_pages(session, rounds * WRITERS * PAGES)
    rng, tally = random.Random(seed), Tally()
    for index in range(rounds):
        crash_round(session, index * WRITERS * PAGES + 1, rng, tally)
    return tally


def main(arguments: list[str]) -> int:
    """Print what came of the rounds; end with 1 where a claim is lost."""
    if arguments[:1] == ["--write"]:
        write(arguments[1], int(arguments[2]))
        return 0
    rounds = int(arguments[0]) if arguments else ROUNDS
    with tempfile.TemporaryDirectory() as directory:
        tally = crash(Path(directory) / ".refereekit", rounds)
    sys.stdout.write(
        f"{rounds} rounds of {WRITERS} writers: {tally.killed} killed, "
        f"{len(tally.acknowledged)} claims acknowledged, {len(tally.lost)} lost\n"
    )
    return bool(tally.lost)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
