"""Labels beside displays: which are taken, and for which reasons others are not."""

from __future__ import annotations

import pytest
from raw_pdf import with_pages
from typeset import LEFT, RIGHT, joined, line, page, prose, rule

from refereekit.extract.agreement import settle_equations
from refereekit.extract.equations import read_equations
from refereekit.extract.label_forms import equation_label
from refereekit.extract.layout import PageLayout, TextLine
from refereekit.extract.reader import extract_paper
from refereekit.positions import BBox
from refereekit.records import Rejection

FORMULA = "$q$ $=$ $kh$"


def labelled(label: str, y: float = 130.0, formula: str = FORMULA) -> list[TextLine]:
    """Return a display in the middle of the column and its label at the right edge."""
    return [line(270.0, y, formula), line(0.0, y, label, end=RIGHT)]


def accepted(*pages: PageLayout) -> list[str]:
    settled = settle_equations([read_equations(each) for each in pages])
    return [e.label for reading in settled for e in reading.accepted]


def reasons(found: PageLayout, label: str) -> set[Rejection]:
    (settled,) = settle_equations([read_equations(found)])
    return {
        reason
        for candidate in settled.candidates
        if candidate.label == label
        for reason in candidate.rejected
    }


@pytest.mark.parametrize(
    ("token", "label"),
    [
        ("(7)", "7"),
        ("(2.1)", "2.1"),
        ("(1.2.3)", "1.2.3"),
        ("(26a)", "26a"),
        ("(A.3)", "A.3"),
        ("(A1)", "A1"),
        ("(S4)", "S4"),
        ("(SM1)", "SM1"),
        ("(7’)", "7'"),
        ("(7′)", "7'"),
        ("(3·1a)", "3.1a"),
        ("(2–3)", "2-3"),
        ("(∗)", "*"),
        ("(†)", "†"),
        ("(P)", "P"),
        ("(ii)", "ii"),
        ("[12]", "12"),
        ("（5）", "5"),
    ],
)
def test_shapes_of_labels(token: str, label: str) -> None:
    assert equation_label(token) == label


@pytest.mark.parametrize(
    "token",
    ["(2015)", "(0, 1)", "(see)", "(1)]", "(3].", "()", "7", "f(x)", "(x+1)", "(3),"],
)
def test_shapes_that_are_no_labels(token: str) -> None:
    assert equation_label(token) is None


@pytest.mark.parametrize("label", ["(7)", "(A.1)", "(3a)", "(*)", "[4]", "(P1)"])
def test_a_label_beside_a_display_is_taken(label: str) -> None:
    found = page(*prose(100, 2), *labelled(label), *prose(160, 2))
    assert accepted(found) == [equation_label(label)]


def test_a_label_has_its_own_box_and_the_displays() -> None:
    found = page(*prose(100, 2), *labelled("(7)"), *prose(160, 2))
    (equation,) = read_equations(found).accepted
    assert equation.page_number == 1
    assert equation.bbox.x1 == RIGHT
    assert (equation.display.x0, equation.display.x1) == (270.0, 296.0)


def test_display_lines_are_told() -> None:
    found = page(*prose(100, 2), *labelled("(7)"), *prose(160, 2))
    assert read_equations(found).display_lines == {2, 3}


def test_a_label_under_its_display_is_taken() -> None:
    wide = line(LEFT + 4, 130, "$L$ $=$ " + "$a$ $+$ " * 24 + "$b$")
    under = line(0, 142, "(3.2)", end=RIGHT)
    assert accepted(page(*prose(100, 2), wide, under, *prose(170, 2))) == ["3.2"]


def test_a_label_between_two_rows_is_taken() -> None:
    found = page(
        *prose(100, 2),
        line(250, 132, "$x$ $=$ $a$"),
        line(0, 140, "(4)", end=RIGHT),
        line(250, 148, "$y$ $=$ $b$"),
        *prose(175, 2),
    )
    assert accepted(found) == ["4"]


def test_labels_of_aligned_rows_are_taken_one_by_one() -> None:
    rows = [each for n in (1, 2, 3) for each in labelled(f"({n})", 130 + 16.5 * n)]
    assert accepted(page(*prose(100, 2), *rows, *prose(210, 2))) == ["1", "2", "3"]


def test_a_label_in_the_left_column_is_taken() -> None:
    found = page(
        *prose(100, 3, end=290),
        line(160, 160, FORMULA),
        line(0, 160, "(2)", end=290),
        *prose(100, 8, x=310),
        columns=((LEFT, 290), (310, RIGHT)),
    )
    assert accepted(found) == ["2"]


