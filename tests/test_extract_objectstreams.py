"""Objects out of object streams: the same as pypdf's, one at a time."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from refereekit.extract.objectstreams import QuickReader
from refereekit.extract.reader import extract_paper

CATALOG = b"<</Type/Catalog/Pages 2 0 R/PageLabels<</Nums[0<</S/r>>]>>>>"
PAGES = b"<</Type/Pages/Count 1/Kids[3 0 R]>>"
PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 300]>>"
NOTE = b"<</Note(The ferry left at noon.)>>"
PLAIN = [(1, CATALOG), (2, PAGES), (3, PAGE), (4, NOTE)]


def packed(
    objects: list[tuple[int, bytes]], *, count: int | None = None, back: bool = False
) -> bytes:
    """Return a PDF whose objects all stand in one object stream, number 5."""
    body = b""
    offsets = []
    for _, text in objects:
        offsets.append(len(body))
        body += text + b" "
    entries = list(zip([number for number, _ in objects], offsets, strict=True))
    if back:
        entries.reverse()
    header = b" ".join(b"%d %d" % entry for entry in entries) + b" "
    content = header + body
    out = b"%%PDF-1.7\n5 0 obj\n<</Type/ObjStm/N %d/First %d/Length %d>>stream\n" % (
        len(objects) if count is None else count,
        len(header),
        len(content),
    )
    start = len(b"%PDF-1.7\n")
    out += content + b"\nendstream\nendobj\n"
    rows = b"\0\0\0\0" + b"".join(b"\2\0\5" + bytes([i]) for i in range(4))
    rows += b"\1" + start.to_bytes(2, "big") + b"\0"
    rows += b"\1" + len(out).to_bytes(2, "big") + b"\0"
    return out + (
        b"6 0 obj\n<</Type/XRef/Size 7/W[1 2 1]/Root 1 0 R/Length %d>>stream\n"
        b"%s\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % (len(rows), rows, len(out))
    )


def read_with(reader: PdfReader) -> list[str]:
    """Return what a reader makes of the four objects."""
    read = []
    for number in range(1, 5):
        try:
            found = repr(reader.get_object(number))
            read.append(re.sub(r", \d+\)", ")", found))
        except Exception as problem:
            read.append(f"{type(problem).__name__}: {problem}")
    return read


@pytest.mark.parametrize(
    "data",
    [
        packed(PLAIN),
        packed([(1, CATALOG), (2, PAGES), (3, PAGE), (3, NOTE)]),
        packed([(1, CATALOG), (2, PAGES), (3, PAGE)]),
        packed(PLAIN, count=3),
        packed(PLAIN, count=9),
        packed(PLAIN, back=True),
        packed([(1, CATALOG), (2, PAGES), (3, PAGE), (4, b"<</Note")]),
        packed([]),
    ],
    ids=["plain", "twice", "missing", "few", "many", "back", "cut", "empty"],
)
def test_objects_are_those_that_pypdf_reads(data: bytes) -> None:
    expected = read_with(PdfReader(BytesIO(data)))
    assert read_with(QuickReader(BytesIO(data))) == expected


def test_what_nobody_asks_for_is_not_parsed() -> None:
    reader = QuickReader(BytesIO(packed(PLAIN)))
    page = reader.get_object(3)
    assert reader.get_object(3) is page
    assert (0, 4) not in reader.resolved_objects


def test_a_page_tree_in_an_object_stream_is_read() -> None:
    paper = extract_paper(packed(PLAIN), "paper.pdf")
    assert [page.label for page in paper.pages] == ["i"]
    assert paper.warnings == ("no readable text (a scan, or outlines): page 1",)
