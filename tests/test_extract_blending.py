"""Text that a way to blend hides, if only in some viewers, is not seen."""

from __future__ import annotations

import pytest
from pages import Line, read
from raw_pdf import stream

WORDS = "The ferry to the island left at noon."
BOX = "30 135 300 40 re f"


def words(before: str) -> str:
    return Line(40, 150, WORDS, before=before).stream()


def shows(
    content: str, state: bytes, *, group: bytes = b"", is_in_form: bool = False
) -> bool:
    states = b"/ExtGState<</G1<<%s>>>>" % state
    if not is_in_form:
        paper = read(content, resources=states)
    else:
        entries = (
            b"/Type/XObject/Subtype/Form/BBox[0 0 420 300]%s"
            b"/Resources<</Font<</F1 3 0 R>>%s>>" % (group, states)
        )
        more = {1000: stream(content.encode("ascii"), entries)}
        paper = read("/X1 Do", more=more, resources=b"/XObject<</X1 1000 0 R>>")
    return WORDS in paper.pages[0].text


@pytest.mark.parametrize("is_in_form", [False, True], ids=["page", "form"])
@pytest.mark.parametrize(
    ("content", "state", "is_shown"),
    [
        (words("/G1 gs 0 g"), b"/BM/Screen", False),
        (words("/G1 gs 0 g"), b"/BM/Multiply", True),
        (words("/G1 gs 1 g"), b"/BM/Multiply", False),
        (words("/G1 gs 0 g"), b"/BM/Lighten", False),
        (words("/G1 gs 0 g"), b"/BM/Difference", False),
        (words("1 g") + f" /G1 gs 1 g {BOX}", b"/BM/Difference", False),
        (words("/G1 gs 0 g"), b"/BM/Normal", True),
        (words("/G1 gs 0 g"), b"/BM[/Normal/Screen]", True),
        (words("/G1 gs 0 g"), b"/BM[/Screen/Normal]", False),
        (words("/G1 gs 0 g"), b"/BM[/Unheard/Screen]", False),
    ],
)
def test_what_is_blended_has_to_be_seen_on_white_paper(
    content: str, state: bytes, *, is_shown: bool, is_in_form: bool
) -> None:
    assert shows(content, state, is_in_form=is_in_form) is is_shown


@pytest.mark.parametrize(("entry", "is_shown"), [(b"true", False), (b"false", True)])
def test_clear_paint_replaces_text_in_a_group_that_knocks_out(
    entry: bytes, *, is_shown: bool
) -> None:
    group = b"/Group<</S/Transparency/K %s>>" % entry
    content = f"{words('0 g')} /G1 gs 1 g {BOX}"
    assert shows(content, b"/ca 0", group=group, is_in_form=True) is is_shown
    assert shows(words("0 g"), b"/ca 1", group=group, is_in_form=True)
