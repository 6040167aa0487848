"""Frames around displays, told from drawings beside labels by what is really drawn."""

from __future__ import annotations

import pytest
from raw_pdf import with_pages
from typeset import LEFT, RIGHT, line, page, prose

from refereekit.extract.drawn import Drawing, DrawnPages, without_frames
from refereekit.extract.equations import EquationReading, read_equations
from refereekit.extract.reader import extract_paper
from refereekit.positions import BBox

FRAME = BBox(LEFT, 118.0, RIGHT + 4, 142.0)


def framed(*, label_end: float = RIGHT) -> EquationReading:
    """Return a labelled display on the box of a path as tall as three lines."""
    found = page(
        *prose(100, 2),
        line(270, 130, "$q$ $=$ $kh$"),
        line(0, 130, "(7)", end=label_end),
        *prose(170, 2),
        pictures=(FRAME.union(BBox(LEFT, 116, RIGHT, 144)),),
    )
    reading = read_equations(found)
    assert not reading.accepted
    return reading


def accepted(reading: EquationReading, drawing: Drawing | None) -> list[str]:
    settled = without_frames(reading, lambda number: drawing)
    return [equation.label for equation in settled.accepted]


def test_a_frame_around_display_and_label_is_no_graphics_beside_it() -> None:
    assert accepted(framed(), Drawing((FRAME,))) == ["7"]


def test_strokes_of_the_formula_and_the_frame_do_not_matter() -> None:
    bar = BBox(280, 129, 290, 129.4)
    edge = BBox(LEFT, 118, RIGHT + 4, 118.5)
    assert accepted(framed(), Drawing((FRAME, bar, edge))) == ["7"]


@pytest.mark.parametrize(
    "drawing",
    [
        Drawing(()),
        Drawing((BBox(300, 100, 480, 190),)),
        Drawing((FRAME, BBox(320, 120, 420, 138))),
        Drawing((FRAME, BBox(110, 130, RIGHT - 10, 130.4))),
        Drawing((BBox(LEFT, 118, RIGHT + 90, 142),)),
        Drawing((FRAME,), (FRAME,)),
        None,
    ],
    ids=["nothing", "beside", "curve", "rule", "far", "table", "unknown"],
)
def test_what_is_drawn_keeps_a_label_refused(drawing: Drawing | None) -> None:
    assert accepted(framed(), drawing) == []


def test_other_reasons_are_not_for_a_frame_to_take_away() -> None:
    row = line(LEFT, 130, "as was seen in (3)")
    reading = read_equations(page(*prose(100, 2), row, pictures=(FRAME,)))
    assert accepted(reading, Drawing((FRAME,))) == []


def test_pages_are_drawn_from_the_top_left_of_the_page() -> None:
    data = with_pages([b"10 20 100 50 re S"])
    drawn = DrawnPages(data, None)
    drawing = drawn.on_page(1)
    drawn.close()
    assert drawing is not None
    assert drawing.boxes == (BBox(10, 230, 110, 280),)
    assert drawing.tables == ()


def test_a_grid_is_a_table() -> None:
    grid = b" ".join(b"%d %d 100 20 re S" % (x, y) for x in (10, 110) for y in (20, 40))
    drawn = DrawnPages(with_pages([grid]), None)
    drawing = drawn.on_page(1)
    drawn.close()
    assert drawing is not None
    assert len(drawing.tables) == 1


def test_a_page_that_draws_too_much_or_is_damaged_is_unknown() -> None:
    heavy = DrawnPages(with_pages([b"0 0 m 1 1 l S " * 30_000]), None)
    assert heavy.on_page(1) is None
    heavy.close()
    damaged = DrawnPages(b"%PDF-1.7 and nothing more", None)
    assert damaged.on_page(1) is None
    assert DrawnPages(with_pages([b""]), None).on_page(9) is None
    damaged.close()


def _text(x: int, y: int, words: str) -> bytes:
    return b"BT /F1 10 Tf %d %d Td (%s) Tj ET " % (x, y, words.encode())


def test_a_label_in_a_tinted_box_is_read_from_a_pdf() -> None:
    prose_line = "the river carries its load past every gauge along the bank"
    above = b"".join(_text(40, 270 - 12 * n, prose_line) for n in range(5))
    below = b"".join(_text(40, 130 - 12 * n, prose_line) for n in range(5))
    box = b"0.9 g 38 150 270 50 re f 0 g "
    row = _text(140, 172, "q = k + h") + _text(285, 172, "(7)")
    paper = extract_paper(with_pages([above + box + row + below]), "boxed.pdf")
    assert [equation.label for equation in paper.equations or ()] == ["7"]


def test_a_page_that_is_left_out_is_not_looked_at() -> None:
    data = with_pages([b"10 10 50 50 re S", b"10 10 50 50 re S"])
    drawn = DrawnPages(data, None, frozenset({2}))
    assert drawn.on_page(1) is not None
    assert drawn.on_page(2) is None
