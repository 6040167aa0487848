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


FORM = b"/Type/XObject/Subtype/Form/BBox[0 0 420 300]"
CLEAR = b"/Resources<</ExtGState<</G1<</ca 0>>>>>>"
PICTURE = b"/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray"


def knocked_out(entry: bytes, covers: bytes) -> bool:
    """Tell whether a text is seen in a form of a group, beside what `covers` names."""
    more = {
        1000: stream(
            b"/X1 Do " + covers,
            FORM
            + b"/Group<</S/Transparency/K %s>>" % entry
            + b"/Resources<</XObject<</X1 1001 0 R/X2 1002 0 R>>>>",
        ),
        1001: stream(
            words("0 g").encode("ascii"),
            FORM + b"/Resources<</Font<</F1 3 0 R>>>>",
        ),
        1002: stream(f"/G1 gs 1 g {BOX}".encode("ascii"), FORM + CLEAR),
        1003: stream(b"\xff", PICTURE + b"/BitsPerComponent 8/SMask 1004 0 R"),
        1004: stream(b"\0", PICTURE + b"/BitsPerComponent 8"),
    }
    if b"cm" in covers:
        more[1000] = more[1000].replace(b"1002", b"1003")
    paper = read("/X0 Do", more=more, resources=b"/XObject<</X0 1000 0 R>>")
    return WORDS in paper.pages[0].text


@pytest.mark.parametrize("covers", [b"/X2 Do", b"300 0 0 40 30 135 cm /X2 Do"])
def test_clear_paint_may_be_deep_in_a_group_that_knocks_out(covers: bytes) -> None:
    assert not knocked_out(b"true", covers)
    assert knocked_out(b"false", covers)


def test_a_group_of_too_many_forms_may_knock_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("refereekit.extract.traits.MOST_IN_GROUP", 0)
    assert not knocked_out(b"true", b"")


@pytest.mark.parametrize(
    ("state", "is_shown"),
    [
        (b"/TR<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>", False),
        (b"/TR2<</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>>", False),
        (b"/TR/Identity/TR2/Default", True),
        (b"/Font[3 0 R 12]", False),
    ],
)
def test_what_viewers_pass_over_or_not_leaves_nothing_seen(
    state: bytes, *, is_shown: bool
) -> None:
    assert shows(words("/G1 gs 0 g"), state) is is_shown
