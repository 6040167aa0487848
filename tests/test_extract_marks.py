"""Of text that a file wants to be copied as another, what is shown is read."""

from __future__ import annotations

import pytest
from raw_pdf import raw_pdf, stream, with_pages

from refereekit.extract.reader import extract_paper

SHOWN = "it did not rise"


def read(marked: str, *, in_form: bool = False, more: dict[int, bytes]) -> str:
    content = f"BT /F1 11 Tf 40 200 Td (it did ) Tj {marked} Tj EMC ( rise) Tj ET"
    resources = b"/Resources<</Font<</F1 3 0 R>>/Properties<</MC0 8 0 R>>>>"
    form = b"/Type/XObject/Subtype/Form/BBox[0 0 420 300]"
    page = resources[:-2] + b"/XObject<</X1 6 0 R>>>>"
    data = raw_pdf(
        {
            1: b"<</Type/Catalog/Pages 2 0 R>>",
            2: b"<</Type/Pages/Count 1/Kids[4 0 R]>>",
            3: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
            4: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 300]/Contents 5 0 R"
            + page
            + b">>",
            5: stream(b"/X1 Do" if in_form else content.encode()),
            6: stream(content.encode(), form + resources),
            **more,
        }
    )
    return extract_paper(data, "paper.pdf").pages[0].text.strip()


@pytest.mark.parametrize("in_form", [False, True], ids=["page", "form"])
@pytest.mark.parametrize(
    ("marked", "properties"),
    [
        ("/Span <</ActualText (now)>> BDC (not)", b"<<>>"),
        ("/Span <</ActualText <FEFF200B>>> BDC (not)", b"<<>>"),
        ("/Span <</ActualText ()>> BDC (not)", b"<<>>"),
        ("/P <</MCID 0>> BDC /Span <</ActualText (now)>> BDC (not)", b"<<>>"),
        ("/Span /MC0 BDC (not)", b"<</ActualText(now)>>"),
        ("/Span /MC0 BDC (not)", b"<</ActualText 9 0 R>>"),
    ],
    ids=["word", "no-width", "nothing", "nested", "property", "stream"],
)
def test_what_is_shown_is_read(marked: str, properties: bytes, in_form: bool) -> None:
    more = {8: properties, 9: stream(b"now")}
    assert read(marked, in_form=in_form, more=more) == SHOWN


@pytest.mark.parametrize("depth", [2, 12, 25, 39])
def test_what_is_shown_is_read_in_forms_within_forms(depth: int) -> None:
    form = (
        b"/Type/XObject/Subtype/Form/BBox[0 0 420 300]"
        b"/Resources<<%s/Font<</F1 3 0 R>>>>"
    )
    next_one = b"/XObject<</X1 %d 0 R>>"
    more = {
        1000 + n: stream(b"/X1 Do", form % (next_one % (1001 + n)))
        for n in range(depth - 1)
    }
    marked = b"/Span<</ActualText(now)>>BDC BT /F1 11 Tf 40 200 Td (not) Tj ET EMC"
    more[999 + depth] = stream(marked, form % b"")
    data = with_pages([b"/X1 Do"], more, next_one % 1000)
    assert extract_paper(data, "paper.pdf").pages[0].text == "not\n"
