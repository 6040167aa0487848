"""What a reader of the findings has to know about how a paper could be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from refereekit.records import HiddenText, Page

__all__ = ["notices"]

_MOST_NAMED = 8


def notices(
    pages: Sequence[Page], broken: Iterable[int], hidden: Sequence[HiddenText]
) -> tuple[str, ...]:
    """Return one line each about broken pages, pages without text, OCR, hidden text.

    `broken` are the numbers of the pages that could not be loaded.
    """
    damaged = sorted(set(broken))
    empty = [p.number for p in pages if not p.is_readable and p.number not in damaged]
    scanned = [page.number for page in pages if page.is_ocr]
    found: list[str] = []
    if damaged:
        found.append(f"damaged and not read: {_listed(damaged)}")
    if empty:
        found.append(f"no readable text (a scan, or outlines): {_listed(empty)}")
    if scanned:
        found.append(
            f"a picture with an OCR layer, whose text may be wrong: {_listed(scanned)}"
        )
    return (*found, *_about_hidden(hidden))


def _about_hidden(hidden: Sequence[HiddenText]) -> list[str]:
    if not hidden:
        return []
    reasons = Counter(record.why.value for record in hidden)
    why = ", ".join(f"{count} {reason}" for reason, count in sorted(reasons.items()))
    numbers = sorted({record.page_number for record in hidden})
    return [f"hidden text on {_listed(numbers)} ({why}); it is never matched"]


def _listed(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:_MOST_NAMED]))
    more = (
        f" and {len(numbers) - _MOST_NAMED} more" if len(numbers) > _MOST_NAMED else ""
    )
    return ("page " if len(numbers) == 1 else "pages ") + shown + more
