"""Small papers and drafts to be checked in batches."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from raw_pdf import line_of_text, with_pages

from refereekit.batch.pair import Pair

WORDS = {
    "tides": "The harbour floods when both moons stand above the mole.",
    "kites": "A kite of waxed paper outlives three kites of silk.",
}
GOOD = 'It says "{}" on p. 1.\n'
BAD = 'It says "the harbour never floods at all" on p. 1. See p. 9.\n'


def write_paper(path: Path, words: str) -> Path:
    """Write a PDF of one page with one line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(with_pages([line_of_text(words)]))
    return path


def write_text(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def write_papers(folder: Path, drafts: int = 2) -> list[Pair]:
    """Write two papers with some drafts each, and return the pairs."""
    pairs = []
    for name, words in WORDS.items():
        write_paper(folder / f"{name}.pdf", words)
        for number in range(1, drafts + 1):
            draft = f"{name}-{number}.txt"
            text = GOOD.format(words.rstrip(".")) if number % 2 else BAD
            write_text(folder / draft, text * number)
            pairs.append(Pair(f"{name}.pdf", draft, base=str(folder)))
    return pairs


def write_manifest(path: Path, pairs: Iterable[Pair]) -> Path:
    """Write pairs that have no options as CSV."""
    rows = ["paper,draft", *(f"{pair.paper},{pair.draft}" for pair in pairs)]
    return write_text(path, "\n".join(rows) + "\n")


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]
