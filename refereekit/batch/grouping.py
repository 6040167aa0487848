"""Pairs by the paper that they have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from refereekit.batch.pair import Pair

__all__ = ["bundled", "by_paper"]

_LARGEST = 32
"""A lost bundle is checked again, so it may not be too large."""

_BUNDLES_A_WORKER = 8
"""Enough that no worker is idle for long at the end."""


def by_paper(pairs: Iterable[Pair]) -> list[list[Pair]]:
    """Return the pairs of each paper, in the order in which papers come."""
    groups: dict[tuple[str | None, str | None], list[Pair]] = {}
    for pair in pairs:
        groups.setdefault((pair.paper, pair.session), []).append(pair)
    return list(groups.values())


def bundled(pairs: Sequence[Pair], workers: int) -> list[list[Pair]]:
    """Return the pairs in bundles, the drafts of one paper together where they fit."""
    size = max(1, min(_LARGEST, len(pairs) // (_BUNDLES_A_WORKER * workers)))
    bundles: list[list[Pair]] = [[]]
    for group in by_paper(pairs):
        if len(bundles[-1]) + len(group) > size and bundles[-1]:
            bundles.append([])
        for pair in group:
            if len(bundles[-1]) == size:
                bundles.append([])
            bundles[-1].append(pair)
    return bundles
