"""Glyphs become the words that a reader of the page sees."""

from __future__ import annotations

import pytest
from pages import Line, page, read
from raw_pdf import raw_pdf, stream

from refereekit.extract.reader import extract_paper


def shown(
    content: str, to_unicode: dict[int, str] | None = None, font: str = "Helvetica"
) -> str:
    """Return the text of a page in one font with this character map."""
    pairs = "\n".join(
        f"<{code:02X}> <{text.encode('utf-16-be').hex()}>"
        for code, text in (to_unicode or {}).items()
    )
    count = len(to_unicode or {})
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
        "1 begincodespacerange <00> <FF> endcodespacerange\n"
        f"{count} beginbfchar\n{pairs}\nendbfchar\nendcmap end end"
    )
    entries = b"<</Type/Font/Subtype/Type1/BaseFont/%s/Encoding/WinAnsiEncoding"
    entries %= font.encode("ascii")
    entries += b"/ToUnicode 6 0 R>>" if to_unicode else b">>"
    data = raw_pdf(
        {
            1: b"<</Type/Catalog/Pages 2 0 R>>",
            2: b"<</Type/Pages/Count 1/Kids[4 0 R]>>",
            3: entries,
            4: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 300]/Contents 5 0 R"
            b"/Resources<</Font<</F1 3 0 R>>>>>>",
            5: stream(content.encode("latin-1")),
            6: stream(cmap.encode("ascii")),
        }
    )
    return extract_paper(data, "paper.pdf").pages[0].text.strip()


def set_as(words: str) -> str:
    return f"BT /F1 11 Tf 40 200 Td ({words}) Tj ET"


@pytest.mark.parametrize(
    ("parts", "read_as"),
    [
        ("(lake) Tj 20.17 0 Td 3 Tc (sm) Tj 17.66 0 Td 0 Tc (elt) Tj", "lakes melt"),
        ("3 Tc (as) Tj 14.62 0 Td 0 Tc (alt pan) Tj", "a salt pan"),
        ("(lake) Tj 20.17 0 Td 0.2 Tc (sm) Tj 14.86 0 Td 0 Tc (elt) Tj", "lakesmelt"),
        ("3 Tc (melt) Tj", "melt"),
    ],
    ids=["pair", "first-pair", "kern", "spaced-out"],
)
def test_two_letters_that_a_distiller_sets_apart(parts: str, read_as: str) -> None:
    assert shown(f"BT /F1 11 Tf 40 200 Td {parts} ET") == read_as


@pytest.mark.parametrize(
    ("words", "mapped", "read_as"),
    [
        ("the \001ow of water", {1: "\ufffd"}, "the \ufffdow of water"),
        ("let \001 be large", {1: "\U0001d465"}, "let \U0001d465 be large"),
        ("part 01\2552301", {}, "part 01-2301"),
        ("it was +5", {ord("+"): "\u200b"}, "it was \ufffd5"),
        ("it was 1.5", {ord("."): "\ufeff"}, "it was 1\ufffd5"),
        ("lot 135", {ord("3"): "\ufffe"}, "lot 1\ufffd5"),
        ("a co+op", {ord("+"): "\r"}, "a co\ufffdop"),
    ],
    ids=[
        "unreadable-ligature",
        "beyond-bmp",
        "soft-hyphen",
        "sign-without-width",
        "point-without-width",
        "digit-as-hyphen",
        "sign-as-line-end",
    ],
)
def test_characters(words: str, mapped: dict[int, str], read_as: str) -> None:
    plain = {ord(c): c for c in words if c.isascii() and ord(c) > 31} if mapped else {}
    assert shown(set_as(words), {**plain, **mapped} if mapped else None) == read_as


def test_an_accent_is_composed_with_the_letter_under_it() -> None:
    # The acute accent is drawn, then the letter in the same place.
    content = "BT /F1 10 Tf 40 200 Td [(Poincar\264) 445 (e wrote)] TJ ET"
    assert shown(content) == "Poincar\u00e9 wrote"


def test_an_accent_that_the_file_writes_far_from_its_letter() -> None:
    content = (
        "BT /F1 10 Tf 40 200 Td (rates of) Tj 60 0 Td (given here) Tj ET"
        " BT /F1 10 Tf 84 203 Td (\\210) Tj ET"
        " BT /F1 10 Tf 40 180 Td (next line of words) Tj ET"
        " BT /F1 10 Tf 84 200 Td (k) Tj ET"
    )
    assert "k\u0302" in shown(content)


