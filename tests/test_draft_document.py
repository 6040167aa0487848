"""Word documents as drafts: what a reader of them sees, and where it stands."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import docx
import pytest
from conftest import Run
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from refereekit.draft import decode_draft, document
from refereekit.errors import DraftError


def saved(made: Any) -> bytes:
    written = io.BytesIO()
    made.save(written)
    return written.getvalue()


def of(*paragraphs: str) -> bytes:
    made = docx.Document()
    for paragraph in paragraphs:
        made.add_paragraph(paragraph)
    return saved(made)


def test_paragraphs_and_runs() -> None:
    made = docx.Document()
    made.add_paragraph("The first remark.")
    second = made.add_paragraph("On p. 3 ")
    second.add_run("“of a tidy set of rules”").italic = True
    draft = decode_draft(saved(made), "r.docx")
    assert draft.text == ("The first remark.\n\nOn p. 3 “of a tidy set of rules”\n\n")
    run = draft.run_at(draft.text.index("“"))
    assert run is not None
    assert (run.part, run.paragraph, run.number) == ("body", 2, 2)
    assert draft.text[run.paragraph_start :].startswith("On p. 3")


def test_a_sentence_ends_with_its_paragraph() -> None:
    draft = decode_draft(of("See page 3", "“of a tidy set of rules”"), "r.docx")
    assert "page 3\n\n“of" in draft.text


def test_tables_and_text_boxes_are_read_once() -> None:
    made = docx.Document()
    table = made.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "a remark", "an answer"
    box = "<w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:txbxContent>"
    choice = (
        f'<w:r {nsdecls("w")} xmlns:mc="http://schemas.openxmlformats.org/'
        'markup-compatibility/2006"><mc:AlternateContent>'
        f'<mc:Choice Requires="wps">{box}</mc:Choice>'
        f"<mc:Fallback>{box}</mc:Fallback></mc:AlternateContent></w:r>"
    )
    made.add_paragraph("around ")._p.append(parse_xml(choice))
    words = decode_draft(saved(made), "r.docx").text.split("\n\n")
    assert [word.strip() for word in words if word] == [
        "a remark",
        "an answer",
        "around",
        "boxed",
    ]


@pytest.mark.parametrize(
    ("xml", "text"),
    [
        ("<w:ins {w}><w:r><w:t>put in</w:t></w:r></w:ins>", "put in"),
        ("<w:moveFrom {w}><w:r><w:t>was here</w:t></w:r></w:moveFrom>", ""),
        ("<w:del {w}><w:r><w:delText>gone</w:delText></w:r></w:del>", ""),
        ("<w:r {w}><w:t>a</w:t><w:br/><w:t>b</w:t></w:r>", "a\nb"),
        ("<w:r {w}><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r>", "a\tb"),
        ("<w:r {w}><w:t>x</w:t><w:noBreakHyphen/><w:t>y</w:t></w:r>", "x-y"),
        ("<w:r {w}><w:t>x</w:t><w:softHyphen/><w:t>y</w:t></w:r>", "xy"),
        ("<w:r {w}><w:instrText>PAGE</w:instrText><w:t>7</w:t></w:r>", "7"),
        ('<w:r {w}><w:t>x</w:t><w:sym w:char="F0B3"/><w:t>y</w:t></w:r>', "x\ufffdy"),
        (
            "<w:hyperlink {w}><w:r><w:t>a link</w:t></w:r></w:hyperlink>",
            "a link",
        ),
        (
            '<w:r {w}><w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
            "<w:t>-5</w:t></w:r>",
            "⁻⁵",
        ),
        (
            '<w:r {w}><w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
            "<w:t>st</w:t></w:r>",
            "st",
        ),
        ("<m:oMath {m}><m:r><m:t>a+b</m:t></m:r></m:oMath>", "a+b"),
        (
            "<m:oMath {m}><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num>"
            "<m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>",
            "\ufffc",
        ),
    ],
)
def test_what_is_seen_is_read(xml: str, text: str) -> None:
    marked = xml.format(
        w=nsdecls("w"),
        m='xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
    )
    made = docx.Document()
    made.add_paragraph("Before ")._p.append(parse_xml(marked))
    assert decode_draft(saved(made), "r.docx").text == f"Before {text}\n\n"


def test_notes_and_comments_come_last() -> None:
    made = docx.Document()
    made.add_comment(made.add_paragraph("The body.").runs, text="A comment.")
    notes = (
        f"<w:footnotes {nsdecls('w')}>"
        '<w:footnote w:type="separator" w:id="0"><w:p><w:r><w:t>-</w:t></w:r></w:p>'
        "</w:footnote>"
        '<w:footnote w:id="1"><w:p><w:r><w:t>A note.</w:t></w:r></w:p></w:footnote>'
        "</w:footnotes>"
    )
    kind = (
        "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
    )
    part = Part(PackURI("/word/footnotes.xml"), kind, notes.encode(), made.part.package)
    made.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)
    draft = decode_draft(saved(made), "r.docx")
    assert draft.text == "The body.\n\nA note.\n\nA comment.\n\n"
    note = draft.run_at(draft.text.index("A note"))
    assert note is not None
    assert (note.part, note.paragraph, note.number) == ("footnotes", 1, 1)


def zipped(**files: bytes) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), data)
    return written.getvalue()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (of(), "a document without text"),
        (of("text")[:900], "a damaged archive"),
        (zipped(content_xml=b"<x/>"), "another office document"),
        (zipped(word__document_xml=b"<x/>"), "not a Word document that can be read"),
        (
            zipped(**{"[Content_Types]_xml": b"<", "word__document_xml": b"<x/>"}),
            "not a Word document that can be read",
        ),
    ],
    ids=["empty", "cut", "odt", "bare", "broken"],
)
def test_what_is_no_report_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(DraftError, match=f"^r.docx: .*{message}"):
        decode_draft(data, "r.docx")


def test_every_cut_of_a_document_is_refused() -> None:
    whole = of("On p. 3 “of a tidy set of rules”")
    for end in range(4, len(whole) - 1, 997):
        with pytest.raises(DraftError):
            decode_draft(whole[:end], "r.docx")


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "UNPACKED_LIMIT_BYTES", 1000)
    with pytest.raises(DraftError, match="unpacks to more than 1,000 bytes"):
        decode_draft(of("text"), "r.docx")


def test_an_entity_is_not_followed() -> None:
    attack = (
        '<!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/hostname">]>'
        f"<w:document {nsdecls('w')}><w:body><w:p><w:r><w:t>seen &e;</w:t></w:r></w:p>"
        "</w:body></w:document>"
    )
    source, target = io.BytesIO(of("text")), io.BytesIO()
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for entry in old.infolist():
            data = old.read(entry)
            new.writestr(
                entry,
                attack.encode() if entry.filename == "word/document.xml" else data,
            )
    assert decode_draft(target.getvalue(), "r.docx").text.strip() == "seen"


def test_reports_point_at_paragraph_and_run(
    run: Run, bells: Path, tmp_path: Path
) -> None:
    made = docx.Document()
    made.add_paragraph("A report.")
    words = made.add_paragraph("On p. 8 he says ")
    words.add_run("“Cracked bells\nmust be weighed by ear”")
    made.add_comment(words.runs, text="So says page 12.")
    (tmp_path / "r.docx").write_bytes(saved(made))
    check = ("check", "r.docx", "--session", bells, "--format")
    gnu = [line.split(": ")[:2] for line in run(*check, "gnu").out.splitlines()]
    assert gnu == [["r.docx:2:18", "error"], ["r.docx:1:9", "error"]]
    places = [f["draft"] for f in json.loads(run(*check, "json").out)["findings"]]
    assert [(p["line"], p["part"], p["run"]) for p in places] == [
        (2, "body", 2),
        (1, "comments", 2),
    ]
    listed = run("triage", "r.docx", "--session", bells).out
    assert "\n  r.docx: paragraph 2, run 2  p. 8 “" in listed.replace('"', "“")
    assert "\n  r.docx: comments, paragraph 1, run 2  p. 12\n" in listed
    log = json.loads(run(*check, "sarif").out)
    region = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["endLine"], region["endColumn"]) == (2, 2, 54)
