"""Lines are read column by column, whatever the order of the file."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from pages import Line, page, read, texts

from refereekit.records import BREAK, Role

LEFT = [
    Line(40, 250 - 14 * n, words)
    for n, words in enumerate(
        (
            "The gauge at the upper weir",
            "showed a slow rise in level",
            "for all of May.",
        )
    )
]
RIGHT = [
    Line(230, 250 - 14 * n, words)
    for n, words in enumerate(
        (
            "no change of any kind was",
            "seen at the lower weir until",
            "the end of June.",
        )
    )
]


@pytest.mark.parametrize("seed", range(4))
def test_columns_do_not_depend_on_the_order_of_the_file(seed: int) -> None:
    lines = [*LEFT, *RIGHT]
    random.Random(seed).shuffle(lines)
    assert texts(page(*lines)) == [line.words for line in (*LEFT, *RIGHT)]


def test_no_reading_crosses_the_gutter() -> None:
    rows = [line for pair in zip(LEFT, RIGHT, strict=True) for line in pair]
    read_page = page(*rows)
    names = texts(read_page)
    for reading in read_page.readings:
        for left, right in pairwise(reading):
            if BREAK not in (left, right):
                assert not ("weir" in names[left] and "no change" in names[right])


def test_a_paragraph_is_never_read_upward() -> None:
    found = page(*reversed(LEFT))
    assert texts(found) == [line.words for line in LEFT]
    joined = [
        (one, other)
        for reading in found.readings
        for one, other in pairwise(reading)
        if BREAK not in (one, other)
    ]
    assert all(one < other for one, other in joined)


def test_the_file_s_order_has_no_wall_between_streams() -> None:
    caption = Line(40, 180, "Figure 1. The upper weir in May.")
    found = page(*LEFT, caption)
    assert "May.\n\nFigure 1." in found.text
    assert found.readings == ((0, 1, 2, 3),)
    assert page(*LEFT).readings == ()


def test_a_centred_heading_follows_a_short_line() -> None:
    found = page(
        Line(40, 240, "and this is how the weirs of the town were built in all"),
        Line(40, 228, "the years of the flood."),
        Line(190, 208, "4.1. The upper weirs"),
        Line(40, 192, "The upper weirs are those above the mill of the town."),
    )
    assert "flood.\n4.1. The" in found.text


def test_lines_side_by_side_are_not_read_across() -> None:
    found = page(
        Line(40, 240, "the years of the flood."),
        Line(190, 236, "4.1. The upper weirs"),
        Line(40, 228, "The upper weirs are"),
        Line(190, 224, "those above the mill"),
    )
    assert "flood.\n4.1. The" not in found.text


def test_a_line_over_both_columns_is_read_where_it_stands() -> None:
    title = Line(40, 280, "Levels of the river at two weirs during one dry summer", 14)
    assert texts(page(*LEFT, *RIGHT, title))[0] == title.words


@pytest.mark.parametrize(
    ("matrix", "direction"),
    [("0 1 -1 0 {x} 40", 90), ("0 -1 1 0 {x} 260", 270), ("-1 0 0 -1 380 {y}", 180)],
)
def test_turned_text_is_read_along_its_direction(matrix: str, direction: int) -> None:
    places = {90: (60, 74), 270: (74, 60), 180: (60, 74)}[direction]
    stream = "\n".join(
        f"BT /F1 10 Tf {matrix.format(x=place, y=place)} Tm ({words}) Tj ET"
        for place, words in zip(
            places, ("The oil must be", "changed in May"), strict=True
        )
    )
    read_page = read(stream).pages[0]
    assert texts(read_page) == ["The oil must be", "changed in May"]
    assert {line.direction for line in read_page.lines} == {direction}


def test_extents_follow_the_words() -> None:
    line = page(Line(40, 200, "four small words here")).lines[0]
    assert len(line.extents) == 4
    assert [start for start, _ in line.extents] == sorted(s for s, _ in line.extents)
    assert line.bbox.x0 == pytest.approx(40)


def test_furniture_leaves_the_flow_and_pages_join_in_mid_sentence() -> None:
    def numbered(number: int, last: str, first: str) -> list[Line]:
        body = [Line(40, 240 - 14 * n, f"{w} of page {number}") for n, w in _BODY]
        return [
            Line(40, 280, f"A Study of Weirs {number}"),
            Line(40, 254, first),
            *body,
            Line(40, 240 - 14 * len(_BODY), last),
        ]

    paper = read(
        numbered(
            1, "and so the level of the water in the basin stayed", "One long line"
        ),
        numbered(
            2, "where it was until the autumn rains came again.", "below the mark,"
        ),
    )
    first, second = paper.pages
    assert first.lines[-1].role is Role.RUNNING_HEAD
    assert texts(first)[-1] == "A Study of Weirs 1"
    assert first.flow_end is not None
    assert texts(first)[first.flow_end].endswith("stayed")
    assert second.flow_start is not None
    assert texts(second)[second.flow_start] == "below the mark,"
    assert second.flow_end is None


_BODY = list(enumerate(("Every reading", "All the tables", "Some of the notes")))
