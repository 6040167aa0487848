"""Where a paper's folded text has a string, found in either way."""

from __future__ import annotations

import random

from refereekit.matching import index
from refereekit.matching.index import PageCores, PaperIndex
from refereekit.matching.quotes import Quote


def test_many_searches_find_the_pages_that_a_single_one_finds() -> None:
    rng = random.Random(1)
    words = ["alpha", "be", "gamma", "delta", "epsilon", "zeta", "eta"]
    pages = ["".join(rng.choices(words, k=60)) for _ in range(30)]
    cores = [PageCores(page, page.replace("be", "")) for page in pages]
    searched = PaperIndex(cores)
    for _ in range(index._FEW_SEARCHES):
        list(searched.candidates(Quote("of no page")))
    for _ in range(400):
        source = rng.choice(
            [core for page in cores for core in (page.whole, page.unmarked)]
        )
        start = rng.randrange(len(source) - 60)
        wanted = source[start : start + rng.randint(4, 60)]
        fresh = PaperIndex(cores)
        found = list(searched.candidates(Quote(wanted)))
        assert found == list(fresh.candidates(Quote(wanted)))
        assert found == [
            number
            for number, page in enumerate(cores, 1)
            if wanted in page.whole or wanted in page.unmarked
        ]
