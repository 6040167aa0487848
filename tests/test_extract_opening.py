"""What is opened, what is refused, and what is said about it."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader, PdfWriter
from raw_pdf import line_of_text, raw_pdf, stream, with_pages

from refereekit.errors import PdfEncrypted, PdfUnreadable
from refereekit.extract import reader
from refereekit.extract.opening import open_pdf
from refereekit.extract.reader import extract_paper
from refereekit.extract.window import with_neighbours

EMPTY_PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 300]>>"
PLAIN = with_pages([line_of_text("The mean was stable.")])


def encrypted(user: str, owner: str) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(BytesIO(PLAIN)))
    writer.encrypt(user, owner, algorithm="AES-256")
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty file"),
        (b"<!DOCTYPE html><html></html>", "an HTML page"),
        (b"\x89PNG\r\n\x1a\n", "a PNG image"),
        (b"PK\x03\x04", "a ZIP archive"),
        (b"hello", "no %PDF"),
        (b" " * 2000 + PLAIN, "no %PDF"),
        (b"%PDF-1.7\n", "too damaged"),
    ],
)
def test_what_is_no_pdf_is_named(data: bytes, said: str) -> None:
    with pytest.raises(PdfUnreadable, match=said):
        extract_paper(data, "paper.pdf")


def test_junk_before_the_header_is_read_over() -> None:
    paper = extract_paper(b"HTTP/1.1 200 OK\r\n\r\n" + PLAIN, "paper.pdf")
    assert paper.pages[0].text == "The mean was stable.\n"


def test_an_owner_password_alone_opens() -> None:
    assert extract_paper(encrypted("", "owner"), "paper.pdf").page_count == 1


@pytest.mark.parametrize("password", ["user", "owner"])
def test_either_password_opens(password: str) -> None:
    data = encrypted("user", "owner")
    assert extract_paper(data, "paper.pdf", password=password).page_count == 1


@pytest.mark.parametrize(
    ("password", "said"), [(None, "pass --password"), ("wrong", "does not open it")]
)
def test_a_missing_or_wrong_password_is_said(password: str | None, said: str) -> None:
    with pytest.raises(PdfEncrypted, match=said):
        extract_paper(encrypted("user", "owner"), "paper.pdf", password=password)


def test_a_missing_page_is_refused() -> None:
    objects = {
        1: b"<</Type/Catalog/Pages 2 0 R>>",
        2: b"<</Type/Pages/Count 2/Kids[9 0 R 4 0 R]>>",
        4: EMPTY_PAGE,
    }
    with pytest.raises(PdfUnreadable, match="misses a page"):
        extract_paper(raw_pdf(objects), "paper.pdf")


def test_printed_labels_stand_beside_physical_numbers() -> None:
    objects = {
        1: b"<</Type/Catalog/Pages 2 0 R/PageLabels<</Nums[0<</S/r>>2<</S/D>>]>>>>",
        2: b"<</Type/Pages/Count 3/Kids[4 0 R 5 0 R 6 0 R]>>",
        **dict.fromkeys((4, 5, 6), EMPTY_PAGE),
    }
    paper = extract_paper(raw_pdf(objects), "paper.pdf")
    assert [page.label for page in paper.pages] == ["i", "ii", "1"]
    assert paper.pages[2].name == "page 3 (printed 1)"
    assert paper.warnings == ("no readable text (a scan, or outlines): pages 1, 2, 3",)


@pytest.mark.parametrize(
    "box", [b"[0 300 420 0]", b"[1000 1000 1420 1300]"], ids=["inverted", "offset"]
)
def test_boxes_with_odd_corners_hide_nothing(box: bytes) -> None:
    x, y = (1040, 1200) if b"1000" in box else (40, 200)
    content = b"BT /F1 10 Tf %d %d Td (The mean was stable.) Tj ET" % (x, y)
    data = with_pages([content]).replace(b"[0 0 420 300]", box)
    page = extract_paper(data, "paper.pdf").pages[0]
    assert page.text == "The mean was stable.\n"
    assert page.lines[0].bbox.x0 == pytest.approx(40)
    assert (page.width, page.height) == (420, 300)


def test_progress_is_told_page_by_page() -> None:
    told: list[tuple[int, int]] = []
    data = with_pages([line_of_text("One"), line_of_text("Two")])
    extract_paper(data, "paper.pdf", progress=lambda *step: told.append(step))
    assert told == [(1, 2), (2, 2)]


def test_neighbours_are_seen_without_holding_the_stream() -> None:
    assert list(with_neighbours(range(4), 1)) == [
        ((), 0, (1,)),
        ((0,), 1, (2,)),
        ((1,), 2, (3,)),
        ((2,), 3, ()),
    ]


def with_fonts_of_their_own(count: int) -> bytes:
    """Return a PDF each of whose pages has a font, with a map, in a form."""
    kids = b" ".join(b"%d 0 R" % (10 * n) for n in range(1, count + 1))
    objects = {
        1: b"<</Type/Catalog/Pages 2 0 R>>",
        2: b"<</Type/Pages/Count %d/Kids[%s]>>" % (count, kids),
    }
    for n in range(1, count + 1):
        first = 10 * n
        objects |= {
            first: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 300]/Contents %d 0 R"
            b"/Resources<</XObject<</X1 %d 0 R>>>>>>" % (first + 1, first + 2),
            first + 1: stream(b"/X1 Do"),
            first + 2: stream(
                line_of_text(f"Gauge {n} was read at noon."),
                b"/Type/XObject/Subtype/Form/BBox[0 0 420 300]"
                b"/Resources<</Font<</F1 %d 0 R>>>>" % (first + 3),
            ),
            first + 3: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode %d 0 R"
            b">>" % (first + 4),
            first + 4: stream(b"1 beginbfchar <47> <0047> endbfchar"),
        }
    return raw_pdf(objects)


def test_a_paper_reads_the_same_when_its_pages_are_let_go_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = with_fonts_of_their_own(7)
    held = extract_paper(data, "paper.pdf")
    monkeypatch.setattr(reader, "_HELD", 2)
    assert extract_paper(data, "paper.pdf") == held
    assert [page.text for page in held.pages] == [
        f"Gauge {n} was read at noon.\n" for n in range(1, 8)
    ]


def test_an_encrypted_paper_reads_the_same_when_its_pages_are_let_go_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reader, "_HELD", 1)
    paper = extract_paper(encrypted("user", "owner"), "paper.pdf", password="user")
    assert paper.pages[0].text == "The mean was stable.\n"


def test_objects_of_pages_are_not_held_for_ever() -> None:
    pdf = open_pdf(with_fonts_of_their_own(7), "paper.pdf", None)
    assert pdf.reader is not None
    opened = set(pdf.reader.resolved_objects)
    for number in range(1, 8):
        assert pdf.fonts(number).fonts
    loaded = pdf.reader.resolved_objects.keys() - opened
    assert len(loaded) >= 3 * 7
    pdf.forget()
    assert not loaded & pdf.reader.resolved_objects.keys()
    assert len(pdf.document) == 7
    pdf.close()


def test_text_is_seen_where_a_page_tree_lists_itself() -> None:
    words = "The mean was stable."
    tree = b"/Kids[10 0 R]"
    data = with_pages([line_of_text(words)]).replace(tree, b"/Kids[2 0 R 10 0 R]")
    assert words in "".join(page.text for page in extract_paper(data, "p.pdf").pages)
