"""Which pairs a manifest or a folder holds, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import fsspec
import pytest
from pairs import write_text

from refereekit.batch.manifest import read_manifest
from refereekit.batch.pair import NO_OPTIONS, Options, Pair
from refereekit.claims import Forms
from refereekit.errors import InputError
from refereekit.reports.outcome import FailOn

ALL = Options(Forms.ALL, frozenset({FailOn.FLAG, FailOn.UNANCHORED}), "pw.txt")


def pairs_of(tmp_path: Path, text: str, name: str = "m.csv") -> tuple[Pair, ...]:
    return read_manifest(str(write_text(tmp_path / name, text))).pairs


def test_csv_as_a_spreadsheet_writes_it(tmp_path: Path) -> None:
    text = '\ufeffPaper;Draft;Session\r\n"a, b.pdf";r.txt;\r\n\r\n;r2.txt;s\r\n'
    first, second = pairs_of(tmp_path, text)
    assert (first.paper, first.draft, first.session) == ("a, b.pdf", "r.txt", None)
    assert (second.paper, second.draft, second.session) == (None, "r2.txt", "s")
    assert first.place(first.draft) == str(tmp_path / "r.txt")
    assert first.place("/elsewhere/r.txt") == "/elsewhere/r.txt"


@pytest.mark.parametrize(
    "options",
    [
        "--forms all --fail-on flag --fail-on=unanchored --password-file pw.txt",
        'forms=all fail_on="unanchored flag" password-file=pw.txt',
        '"{""forms"": ""all"", ""fail_on"": [""flag"", ""unanchored""], '
        '""password_file"": ""pw.txt""}"',
    ],
)
def test_options_of_a_row(tmp_path: Path, options: str) -> None:
    quoted = options if options.startswith('"') else '"' + options.replace('"', '""')
    quoted += "" if options.startswith('"') else '"'
    (pair,) = pairs_of(tmp_path, f"paper,draft,options\na.pdf,r.txt,{quoted}\n")
    assert pair.options == ALL


def test_options_as_columns_and_in_json_lines(tmp_path: Path) -> None:
    header = "paper,draft,forms,fail_on,password_file\n"
    (pair,) = pairs_of(tmp_path, header + 'a.pdf,r.txt,all,"flag,unanchored",pw.txt\n')
    assert pair.options == ALL
    line = '{"paper": "a.pdf", "draft": "r.txt", "fail-on": ["flag", "unanchored"], '
    line += '"options": {"forms": "all", "password_file": "pw.txt"}}\n'
    (same,) = pairs_of(tmp_path, line, "m.jsonl")
    assert same == pair
    assert same.id == pair.id


def test_a_row_goes_before_the_command_line(tmp_path: Path) -> None:
    text = '{"paper": "a.pdf", "draft": "r.txt", "fail_on": []}\n'
    path = write_text(tmp_path / "m", text + text.replace(', "fail_on": []', ""))
    first, second = read_manifest(str(path), ALL).pairs
    assert first.options == Options(Forms.ALL, frozenset(), "pw.txt")
    assert second.options == ALL
    assert first.id != second.id


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("paper,drafts\na,b\n", "line 1: unknown column 'drafts'; did you mean"),
        ("paper,paper\na,b\n", "line 1: a column twice"),
        ("paper,draft\na\n", "line 2: names no draft"),
        ("paper,draft\n,b\n", "line 2: names no paper and no session"),
        ("paper,draft\na,b,c\n", "line 2: more cells"),
        ('paper,draft\n"a,b\n', "not CSV"),
        ("paper,draft\n", "no pair of a paper and a draft"),
        ("", "no pair of a paper and a draft"),
        ("paper,draft,forms\na,b,some\n", "unknown value 'some'; did you mean"),
        ("paper,draft,fail_on\na,b,fail\n", "unknown value 'fail'"),
        ("paper,draft,options\na,b,all\n", "'all': write NAME=VALUE"),
        ("paper,draft,options\na,b,--forms\n", "--forms has no value"),
        ("paper,draft,options\na,b,--form all\n", "unknown option 'form'"),
        ("paper,draft,options\na,b,{x\n", "options: "),
        ("paper,draft,forms,options\na,b,all,forms=all\n", "given twice"),
        ("paper,draft,forms\na,b,spec all\n", "write one of spec, all"),
        ("paper,draft,session\ns3://a/b.pdf,b,c\n", "are local paths"),
        ('{"paper": "a", "draft": "b", "x": 1}', "unknown key 'x'"),
        ('{"paper": 1, "draft": "b"}', "paper: not a string"),
        ('{"paper": "a", "draft": "b\\u0000"}', "a NUL in a name"),
        ('{"paper": "a", "draft": "b", "options": [1]}', "not a JSON object"),
        ('{"paper": "a", "draft": "b", "forms": [1]}', "not a list of strings"),
        ('{"paper": "a", "draft": "b"}\n[]', "line 2: not a JSON object"),
        ('{"paper": "a", "draft": "b"}\n{', "line 2: not JSON"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        pairs_of(tmp_path, text)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_manifest_in_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    path.write_bytes("paper,draft\nMüller.pdf,r.txt\n".encode("latin-1"))
    with pytest.raises(InputError, match="save it as UTF-8"):
        read_manifest(str(path))


def test_a_folder(tmp_path: Path) -> None:
    for name in (
        "one/paper.pdf",
        "one/report.txt",
        "one/paper.tex",
        "one/README.md",
        "two/smith.pdf",
        "two/smith-2.pdf",
        "two/smith_r1.docx",
        "two/smith-2.md",
        "two/notes.txt",
        "three/a.pdf",
        "three/b.txt",
        "three/c.MD",
        "four/alone.txt",
        "five/paper.pdf",
        "five/supplement.pdf",
        "five/review.txt",
        ".hidden/paper.pdf",
        ".hidden/report.txt",
        "session/session.json",
        "session/paper.pdf",
        "session/report.txt",
    ):
        write_text(tmp_path / name, "x")
    found = read_manifest(str(tmp_path))
    assert sorted((pair.paper, pair.draft) for pair in found.pairs) == [
        ("five/paper.pdf", "five/review.txt"),
        ("one/paper.pdf", "one/report.txt"),
        ("three/a.pdf", "three/b.txt"),
        ("three/a.pdf", "three/c.MD"),
        ("two/smith-2.pdf", "two/smith-2.md"),
        ("two/smith.pdf", "two/smith_r1.docx"),
    ]
    assert sorted(line.partition(":")[0] for line in found.passed_over) == [
        "five/supplement.pdf",
        "four/alone.txt",
        "one/paper.tex",
        "two/notes.txt",
    ]
    assert all(pair.options == NO_OPTIONS for pair in found.pairs)
    assert found.pairs[0].base == str(tmp_path)


def test_a_manifest_at_an_address() -> None:
    with fsspec.open("memory://batches/m.csv", "wb") as file:
        file.write(b"paper,draft\na.pdf,/absolute/r.txt\n")
    (pair,) = read_manifest("memory://batches/m.csv").pairs
    assert pair.place("a.pdf") == "memory://batches/a.pdf"
    assert pair.place("file:///x/a.pdf") == "file:///x/a.pdf"
    for place, message in (
        ("memory://batches/none.csv", "no such file"),
        ("nonesuch://x/m.csv", "cannot be read"),
    ):
        with pytest.raises(InputError, match=message):
            read_manifest(place)
