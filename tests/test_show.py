from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from conftest import Run
from inked_pdfs import WORDS, Sheet, build
from PIL import Image

from refereekit.binding import bind


@pytest.fixture(scope="module")
def session(fixtures: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sampler") / "session"
    bind(path, fixtures / "papers/sampler/paper.pdf")
    return path


@pytest.fixture
def bound(run: Run, session: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A run in an empty directory whose session holds the sampler paper."""
    monkeypatch.setenv("REFEREEKIT_SESSION", str(session))
    return run


def test_a_displayed_equation_is_drawn_under_its_own_name(bound: Run) -> None:
    shown = bound("show", "equation", "3a")
    assert shown.code == 0
    assert shown.out.startswith("equation-3a.png: page 2, ")
    assert shown.err.startswith("PASS: this label is printed beside")
    assert Path("equation-3a.png").read_bytes().startswith(b"\x89PNG")


def test_a_figure_s_caption_is_drawn(bound: Run) -> None:
    assert bound("show", "figure", "2", "--dpi", "72").out.startswith(
        "figure-2.png: page 4"
    )


def test_a_whole_page_is_drawn(bound: Run) -> None:
    assert bound("show", "page", "3", "--dpi", "72").out == (
        "page-3.png: page 3, 612 x 792 pixels\n"
    )


def test_the_lines_of_one_role_are_marked(bound: Run) -> None:
    drawn = {}
    for role in ("heading", "body"):
        shown = bound("show", "page", "3", "--dpi", "72", "--role", role)
        assert shown.out.startswith(f"page-3-{role}.png: page 3, ")
        with Image.open(f"page-3-{role}.png") as picture:
            pixels = picture.convert("RGB").getcolors(maxcolors=1 << 20)
        assert pixels is not None
        drawn[role] = sum(n for n, (red, _, blue) in pixels if red - blue > 100)
    assert drawn["body"] > 5 * drawn["heading"] > 0


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        (("quotation", "--page", "4", "It does merely lose power"), "page 4"),
        (("quotation", "--page", "2", "the gauge was also levelled four times"), "5"),
        (("equation", "3"), "page 2"),
    ],
    ids=["closest words", "right page", "refused label"],
)
def test_a_fail_is_drawn_where_there_is_something_to_see(
    bound: Run, arguments: tuple[str, ...], place: str
) -> None:
    shown = bound("show", *arguments, "-o", "x.png")
    assert shown.code == 0
    assert shown.err.startswith("FAIL: ")
    assert place in shown.out
    assert Path("x.png").stat().st_size > 1000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("quotation", "--page", "3", "nothing of this is said"), "not found on page"),
        (("equation", "77"), "no candidate with this label"),
        (("figure", "../../x\x1b[31m"), "nothing to show: figure (../../x\ufffd[31m)"),
        (("page", "99"), "page 99 does not exist; the paper has pages 1 to 7"),
    ],
    ids=["words", "equation", "figure", "page"],
)
def test_nothing_to_show_is_one_line_and_no_file(
    bound: Run, arguments: tuple[str, ...], message: str
) -> None:
    shown = bound("show", *arguments)
    assert shown.code == 2
    assert message in shown.err
    assert shown.err.count("\n") == 1
    assert not list(Path().glob("*.png"))


def test_standard_output_gets_the_bytes_alone(session: Path) -> None:
    command = ["-m", "refereekit", "show", "page", "1", "--dpi", "36", "-o", "-"]
    shown = subprocess.run(
        [sys.executable, *command, "--session", session],
        capture_output=True,
        check=True,
    )
    assert Image.open(BytesIO(shown.stdout)).size == (306, 396)
    assert shown.stderr == b""


def test_another_picture_is_never_written_over_unasked(bound: Run) -> None:
    Path("page-2.png").write_bytes(b"mine")
    refused = bound("show", "page", "2", "--dpi", "36")
    assert refused.code == 2
    assert "page-2.png: there already and not this picture" in refused.err
    assert Path("page-2.png").read_bytes() == b"mine"
    named = bound("show", "page", "2", "--dpi", "36", "-o", "page-2.png")
    assert named.code == 0
    again = bound("show", "page", "2", "--dpi", "36")
    assert again.out == named.out


def test_a_directory_that_is_not_there_is_named(bound: Run) -> None:
    shown = bound("show", "page", "1", "--dpi", "36", "-o", "no/such/x.png")
    assert shown.code == 2
    assert "no/such/x.png: cannot be written: No such file" in shown.err


def test_words_of_a_rotated_and_cut_page_are_found_and_drawn(run: Run) -> None:
    Path("sheet.pdf").write_bytes(build(Sheet(rotate=270, crop=(40, 30, 380, 280))))
    assert run("bind", "sheet.pdf").code == 0
    shown = run("show", "quotation", "--page", "1", WORDS)
    assert shown.err == "PASS: found on page 1 [found]\n"
    assert shown.out.startswith("quotation-page-1.png: page 1, ")
