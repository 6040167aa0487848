"""Captions in every form, and the sentences that begin like one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from typeset import LEFT, joined, line, page, prose, rule

from refereekit.extract.caption_starts import Style, caption_starts
from refereekit.extract.captions import CaptionBlock, caption_blocks, settle_captions
from refereekit.extract.label_forms import caption_label
from refereekit.extract.layout import PageLayout
from refereekit.positions import BBox
from refereekit.records import CaptionKind

PICTURE = BBox(180.0, 100.0, 420.0, 200.0)


def settled(*pages: PageLayout) -> list[CaptionBlock]:
    found = settle_captions([caption_blocks(each) for each in pages])
    return [block for blocks in found for block in blocks]


def labels(*pages: PageLayout) -> list[tuple[str, int]]:
    return [(block.label, block.page_number) for block in settled(*pages)]


def figure(text: str, number: int = 1) -> PageLayout:
    """Return a page with a picture, a caption under it and running text."""
    return page(
        line(LEFT + 100, 218, text), *prose(260, 8), number=number, pictures=(PICTURE,)
    )


@pytest.mark.parametrize(
    ("token", "label"),
    [
        ("3", "3"),
        ("3.", "3"),
        ("S2:", "S2"),
        ("A.1.", "A.1"),
        ("2a", "2a"),
        ("12|", "12"),
        ("IV", "IV"),
        ("1.2.3", "1.2.3"),
        ("S1.2", "S1.2"),
    ],
)
def test_shapes_of_labels(token: str, label: str) -> None:
    assert caption_label(token) == label


@pytest.mark.parametrize("token", ["shows", "of", "3(a)", "1990s", "", "."])
def test_shapes_that_are_no_labels(token: str) -> None:
    assert caption_label(token) is None


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Figure 3. The gauge.", "3"),
        ("Fig. 3. The gauge.", "3"),
        ("Fig 3. The gauge.", "3"),
        ("Fig. 3: The gauge.", "3"),
        ("FIG. 3. The gauge.", "3"),
        ("FIGURE 3. The gauge.", "3"),
        ("Figure 3 | The gauge.", "3"),
        ("Figure 3| The gauge.", "3"),
        ("Figure 3 — The gauge.", "3"),
        ("Figure 3 – The gauge.", "3"),
        ("__Figure__ __3__ The gauge.", "3"),
        ("Figure 3", "3"),
        ("Figure S2. The gauge.", "S2"),
        ("Figure A.1: The gauge.", "A.1"),
        ("Figure 2a. The gauge.", "2a"),
        ("Supplementary Figure 4. The gauge.", "4"),
        ("Extended Data Fig. 5 | The gauge.", "5"),
        ("Abbildung 3: Der Pegel.", "3"),
        ("Abb. 3: Der Pegel.", "3"),
        ("Σχήμα 3: Η στάθμη.", "3"),
        ("图 3: 水位", "3"),
        ("图3: 水位", "3"),
        ("Figure 2 (continued). The gauge.", "2"),
    ],
)
def test_a_caption_under_its_picture_is_read(text: str, label: str) -> None:
    found = settled(figure(text))
    assert [(b.label, b.kind) for b in found] == [(label, CaptionKind.FIGURE)]


@pytest.mark.parametrize(
    "text",
    [
        "Figure 3 shows the gauge in the river",
        "Fig. 3 and the text agree that it rose",
        "Figures 3 and 4 show the gauge.",
        "Figured 3. The gauge.",
        "Figure of 3. The gauge.",
        "• Figure 3. The gauge.",
    ],
)
def test_a_sentence_that_begins_like_a_caption_is_none(text: str) -> None:
    assert labels(figure(text)) == []


def test_a_line_in_the_middle_of_a_paragraph_is_no_caption() -> None:
    text = [*prose(260, 2), line(LEFT, 284, "Figure 2. There the same data appear")]
    found = page(
        line(LEFT + 40, 218, "Figure 1. The gauge."), *text, pictures=(PICTURE,)
    )
    assert labels(found) == [("1", 1)]


def test_a_remark_made_like_the_captions_but_without_a_picture() -> None:
    first = figure("Figure 1: The gauge.")
    second = page(
        *prose(100, 2), line(LEFT, 150, "Figure 1: this is a remark"), number=2
    )
    assert labels(first, second) == [("1", 1)]


def test_the_make_is_learnt_from_captions_beside_pictures() -> None:
    third = page(line(LEFT + 40, 100, "Fig. 3. A plate"), *prose(160, 3), number=3)
    other = page(line(LEFT + 40, 100, "Figure 3: A listing"), *prose(160, 3), number=4)
    pages = [figure("Figure 1: The gauge."), figure("Figure 2: The plate.", 2)]
    assert labels(*pages, third, other) == [("1", 1), ("2", 2), ("3", 4)]


def test_a_continued_figure_keeps_its_label_on_every_page() -> None:
    pages = [figure("Figure 1: Part one."), figure("Figure 1: Part two.", 2)]
    assert labels(*pages) == [("1", 1), ("1", 2)]


def test_lettering_in_a_picture_is_no_caption() -> None:
    found = page(
        line(250, 150, "Fig. 3"),
        line(LEFT + 40, 218, "Figure 1. The gauge."),
        *prose(260, 8),
        pictures=(PICTURE,),
    )
    assert labels(found) == [("1", 1)]


def test_a_caption_has_all_its_lines() -> None:
    found = page(
        line(LEFT, 218, "Figure 1. The gauge in the", size=8),
        line(LEFT, 228, "river at the bridge.", size=8),
        *prose(260, 3),
        pictures=(PICTURE,),
    )
    (block,) = settled(found)
    assert block.lines == (0, 1)
    assert block.text == "Figure 1. The gauge in the river at the bridge."
    assert (block.bbox.top, block.bbox.bottom) == (212.0, 230.0)


def test_a_caption_ends_where_text_of_the_same_size_begins() -> None:
    found = page(
        line(LEFT, 218, "Figure 1. The gauge in the"),
        line(LEFT, 230, "river at the bridge."),
        *prose(260, 3),
        pictures=(PICTURE,),
    )
    (block,) = settled(found)
    assert block.lines == (0, 1)


def test_two_captions_on_one_line() -> None:
    row = joined(
        line(LEFT, 218, "Figure 1: The gauge."),
        line(320, 218, "Figure 2: The plate."),
    )
    found = settled(page(row, *prose(260, 3), pictures=(PICTURE,)))
    assert [block.label for block in found] == ["1", "2"]
    assert found[0].text == "Figure 1: The gauge."


def test_a_short_caption_at_the_edge_of_its_column() -> None:
    caption = replace(line(LEFT, 218, "Fig. 1. Map."), column=0)
    found = page(caption, *prose(260, 3), pictures=(PICTURE,))
    assert labels(found) == [("1", 1)]


def test_a_picture_in_the_other_column_vouches_for_nothing() -> None:
    remark = replace(line(LEFT, 150, "Fig. 1. Map."), column=0)
    found = page(
        *prose(100, 2, end=290),
        remark,
        pictures=(BBox(320, 100, 480, 200),),
        columns=((LEFT, 290), (310, 500)),
    )
    assert labels(found) == []


def test_a_frame_of_rules_is_a_picture() -> None:
    frame = (
        rule(100, 200, 400),
        rule(180, 200, 400),
        BBox(200, 100, 200.5, 180.5),
        BBox(399.5, 100, 400, 180.5),
    )
    found = page(line(250, 200, "Figure 1: A box."), *prose(240, 4), rules=frame)
    assert labels(found) == [("1", 1)]


def test_a_caption_of_a_figure_on_its_side() -> None:
    picture = BBox(150, 200, 350, 600)
    upward = line(0, 0, "Figure 1: A wide map.")
    words = tuple(
        word._replace(x0=360, top=600 - word.x1, x1=370, bottom=600 - word.x0)
        for word in upward.words
    )
    side = type(upward)(
        words, BBox.around(word.bbox for word in words), 368.0, 10.0, direction=90
    )
    assert labels(page(side, pictures=(picture,))) == [("1", 1)]


def test_a_table_over_its_rules() -> None:
    found = page(
        line(LEFT + 80, 100, "Table 2. Gauges and heights."),
        line(LEFT + 80, 122, "Ellery 4 7"),
        *prose(170, 3),
        rules=(rule(110, 180, 400), rule(128, 180, 400)),
    )
    (block,) = settled(found)
    assert (block.kind, block.label) == (CaptionKind.TABLE, "2")


def test_a_table_without_rules_is_known_by_the_figures_captions() -> None:
    second = page(*prose(100, 3), line(LEFT + 80, 160, "Tabelle 1: Werte."), number=2)
    found = settled(figure("Abbildung 1: Der Pegel."), second)
    assert [(b.kind, b.label) for b in found] == [
        (CaptionKind.FIGURE, "1"),
        (CaptionKind.TABLE, "1"),
    ]


def test_an_algorithm_between_its_rules() -> None:
    found = page(
        line(LEFT, 100, "__Algorithm__ __1__ Descent"),
        line(LEFT, 120, "compute the step"),
        *prose(180, 3),
        rules=(rule(88), rule(105), rule(140)),
    )
    (block,) = settled(found)
    assert (block.kind, block.label) == (CaptionKind.ALGORITHM, "1")


def test_starts_tell_where_the_text_begins() -> None:
    found = page(line(LEFT, 100, "Figure 3 | The gauge."))
    (start,) = caption_starts(found)
    assert (start.first, start.after, start.style.separator) == (0, 3, "|")


def test_a_page_without_lines_has_no_captions() -> None:
    assert caption_blocks(page()) == ()


def test_a_list_of_captions_without_pictures() -> None:
    found = page(
        *(line(LEFT, 100 + 30 * n, f"Figure {n}. The gauge.") for n in (1, 2, 3))
    )
    assert [label for label, _ in labels(found)] == ["1", "2", "3"]


def test_two_remarks_without_pictures_are_no_list() -> None:
    found = page(
        *prose(60, 3),
        *(line(LEFT, 100 + 30 * n, f"Figure {n}. The gauge.") for n in (1, 2)),
    )
    assert labels(found) == []


def test_a_caption_in_the_middle_of_its_column_needs_no_picture() -> None:
    text, below = "Figure 1: The old gauge.", prose(260, 8)
    free = below[0].bbox.x1 - line(0, 218, text).bbox.x1
    centred = replace(line((LEFT + free) / 2, 218, text), column=0)
    alone = page(centred, *below)
    assert labels(alone) == [("1", 1)]


def test_captions_with_one_middle_need_no_picture() -> None:
    texts = ("Figure 1: The old gauge.", "Figure 2: The new gauge at the mouth of it.")
    widths = [line(0, 218, text).bbox.x1 for text in texts]
    rows = [
        line(300 - width / 2, 218 + 60 * n, text)
        for n, (width, text) in enumerate(zip(widths, texts, strict=True))
    ]
    assert labels(page(*rows)) == [("1", 1), ("2", 1)]


def test_a_remark_at_the_edge_of_its_column_is_no_caption() -> None:
    text = replace(line(LEFT, 218, "Figure 1: The old gauge."), column=0)
    remark = page(text, *prose(260, 8))
    assert labels(remark) == []


def test_an_entry_of_a_list_of_figures_with_a_mark_is_no_caption() -> None:
    entries = page(
        *(
            line(LEFT, 100 + 20 * n, f"Figure 4.{n}. The gauge . . . . . . . . {n}")
            for n in range(1, 6)
        )
    )
    assert labels(entries, figure("Figure 4.1. The gauge.", 2)) == [("4.1", 2)]
    assert labels(entries) == []


def test_a_margin_number_left_before_a_caption() -> None:
    row = joined(
        line(LEFT - 20, 218, "245", font="Lines"),
        line(LEFT + 2, 218, "__Fig.__ __16__ Comparison of the gauges"),
    )
    assert labels(page(row, *prose(260, 3), pictures=(PICTURE,))) == [("16", 1)]


SHORT = "Figure 3 The gauge at the mouth"


def test_a_scheme_is_counted_apart_from_the_figures() -> None:
    scheme, figured = figure("Scheme 1. The gauge."), figure("Figure 1. The mouth.", 2)
    chart = figure("Chart 2. The stages.", 3)
    assert labels(scheme, figured, chart) == [("1", 2)]
    assert [b.style.word for b in caption_blocks(scheme)] == ["Scheme"]


def test_a_paragraph_with_a_rarer_word_than_the_captions() -> None:
    pages = [figure(f"FIG. {n}. The gauge.", n) for n in (1, 2)]
    remark = page(
        *prose(120, 2),
        line(LEFT, 215, "Fig. 2. In the river this is visible."),
        *prose(260, 4),
        number=3,
        pictures=(PICTURE,),
    )
    assert labels(*pages, remark) == [("1", 1), ("2", 2)]


def test_a_sentence_whose_label_is_set_apart_is_no_caption() -> None:
    text = "__Figure__ __1__ is a graph of the stage"
    assert labels(figure(text)) == []
    assert labels(figure("__Figure__ __1__ A graph of the stage")) == [("1", 1)]


def test_a_caption_in_a_size_of_its_own_needs_no_mark() -> None:
    found = page(line(LEFT, 218, SHORT, size=8.0), *prose(260, 8), pictures=(PICTURE,))
    assert labels(found) == [("3", 1)]
    assert labels(page(*found.lines)) == []


def test_a_caption_with_a_space_behind_its_label_needs_no_mark() -> None:
    start = line(LEFT, 218, "Figure 3")
    text = line(start.bbox.x1 + 10, 218, "The gauge at the mouth")
    found = page(joined(start, text), *prose(260, 8), pictures=(PICTURE,))
    assert labels(found) == [("3", 1)]


def test_a_caption_centred_under_its_picture_needs_no_mark() -> None:
    wide = line(0, 218, SHORT)
    centred = line(300 - wide.bbox.width / 2, 218, SHORT)
    found = page(centred, *prose(260, 8), pictures=(PICTURE,))
    assert labels(found) == [("3", 1)]
    moved = page(line(LEFT, 218, SHORT), *prose(260, 8), pictures=(PICTURE,))
    assert labels(moved) == []


def test_a_long_caption_without_a_mark_is_known_by_the_short_ones() -> None:
    wide = line(0, 218, SHORT)
    short = page(
        line(300 - wide.bbox.width / 2, 218, SHORT),
        *prose(260, 8),
        pictures=(PICTURE,),
    )
    long = page(
        line(LEFT, 218, "Figure 4 The gauge and " + " ".join(["mouths"] * 10)),
        *prose(260, 8),
        number=2,
        pictures=(PICTURE,),
    )
    assert labels(short, long) == [("3", 1), ("4", 2)]


def test_a_label_alone_on_its_line_goes_on_with_no_paragraph() -> None:
    found = page(
        *prose(130, 3),
        line(LEFT, 166, "__Figure__ __4__"),
        line(LEFT, 178, "The gauge"),
        *prose(330, 8),
        pictures=(BBox(LEFT, 195.0, 420.0, 300.0),),
    )
    assert labels(found) == [("4", 1)]


def test_a_tables_last_row_is_parted_from_the_caption_under_it() -> None:
    rules = (rule(120, 200, 420), rule(136, 200, 420), rule(152, 200, 420))
    found = page(
        line(210, 132, "Stage of the gauge"),
        line(210, 146, "Load of the river"),
        line(205, 159, "Table 2. The gauge and it"),
        *prose(200, 8, step=13.0),
        rules=rules,
    )
    assert labels(found) == [("2", 1)]


def test_an_entry_of_a_list_of_tables_under_a_pages_rule_is_no_caption() -> None:
    dots = " ".join(["."] * 60)
    entry = line(LEFT, 100, f"Table 2 The gauge {dots} 4")
    found = page(entry, *prose(130, 8), rules=(rule(85, LEFT, entry.bbox.x1 + 9),))
    assert labels(found) == []


def test_a_full_line_under_a_pages_rule_is_not_centred() -> None:
    text = line(LEFT, 100, "Table 2 The gauge and " + " ".join(["mouths"] * 10))
    found = page(text, *prose(112, 8), rules=(rule(85, LEFT, text.bbox.x1),))
    assert labels(found) == []


def test_many_captions_of_few_makes_are_compared_a_few_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every one with every other would take a minute for 800 of them."""
    pages = [
        caption_blocks(figure(f"Figure {n % 40 + 1}. The gauge.", n))
        for n in range(1, 201)
    ]
    compared = 0
    resembles = Style.resembles

    def counted(self: Style, other: Style) -> bool:
        nonlocal compared
        compared += 1
        return resembles(self, other)

    monkeypatch.setattr(Style, "resembles", counted)
    assert sum(map(len, settle_captions(pages))) == len(pages)
    assert compared < 4 * len(pages)
