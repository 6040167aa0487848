"""Sessions on disk: private, whole or absent, and never silently changed."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from refereekit.errors import (
    InputError,
    SessionBusy,
    SessionCorrupt,
    SessionNotFound,
    SessionTooNew,
    StoreError,
)
from refereekit.matching.quotes import Quote
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
from refereekit.store.encoding import page_to_json
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
    assert list(opened.paper.pages)
    assert opened.index
    assert all(opened.index.has_nowhere(Quote("of no page"), n) for n in (1, 2))


def edit_manifest(session: Path, **changes: object) -> None:
    path = session / "session.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def rewrite(session: Path, name: str, data: bytes) -> None:
    """Put other bytes in a file, and their hash in the manifest."""
    (session / name).write_bytes(data)
    files = json.loads((session / "session.json").read_text())["files"]
    edit_manifest(session, files={**files, name: hashlib.sha256(data).hexdigest()})


def edit_page(session: Path, **changes: object) -> None:
    """Change the record of the first page as another version would have it."""
    first, second = (session / "pages.jsonl").read_bytes().splitlines()
    row = json.dumps({**json.loads(first), **changes}).encode()
    rewrite(session, "pages.jsonl", row + b"\n" + second + b"\n")


def edit_line(place: int, value: str) -> list[str]:
    """Return the lines of the first page, one number of one of them another."""
    lines: list[str] = page_to_json(PAGES[0])["lines"]
    numbers = lines[1].partition("|")[0].split(" ")
    lines[1] = " ".join([*numbers[:place], value, *numbers[place + 1 :]])
    return lines


def listed(line: Line) -> list[object]:
    """Return a line as the first format had it."""
    return [
        line.span.start,
        line.span.end,
        line.bbox.as_list(),
        list(Role).index(line.role),
        line.direction,
        line.margin_number,
        [place for pair in line.extents for place in pair],
        int(line.margin_is_right),
    ]


def edit_listed(place: int, value: object) -> list[object]:
    """Return lines of the first format, one field of one of them another."""
    lines = [*map(listed, PAGES[0].lines)]
    lines[1][place] = value
    return [*lines]


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
    "content",
    [
        "",
        "[]",
        "{",
        "{}",
        '{"format": "x"}',
        '{"format": 1}',
        "[1]",
        '{"format": Infinity}',
        "[" * 100_000,
        "\udcff",
    ],
)
def test_a_manifest_that_makes_no_sense_is_refused(session: Path, content: str) -> None:
    (session / "session.json").write_text(content, errors="surrogateescape")
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


def test_an_older_format_opens_without_what_it_had_not(session: Path) -> None:
    records = json.loads((session / "records.json").read_text())
    old = {"captions": records["captions"]}
    rewrite(session, "records.json", json.dumps(old).encode())
    files = json.loads((session / "session.json").read_text())["files"]
    edit_manifest(session, format=0, files={**files, "folded.jsonl": None})
    with pytest.raises(SessionCorrupt, match=r"folded\.jsonl"):
        read_everything(session)
    del files["folded.jsonl"]
    edit_manifest(session, files=files)
    (session / "folded.jsonl").unlink()
    opened = open_session(session)
    assert opened.paper.equations is None
    assert opened.paper.hidden == ()
    assert len(opened.index) == 2


def test_lines_of_the_first_format_are_read_and_stored_as_today(
    session: Path, tmp_path: Path
) -> None:
    edit_page(session, lines=[*map(listed, PAGES[0].lines)])
    edit_manifest(session, format=1)
    paper = open_session(session).paper
    assert tuple(paper.pages) == PAGES
    prepare(tmp_path / "again")
    save_session(tmp_path / "again", PDF, paper)
    rows = (tmp_path / "again" / "pages.jsonl").read_bytes().splitlines()
    assert [*map(json.loads, rows)] == [*map(page_to_json, PAGES)]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"text": None}, "'text' is not a string"),
        ({"number": True}, "'number' is not a number from 1"),
        ({"number": 2}, "it is that of page 2"),
        ({"label": 1}, "'label' is not a string"),
        ({"width": "612"}, "'width' is not a number"),
        ({"rotation": 9.5}, "'rotation' is not an integer"),
        ({"ocr": None}, "'ocr' is not true or false"),
        ({"lines": {}}, "'lines' is not a list"),
        (
            {
                "lines": [[0, 1, [0, 0, 1, 1], 0, 0, None, []]],
                "readings": [],
                "flow": [None, None],
            },
            "not enough values",
        ),
        ({"lines": [None, "", ""]}, "a line is not a string"),
        ({"lines": ["", "", ""]}, "not enough values"),
        ({"lines": edit_line(0, "40")}, "not a span"),
        ({"lines": edit_line(0, "4.0")}, "invalid literal"),
        ({"lines": edit_line(1, "4000")}, "not within the text"),
        ({"lines": edit_line(2, "10")}, "no role has the number 10"),
        ({"lines": edit_line(2, "-1")}, "no role has the number -1"),
        ({"lines": edit_line(3, "up")}, "invalid literal"),
        ({"lines": edit_line(5, "nan")}, "not a box"),
        ({"lines": edit_line(5, "9000")}, "not a box"),
        ({"lines": edit_line(9, "1")}, "zip"),
        ({"lines": edit_line(9, "x")}, "could not convert"),
        ({"lines": edit_listed(0, 40)}, "not a span"),
        ({"lines": edit_listed(1, 4000)}, "not within the text"),
        ({"lines": edit_listed(2, [1, 2, 3])}, "not a list of 4 numbers"),
        ({"lines": edit_listed(2, [9, 2, 3, 4])}, "not a box"),
        ({"lines": edit_listed(3, 10)}, "no role has the number 10"),
        ({"lines": edit_listed(3, -1)}, "no role has the number -1"),
        ({"lines": edit_listed(4, None)}, "not a direction"),
        ({"lines": edit_listed(5, 12)}, "not a margin number"),
        ({"lines": edit_listed(6, [1.5])}, "zip"),
        ({"lines": edit_listed(6, None)}, "NoneType"),
        ({"raised": [[3]]}, "not a list of 2 numbers"),
        ({"readings": [3]}, "a reading is not a list"),
        ({"readings": [[0, 3]]}, "no line has the index 3"),
        ({"flow": [3, None]}, "no line has the index 3"),
        ({"flow": []}, "not enough values"),
    ],
)
def test_a_page_of_another_shape_is_one_line(
    session: Path, changes: dict[str, object], problem: str
) -> None:
    edit_page(session, **changes)
    pages = open_session(session).paper.pages
    with pytest.raises(SessionCorrupt, match=problem) as caught:
        _ = list(pages[0].lines)
    assert "pages.jsonl: the record of page 1 cannot be understood" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_another_version_folded_never_says_that_words_are_nowhere(
    session: Path,
) -> None:
    absent = Quote("of no page")
    assert open_session(session).index.has_nowhere(absent, 1)
    edit_manifest(session, version="0.0.1")
    assert not open_session(session).index.has_nowhere(absent, 1)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("pages.jsonl", b""),
        ("pages.jsonl", b"{}\n{}\n{}\n"),
        ("pages.jsonl", b"{\n{\n"),
        ("pages.jsonl", b"3\n" + b"[" * 100_000),
        ("folded.jsonl", b"[]\n"),
        ("folded.jsonl", b'["one", ""]\n'),
        ("folded.jsonl", b'[1, 2]\n["a", "b"]\n'),
        ("folded.jsonl", b"\xff\n\xff\n"),
        ("orders.jsonl", b""),
        ("orders.jsonl", b"[]\n[]\n"),
        ("orders.jsonl", b'{"own": [], "over_end": [3]}\n{}\n'),
        ("orders.jsonl", b"\xff\n" + b"[" * 100_000),
        ("records.json", b"[]"),
        ("records.json", b"{}"),
        ("records.json", b'{"captions": [{}]}'),
        ("records.json", b'{"captions": [], "equations": 3}'),
        ("records.json", b'{"captions": [], "warnings": [3]}'),
        ("records.json", b'{"captions": [], "candidates": [{"rejected": ["x"]}]}'),
        ("records.json", b'{"captions": [{"kind": "map"}]}'),
    ],
)
def test_a_file_of_another_shape_is_one_line(
    session: Path, name: str, data: bytes
) -> None:
    rewrite(session, name, data)
    with pytest.raises(SessionCorrupt, match=name) as caught:
        read_everything(session)
    assert "\n" not in str(caught.value)


def test_a_file_that_never_ends_is_not_waited_for(session: Path) -> None:
    (session / "records.json").unlink()
    os.mkfifo(session / "records.json")
    with pytest.raises(SessionCorrupt, match="a FIFO"):
        read_everything(session)


def test_a_session_works_where_it_was_copied_to(session: Path, tmp_path: Path) -> None:
    shutil.copytree(session, tmp_path / "elsewhere")
    shutil.rmtree(session)
    read_everything(tmp_path / "elsewhere")


@pytest.mark.parametrize("name", [".pool.json.99999-140.tmp", "..gitignore.0-1.tmp"])
def test_the_next_writer_clears_what_a_dead_one_left(
    session: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill(process: int, _: int) -> None:
        if process == 0:
            raise ProcessLookupError
        if process == 1:
            raise PermissionError

    monkeypatch.setattr(os, "kill", kill)
    kept = [session / ".notes.tmp"]
    kept += [session / f"..gitignore.{number}-7.tmp" for number in (1, 2)]
    for path in (session / name, *kept):
        path.touch()
    with locked(session):
        assert not (session / name).exists()
    (session / name).touch()
    save_session(session, PDF, PAPER)
    assert not (session / name).exists()
    assert all(path.exists() for path in kept)


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("call", ["fsync", "pwrite"])
def test_a_full_disk_is_one_line_and_leaves_the_old_session(
    session: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    names = sorted(path.name for path in session.iterdir())
    monkeypatch.setattr(os, call, full)
    with locked(session):
        if call == "fsync":
            with pytest.raises(StoreError, match="No space left on device; free some"):
                save_session(session, PDF, PAPER)
    monkeypatch.undo()
    read_everything(session)
    assert sorted(path.name for path in session.iterdir()) == sorted([*names, "lock"])


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


@pytest.mark.parametrize("name", ["a" * 300, "a\0b", "half \ud800"])
def test_a_name_that_no_session_can_have_is_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(StoreError):
        find_session(tmp_path / name)
    with pytest.raises(StoreError, match="choose another directory"):
        prepare(tmp_path / name)


def test_a_directory_of_others_is_said_and_never_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REFEREEKIT_SESSION", raising=False)
    monkeypatch.chdir(tmp_path)

    def denied(path: Path, **_: object) -> os.stat_result:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "stat", denied)
    with pytest.raises(StoreError, match="cannot be looked into: Permission denied"):
        find_session(None)
    assert session_path(None) == tmp_path / ".refereekit"


def test_a_current_directory_that_is_gone_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REFEREEKIT_SESSION", raising=False)
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(InputError, match="the current directory: No such file"):
        session_path(None)


def test_a_place_that_cannot_hold_a_session_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="choose another directory"):
        prepare(tmp_path / "file" / "session")
    with (
        pytest.raises(StoreError, match="lock: cannot be opened"),
        locked(tmp_path / "gone"),
    ):
        pytest.fail("a lock in a directory that is not there")
