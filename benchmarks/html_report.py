"""What the HTML report costs, with its pictures, beside the other formats.

Usage: python benchmarks/html_report.py [--papers DIR] [--runs N]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from material import bound, draft, merged, sampled
from measuring import (
    Figure,
    keep,
    measure,
    more_ms,
    options,
    refereekit,
)

PAGES, RUNS = 28, 7
COUNTS = (25, 250)
FORMATS = ("text", "json", "html")


def main() -> int:
    """Print and keep the times."""
    arguments = options(__doc__, RUNS).parse_args()
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        session = bound(merged(arguments.papers, PAGES, folder / "paper.pdf"))
        kinds = {}
        for count in COUNTS:
            report = draft(folder / f"{count}.txt", sampled(session, count))
            for form in FORMATS:
                kinds[f"{count} findings, {form}"] = refereekit(
                    *("check", report, "--session", session),
                    *("--format", form, "-o", folder / f"{count}.{form}"),
                )
        samples = measure(kinds, arguments.runs)
        for count in COUNTS:
            named = {form: f"{count} findings, {form}" for form in FORMATS}
            figures.append(
                more_ms(
                    f"{named['html']}, more than text",
                    samples[named["html"]],
                    samples[named["text"]],
                )
            )
            size = (folder / f"{count}.html").stat().st_size / 1000
            figures.append(Figure(f"{named['html']}, size", size, None, "KB"))
    return keep("html_report", samples, figures, pages=PAGES)


if __name__ == "__main__":
    sys.exit(main())
