"""Margin line numbers leave the text and stay as labels of their lines."""

from __future__ import annotations

import pytest
from pages import Line, page, read, texts

WORDS = (
    "The number of failed pumps was",
    "12 in the first dry year and then",
    "9 in the second one, while the",
    "others were not looked at by",
    "anyone who had the means to",
    "do so before the flood came,",
    "as the register of the town",
    "shows for each of the weirs.",
)


def numbered(x: float, step: int = 1, first: int = 1) -> list[Line]:
    text = [Line(72, 250 - 14 * n, words) for n, words in enumerate(WORDS)]
    numbers = [
        Line(x, 250 - 14 * n, str(first + n), size=7)
        for n in range(len(WORDS))
        if (first + n) % step == 0
    ]
    return [*text, *numbers]


@pytest.mark.parametrize("x", [56, 300], ids=["left", "right"])
def test_numbers_beside_every_line(x: float) -> None:
    read_page = page(*numbered(x))
    assert texts(read_page) == list(WORDS)
    assert [line.margin_number for line in read_page.lines] == [
        str(n) for n in range(1, len(WORDS) + 1)
    ]


def test_numbers_count_on_over_pages() -> None:
    paper = read(numbered(56), numbered(56, first=9))
    assert [line.margin_number for line in paper.pages[1].lines][:2] == ["9", "10"]


def test_a_run_that_no_other_page_has_is_text() -> None:
    plain = [Line(72, 250 - 14 * n, words) for n, words in enumerate(WORDS)]
    paper = read(numbered(56), plain)
    assert all(line.margin_number is None for line in paper.pages[0].lines)
    assert "12 in the first dry year" in paper.pages[0].text


@pytest.mark.parametrize(("first", "counts"), [(9, True), (20, False)])
def test_numbers_count_on_over_a_page_without_any(first: int, counts: bool) -> None:
    plain = [Line(72, 250 - 14 * n, words) for n, words in enumerate(WORDS)]
    paper = read(numbered(56), plain, numbered(56, first=first))
    for place, number in ((0, "1"), (2, str(first))):
        line = paper.pages[place].lines[0]
        assert (line.margin_number == number) is counts


def test_a_numbered_list_inside_the_column_is_text() -> None:
    above = Line(56, 278, "A paragraph that begins at the left edge of the column")
    read_page = page(above, *numbered(56))
    assert all(line.margin_number is None for line in read_page.lines)


def test_numbers_in_a_gutter_below_a_longer_line() -> None:
    left = [Line(30, 240 - 14 * n, "some words of the left side") for n in range(16)]
    right = [Line(226, 240 - 14 * n, "and words of the right side") for n in range(16)]
    gutter = [Line(208, 240 - 14 * n, str(n + 1), size=6) for n in (4, 9, 14)]
    longer = Line(30, 270, "Written to the clerk of the town of the weirs")
    read_page = page(longer, *left, *right, *gutter)
    numbers = [line.margin_number for line in read_page.lines if line.margin_number]
    assert sorted(set(numbers), key=int) == ["5", "10", "15"]
    assert not any(character.isdigit() for character in read_page.text)


def test_few_numbers_count_on_from_the_page_before() -> None:
    last = [
        Line(72, 250, "and of the mills below the weirs"),
        Line(56, 250, "9", size=7),
        Line(72, 236, "nothing was ever written down."),
        Line(56, 236, "10", size=7),
    ]
    paper = read(numbered(56), last)
    assert [line.margin_number for line in paper.pages[1].lines] == ["9", "10"]
    assert "9" not in paper.pages[1].text


def test_a_run_is_confirmed_by_the_one_number_that_it_counts_on_to() -> None:
    last = [
        Line(72, 250, "and of the mills below the weirs"),
        Line(56, 250, "9", size=7),
    ]
    paper = read(numbered(56), last)
    assert [page.lines[0].margin_number for page in paper.pages] == ["1", "9"]


def test_small_numbers_set_close_to_their_lines() -> None:
    # A two-digit number of size 6 ends 2.7 points before the text of size 10.
    text = [Line(72, 250 - 14 * n, words) for n, words in enumerate(WORDS)]
    numbers = [Line(62.6, 250 - 14 * n, str(11 + n), size=6) for n in range(len(WORDS))]
    found = page(*text, *numbers)
    assert [line.margin_number for line in found.lines] == [
        str(11 + n) for n in range(len(WORDS))
    ]


def test_a_number_that_the_file_writes_amid_its_line() -> None:
    mark = Line(72, 254, "b", size=6)
    first = Line(56, 250, "1", size=7)
    words = Line(76, 250, "The Institute of Weirs in the town of the mills")
    rest = [line for line in numbered(56) if line.y != 250]
    found = page(mark, first, words, *rest)
    assert found.lines[0].margin_number == "1"
    assert texts(found)[0] == "b The Institute of Weirs in the town of the mills"


def test_few_numbers_beside_a_line_that_is_too_long() -> None:
    longest = "which is all that there is in the register of the town of the weirs"
    last = [
        *(Line(72, 250 - 14 * n, f"and of the mills below {n}") for n in range(12)),
        Line(72, 68, longest, size=12),
        Line(400, 250, "9", size=7),
    ]
    paper = read(numbered(400), last)
    assert paper.pages[1].lines[0].margin_number == "9"


def test_few_numbers_that_do_not_count_on_are_text() -> None:
    paper = read(numbered(56), [Line(72, 250, WORDS[0]), Line(56, 250, "40", size=7)])
    assert "40" in paper.pages[1].text


def test_left_and_right_pages_may_be_numbered_in_different_margins() -> None:
    paper = read(numbered(300), numbered(56, first=9))
    assert [page.lines[0].margin_number for page in paper.pages] == ["1", "9"]


def test_a_number_in_a_gutter_belongs_to_the_column_that_has_no_other() -> None:
    left = [Line(40, 240 - 14 * n, "some words of the left side") for n in range(16)]
    right = [Line(226, 240 - 14 * n, "and words of the right side") for n in range(16)]
    outer = [Line(22, 240 - 14 * n, str(n + 1), size=6) for n in (4, 9, 14)]
    inner = [Line(176, 240 - 14 * n, str(n + 17), size=6) for n in (4, 9, 14)]
    read_page = page(*left, *right, *outer, *inner)
    numbered_by = {
        line.margin_number: line.span.cut(read_page.text)[:4]
        for line in read_page.lines
        if line.margin_number
    }
    assert numbered_by == {
        **dict.fromkeys(("5", "10", "15"), "some"),
        **dict.fromkeys(("21", "26", "31"), "and "),
    }
