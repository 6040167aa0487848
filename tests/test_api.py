from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import refereekit
from refereekit.api import OpenPaper
from refereekit.binding import bind
from refereekit.errors import DraftError, PdfError, SessionCorrupt
from refereekit.reports import render
from refereekit.verdicts import Verdict


@pytest.fixture(scope="module")
def paper(fixtures: Path) -> OpenPaper:
    return refereekit.open_paper(fixtures / "papers/plain/paper.pdf")


def test_a_draft_s_file_is_checked(paper: OpenPaper, tmp_path: Path) -> None:
    draft = tmp_path / "d.txt"
    draft.write_text("Page 1 is fine, p. 99 is not.", encoding="utf-8")
    audit = paper.check(draft)
    assert [f.verdict for f in audit.findings] == [Verdict.FLAG, Verdict.FAIL]
    assert audit.draft.name == str(draft)
    assert render("text", audit).endswith("FAILs against the document\n")


def test_a_text_is_checked_in_the_forms_asked_for(paper: OpenPaper) -> None:
    text = "See p. 1 and pp. 1-2."
    assert len(paper.check_text(text).findings) == 1
    assert len(paper.check_text(text, forms="all").findings) > 1


def test_single_claims_are_checked(paper: OpenPaper) -> None:
    words = " ".join(paper.paper.pages[0].text.split()[:5])
    assert paper.quotation(words, page=1).verdict is Verdict.PASS
    assert paper.quotation("none of these words are there", page=1).verdict is (
        Verdict.FAIL
    )
    assert paper.page(3).verdict is Verdict.FLAG
    assert paper.page(4).verdict is Verdict.FAIL
    assert paper.equation("1").verdict is Verdict.FAIL
    assert paper.figure("77").verdict is Verdict.FAIL


def test_a_session_opens_as_its_paper(fixtures: Path, tmp_path: Path) -> None:
    bind(tmp_path / "session", fixtures / "papers/plain/paper.pdf")
    opened = refereekit.open_paper(tmp_path / "session")
    assert opened.paper.page_count == 3
    assert opened.page(3).verdict is Verdict.FLAG


def test_what_cannot_be_opened_says_so(paper: OpenPaper, tmp_path: Path) -> None:
    with pytest.raises(PdfError, match="no such file"):
        refereekit.open_paper(tmp_path / "none.pdf")
    with pytest.raises(SessionCorrupt):
        refereekit.open_paper(tmp_path)
    with pytest.raises(DraftError, match="no such file"):
        paper.check(tmp_path / "none.txt")
    with pytest.raises(ValueError, match="most"):
        paper.check_text("p. 1", forms="most")


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = (
        "import sys, refereekit; "
        "print([m for m in sys.modules if m.startswith(('pypdf', 'PIL', 'click', "
        "'rich', 'refereekit.'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