def test_an_accent_behind_the_next_letter_takes_nothing_from_it() -> None:
    content = (
        "BT /F1 10 Tf 40 200 Td (the matrix HD and more) Tj ET"
        " BT /F1 10 Tf 89.4 203 Td (\\210) Tj ET"
        " BT /F1 10 Tf 40 180 Td (C = HD) Tj ET"
        " BT /F1 10 Tf 57.7 183 Td (\\210) Tj ET"
        " BT /F1 10 Tf 72.8 180 Td (H) Tj ET"
    )
    assert shown(content) == "the matrix \u0124D and more\nC = \u0124DH"


def test_a_root_sign_stands_before_what_is_under_it() -> None:
    # TeX draws the sign from its top downward: its baseline is far above the line.
    content = (
        "BT /F1 10 Tf 40 200 Td (where m = yv/) Tj ET"
        " BT /F1 10 Tf 105 208 Td (\\201) Tj ET"
        " BT /F1 10 Tf 111 200 Td (2 in all of the runs) Tj ET"
    )
    printed = {ord(c): c for c in content if c.isalnum() or c in " =/"}
    words = shown(content, {**printed, 129: "\u221a"}).split()
    assert "".join(words) == "wherem=yv/\u221a2inalloftheruns"


@pytest.mark.parametrize("sign", ["\ufffd", "\u2211", "("])
def test_a_sum_stands_between_what_is_beside_it(sign: str) -> None:
    content = (
        "BT /F1 10 Tf 40 200 Td (so we get) Tj ET"
        " BT /F1 10 Tf 86 208 Td (\\201) Tj ET"
        " BT /F1 7 Tf 93 198 Td (i) Tj ET"
        " BT /F1 10 Tf 98 200 Td (log of it in all of the runs) Tj ET"
    )
    printed = {ord(c): c for c in content if c.isalnum() or c in " =/"}
    words = shown(content, {**printed, 129: sign}).split()
    assert "".join(words) == f"soweget{sign}ilogofitinalloftheruns"


def test_a_part_of_a_large_brace_is_no_letter_of_a_word() -> None:
    content = (
        "BT /F1 10 Tf 40 200 Td (f = ) Tj ET BT /F1 9.9 Tf 54.2 200 Td (\\201) Tj ET"
        " BT /F1 10 Tf 57.8 200 Td (0 otherwise) Tj ET"
    )
    printed = {ord(c): c for c in content if c.isalnum() or c in " ="}
    assert shown(content, {**printed, 129: "\uf8f3"}).split()[-2:] == ["0", "otherwise"]


def test_a_raised_bracket_stays_raised() -> None:
    content = (
        "BT /F1 10 Tf 40 200 Td (of x) Tj /F1 7 Tf 4 Ts (\\(k\\)) Tj"
        " /F1 10 Tf 0 Ts ( in all of the runs) Tj ET"
    )
    read_page = read(content).pages[0]
    assert [span.cut(read_page.text) for span in read_page.raised] == ["(k)"]


def test_the_low_letter_of_a_logo_stays_in_its_word() -> None:
    content = (
        "BT /F1 10 Tf 40 200 Td (set in T) Tj 31 -2.2 Td (E) Tj 5.7 2.2 Td"
        " (X in all of the runs) Tj ET"
    )
    assert shown(content) == "set in TEX in all of the runs"


def test_an_arrow_belongs_to_the_letter_under_it() -> None:
    # The arrow is drawn first, higher than its letter.
    content = (
        "BT /F1 10 Tf 40 200 Td (sets of w, ) Tj ET BT /F1 10 Tf 92 203 Td (\201) Tj ET"
        " BT /F1 10 Tf 92 200 Td (k) Tj ET BT /F1 10 Tf 100 200 Td (given) Tj ET"
    )
    printed = {ord(c): c for c in content if c.isalpha() or c in " ,"}
    assert shown(content, {**printed, 129: "\u20d7"}) == "sets of w, k\u20d7 given"


def test_a_back_quote_beside_a_letter_is_no_accent() -> None:
    assert shown(set_as("the `a option")) == "the `a option"


@pytest.mark.parametrize("copies", [2, 4])
def test_letters_drawn_again_in_the_same_place_are_read_once(copies: int) -> None:
    words = "The committee still agrees to access it"
    lines = [Line(40 + 0.2 * n, 200, words) for n in range(copies)]
    assert page(*lines).text == words + "\n"


