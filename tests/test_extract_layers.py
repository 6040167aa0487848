"""Text on layers that are off is hidden, whatever a membership says of them."""

from __future__ import annotations

import pytest
from pages import Line
from raw_pdf import with_pages

from refereekit.extract.layers import MOST_LAYERS
from refereekit.extract.reader import extract_paper

WORDS = "The ferry to the island left at noon."
GROUPS = {1000: b"<</Type/OCG/Name(on)>>", 1001: b"<</Type/OCG/Name(off)>>"}
SETTINGS = b"/OCProperties<</OCGs[1000 0 R 1001 0 R]/D<</OFF[1001 0 R]>>>>"


def shows(membership: bytes) -> bool:
    """Tell whether text under a membership is read."""
    content = f"/OC /M1 BDC {Line(40, 150, WORDS).stream()} EMC".encode("ascii")
    more = {**GROUPS, 1002: b"<</Type/OCMD%s>>" % membership}
    data = with_pages([content], more, b"/Properties<</M1 1002 0 R>>")
    data = data.replace(b"/Type/Catalog", SETTINGS + b"/Type/Catalog")
    return WORDS in extract_paper(data, "paper.pdf").pages[0].text


@pytest.mark.parametrize(
    ("membership", "is_shown"),
    [
        (b"/OCGs[1000 0 R 1001 0 R]/P/AnyOn", True),
        (b"/OCGs[1000 0 R 1001 0 R]/P/AllOn", False),
        (b"/OCGs[1000 0 R 1001 0 R]/P/AnyOff", True),
        (b"/OCGs[1000 0 R]/P/AllOff", False),
        (b"/OCGs 1000 0 R/P/AnyOff", False),
        (b"/OCGs 1000 0 R/P/AllOff", False),
        (b"/OCGs 1000 0 R/P/AnyOn", True),
        (b"/VE[/Not 1000 0 R]", False),
        (b"/VE[/Not 1001 0 R]", True),
    ],
)
def test_memberships(membership: bytes, *, is_shown: bool) -> None:
    assert shows(membership) is is_shown


@pytest.mark.parametrize("place", [b"/OCGs 1003 0 R", b"/OCGs[1000 0 R 1003 0 R]"])
def test_a_layer_that_shows_at_some_scales_shows_nothing_for_certain(
    monkeypatch: pytest.MonkeyPatch, place: bytes
) -> None:
    zoomed = b"<</Type/OCG/Name(near)/Usage<</Zoom<</min 9>>>>>>"
    monkeypatch.setitem(GROUPS, 1003, zoomed)
    assert not shows(place)
    monkeypatch.setitem(GROUPS, 1003, b"<</Type/OCG/Name(near)>>")
    assert shows(place)


def test_a_layer_that_is_not_listed_is_unclear_where_layers_are_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(GROUPS, 1003, b"<</Type/OCG/Name(lost)>>")
    off = SETTINGS.replace(b"/OFF[1001 0 R]", b"/BaseState/OFF/ON[1000 0 R]")
    monkeypatch.setattr(f"{__name__}.SETTINGS", off)
    assert shows(b"/OCGs[1000 0 R]")
    assert not shows(b"/OCGs[1003 0 R]")
    assert not shows(b"/OCGs[1000 0 R 1003 0 R]")


def test_a_membership_of_too_many_layers_is_unclear(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(GROUPS, 1003, b"<</Type/OCG/Name(near)/Usage<</Zoom<<>>>>>>")
    few, many = (b"1000 0 R " * count for count in (MOST_LAYERS, MOST_LAYERS + 1))
    assert shows(b"/OCGs[" + few + b"]")
    assert not shows(b"/OCGs[" + many + b"]")
    assert not shows(b"/OCGs[" + few + b"1003 0 R]")


def test_memberships_behind_too_many_forms_are_unclear(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("refereekit.extract.layers.MOST_RESOURCES", 0)
    assert not shows(b"/OCGs[1000 0 R]")
