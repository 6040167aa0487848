"""What a check of a bound nine-page paper costs beside Python's own start.

And beside the same check done with PyMuPDF: import it, open the PDF, and search each
quotation on its page.

Usage: python benchmarks/startup.py [--papers DIR] [--runs N]
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from material import bound, draft, merged, sampled
from measuring import (
    keep,
    measure,
    options,
    python,
    ratio,
    refereekit,
)

PAGES, QUOTATIONS, RUNS = 9, 12, 21
PEER = """
import json, sys
import pymupdf
quoted = json.load(open(sys.argv[2]))
document = pymupdf.open(sys.argv[1])
for number, text in quoted:
    found = document[number - 1].search_for(text)
    print("PASS" if found else "FAIL", number, text)
"""
START, CHECK = "python -I -c pass", "check"
IMPORT, SAME = "import pymupdf", "the same check with pymupdf"
AT_MOST, AT_MOST_OF_PEER = 7, 0.15


def main() -> int:
    """Print and keep the times; end with 1 where an aim is missed."""
    arguments = options(__doc__, RUNS).parse_args()
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        pdf = merged(arguments.papers, PAGES, folder / "paper.pdf")
        session = bound(pdf)
        quoted = sampled(session, QUOTATIONS)
        report = draft(folder / "report.txt", quoted)
        listed = folder / "quoted.json"
        listed.write_text(json.dumps(quoted))
        kinds = {
            START: [sys.executable, "-I", "-c", "pass"],
            CHECK: refereekit("check", report, "--session", session),
            IMPORT: python("import pymupdf"),
            SAME: python(PEER, pdf, listed),
        }
        samples = measure(kinds, arguments.runs)
    ours = samples[CHECK]
    figures = [
        ratio(f"{CHECK} / {START}", ours, samples[START], AT_MOST),
        ratio(f"{CHECK} / {IMPORT}", ours, samples[IMPORT]),
        ratio(f"{CHECK} / {SAME}", ours, samples[SAME], AT_MOST_OF_PEER),
    ]
    return keep("startup", samples, figures, pages=PAGES, quotations=QUOTATIONS)


if __name__ == "__main__":
    sys.exit(main())