def test_a_drop_cap_begins_its_word() -> None:
    lines = (
        Line(40, 216, "T", size=33),
        Line(62, 230, "he survey was made in a small town"),
        Line(62, 216, "near the coast and was never repeated."),
        Line(40, 202, "Nobody kept the books of that first year."),
    )
    assert page(*lines).text.startswith("The survey was made in a small town\nnear")


def test_of_two_large_letters_beside_a_word_one_begins_it() -> None:
    text = " ".join(["melt water"] * 6)
    content = (
        "BT /F1 20 Tf 43 196 Td (W) Tj ET BT /F1 24 Tf 46 178 Td (V) Tj ET "
        f"BT /F1 11 Tf 64 200 Td (ater and {text}) Tj ET"
    )
    assert shown(content).split().count("Water") == 1


def test_small_capitals_are_one_word() -> None:
    content = "BT /F1 14 Tf 40 200 Td (T) Tj /F1 10 Tf (HE ) Tj /F1 14 Tf (S) Tj "
    assert shown(content + "/F1 10 Tf (ECOND) Tj ET") == "THE SECOND"


def test_a_spaced_out_title_keeps_its_words() -> None:
    title = "BT /F1 13 Tf 5 Tc 40 200 Td (RESULTS AND LIMITS) Tj ET"
    assert shown(title).replace(" ", "") == "RESULTSANDLIMITS"


def test_narrow_gaps_without_space_characters_divide_words() -> None:
    content = "BT /F1 11 Tf 40 200 Td [(We)-230(found)-230(the)-230(rate)] TJ ET"
    assert shown(content) == "We found the rate"


def test_slanted_letters_that_hang_over_the_gap() -> None:
    # The letters `of` are 7.78 wide; their box and that of the next `f` meet.
    content = "BT /F1 10 Tf 40 200 Td (of) Tj 10 0 Td (fluids) Tj ET"
    assert shown(content, font="Times-Italic") == "of fluids"


def test_raised_and_lowered_glyphs_are_known_as_such() -> None:
    content = (
        "BT /F1 11 Tf 40 200 Td (about 10) Tj /F1 7 Tf 4 Ts (5) Tj "
        "/F1 11 Tf 0 Ts ( cells of x) Tj /F1 7 Tf -2 Ts (i) Tj ET"
    )
    read_page = read(content).pages[0]
    assert read_page.text == "about 105 cells of xi\n"
    assert [span.cut(read_page.text) for span in read_page.raised] == ["5"]
    assert [span.cut(read_page.text) for span in read_page.lowered] == ["i"]


def test_a_hyphen_at_the_line_end_stays() -> None:
    read_page = page(Line(40, 200, "There was a gather-"), Line(40, 186, "ing of data"))
    assert read_page.text == "There was a gather-\ning of data\n"


def test_an_exponent_longer_than_its_base_is_raised() -> None:
    content = "BT /F1 10 Tf 40 200 Td (2) Tj /F1 7 Tf 4 Ts (-20) Tj ET"
    read_page = read(content).pages[0]
    assert [span.cut(read_page.text) for span in read_page.raised] == ["-20"]


def test_a_line_stretched_to_its_column_is_one_line() -> None:
    gaps = "[(Johnson) -2600 (QuadGK.jl:) -4400 (Kronrod) -2600 (integration) "
    content = f"BT /F1 10 Tf 40 200 Td {gaps} -2600 (in Julia)] TJ ET"
    assert shown(content) == "Johnson QuadGK.jl: Kronrod integration in Julia"


def test_the_rules_between_two_cells_are_no_words() -> None:
    cells = [Line(40, 200, "0.2604"), Line(90, 200, "0.0146")]
    rules = "0.8 w 79 190 m 79 215 l S 82 190 m 82 215 l S "
    assert shown(rules + " ".join(cell.stream() for cell in cells)) == "0.2604 0.0146"


@pytest.mark.parametrize("shear", [-0.3, 0.2, 0.3333])
def test_words_of_upright_letters_that_a_matrix_slants_stand_apart(
    shear: float,
) -> None:
    words = "He left a note for B. at 9 a.m. on it."
    paper = read(f"BT /F1 10 Tf 1 0 {shear} 1 40 150 Tm ({words}) Tj ET")
    assert paper.pages[0].text == words + "\n"