def test_left_hand_labels_are_taken() -> None:
    rows = [
        each
        for n in (1, 2, 3)
        for each in (
            line(LEFT, 130 + 40 * n, f"(1.{n})"),
            line(270, 130 + 40 * n, FORMULA),
        )
    ]
    assert accepted(page(*prose(100, 2), *rows)) == ["1.1", "1.2", "1.3"]


def test_a_display_in_words_is_taken() -> None:
    words = "rate of change $=$ inflow $-$ outflow"
    found = page(
        *prose(100, 2),
        line(220, 130, words),
        line(0, 130, "(5)", end=RIGHT),
        *prose(160, 2),
    )
    assert accepted(found) == ["5"]


def test_a_margin_number_beside_a_label_is_no_text_after_it() -> None:
    number = line(RIGHT + 12, 130, "117")
    found = page(*prose(100, 2), *labelled("(6)"), number, *prose(160, 2))
    assert accepted(found) == ["6"]


def test_a_page_without_columns_borrows_the_documents_edge() -> None:
    pages = [
        page(*prose(100, 2), *labelled(f"({n})"), *prose(160, 2), number=n)
        for n in (1, 2)
    ]
    bare = page(*labelled("(3)"), number=3, columns=())
    assert accepted(*pages, bare) == ["1", "2", "3"]


def test_numbers_in_a_tables_middle_make_no_edge() -> None:
    rows = [
        joined(
            line(150, 130 + 11 * n, "1986 May"),
            line(240, 130 + 11 * n, f"$-$4.2 ({n})"),
            line(320, 130 + 11 * n, "0.5"),
        )
        for n in (1, 2, 3, 4)
    ]
    assert accepted(page(*prose(100, 2), *rows, *prose(200, 2))) == []


def test_numbering_may_restart() -> None:
    pages = [
        page(*prose(100, 2), *labelled(label), *prose(160, 2), number=n)
        for n, label in enumerate(["(1)", "(2)", "(1)"], start=1)
    ]
    assert accepted(*pages) == ["1", "2", "1"]


def test_the_minority_side_is_refused() -> None:
    right = [each for n in (1, 2, 3, 4) for each in labelled(f"({n})", 100 + 40.0 * n)]
    left = [line(LEFT, 320, "(5)"), line(270, 320, FORMULA)]
    found = page(*prose(80, 2), *right, *left, *prose(350, 2))
    assert accepted(found) == ["1", "2", "3", "4"]
    assert reasons(found, "5") == {Rejection.NOT_AT_COLUMN_EDGE}


def test_graphics_beside_label() -> None:
    panel = [line(0, 150, "(1)", end=RIGHT)]
    found = page(*prose(100, 1), *panel, pictures=(BBox(150, 110, 480, 190),))
    assert Rejection.GRAPHICS_BESIDE_LABEL in reasons(found, "1")


def test_a_frame_around_text_is_no_graphics_beside_a_label() -> None:
    frame = BBox(LEFT - 5, 80, RIGHT + 5, 190)
    found = page(*prose(100, 2), *labelled("(1)"), *prose(160, 2), pictures=(frame,))
    assert accepted(found) == ["1"]


def test_no_column() -> None:
    found = page(*prose(100, 3, end=300), line(400, 112, "(1)"), columns=((LEFT, 300),))
    assert Rejection.NO_COLUMN in reasons(found, "1")


def test_no_display_and_no_math_at_the_end_of_a_sentence() -> None:
    row = joined(
        line(LEFT, 124, "This follows at once from the bound"),
        line(0, 124, "(3)", end=RIGHT),
    )
    found = page(*prose(100, 2), row, *prose(136, 2))
    assert {Rejection.NO_DISPLAY, Rejection.NO_MATH} <= reasons(found, "3")


def test_not_at_column_edge() -> None:
    row = joined(line(LEFT, 124, "as was seen in"), line(220, 124, "(3)"))
    assert Rejection.NOT_AT_COLUMN_EDGE in reasons(page(*prose(100, 2), row), "3")


def test_not_centred_is_a_list_item() -> None:
    row = joined(line(LEFT + 10, 130, "• $z$ $=$ $y$"), line(0, 130, "(7)", end=RIGHT))
    found = page(*prose(100, 2), row, *prose(160, 2))
    assert reasons(found, "7") == {Rejection.NOT_CENTRED}


def test_not_centred_is_the_end_of_a_paragraph() -> None:
    row = joined(line(LEFT, 124, "$x$ $=$ 2 and $y$"), line(0, 124, "(7)", end=RIGHT))
    found = page(*prose(100, 2), row, *prose(136, 2))
    assert reasons(found, "7") == {Rejection.NOT_CENTRED}


