"""Pieces of one row, and rows below it, are read on where no gutter parts two texts."""

from __future__ import annotations

from pages import Line, page

from refereekit.matching.passages import other_orders
from refereekit.records import Page

WIDE = "The gauges of the town are read every hour by the keeper of the weir."


def is_read_on(found: Page, words: str) -> bool:
    """Tell whether a page has these words one after another in one of its orders."""
    texts = [found.text, *(passage.text for passage in other_orders(found))]
    return any(
        words in " ".join(stream.split())
        for text in texts
        for stream in text.split("\n\n")
    )


def cell(column: int, row: int, words: str) -> Line:
    """Return what stands in a cell of a grid of three columns."""
    return Line(40 + 125 * column, 260 - 12 * row, words)


def test_captions_of_a_row_are_read_along_it() -> None:
    found = page(
        Line(50, 250, "(a) the upper weir in the spring"),
        Line(260, 250, "(b) the lower weir in the spring"),
        Line(40, 234, f"Figure 1. {WIDE}"),
    )
    assert is_read_on(found, "in the spring (b) the lower weir in the spring Figure")


def test_no_row_of_two_columns_is_read_across() -> None:
    found = page(
        Line(40, 250, "the gauge at the upper weir"),
        Line(230, 250, "no change of any kind was"),
        Line(40, 238, "showed a slow rise in level"),
        Line(230, 238, "seen at the lower weir until"),
    )
    assert not is_read_on(found, "upper weir no change")
    assert not is_read_on(found, "rise in level seen at")
    assert not is_read_on(found, "kind was showed")


def test_no_row_between_two_columns_and_a_wide_line_is_read_across() -> None:
    found = page(
        Line(40, 262, WIDE),
        Line(40, 250, "the gauge at the upper weir"),
        Line(230, 250, "no change of any kind was"),
        Line(40, 238, "showed a slow rise in level"),
        Line(230, 238, "seen at the lower weir until"),
        Line(40, 226, WIDE),
    )
    assert not is_read_on(found, "upper weir no change")
    assert not is_read_on(found, "rise in level seen at")


def test_the_last_row_of_two_columns_is_not_read_across_to_a_longer_one() -> None:
    found = page(
        Line(40, 250, "the gauge at the upper weir"),
        Line(230, 250, "no change of any kind was"),
        Line(40, 238, "showed a slow rise in level"),
        Line(230, 238, "seen at the lower weir."),
        Line(40, 226, "for all days of May."),
    )
    assert not is_read_on(found, "lower weir. for all days")


def test_values_in_rows_are_read_along_them() -> None:
    found = page(
        Line(40, 262, WIDE),
        Line(90, 240, "a = 38.55302437476555"),
        Line(240, 240, "b = 29.213182255013322"),
        Line(90, 228, "c = 47.978140718671284"),
        Line(240, 228, "d = 0.28796740575434676"),
        Line(40, 206, WIDE),
    )
    assert is_read_on(found, "a = 38.55302437476555 b = 29.213182255013322")
    assert is_read_on(found, "c = 47.978140718671284 d = 0.28796740575434676")


def test_both_halves_of_a_foot_are_read_along_it() -> None:
    found = page(
        Line(40, 250, WIDE),
        Line(40, 60, "Preprint submitted to the mill"),
        Line(280, 60, "30 November of that year"),
    )
    assert is_read_on(found, "Preprint submitted to the mill 30 November of that year")


def test_a_centred_heading_goes_on_with_the_first_entry_below_it() -> None:
    found = page(
        Line(40, 280, WIDE),
        Line(180, 250, "ALL CONTENTS"),
        Line(40, 230, "I. The upper weir"),
        Line(380, 230, "1"),
        Line(40, 210, "II. The mill"),
        Line(380, 210, "2"),
    )
    assert is_read_on(found, "ALL CONTENTS I. The upper weir 1")


def test_a_caption_beside_a_figure_goes_on_with_the_next_row() -> None:
    found = page(
        Line(260, 280, "Figure 1. The weir is seen"),
        Line(260, 268, "from the bank."),
        Line(40, 100, "x = y + z + u + v + w"),
    )
    assert is_read_on(found, "from the bank. x = y + z + u")


def test_a_formula_is_read_on_from_its_sign_to_the_numerator() -> None:
    found = page(
        Line(40, 280, WIDE),
        Line(100, 250, "u(x, y | z, w) ="),
        Line(177, 257, "1 + z + w + v + a"),
        Line(177, 243, "1 + x + y + a + b"),
        Line(380, 250, "(1)"),
        Line(40, 220, WIDE),
    )
    assert is_read_on(found, "u(x, y | z, w) = 1 + z + w + v + a 1 + x")


