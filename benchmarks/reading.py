"""What binding a paper costs beside other programs that read the same file.

For papers of growing length, made of the pages of others, again and again; with the
peak of memory, and with what binding costs that finds the paper bound already. All
programs read papers of up to `--others` pages; longer ones only PDFium's plain text.

Usage: python benchmarks/reading.py [--papers DIR] [--runs N] [--pages N,N] [--others N]
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from material import merged
from measuring import (
    Command,
    Figure,
    Sample,
    keep,
    measure,
    median,
    options,
    peak_mb,
    python,
    ratio,
    refereekit,
)

PAGES, RUNS = (10, 100, 600, 2000), 3
MOST_OF_ALL = 600
"""Pages of the longest paper that every program reads."""
LONG = 100
"""Pages from which a paper is long."""
MOST_OF_PDFIUM, MOST_OF_PDFPLUMBER, MOST_GROWTH, MOST_MB = 4, 0.5, 3.5, 400

PDFIUM = """
import sys, pypdfium2
for page in pypdfium2.PdfDocument(sys.argv[1]):
    page.get_textpage().get_text_bounded()
"""
PYMUPDF = """
import sys, pymupdf
for page in pymupdf.open(sys.argv[1]):
    page.get_text("rawdict")
"""
PDFPLUMBER = """
import sys, pdfplumber
with pdfplumber.open(sys.argv[1]) as document:
    for page in document.pages:
        page.extract_words()
        page.close()
"""
BIND, AGAIN = "bind", "bind, bound already"
TEXT, WORDS = "pypdfium2 text", "pdfplumber words"
RAW, LAYOUT = "pymupdf rawdict", "pdftotext -bbox-layout"

Samples = dict[str, list[Sample]]


def kinds(pdf: Path, *, is_of_all: bool) -> Mapping[str, Command | Sequence[Command]]:
    """Return the command lines that read a paper."""
    session = pdf.with_suffix(".session")
    bind = refereekit("bind", pdf, "--session", session)
    forget = python("import shutil, sys; shutil.rmtree(sys.argv[1], True)", session)
    found: dict[str, Command | Sequence[Command]] = {
        BIND: [forget, bind],
        AGAIN: bind,
        TEXT: python(PDFIUM, pdf),
    }
    if is_of_all:
        if shutil.which("pdftotext"):
            found[LAYOUT] = ["pdftotext", "-bbox-layout", str(pdf), "/dev/null"]
        found[RAW] = python(PYMUPDF, pdf)
        found[WORDS] = python(PDFPLUMBER, pdf)
    return found


def compared(samples: Samples, pages: int) -> list[Figure]:
    """Return what binding costs beside each of the others."""
    limits = {WORDS: MOST_OF_PDFPLUMBER, TEXT: MOST_OF_PDFIUM if pages > LONG else None}
    return [
        ratio(f"bind / {kind}, {pages} pages", samples[BIND], taken, limits.get(kind))
        for kind, taken in samples.items()
        if kind not in (BIND, AGAIN)
    ]


def growth(bound: Mapping[int, list[Sample]]) -> list[Figure]:
    """Return what a longer paper costs beside a shorter one."""
    lengths = sorted(bound)
    return [
        ratio(
            f"bind, {longer} / {shorter} pages",
            bound[longer],
            bound[shorter],
            MOST_GROWTH if (shorter, longer) == PAGES[-2:] else None,
        )
        for shorter, longer in pairwise(lengths)
    ]


def main() -> int:
    """Print and keep the times; end with 1 where an aim is missed."""
    parser = options(__doc__, RUNS)
    parser.add_argument("--pages", default=",".join(map(str, PAGES)))
    parser.add_argument("--others", type=int, default=MOST_OF_ALL)
    arguments = parser.parse_args()
    kept: Samples = {}
    bound: dict[int, list[Sample]] = {}
    figures: list[Figure] = []
    peaks: dict[str, float] = {}
    for pages in map(int, arguments.pages.split(",")):
        print(f"{pages} pages")
        with tempfile.TemporaryDirectory() as directory:
            pdf = merged(arguments.papers, pages, Path(directory) / "paper.pdf")
            samples = measure(
                kinds(pdf, is_of_all=pages <= arguments.others),
                arguments.runs,
                warm=not bound,
            )
            session = Path(directory) / "measured.session"
            peak = peak_mb(refereekit("bind", pdf, "--session", session))
        bound[pages] = samples[BIND]
        kept |= {f"{pages} pages: {kind}": taken for kind, taken in samples.items()}
        figures += compared(samples, pages)
        peaks[str(pages)] = round(peak, 1)
        per_page = 1000 * median(samples[BIND]).cpu / pages
        figures.append(Figure(f"bind, a page of {pages}", per_page, None, "ms CPU"))
        figures.append(Figure(f"peak memory, {pages} pages", peak, None, "MB", MOST_MB))
    figures += growth(bound)
    return keep("reading", kept, figures, peak_mb=peaks)


if __name__ == "__main__":
    sys.exit(main())