def test_a_list_item_with_a_formula_is_no_left_hand_label() -> None:
    rows = [line(LEFT, 130 + 12 * n, f"({n}) $x$ $=$ $y$") for n in (1, 2, 3)]
    assert accepted(page(*prose(100, 2), *rows, *prose(190, 2))) == []


def test_page_margin() -> None:
    foot = line(0, 740, "(4)", end=RIGHT)
    found = page(*prose(100, 10), foot)
    assert Rejection.PAGE_MARGIN in reasons(found, "4")


def test_tabular_between_rules() -> None:
    row = joined(
        line(LEFT, 140, "Linear"),
        line(250, 140, "$y$ $=$ $ax$"),
        line(0, 140, "(1)", end=RIGHT),
    )
    found = page(*prose(100, 2), row, *prose(180, 2), rules=(rule(128), rule(146)))
    assert Rejection.TABULAR in reasons(found, "1")


def test_tabular_without_rules() -> None:
    rows = [
        joined(
            line(LEFT, 140 + 12 * n, f"{name} $y$ $=$ $ax$"),
            line(0, 140 + 12 * n, f"({n})", end=RIGHT),
        )
        for n, name in enumerate(["Linear", "Square", "Cubic"], start=1)
    ]
    found = page(*prose(100, 2), *rows, *prose(210, 2))
    assert accepted(found) == []
    assert Rejection.TABULAR in reasons(found, "2")


def test_text_between_two_rules_is_no_table() -> None:
    found = page(
        *prose(100, 2),
        *labelled("(1)"),
        *prose(160, 2),
        rules=(rule(85), rule(700)),
    )
    assert accepted(found) == ["1"]


def test_text_after_label() -> None:
    row = joined(line(LEFT, 124, "$x$ $=$ $y$"), line(300, 124, "(2) gives the rest"))
    assert Rejection.TEXT_AFTER_LABEL in reasons(page(*prose(100, 2), row), "2")


def test_a_functions_argument_is_no_label() -> None:
    row = line(0, 130, "$F$ $=$ $st$ (x)", end=RIGHT)
    assert accepted(page(*prose(100, 2), row, *prose(160, 2))) == []


def test_a_bibliographys_marks_are_no_labels() -> None:
    entries = [
        each
        for n in (1, 2, 3, 4)
        for each in (
            line(LEFT, 100 + 24 * n, f"[{n}]"),
            *prose(100 + 24 * n, x=LEFT + 19),
        )
    ]
    assert accepted(page(*entries, columns=((LEFT + 19, RIGHT),))) == []


def test_evidence_goes_with_every_reason() -> None:
    row = joined(line(LEFT, 124, "as was seen in"), line(220, 124, "(3)"))
    for candidate in read_equations(page(*prose(100, 2), row)).candidates:
        assert len(candidate.evidence) == len(candidate.rejected) > 0
        assert all(candidate.evidence)


def test_a_left_hand_label_set_after_its_formula_is_a_word_of_its_own() -> None:
    text = "the river carries its load past every gauge along the bank"
    lines = [
        b"BT /F1 10 Tf 40 %d Td (%s) Tj ET " % (y, text.encode())
        for y in (280, 268, 256, 244, 90, 78, 66, 54)
    ]
    displays = [
        b"BT /F1 10 Tf 140 %d Td [(q = [E\\(k + h\\)])16200(\\(%d\\))] TJ ET "
        % (220 - 30 * n, n)
        for n in (1, 2, 3)
    ]
    paper = extract_paper(with_pages([b"".join(lines + displays)]), "left.pdf")
    assert [equation.label for equation in paper.equations or ()] == ["1", "2", "3"]


def left_document(*weak: TextLine) -> PageLayout:
    """Return a page with centred displays (1), (2), (5) and what else is given."""
    sure = [
        each
        for y, label in ((130, "(1)"), (160, "(2)"), (330, "(5)"))
        for each in (line(LEFT, y, label), line(270, y, FORMULA))
    ]
    rows = sorted([*sure, *weak], key=lambda each: each.baseline)
    return page(*prose(100, 2), *rows, *prose(360, 2))


def test_a_display_close_to_its_left_hand_label_is_taken_in_its_turn() -> None:
    close = [
        joined(line(LEFT, y, label), line(LEFT + 21, y, "$q$ $=$ $k$"))
        for y, label in ((200, "(3)"), (240, "(4)"))
    ]
    assert accepted(left_document(*close)) == ["1", "2", "3", "4", "5"]


