"""Time a pool of 1,000 claims against a revision of 600 pages.

The papers are made of random words. Of the claims 800 are quotations: half of them
stand in the revision, of which half on another page than before, a quarter are there
but for one word, and a quarter are nowhere; 100 are pages, 50 equations, 50 figures.
Opening the sessions is timed too; reading the PDF is not.

Usage: python benchmarks/compare_pool.py
"""

from __future__ import annotations

import hashlib
import random
import sys
import tempfile
import time
from pathlib import Path

from refereekit.audit import check_claim
from refereekit.cli import root
from refereekit.pool import claim_about
from refereekit.positions import BBox, Span
from refereekit.records import (
    Caption,
    CaptionKind,
    DisplayedEquation,
    Line,
    Original,
    Page,
    Paper,
    Role,
)
from refereekit.store import Session, open_session, save_session
from refereekit.store.pool import join_claims
from refereekit.store.revisions import Revision, store_revision
from refereekit.store.session import prepare

PAGES, LINES, WORDS = 600, 45, 11
QUOTATIONS, POINTERS, LABELS = 800, 100, 50
LIMIT_S = 10
BOX = BBox(1, 1, 2, 2)


def vocabulary(rng: random.Random) -> list[str]:
    """Return made-up words of 2 to 10 letters."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return ["".join(rng.choices(letters, k=rng.randint(2, 10))) for _ in range(8000)]


def page_words(rng: random.Random, words: list[str]) -> list[str]:
    """Words as unevenly frequent as those of a text."""
    size = LINES * WORDS
    return [words[int(len(words) * rng.random() ** 3)] for _ in range(size)]


def page(number: int, words: list[str]) -> Page:
    """Return a page of these words, laid out in lines."""
    rows = [" ".join(words[i : i + WORDS]) for i in range(0, len(words), WORDS)]
    lines, start = [], 0
    for row, text in enumerate(rows):
        box = BBox(70, 15 * row, 500, 15 * row + 10)
        size = 430 / len(text)
        extents, at = [], 0
        for word in text.split():
            extents.append((70 + at * size, 70 + (at + len(word)) * size))
            at += len(word) + 1
        span = Span(start, start + len(text))
        lines.append(Line(span, box, Role.BODY, extents=tuple(extents)))
        start += len(text) + 1
    text = "\n".join(rows) + "\n"
    return Page(
        number,
        str(number),
        600,
        800,
        0,
        text,
        tuple(lines),
        flow_start=0,
        flow_end=len(lines) - 1,
    )


def paper(name: str, pages: list[list[str]]) -> Paper:
    """Return a paper of these pages with a figure and an equation on the first ones."""
    return Paper(
        Original(name, hashlib.sha256(name.encode()).hexdigest(), len(pages)),
        [page(number, words) for number, words in enumerate(pages, 1)],
        captions=tuple(
            Caption(CaptionKind.FIGURE, str(n), n, f"Figure {n}: A plot.", BOX)
            for n in range(1, LABELS + 1)
        ),
        equations=tuple(
            DisplayedEquation(str(n), n, BOX, BOX) for n in range(1, LABELS + 1)
        ),
    )


def quotations(
    rng: random.Random, pages: list[list[str]], words: list[str]
) -> list[tuple[int, str]]:
    """Choose quotations of the original, and change the revision beneath some."""
    chosen = []
    for number in range(QUOTATIONS):
        index = rng.randrange(PAGES)
        size = rng.randint(6, 30)
        start = rng.randrange(LINES * WORDS - size)
        chosen.append((index + 1, " ".join(pages[index][start : start + size])))
        if number % 4 == 2:
            pages[index][start + size // 2] = rng.choice(words)
        elif number % 4 == 3:
            pages[index][start : start + size] = page_words(rng, words)[:size]
    return chosen


def build(path: Path) -> Session:
    """Return a session with the original, the revision and the pool."""
    rng = random.Random(20240101)
    words = vocabulary(rng)
    pages = [page_words(rng, words) for _ in range(PAGES)]
    original = paper("original.pdf", pages)
    revised = [list(p) for p in pages]
    quoted = quotations(rng, revised, words)
    # With one page more in the middle, what stood in the second half has moved.
    revised.insert(PAGES // 2, page_words(rng, words))
    prepare(path)
    session = save_session(path, b"original.pdf", original)
    later = paper("revised.pdf", revised[:PAGES])
    store_revision(
        session, b"revised.pdf", later, Revision(later.original.sha256, "revised")
    )
    claims = [claim_about("quotation", page=n, text=text) for n, text in quoted]
    claims += [claim_about("page", page=n) for n in range(1, POINTERS + 1)]
    for kind in ("equation", "figure"):
        claims += [claim_about(kind, label=str(n)) for n in range(1, LABELS + 1)]
    findings = [check_claim(c, session.paper, session.index) for c in claims]
    join_claims(session, [(finding, "") for finding in findings])
    return open_session(path)


def timed(path: Path, *options: str) -> float:
    """Return the seconds that `compare` takes, its imports included."""
    started = time.perf_counter()
    try:
        root.main(["compare", "--session", str(path), *options])
    except SystemExit:
        return time.perf_counter() - started
    raise RuntimeError("the command line always exits")


def main() -> int:
    """Print the times, and end with 1 where the limit is passed."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / ".refereekit"
        build(path)
        shown = sys.stdout
        output = path / "output.txt"
        times = {}
        for options in ((), ("--changes",), ("--format", "json")):
            with output.open("w") as sys.stdout:
                times[" ".join(options) or "text"] = timed(path, *options)
            sys.stdout = shown
            if not options:
                print(output.read_text().splitlines()[-3])
    for name, seconds in times.items():
        print(f"{name:14} {seconds:5.2f} s")
    return max(times.values()) > LIMIT_S


if __name__ == "__main__":
    sys.exit(main())
