"""What 10 to 10,000 quotations cost on a paper of 600 pages.

On the page that is named, on another page, and nowhere: with one word changed.

Usage: python benchmarks/quotations.py [--papers DIR] [--runs N] [--pages N]
    [--counts 10,N,...]
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from material import Quoted, bound, draft, merged, sampled
from measuring import (
    Figure,
    keep,
    measure,
    more_ms,
    options,
    refereekit,
)

PAGES, RUNS = 600, 7
COUNTS = (10, 100, 1000, 10_000)
FEW, MANY = 10, 1000
MOST_MS = 150
"""That so many quotations may take more than so few."""


def right(quoted: Sequence[Quoted], _pages: int) -> list[Quoted]:
    """Return the quotations with their own pages."""
    return list(quoted)


def wrong(quoted: Sequence[Quoted], pages: int) -> list[Quoted]:
    """Return the quotations with the page half the paper further on."""
    return [((number + pages // 2) % pages + 1, text) for number, text in quoted]


def absent(quoted: Sequence[Quoted], _pages: int) -> list[Quoted]:
    """Return the quotations with one word changed to one that no paper has."""
    rng = random.Random(2)
    changed = []
    for number, text in quoted:
        words = text.split()
        words[rng.randrange(len(words))] = "zyzzogeton"
        changed.append((number, " ".join(words)))
    return changed


SORTS: dict[str, Callable[[Sequence[Quoted], int], list[Quoted]]] = {
    "on their page": right,
    "on another page": wrong,
    "nowhere": absent,
}


def main() -> int:
    """Print and keep the times; end with 1 where an aim is missed."""
    parser = options(__doc__, RUNS)
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--counts", default=",".join(map(str, COUNTS)))
    arguments = parser.parse_args()
    counts = [*map(int, arguments.counts.split(","))]
    pages = arguments.pages
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        session = bound(merged(arguments.papers, pages, folder / "paper.pdf"))
        quoted = sampled(session, max(counts))
        kinds = {}
        for sort, placed in SORTS.items():
            for count in counts:
                path = folder / f"{sort}-{count}.txt"
                report = draft(path, placed(quoted[:count], pages))
                kinds[f"{count} quotations {sort}"] = refereekit(
                    "check", report, "--session", session
                )
        samples = measure(kinds, arguments.runs)
    figures: list[Figure] = []
    for sort in SORTS:
        taken = {count: samples[f"{count} quotations {sort}"] for count in counts}
        figures += [
            more_ms(
                f"{count} quotations {sort}, more than {FEW}",
                taken[count],
                taken[FEW],
                MOST_MS if count == MANY else None,
            )
            for count in counts
            if count > FEW
        ]
    return keep("quotations", samples, figures, pages=pages)


if __name__ == "__main__":
    sys.exit(main())
