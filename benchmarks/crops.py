"""Time a crop once its page is open: python benchmarks/crops.py [PAPER.pdf]."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from refereekit.claims import EquationCitation, FigureCitation, Place
from refereekit.extract.crops import PagePictures
from refereekit.extract.reader import extract_paper
from refereekit.positions import Span
from refereekit.records import Paper, Role
from refereekit.verdicts import Anchor, Finding, Reason
from refereekit.views import View, text_views, views_of

PAPER = Path(__file__).parent.parent / "fixtures/papers/sampler/paper.pdf"
LIMIT_MS = 20
REPEATS = 5
_PLACE = Place(Span(0, 1), 1, 1)


def views(paper: Paper) -> dict[str, list[View]]:
    """Return views of every kind: two lines of words, equations, captions."""
    found: dict[str, list[View]] = {"words": [], "equation": [], "figure": []}
    for page in paper.pages:
        body = [line.bbox for line in page.lines if line.role is Role.BODY]
        for pair in zip(body[:-1:4], body[1::4], strict=False):
            found["words"] += text_views(page, pair)
    for equation in paper.equations or ():
        claim = EquationCitation(equation.label, _PLACE, "")
        anchor = Anchor(equation.page_number, bboxes=(equation.bbox, equation.display))
        found["equation"] += views_of(
            Finding(claim, Reason.FOUND, "", (anchor,)), paper
        )
    for caption in paper.captions:
        figure = FigureCitation(caption.label, _PLACE, "")
        anchor = Anchor(caption.page_number, bboxes=(caption.bbox,))
        found["figure"] += views_of(Finding(figure, Reason.FOUND, "", (anchor,)), paper)
    return found


def _milliseconds(view: View, pictures: PagePictures) -> Iterator[float]:
    """Yield the time of a few drawings; the least is that of a free machine."""
    for _ in range(REPEATS):
        started = time.perf_counter()
        pictures.draw([view])
        yield 1000 * (time.perf_counter() - started)


def main() -> None:
    """Print the median, the 95th percentile and the longest time of each kind."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else PAPER
    data = path.read_bytes()
    paper = extract_paper(data, path.name)
    with PagePictures(data, path.name) as pictures:
        for page in paper.pages:  # opens every page
            pictures.draw(list(text_views(page, [page.lines[0].bbox]))[:1])
        for kind, places in views(paper).items():
            if not places:
                continue
            times = sorted(min(_milliseconds(view, pictures)) for view in places)
            share = sum(ms <= LIMIT_MS for ms in times) / len(times)
            print(
                f"{kind:9} n={len(times):4}  median {statistics.median(times):5.1f} ms"
                f"  p95 {times[int(0.95 * (len(times) - 1))]:5.1f} ms"
                f"  longest {times[-1]:5.1f} ms"
                f"  within {LIMIT_MS} ms: {100 * share:.0f} %"
            )


if __name__ == "__main__":
    main()
