"""The stored cores say of a page all that its texts say, and no more."""

from __future__ import annotations

import random
from itertools import chain
from pathlib import Path

import pytest
from conftest import FIXTURES

from refereekit.binding import bind
from refereekit.matching.orders import further_passages
from refereekit.matching.quotes import Quote, find_quote
from refereekit.records import Paper
from refereekit.store import open_session


def all_texts(paper: Paper, number: int) -> list[str]:
    page = paper.pages[number - 1]
    further = further_passages(page, paper.page(number - 1), paper.page(number + 1))
    return [passage.text for passage in further]


def is_readable(quote: Quote) -> bool:
    return any(quote.wordings)


@pytest.mark.parametrize("name", ["sampler", "lineno"])
def test_words_are_nowhere_only_where_no_text_of_the_page_has_them(
    name: str, tmp_path: Path
) -> None:
    bind(tmp_path / "s", FIXTURES / "papers" / name / "paper.pdf")
    session = open_session(tmp_path / "s")
    paper, index = session.paper, session.index
    rng = random.Random(3)
    counted = {True: 0, False: 0}
    for number in range(1, paper.page_count + 1):
        page = paper.pages[number - 1]
        neighbours = paper.page(number - 1), paper.page(number + 1)
        for other in range(1, paper.page_count + 1):
            for text in all_texts(paper, other):
                words = rng.choice(text.split("\n\n")).split()
                start = rng.randrange(max(1, len(words) - 9))
                quote = Quote(" ".join(words[start : start + 9]))
                passages = chain(
                    index.passages(page, quote), further_passages(page, *neighbours)
                )
                is_nowhere = index.has_nowhere(quote, number)
                counted[is_nowhere] += 1
                assert not (is_nowhere and find_quote(quote, passages))
                assert not (is_nowhere and number == other and is_readable(quote))
    assert counted[True]
    assert counted[False]


def test_what_leaves_words_out_is_never_said_to_be_nowhere(tmp_path: Path) -> None:
    bind(tmp_path / "s", FIXTURES / "papers" / "plain" / "paper.pdf")
    index = open_session(tmp_path / "s").index
    assert index.has_nowhere(Quote("zebras and quaggas of no page"), 1)
    assert not index.has_nowhere(Quote("zebras ... of no page at all"), 1)
    assert not index.has_nowhere(Quote("zebras [and] quaggas of no page"), 1)