def test_a_foot_below_a_note_in_one_half_is_read_along_its_row() -> None:
    found = page(
        Line(40, 250, WIDE),
        Line(40, 80, "Send all letters to the keeper"),
        Line(40, 60, "Sent to the paper of the town"),
        Line(280, 60, "late in November of that year"),
    )
    assert is_read_on(found, "of the town late in November of that year")


def test_the_last_lines_of_two_columns_go_on_below_a_blank_strip() -> None:
    found = page(
        Line(40, 250, "the gauge at the upper weir"),
        Line(40, 238, "showed a slow rise in level"),
        Line(230, 250, "no change of any kind was"),
        Line(230, 238, "seen at the lower weir."),
        Line(40, 190, "All notes of the keeper are"),
        Line(230, 190, "in the house above the mill."),
    )
    assert is_read_on(found, "seen at the lower weir. All notes of the keeper")
    assert not is_read_on(found, "the upper weir no change")


def test_cells_are_read_row_by_row() -> None:
    rows = [("upper weir", "1.25", "0.75"), ("lower weir in May", "3.50", "2.15")]
    cells = [
        Line(x, 240 - 12 * row, words)
        for row, texts in enumerate(rows)
        for x, words in zip((60, 200, 320), texts, strict=True)
    ]
    found = page(Line(40, 262, WIDE), *cells, Line(40, 200, WIDE))
    assert is_read_on(found, "1.25 0.75 lower weir in May 3.50 2.15")


def test_cells_with_words_are_read_row_by_row() -> None:
    rows = [
        ("rise of the water", "slow and even", "in the wet part of it"),
        ("fall of the water", "quick at first", "in the dry part of it"),
    ]
    cells = [
        Line(x, 240 - 12 * row, words)
        for row, texts in enumerate(rows)
        for x, words in zip((40, 170, 290), texts, strict=True)
    ]
    found = page(Line(40, 262, WIDE), *cells, Line(40, 200, WIDE))
    assert is_read_on(found, "in the wet part of it fall of the water quick at first")


def test_a_cell_is_read_on_to_two_rows_beside_it() -> None:
    found = page(
        Line(40, 262, WIDE),
        Line(40, 230, "The level at the lower gauge"),
        Line(240, 236, "between a metre and two"),
        Line(240, 224, "and more than that in May"),
        Line(40, 200, WIDE),
    )
    assert is_read_on(found, "at the lower gauge between a metre and two and more than")


def test_a_row_of_two_columns_off_each_other_is_not_read_across() -> None:
    found = page(
        Line(40, 250, "the gauge at the upper weir"),
        Line(40, 238, "showed a slow rise in level"),
        Line(40, 226, "all through the wet spring"),
        Line(230, 252, "no change of any kind was"),
        Line(230, 240, "seen at the lower weir until"),
        Line(230, 228, "the first of the dry months"),
    )
    assert not is_read_on(found, "wet spring the first of")
    assert not is_read_on(found, "wet spring seen at")


def test_a_grid_of_authors_is_read_column_by_column() -> None:
    authors = [
        ("Ada Weir", "Mill Lane Institute", "ada@weir.example"),
        ("Benjamin Lockkeeper", "Institute of the Mill", "lock@mill.example"),
        ("Clara Sluice", "Institute of the Mill", "clara@mill.example"),
    ]
    grid = [
        cell(column, row, words)
        for column, texts in enumerate(authors)
        for row, words in enumerate(texts)
    ]
    found = page(*grid, Line(40, 200, WIDE))
    assert is_read_on(found, "ada@weir.example Benjamin Lockkeeper Institute of")


def test_a_row_of_values_is_read_across_the_middle_of_the_page() -> None:
    prose = "The keeper of the weir wrote"
    found = page(
        *(Line(x, 290 - 12 * row, prose) for x in (40, 230) for row in range(5)),
        Line(40, 200, "Read on < 22 > 22 Full < 23"),
        Line(230, 200, "< 24 > 24 Full Full"),
        Line(40, 180, "Upper 0.0385 0.1383 0.1325"),
        Line(230, 180, "0.0537 0.1458 0.1315"),
    )
    assert is_read_on(found, "22 Full < 23 < 24 > 24 Full Full")


def test_a_grid_of_authors_is_not_read_across_from_a_middle_column() -> None:
    rows = [
        ("Ada Weir", "Benjamin Lockkeeper", "Clara Sluice"),
        ("Mill Lane Works", "Hydraulic Institute at", "Mill Lane Works"),
        ("Weirford, Wessex", "Sluiceham", "Weirford, Wessex"),
        ("", "Sluiceham, Wessex", ""),
    ]
    grid = [
        cell(column, row, words)
        for row, texts in enumerate(rows)
        for column, words in enumerate(texts)
        if words
    ]
    found = page(*grid, Line(40, 200, WIDE))
    assert not is_read_on(found, "Hydraulic Institute at Weirford")