def test_a_list_in_a_document_with_left_hand_labels_is_out_of_turn() -> None:
    item = joined(line(LEFT, 220, "(1)"), line(LEFT + 21, 220, "$q$ $=$ $k$"))
    assert accepted(left_document(item)) == ["1", "2", "5"]


def _regression(y: float, x: float, labels: list[list[str]]) -> list[TextLine]:
    """Return coefficients and, below each, its standard error in brackets."""
    found = []
    for row, cells in enumerate(labels):
        top = y + 24.0 * row
        for column, cell in enumerate(cells):
            end = x + 60.0 + 60.0 * column
            found.append(line(0, top, "$−$ 0.162", end=end))
            found.append(line(0, top + 12, cell, end=end))
    return found


TWO_COLUMNS = ((60.0, 290.0), (320.0, 550.0))


def test_standard_errors_beside_another_columns_text_are_no_labels() -> None:
    cells = [["(2.1)", "(6.1)", f"({n}.4)"] for n in (1, 3, 5)]
    table = _regression(150, 320, cells)
    found = page(
        *prose(100, 40, x=60, end=290),
        *prose(100, 2, x=320, end=550),
        *table,
        *prose(260, 20, x=320, end=550),
        columns=TWO_COLUMNS,
        rules=(rule(132, 320, 504), rule(225, 320, 504)),
    )
    assert accepted(found) == []
    assert Rejection.TABULAR in reasons(found, "1.4")


def test_a_row_of_bracketed_numbers_is_tabular() -> None:
    cells = [["(2.1)", "(6.1)", f"({n}.4)"] for n in (1, 3, 5)]
    found = page(*prose(100, 2), *_regression(150, 316, cells), *prose(260, 2))
    assert accepted(found) == []
    assert Rejection.TABULAR in reasons(found, "3.4")


@pytest.mark.parametrize("token", ["(0.341)", "(0.05)", "[0.162]"])
def test_a_value_below_one_is_no_label(token: str) -> None:
    assert equation_label(token) is None


def test_a_preface_counts_as_section_nought() -> None:
    assert equation_label("(0.1)") == "0.1"


def test_the_rows_of_one_block_make_no_edge() -> None:
    rows = [
        joined(line(230, 130 + 20 * n, FORMULA), line(0, 130 + 20 * n, label, end=420))
        for n, label in enumerate(["(3)", "(4)", "(7)"])
    ]
    found = page(*prose(100, 2), *rows, *prose(200, 2))
    assert accepted(found) == []
    again = page(*prose(100, 2), *rows, *prose(200, 2), number=2)
    assert accepted(found, again) == ["3", "4", "7"] * 2


def test_mathematics_of_the_next_column_vouches_for_no_line() -> None:
    formula = line(0, 130, "$q$ $=$ $kh$ $+$ $lm$ $+$ $kh$ $+$ $lm$", end=302)
    text = [
        *prose(100, 2, x=60, end=302),
        formula,
        *prose(160, 4, x=60, end=302),
        *prose(100, 2, x=320, end=550),
        joined(line(320, 130, "the school of Lindqvist"), line(0, 130, "(2)", end=550)),
        *prose(142, 4, x=320, end=550),
    ]
    columns = ((60.0, 302.0), (320.0, 550.0))
    pages = [page(*text, number=n, columns=columns) for n in (1, 2)]
    assert accepted(*pages) == []


def test_a_display_across_both_columns_is_taken() -> None:
    text = [
        *prose(100, 2, x=60, end=290),
        line(180, 130, "$q$ $=$ $kh$ $+$ $lm$"),
        *prose(160, 4, x=60, end=290),
        *prose(100, 2, x=320, end=550),
        line(0, 130, "(2)", end=550),
        *prose(160, 4, x=320, end=550),
    ]
    pages = [page(*text, number=n, columns=TWO_COLUMNS) for n in (1, 2)]
    assert accepted(*pages) == ["2", "2"]


def test_a_stretched_line_of_text_is_no_display() -> None:
    row, at = [], LEFT
    for word in ("the", "school", "of", "Lindqvist", "(3)"):
        row.append(line(at, 124, word))
        at = row[-1].bbox.x1 + 71.0
    end = row[-1].bbox.x1
    text = [*prose(100, 2, end=end), *prose(138, 3, end=end)]
    tall = line(180, 129, "$∑$")
    for parts in ([joined(*row)], row):
        found = page(*parts, tall, *text, columns=((LEFT, end),))
        assert accepted(found) == []
        assert Rejection.NO_DISPLAY in reasons(found, "3")


