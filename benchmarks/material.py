"""The papers and the drafts that the benchmarks of whole processes work on."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from pathlib import Path

import pypdfium2
from measuring import refereekit, run

from refereekit.store import open_session

_FEWEST, _MOST = 5, 20
"""Words of a quotation."""


def merged(papers: Path, count: int, path: Path) -> Path:
    """Write a PDF of so many pages: those of all papers, again and again."""
    sources = [pypdfium2.PdfDocument(p) for p in sorted(papers.rglob("*.pdf"))]
    document = pypdfium2.PdfDocument.new()
    while len(document) < count:
        for source in sources:
            wanted = min(len(source), count - len(document))
            if wanted:
                document.import_pages(source, list(range(wanted)))
    document.save(path)
    return path


def bound(pdf: Path) -> Path:
    """Bind a session to a paper and return its directory."""
    session = pdf.with_suffix(".session")
    run(refereekit("bind", pdf, "--session", session))
    return session


Quoted = tuple[int, str]
"""The number of a page, and words of its text."""


def sampled(session: Path, count: int, seed: int = 1) -> list[Quoted]:
    """Return words of 5 to 20 from anywhere in a bound paper, without repetition."""
    rng = random.Random(seed)
    pages = [_passages(page.text) for page in open_session(session).paper.pages]
    found: dict[Quoted, None] = {}
    while len(found) < count:
        number = rng.randrange(len(pages))
        if not pages[number]:
            continue
        words = rng.choice(pages[number])
        size = rng.randint(_FEWEST, _MOST)
        start = rng.randrange(len(words) - size)
        found[number + 1, " ".join(words[start : start + size])] = None
    return list(found)


def _passages(text: str) -> list[list[str]]:
    """Return the words of each stream of a page that a quotation can be taken from."""
    streams = [stream.split() for stream in re.split(r"\n\s*\n", text)]
    return [
        words
        for words in streams
        if len(words) > _MOST and not re.search('["“”\ufffc\ufffd]', " ".join(words))
    ]


def draft(path: Path, quoted: Iterable[Quoted]) -> Path:
    """Write a draft that quotes these words, each with its page."""
    path.write_text(
        "\n".join(
            f'The authors write "{text}" (p. {number}), which I do not follow.\n'
            for number, text in quoted
        ),
        encoding="utf-8",
    )
    return path
