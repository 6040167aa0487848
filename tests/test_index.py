"""Where a paper's folded text has a string, found in either way."""

from __future__ import annotations

import random

from refereekit.matching import index
from refereekit.matching.index import PageCores, PaperIndex
from refereekit.matching.quotes import Quote


def test_pages_without_words_hold_nothing() -> None:
    searched = PaperIndex([PageCores(""), PageCores("")])
    searched.expect(["four words of one page that it does not have"])
    for _ in range(2 * index._FEW_SEARCHES):
        wanted = searched.quote("four words of one page that it does not have")
        assert not list(searched.candidates(wanted))


def test_many_searches_find_the_pages_that_a_single_one_finds() -> None:
    rng = random.Random(1)
    words = ["alpha", "be", "gamma", "delta", "epsilon", "zeta", "eta"]
    pages = ["".join(rng.choices(words, k=60)) for _ in range(30)]
    cores = [PageCores(page, page.replace("be", "")) for page in pages]
    sources = [core for page in cores for core in (page.whole, page.unmarked)]
    texts = []
    for _ in range(400):
        source = rng.choice(sources)
        start = rng.randrange(len(source) - 60)
        texts.append(source[start : start + rng.randint(4, 60)])
    searched = PaperIndex(cores)
    searched.expect(texts[:300])
    for _ in range(index._FEW_SEARCHES):
        list(searched.candidates(Quote("of no page")))
    for wanted in texts:
        fresh = PaperIndex(cores)
        found = list(searched.candidates(searched.quote(wanted)))
        assert found == list(fresh.candidates(Quote(wanted)))
        assert found == [
            number
            for number, page in enumerate(cores, 1)
            if wanted in page.whole or wanted in page.unmarked
        ]