def test_the_lines_of_an_algorithm_are_no_displays() -> None:
    rows = [
        joined(
            line(LEFT + 16, 130 + 13 * n, f"{n}: $x$ $=$ $y$"),
            line(0, 130 + 13 * n, label, end=RIGHT),
        )
        for n, label in enumerate(["(1)", "(4)", "(3)"], start=1)
    ]
    found = page(*prose(100, 2), *rows, *prose(190, 2))
    assert accepted(found) == []
    assert Rejection.NOT_CENTRED in reasons(found, "1")


def _left(label: str, y: float) -> list[TextLine]:
    return [line(LEFT, y, label), line(275, y, "$q$ $=$ $kh$ $+$ $n$")]


def test_the_width_of_a_left_hand_labels_display_is_that_of_all_its_rows() -> None:
    fraction = [
        line(LEFT, 130, "(7)"),
        line(140, 130, "load $=$"),
        line(180, 124, "$ab$ $+$ $cd$ $+$ $abcdefghijklmnopqrstuvwabcdefghij$"),
        line(250, 137, "$xy$"),
        line(430, 130, "$×$ $100$"),
    ]
    found = page(*prose(100, 2), *fraction, *prose(160, 2))
    assert accepted(found) == ["7"]


def test_a_left_hand_label_in_a_list_stands_where_its_text_begins() -> None:
    item = prose(160, 1, x=LEFT + 27)
    inner = joined(line(LEFT + 27, 184, "(3)"), line(LEFT + 50, 184, FORMULA))
    found = page(
        *prose(80, 1), *_left("(1)", 104), *_left("(2)", 132), *item, inner, *prose(220)
    )
    assert accepted(found) == ["1", "2", "3"]
    alone = page(*prose(80, 1), *item, inner, *prose(220))
    assert accepted(alone) == []


def test_a_formula_that_begins_with_a_word_is_taken_in_its_turn() -> None:
    worded = joined(line(LEFT, 170, "(3)"), line(LEFT + 37, 170, "load $=$ $kh$"))
    found = page(
        *prose(80, 1), *_left("(1)", 104), *_left("(2)", 132), worded, *prose(200)
    )
    assert accepted(found) == ["1", "2", "3"]


def test_letters_of_mathematical_alphabets_are_no_words() -> None:
    formula = line(180, 130, "= 𝜌u + 𝑑𝑗𝑖𝑢𝑖 + 𝑄𝑣𝑤𝑥")
    label = line(formula.bbox.x1 + 11, 130, "(2)")
    end = label.bbox.x1
    found = page(
        *prose(100, 2, end=end),
        formula,
        label,
        *prose(160, 2, end=end),
        columns=((LEFT, end),),
    )
    assert accepted(found) == ["2"]


def test_rules_painted_as_pictures_bound_a_table() -> None:
    row = joined(line(250, 140, "$y$ $=$ $ax$"), line(0, 140, "(1)", end=RIGHT))
    found = page(*prose(100, 2), row, *prose(180, 2))
    assert accepted(found) == ["1"]
    ruled = page(*found.lines, pictures=(rule(128), rule(146)))
    assert accepted(ruled) == []
    assert Rejection.TABULAR in reasons(ruled, "1")


def test_a_sum_of_bracketed_cells_is_tabular() -> None:
    row = joined(line(300, 140, "(2e) $+$ (2f)"), line(0, 140, "(4i)", end=RIGHT))
    found = page(*prose(100, 2), row, *prose(180, 2))
    assert Rejection.TABULAR in reasons(found, "4i")


def test_a_value_with_three_decimals_is_no_label_among_others() -> None:
    found = page(*prose(80, 1), *labelled("(1.097)"), *labelled("(1.1)", 170))
    assert accepted(found) == ["1.1"]
    assert reasons(found, "1.097") == {Rejection.TABULAR}


def test_a_section_may_have_a_hundred_equations() -> None:
    found = page(*prose(80, 1), *labelled("(2.99)"), *labelled("(2.100)", 170))
    assert accepted(found) == ["2.99", "2.100"]


def test_text_beside_a_figure_shows_the_edge_for_its_labels() -> None:
    narrow = [*prose(100, 3, end=380), *prose(160, 2, end=380)]
    row = [line(225, 142, FORMULA), line(0, 142, "(1)", end=380)]
    found = page(*narrow, *row, *prose(200, 20))
    assert accepted(found) == ["1"]
    far = page(*row, *prose(200, 20))
    assert accepted(far) == []
