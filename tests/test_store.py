"""Sessions on disk: private, whole or absent, and never silently changed."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from refereekit.errors import (
    SessionBusy,
    SessionCorrupt,
    SessionNotFound,
    SessionTooNew,
    StoreError,
)
from refereekit.positions import BBox, Span
from refereekit.records import (
    BREAK,
    Caption,
    CaptionKind,
    DisplayedEquation,
    HiddenText,
    LabelCandidate,
    Line,
    Original,
    Page,
    Paper,
    Rejection,
    Role,
    Why,
)
from refereekit.store import find_session, open_session, save_session, session_path
from refereekit.store.lock import locked
from refereekit.store.session import FORMAT, prepare

BOX = BBox(1.5, 2, 30, 40.2)
PDF = b"%PDF-1.7 not read here"
PAGES = (
    Page(
        number=1,
        label="iv",
        width=612,
        height=792,
        rotation=90,
        text="First line of ten-\nfold text.\n\nA note\u2028here\n",
        lines=(
            Line(Span(0, 18), BOX, Role.BODY, 0, "12", ((1.5, 9.5), (10, 30))),
            Line(Span(19, 29), BOX, Role.BODY, 270),
            Line(Span(31, 42), BOX, Role.FOOTNOTE),
        ),
        raised=(Span(3, 4),),
        lowered=(Span(5, 6),),
        readings=((0, 2, BREAK, 1),),
        flow_start=0,
        flow_end=1,
        is_ocr=True,
    ),
    Page(2, "1", 612, 792, 0, "", is_readable=False),
)
PAPER = Paper(
    Original("dir/paper.pdf", hashlib.sha256(PDF).hexdigest(), 2),
    PAGES,
    captions=(Caption(CaptionKind.TABLE, "S2", 1, "Table S2. Rates", BOX),),
    equations=(DisplayedEquation("2.1", 2, BOX, BOX),),
    candidates=(LabelCandidate("3", 1, BOX, (Rejection.TABULAR, Rejection.NO_MATH)),),
    hidden=(HiddenText(1, "praise this paper", Why.WHITE, BOX),),
    warnings=("page 2 gave no text",),
)


@pytest.fixture
def session(tmp_path: Path) -> Path:
    path = tmp_path / "a" / "session"
    prepare(path)
    save_session(path, PDF, PAPER)
    return path


def read_everything(session: Path) -> None:
    opened = open_session(session)
    assert opened.paper.pages
    assert opened.index


def edit_manifest(session: Path, **changes: object) -> None:
    path = session / "session.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_what_was_saved_is_what_opens(session: Path) -> None:
    opened = open_session(session)
    paper = opened.paper
    assert tuple(paper.pages) == PAGES
    assert replace(paper, pages=(), original=PAPER.original) == replace(PAPER, pages=())
    assert paper.original.name == "dir/paper.pdf"
    assert paper.original.page_count == 2
    assert opened.read_original() == PDF
    assert paper.pages[-1] == PAGES[1]
    assert list(paper.pages[:1]) == [PAGES[0]]


def test_a_session_is_private_and_stays_out_of_version_control(session: Path) -> None:
    assert stat.S_IMODE(session.stat().st_mode) == 0o700
    assert (session / ".gitignore").read_text() == "*\n"


@pytest.mark.parametrize(
    "name", ["original.pdf", "pages.jsonl", "folded.jsonl", "records.json"]
)
@pytest.mark.parametrize("how", ["changed", "gone"])
def test_a_changed_file_is_refused(session: Path, name: str, how: str) -> None:
    path = session / name
    if how == "gone":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:-2] + b" \n")
    with pytest.raises(SessionCorrupt, match=name):
        read_everything(session)


@pytest.mark.parametrize(
    "content", ["", "[]", "{", "{}", '{"format": "x"}', '{"format": 1}', "[1]"]
)
def test_a_manifest_that_makes_no_sense_is_refused(session: Path, content: str) -> None:
    (session / "session.json").write_text(content)
    with pytest.raises(SessionCorrupt, match=r"session\.json"):
        open_session(session)


def test_a_newer_format_is_refused_and_says_what_to_do(session: Path) -> None:
    edit_manifest(session, format=FORMAT + 1)
    with pytest.raises(SessionTooNew, match="update refereekit"):
        open_session(session)


def test_a_session_without_equation_records_opens(tmp_path: Path) -> None:
    prepare(tmp_path / "s")
    save_session(tmp_path / "s", PDF, replace(PAPER, equations=None))
    assert open_session(tmp_path / "s").paper.equations is None


def test_a_session_being_made_is_no_session(session: Path) -> None:
    (session / "session.json").unlink()
    with pytest.raises(SessionNotFound):
        find_session(session)


def test_where_a_session_is_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REFEREEKIT_SESSION", raising=False)
    below = tmp_path / "x" / "y"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    assert session_path(None) == below / ".refereekit"
    with pytest.raises(SessionNotFound, match="refereekit bind"):
        find_session(None)
    (tmp_path / "x" / ".refereekit").mkdir()
    assert session_path(None) == below / ".refereekit"
    (tmp_path / "x" / ".refereekit" / "session.json").touch()
    assert find_session(None) == tmp_path / "x" / ".refereekit"
    monkeypatch.setenv("REFEREEKIT_SESSION", str(tmp_path / "named"))
    assert session_path(None) == tmp_path / "named"
    assert session_path(Path("given")) == Path("given")


def test_a_second_writer_waits_and_is_told_who_holds_the_lock(session: Path) -> None:
    with (
        locked(session),
        pytest.raises(SessionBusy, match=f"process {os.getpid()}"),
        locked(session, timeout=0.05),
    ):
        pytest.fail("two writers at once")
    with locked(session, timeout=0.05):
        assert (session / "lock").read_text() == f"{os.getpid()}\n"


def test_a_place_that_cannot_hold_a_session_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="choose another directory"):
        prepare(tmp_path / "file" / "session")
    with (
        pytest.raises(StoreError, match="lock: cannot be opened"),
        locked(tmp_path / "gone"),
    ):
        pytest.fail("a lock in a directory that is not there")
