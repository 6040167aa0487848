from __future__ import annotations

from pathlib import Path

import pytest
from inked_pdfs import Sheet, build
from test_extract_child import endless

from refereekit.errors import PdfUnreadable
from refereekit.extract import drawing_child
from refereekit.extract.crops import PagePictures
from refereekit.extract.drawing_child import Drawn, Order, draw_in_child
from refereekit.limits import Limits
from refereekit.positions import BBox
from refereekit.views import View

AREA = BBox(10, 20, 200, 120.5)
FIRST = View(1, "page 1", AREA, (BBox(20, 30, 60, 40),))
SECOND = View(2, "page 2 (printed ii)", AREA)


def test_a_child_draws_what_this_process_would() -> None:
    pdf = build(Sheet(rotate=90))
    orders = [Order((FIRST, FIRST), (72,)), Order((FIRST,), (36,), is_joined=True)]
    with PagePictures(pdf, "x.pdf") as pictures:
        here = [Drawn(pictures.fulfil(order)) for order in orders]
    assert draw_in_child(pdf, "x.pdf", orders) == here
    assert [len(drawn.pictures) for drawn in here] == [2, 1]


def test_what_is_too_heavy_is_drawn_less_sharply() -> None:
    pdf = build(Sheet())
    (sharp,) = draw_in_child(pdf, "x.pdf", [Order((FIRST,), (144, 72))])
    most = len(sharp.pictures[0].png) - 1
    (light,) = draw_in_child(pdf, "x.pdf", [Order((FIRST,), (144, 72), most)])
    (least,) = draw_in_child(pdf, "x.pdf", [Order((FIRST,), (144, 72), 1)])
    assert light.pictures[0].width * 2 == sharp.pictures[0].width
    assert least == light


def test_a_page_without_end_is_given_up_and_the_rest_is_drawn() -> None:
    hopeless, fine = draw_in_child(
        endless(),
        "x.pdf",
        [Order((FIRST,), (36,)), Order((SECOND,), (36,))],
        # On a busy machine, a process takes seconds to start.
        limits=Limits(page_seconds=6),
    )
    assert hopeless == Drawn((), "x.pdf: cannot be drawn: no progress for 6 s")
    assert [picture.name for picture in fine.pictures] == ["page 2 (printed ii)"]


def test_a_page_that_is_not_there_stops_no_other() -> None:
    missing, fine = draw_in_child(
        build(Sheet()), "x.pdf", [Order((SECOND,), (36,)), Order((FIRST,), (36,))]
    )
    assert "page 2 cannot be drawn" in missing.problem
    assert fine.pictures


def test_a_process_that_always_dies_is_not_started_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drawing_child, "_START", "raise SystemExit('no such thing')")
    drawn = draw_in_child(b"", "x.pdf", [Order((FIRST,), (36,))] * 9)
    assert len(drawn) == 9
    assert {one.problem for one in drawn} == {
        "x.pdf: cannot be drawn: the reading process failed: no such thing"
    }


def test_a_file_that_cannot_be_opened_is_refused() -> None:
    with pytest.raises(PdfUnreadable, match=r"^x\.pdf: too damaged"):
        draw_in_child(b"%PDF-1.7 and no more", "x.pdf", [Order((FIRST,), (36,))])


def test_no_order_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing_child, "started", None)
    assert draw_in_child(b"", "x.pdf", []) == []


def test_the_parent_imports_no_pdf_library() -> None:
    source = Path(drawing_child.__file__).read_text(encoding="utf-8")
    assert "pypdfium2" not in source
    assert "crops" not in source
