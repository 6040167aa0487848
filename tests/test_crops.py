from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pytest
from inked_pdfs import WORDS, Sheet, build
from PIL import Image

from refereekit.checks.quotation import check_quotation
from refereekit.claims import Place, Quotation
from refereekit.errors import PdfEncrypted, PdfUnreadable
from refereekit.extract import crops
from refereekit.extract.crops import PagePictures
from refereekit.extract.reader import extract_paper
from refereekit.matching.index import PaperIndex
from refereekit.positions import BBox, Span
from refereekit.records import Paper
from refereekit.verdicts import Verdict
from refereekit.views import Picture, View, page_view, views_of

Box = tuple[int, int, int, int]
OFFSET = (40, 30, 380, 280)
BEYOND = (-60, -40, 380, 500)


def picture(drawn: Picture) -> Image.Image:
    image = Image.open(BytesIO(drawn.png)).convert("RGB")
    assert image.size == (drawn.width, drawn.height)
    return image


def pixels(image: Image.Image) -> Iterator[tuple[int, int, int]]:
    values = iter(image.tobytes())
    return zip(values, values, values, strict=True)


def where(image: Image.Image, holds: str) -> Box:
    """Return the box of the pixels that are red, or that are yellow paper."""
    tests = {
        "red": lambda r, g, b: r > 150 and g < 110 and b < 110,
        "yellow": lambda r, g, b: r > 240 and g > 220 and b < 140,
    }
    mask = bytes(255 * tests[holds](*pixel) for pixel in pixels(image))
    box = Image.frombytes("L", image.size, mask).getbbox()
    assert box is not None, f"nothing is {holds}"
    return box


def read(data: bytes) -> Paper:
    return extract_paper(data, "sheet.pdf")


def found_views(paper: Paper) -> tuple[View, ...]:
    claim = Quotation(WORDS, Place(Span(0, len(WORDS)), 1, 1), (1,), "p. 1")
    finding = check_quotation(claim, paper, PaperIndex.build(paper.pages))
    assert finding.verdict is Verdict.PASS, finding.evidence
    return views_of(finding, paper)


@pytest.mark.parametrize("is_upright", [True, False], ids=["upright", "sideways"])
@pytest.mark.parametrize("crop", [None, OFFSET, BEYOND], ids=["full", "cut", "beyond"])
@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_yellow_covers_the_ink_of_the_words_and_little_more(
    rotate: int, crop: Box | None, is_upright: bool
) -> None:
    data = build(Sheet(rotate, crop, is_upright))
    with PagePictures(data, "sheet.pdf") as pictures:
        image = picture(pictures.draw(found_views(read(data))))
    ink, paper = where(image, "red"), where(image, "yellow")
    for side in (0, 1):
        assert paper[side] <= ink[side] <= paper[side] + 9
    for side in (2, 3):
        assert paper[side] - 9 <= ink[side] <= paper[side]


def test_only_the_cited_column_is_marked() -> None:
    data = build(Sheet(columns=2))
    with PagePictures(data, "sheet.pdf") as pictures:
        paper = read(data)
        (view,) = found_views(paper)
        image = picture(pictures.draw([View(1, "page 1", whole(paper), view.marks)]))
    yellow, red = where(image, "yellow"), where(image, "red")
    assert yellow[2] < image.width / 2 < red[2]


def whole(paper: Paper) -> BBox:
    return page_view(paper.pages[0]).area


def test_what_is_printed_stays_as_dark_and_paper_elsewhere_stays_white() -> None:
    data = build(Sheet())
    paper = read(data)
    (view,) = found_views(paper)
    with PagePictures(data, "sheet.pdf") as pictures:
        plain = picture(pictures.draw([View(1, "page 1", view.area)]))
        marked = picture(pictures.draw([view]))
    assert plain.size == marked.size
    assert plain.getpixel((0, 0)) == marked.getpixel((0, 0)) == (255, 255, 255)
    pairs = zip(pixels(plain), pixels(marked), strict=True)
    assert all(max(after) < 120 for before, after in pairs if max(before) < 80)


def test_a_page_is_drawn_whole_at_the_resolution_asked_for() -> None:
    data = build(Sheet(rotate=90, crop=OFFSET))
    with PagePictures(data, "sheet.pdf") as pictures:
        image = picture(pictures.draw([page_view(read(data).pages[0])], dpi=72))
    assert image.size == (250, 340)


def test_several_views_stand_below_one_another() -> None:
    data = build(Sheet())
    view = View(1, "page 1", BBox(0, 0, 100, 50))
    with PagePictures(data, "sheet.pdf") as pictures:
        one = picture(pictures.draw([view], dpi=72))
        two = picture(pictures.draw([view, view], dpi=72))
    assert one.size == (100, 50)
    assert two.width == 100
    assert two.height > 100


def test_an_area_off_the_page_is_still_a_picture() -> None:
    with PagePictures(build(Sheet()), "sheet.pdf") as pictures:
        image = picture(
            pictures.draw([View(1, "page 1", BBox(390, -50, 900, -10))], dpi=72)
        )
    assert image.width >= 1
    assert image.height >= 1


def test_a_huge_page_is_drawn_at_a_lower_resolution(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(crops, "_MOST_PIXELS", 7500)
    with PagePictures(build(Sheet()), "sheet.pdf") as pictures:
        view = View(1, "page 1", BBox(0, 0, 400, 300))
        image = picture(pictures.draw([view], dpi=72))
    assert image.size == (100, 75)


def test_a_page_that_is_not_there_is_an_error_with_its_number() -> None:
    with (
        PagePictures(build(Sheet()), "sheet.pdf") as pictures,
        pytest.raises(PdfUnreadable, match=r"sheet\.pdf: page 2 cannot be drawn"),
    ):
        pictures.draw([View(2, "page 2", BBox(0, 0, 10, 10))])


def test_an_encrypted_file_asks_for_its_password() -> None:
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(PdfReader(BytesIO(build(Sheet()))))
    writer.encrypt("tide", algorithm="AES-256")
    file = BytesIO()
    writer.write(file)
    with pytest.raises(PdfEncrypted, match="--password"):
        PagePictures(file.getvalue(), "sheet.pdf")
    with PagePictures(file.getvalue(), "sheet.pdf", "tide") as pictures:
        assert picture(pictures.draw([View(1, "page 1", BBox(0, 0, 10, 10))]))
