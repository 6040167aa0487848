"""Clipping paths of thousands of segments, as maps have them, are read once each."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from pages import Line, read
from raw_pdf import stream

from refereekit.extract import binding, clips

WORDS = "The ferry to the island left at noon."
TEXT = Line(40, 150, WORDS).stream()
CORNERS, OBJECTS = 400, 60
FORM = b"/Type/XObject/Subtype/Form/BBox[0 0 420 300]/Resources<</Font<</F1 3 0 R>>>>"


def coast(middle: int, radius: int) -> str:
    """Return a clip of many corners."""
    turns = (math.tau * corner / CORNERS for corner in range(CORNERS))
    points = [
        f"{middle + radius * math.cos(turn):.1f} {150 + radius * math.sin(turn):.1f}"
        for turn in turns
    ]
    return f"{points[0]} m {' l '.join(points[1:])} l h W n"


FIELDS = " ".join(f"0.9 g 30 {140 + i % 20} {200 + i} 30 re f" for i in range(OBJECTS))
MAP = f"q {coast(210, 200)} {FIELDS} Q {TEXT}"


@pytest.fixture
def segments(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets one entry for each segment that is asked for."""
    asked: list[int] = []
    ask: Callable[[int, int, int], int] = binding.clip_segment

    def counted(clip: int, index: int, place: int) -> int:
        asked.append(place)
        return ask(clip, index, place)

    monkeypatch.setattr(binding, "clip_segment", counted)
    return asked


@pytest.mark.parametrize("is_in_form", [False, True], ids=["page", "form"])
def test_a_path_is_read_once_for_all_that_it_clips(
    segments: list[int], *, is_in_form: bool
) -> None:
    if is_in_form:
        more = {1000: stream(MAP.encode("ascii"), FORM)}
        paper = read("/X1 Do", more=more, resources=b"/XObject<</X1 1000 0 R>>")
    else:
        paper = read(MAP)
    assert WORDS in paper.pages[0].text
    assert CORNERS <= len(segments) < 2 * CORNERS


@pytest.mark.parametrize(
    ("middle", "is_shown"), [(210, True), (400, False)], ids=["within", "beside"]
)
@pytest.mark.parametrize("most", [0, clips.MOST_SEGMENTS], ids=["unread", "read"])
def test_text_is_judged_alike_where_its_clip_was_not_read(
    monkeypatch: pytest.MonkeyPatch, most: int, middle: int, *, is_shown: bool
) -> None:
    monkeypatch.setattr(clips, "MOST_SEGMENTS", most)
    paper = read(f"q {coast(middle, 200)} {TEXT} Q")
    assert (WORDS in paper.pages[0].text) is is_shown


@pytest.mark.parametrize("most", [0, clips.MOST_SEGMENTS], ids=["unread", "read"])
def test_a_cover_is_judged_alike_where_its_clip_was_not_read(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(clips, "MOST_SEGMENTS", most)
    cover = "1 g 0 0 420 300 re f"
    for middle, is_shown in ((210, False), (660, True)):
        paper = read(f"{TEXT} q {coast(middle, 200)} {cover} Q")
        assert (WORDS in paper.pages[0].text) is is_shown


def test_clips_after_those_that_are_looked_at_may_leave_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A path without points counts: what comes after it may be the one that hides.
    monkeypatch.setattr(binding, "clip_segments", lambda _clip, _index: 0)
    monkeypatch.setattr(binding, "clips", lambda _clip: 17)
    monkeypatch.setattr(binding, "clip_path", lambda _handle: 1)
    assert clips.Clips().is_clipped(0)
