"""Reading in a process that may die, hang or eat memory."""

from __future__ import annotations

import json
import subprocess
import sys
import zlib
from dataclasses import asdict
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter
from raw_pdf import line_of_text, stream, with_pages

from refereekit.errors import PdfEncrypted, PdfUnreadable
from refereekit.extract import child, confinement
from refereekit.extract.child import read_in_child
from refereekit.extract.reader import extract_paper
from refereekit.limits import Limits

WORDS = "The north valve was closed for a week."
TWO_PAGES = with_pages([line_of_text(WORDS), line_of_text("A second page follows it.")])


def endless(depth: int = 9, breadth: int = 12) -> bytes:
    """Return a PDF whose first page calls forms that call forms: 12^8 long ones.

    Those that are called last draw nothing, so that time runs out before memory.
    """
    forms = b"/XObject<<%s>>" % b"".join(
        b"/X%d %d 0 R" % (i, 1000 + i) for i in range(depth)
    )
    more = {
        1000 + i: stream(
            b"/X%d Do " % (i + 1) * breadth if i < depth - 1 else b"q Q " * 250_000,
            b"/Type/XObject/Subtype/Form/BBox[0 0 420 300]/Resources<<%s>>" % forms,
        )
        for i in range(depth)
    }
    first = line_of_text(WORDS) + b" /X0 Do"
    return with_pages([first, line_of_text("A second page follows it.")], more, forms)


def test_a_child_reads_what_the_parent_would() -> None:
    here = extract_paper(TWO_PAGES, "paper.pdf")
    there = read_in_child(TWO_PAGES, "paper.pdf")
    assert [page.text for page in there.pages] == [page.text for page in here.pages]
    assert there.original == here.original


def test_progress_is_told() -> None:
    heard: list[tuple[int, int]] = []
    read_in_child(
        TWO_PAGES, "paper.pdf", progress=lambda done, total: heard.append((done, total))
    )
    assert heard[0] == (0, 2)
    assert heard[-1][1] == 2


def test_a_page_without_end_is_given_up_and_the_rest_is_read() -> None:
    # On a busy machine, a process takes seconds to start.
    paper = read_in_child(endless(), "paper.pdf", limits=Limits(page_seconds=6))
    assert paper.page_count == 2
    assert not paper.pages[0].is_readable
    assert "A second page follows it." in paper.pages[1].text
    assert "page 1 was not read: no progress for 6 s" in paper.warnings


def test_a_paper_that_takes_too_long_is_refused() -> None:
    with pytest.raises(PdfUnreadable, match=r"^paper\.pdf: reading took over 0 s"):
        read_in_child(TWO_PAGES, "paper.pdf", limits=Limits(total_seconds=0))


def test_a_page_that_needs_too_much_memory_is_given_up() -> None:
    bomb = zlib.compress(line_of_text(WORDS) + b" " * (160 << 20), 1)
    contents = [line_of_text("The first page is honest."), b""]
    paper = with_pages(contents, {13: stream(bomb, b"/Filter/FlateDecode")})
    read = read_in_child(paper, "x.pdf", limits=Limits(memory_bytes=220 << 20))
    assert "The first page is honest." in read.pages[0].text
    assert read.pages[1].text == ""
    assert [w for w in read.warnings if w.startswith("page 2 was not read: ")]


def test_refusals_come_through_as_they_are() -> None:
    with pytest.raises(PdfUnreadable, match=r"^x\.pdf: not a PDF"):
        read_in_child(b"no pdf", "x.pdf")


def test_a_process_that_dies_at_every_page_is_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dying = (
        "import sys, os, json; n = len(json.loads(sys.stdin.readline())['skip']); "
        "print(json.dumps({'at': [n + 1, 9]}), flush=True); os.kill(os.getpid(), 11)"
    )
    monkeypatch.setattr(child, "_START", dying)
    with pytest.raises(
        PdfUnreadable,
        match=r"^paper\.pdf: pages 1, 2, 3, 4 cannot be read; .*SIGSEGV$",
    ):
        read_in_child(TWO_PAGES, "paper.pdf")


def test_a_process_that_dies_before_the_first_page_is_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(child, "_START", "raise SystemExit('no such thing')")
    with pytest.raises(PdfUnreadable, match=r"^paper\.pdf: .*no such thing$"):
        read_in_child(TWO_PAGES, "paper.pdf")


@pytest.mark.parametrize(
    "attempt",
    [
        "import socket; socket.create_connection(('127.0.0.1', 9))",
        "import subprocess; subprocess.run(['true'])",
        "open('/dev/shm/refereekit-test', 'wb').write(bytes(1 << 20))",
        "bytearray(1 << 32)",
    ],
)
def test_the_reading_process_has_given_things_up(attempt: str) -> None:
    limits = json.dumps(asdict(Limits()))
    code = (
        "import json, sys; sys.path[:] = json.loads(sys.argv[1])\n"
        f"from {confinement.__name__} import give_up\n"
        "from refereekit.limits import Limits\n"
        f"give_up(Limits(**{limits}))\n"
        f"{attempt}\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code, json.dumps(sys.path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1].startswith(
        ("PermissionError", "OSError", "MemoryError")
    )


def test_the_reading_process_leaves_no_compiled_module_cut_short(
    tmp_path: Path,
) -> None:
    (tmp_path / "late.py").write_text(f"WORDS = {'x' * 100_000!r}\n")
    code = (
        "import json, sys; sys.path[:] = json.loads(sys.argv[1])\n"
        f"from {confinement.__name__} import give_up\n"
        "from refereekit.limits import Limits\n"
        "give_up(Limits())\n"
        "import late\n"
    )
    path = json.dumps([str(tmp_path), *sys.path])
    for _ in range(2):
        subprocess.run([sys.executable, "-I", "-c", code, path], check=True)
    assert [entry.name for entry in tmp_path.iterdir()] == ["late.py"]


def test_a_password_reaches_the_child() -> None:
    writer = PdfWriter(clone_from=PdfReader(BytesIO(TWO_PAGES)))
    writer.encrypt("sesame", algorithm="AES-256")
    locked = BytesIO()
    writer.write(locked)
    assert read_in_child(locked.getvalue(), "x.pdf", password="sesame").page_count == 2
    with pytest.raises(PdfEncrypted, match="pass --password"):
        read_in_child(locked.getvalue(), "x.pdf")
