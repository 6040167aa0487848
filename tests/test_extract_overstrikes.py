"""Texts in one place: crossed, covered by one another, or printed anew."""

from __future__ import annotations

import pytest
from pages import Line, read
from test_extract_covers import shows

WORDS = "The ferry to the island left at noon."
TEXT = Line(40, 150, WORDS).stream()
OTHER = "Nobody on the quay had seen it go on."


def line(words: str, before: str = "", x: float = 40, y: float = 150) -> str:
    return Line(x, y, words, before=before).stream()


@pytest.mark.parametrize("before", ["", "1 0 0 rg"])
@pytest.mark.parametrize("words", [OTHER, "x" * 33, "M" * 20])
def test_words_under_other_words_cannot_be_read(words: str, before: str) -> None:
    for pair in ((TEXT, line(words, before)), (line(words, before), TEXT)):
        assert WORDS not in read(" ".join(pair)).pages[0].text


def test_words_moved_onto_one_another_cannot_be_read() -> None:
    content = f"BT /F1 10 Tf -25 Tw 40 150 Td ({WORDS}) Tj ET"
    assert WORDS not in read(content).pages[0].text


@pytest.mark.parametrize(
    ("words", "sign", "x"), [("a = b", "/", 50), ("3 of", "8", 40)]
)
def test_a_sign_over_another_is_neither(words: str, sign: str, x: float) -> None:
    paper = read(f"{line(words)} {line(sign, x=x)}")
    assert words not in paper.pages[0].text


@pytest.mark.parametrize(
    "content",
    [
        f"{TEXT} {TEXT}",
        f"{TEXT} {line(WORDS, x=40.3)}",
        f"{TEXT} {line('_' * 30, y=149)}",
        f"{TEXT} {line(OTHER, y=162)}",
        f"{line(WORDS, '1 g')} {TEXT}",
        f"{TEXT} 1 g 30 140 300 30 re f 0 g {TEXT}",
    ],
    ids=["twice", "bold", "underlined", "next-line", "on-white", "printed-anew"],
)
def test_text_that_stands_clear_is_read(content: str) -> None:
    assert WORDS in read(content).pages[0].text


def test_new_words_over_covered_ones_are_read_without_a_gap() -> None:
    paper = read(f"{line(OTHER)} 1 g 30 140 300 30 re f 0 g {TEXT}")
    assert paper.pages[0].text == f"{WORDS}\n"
    assert [record.text for record in paper.hidden] == [OTHER]


@pytest.mark.parametrize(
    "cover",
    [
        line(WORDS, "1 g"),
        line(WORDS, "2 Tr 1 g 1 G 2 w"),
    ],
    ids=["in-white", "with-outline"],
)
def test_white_text_over_a_text_hides_it(cover: str) -> None:
    assert not shows(f"{TEXT} {cover}")


def test_an_outline_that_runs_the_letters_together_hides_them() -> None:
    assert not shows(line(WORDS, "1 Tr 0 G 14 w"))
    assert shows(line(WORDS, "2 Tr 0 G 0.4 w"))
