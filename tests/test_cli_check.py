"""The main job from the command line, as a user meets it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import FIXTURES, Bound, Run

SAMPLER = FIXTURES / "papers" / "sampler" / "paper.pdf"
PLAIN = FIXTURES / "papers" / "plain" / "paper.pdf"
REPORT = FIXTURES / "drafts" / "report.txt"


def test_one_command_binds_and_checks(run: Run, tmp_path: Path) -> None:
    first = run("check", REPORT, "--pdf", SAMPLER)
    assert first.code == 1
    assert (tmp_path / ".refereekit" / "session.json").is_file()
    assert '  PASS  p. 2 "a finite sum of constituents": found on page 2 ' in first.out
    assert '  FAIL  p. 3 "a window of fixed length": not found on page 3' in first.out
    assert "  FLAG  p. 3: page 3 exists; no quotation to verify: 0 words, need 4 " in (
        first.out
    )
    assert "  FAIL  Eq. (3): equation (3) is unresolved: the label was seen on " in (
        first.out
    )
    assert '  UNANCHORED "a finite sum of constituents": quoted, ' in first.out
    assert "5 citation(s): 2 PASS, 1 FLAG, 2 FAIL; 1 unanchored\n" in first.out
    assert "\n  unsupported forms: Fig. 1, pp. 3-4\n" in first.out
    assert first.out.endswith(
        "exit 1: at least one citation FAILs against the document\n"
    )
    assert run("check", REPORT, "--pdf", SAMPLER).out == first.out
    below = tmp_path / "drafts"
    below.mkdir()
    assert run("check", REPORT).out == first.out


def test_standard_input_and_an_output_file(bound: Bound, tmp_path: Path) -> None:
    output = tmp_path / "findings.json"
    done = subprocess.run(
        [
            *(sys.executable, "-m", "refereekit", "check", "-", "--format", "json"),
            *("--session", bound("sampler"), "-o", output),
        ],
        input=REPORT.read_bytes(),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")
    document = json.loads(output.read_text())
    assert document["draft"]["name"] == "-"
    assert document["summary"] == {
        "citations": 5,
        "PASS": 2,
        "FLAG": 1,
        "FAIL": 2,
        "UNANCHORED": 1,
    }


def test_a_pass_carries_a_receipt_into_the_page_text(run: Run, bound: Bound) -> None:
    session = bound("sampler")
    checked = json.loads(
        run("check", REPORT, "--session", session, "--format", "json").out
    )
    recorded = json.loads(
        run("records", "pages", "--session", session, "--format", "json").out
    )
    passed = [
        f
        for f in checked["findings"]
        if f["verdict"] == "PASS" and f["kind"] == "quotation"
    ]
    assert len(passed) == 2
    for finding in passed:
        for anchor in finding["anchors"]:
            text = recorded["pages"][anchor["page"] - 1]["text"]
            start, end = anchor["selector"]["start"], anchor["selector"]["end"]
            quote = anchor["quote"]
            assert text[start:end] == quote["exact"]
            assert text.count(quote["prefix"] + quote["exact"] + quote["suffix"]) == 1
            assert anchor["boxes"]


@pytest.mark.parametrize("what", ["flag", "unanchored", "unsupported"])
def test_fail_on_names_what_is_there(
    what: str, run: Run, bound: Bound, tmp_path: Path
) -> None:
    draft = tmp_path / "draft.txt"
    draft.write_text('See p. 2. "Nothing of this is there at all." See Table 2.\n')
    arguments = ("check", draft, "--session", bound("sampler"))
    assert run(*arguments).code == 0
    ran = run(*arguments, "--fail-on", what)
    assert ran.code == 3
    assert ran.out.endswith(f"--fail-on names what is here: {what}\n")


def test_another_paper_is_refused_with_both_names(run: Run, tmp_path: Path) -> None:
    assert run("bind", PLAIN).code == 0
    again = run("bind", PLAIN)
    assert (again.code, again.out.split(":")[0]) == (0, "already bound")
    refused = run("bind", SAMPLER)
    assert refused.code == 2
    assert refused.out == ""
    assert refused.err.count("\n") == 1
    for word in (str(SAMPLER), "paper.pdf", "refereekit revise", "--session DIR"):
        assert word in refused.err
    assert run("check", REPORT, "--pdf", SAMPLER).code == 2


def test_bind_says_what_was_read(run: Run) -> None:
    bound = run("bind", SAMPLER)
    assert bound.code == 0
    assert "\n7 pages\n" in bound.out
    assert "\ncaptions: 5 figure, 3 table, 1 algorithm\n" in bound.out
    assert "\nsupported equation labels: 1, 2, 3a, 3b, 4, " in bound.out


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        (
            ("quotation", "--page", "2", "a finite sum of constituents"),
            0,
            "PASS: found on page 2 [found]\n",
        ),
        (
            ("quotation", "--page", "3", "a finite sum of constituents"),
            1,
            "FAIL: not found on page 3; the words are on page 2 [wrong-page]\n",
        ),
        (
            ("quotation", "--page", "2", "finite sum of"),
            3,
            "FLAG: page 2 exists; no quotation to verify: 3 words, need 4 "
            "[no-quotation] -- wording unchecked\n",
        ),
        (("page", "99"), 1, "FAIL: page 99 does not exist [no-such-page]\n"),
        (
            ("equation", "(A.1)"),
            0,
            "PASS: this label is printed beside a displayed equation on page 7 "
            "[found]\n",
        ),
        (
            ("figure", "4"),
            0,
            "PASS: a figure caption carries this label on page 5 [found]\n",
        ),
    ],
)
def test_one_claim_by_hand(
    arguments: tuple[str, ...], code: int, line: str, run: Run, bound: Bound
) -> None:
    ran = run("verify", *arguments, "--session", bound("sampler"))
    assert (ran.code, ran.out, ran.err) == (code, line, "")


def test_records_of_every_kind(run: Run, bound: Bound) -> None:
    session = bound("frontmatter")
    text = run("records", "--session", session).out
    for heading in ("pages: 11", "captions: ", "equations: ", "candidates: ", "hidden"):
        assert f"{heading}" in text
    assert "  page 7 (printed 1): " in text
    captions = json.loads(
        run("records", "captions", "--session", session, "--format", "json").out
    )
    assert captions["captions"][0]["kind"] in ("figure", "table")
    assert "pages" not in captions


def test_every_command_has_help_with_an_example(run: Run) -> None:
    listed = run("--help")
    assert listed.code == 0
    commands = [
        line.split()[0]
        for line in listed.out.partition("Commands:\n")[2].split("\n\n")[0].splitlines()
        if line.startswith("  ") and not line.startswith("   ")
    ]
    assert {"bind", "check", "records", "verify"} <= set(commands)
    for command in commands:
        ran = run(command, "-h")
        assert ran.code == 0
        assert "Example: " in ran.out, command
