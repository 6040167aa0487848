"""What is found literally is what the careful comparison finds."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from conftest import FIXTURES
from hypothesis import given, settings
from hypothesis import strategies as st

from refereekit.extract.reader import extract_paper
from refereekit.matching.index import PaperIndex
from refereekit.matching.literal import Pasted, find_literal
from refereekit.matching.passages import Passage, page_passage
from refereekit.matching.quotes import Match, Quote, find_quote
from refereekit.records import Page
from refereekit.values import replace

ALPHABET = "aB1 2.,;:-–()“”'\"^¨´é\u0301ﬁ²ﬀ\n\ufffd×=%±日\ud55c"


def plain(text: str) -> Page:
    return Page(1, "1", 600, 800, 0, text)


def stored(page: Page) -> Passage:
    return page_passage(page, page_passage(page).core)


def carefully(text: str, passage: Passage) -> object:
    return find_quote(Quote(text), [replace(passage, known_core=None)])


def literally(text: str, passage: Passage) -> Match | None:
    found = find_literal(Pasted(text), passage)
    return found and Match(tuple(passage.locate(found[0])), found[1])


@settings(deadline=None, max_examples=600, derandomize=True)
@given(
    st.text(ALPHABET, max_size=8),
    st.text(ALPHABET, min_size=1, max_size=6),
    st.text(ALPHABET, max_size=8),
)
def test_what_surrounds_the_words_is_never_judged_otherwise(
    before: str, words: str, after: str
) -> None:
    text = re.sub(r"\n{3,}", "\n\n", before + words + after)
    passage = stored(plain(text))
    for quoted in (words, words.replace("\n", " "), words.replace(" ", "\n")):
        found = literally(quoted, passage)
        if found is not None:
            assert found == carefully(quoted, passage)


def runs(page: Page, rng: random.Random) -> Iterator[str]:
    """Yield words of a page, from anywhere in it."""
    ends = [0, *(m.start() for m in re.finditer(r"\b", page.text)), len(page.text)]
    for _ in range(40):
        start = rng.randrange(len(ends))
        end = min(start + rng.randint(2, 30), len(ends) - 1)
        words = page.text[ends[start] : ends[end]]
        yield words
        yield " ".join(words.split())


@pytest.mark.parametrize("name", ["sampler", "frontmatter", "plain", "lineno"])
def test_words_of_real_pages_are_found_where_the_comparison_finds_them(
    name: str,
) -> None:
    pdf = FIXTURES / "papers" / name / "paper.pdf"
    paper = extract_paper(pdf.read_bytes(), pdf.name)
    index = PaperIndex.build(paper.pages)
    rng = random.Random(4)
    literal = 0
    for page in paper.pages:
        passage = index.passage(page)
        for quoted in runs(page, rng):
            found = literally(quoted, passage)
            if found is not None:
                literal += 1
                assert found == carefully(quoted, passage)
    assert literal > 20 * len(paper.pages)
