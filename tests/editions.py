"""Papers of a few words a page, and sessions bound to them, made without a PDF."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import jsonschema_rs

from refereekit.matching.index import PaperIndex
from refereekit.positions import BBox, Span
from refereekit.records import (
    Caption,
    CaptionKind,
    DisplayedEquation,
    Line,
    Original,
    Page,
    Paper,
    Role,
)
from refereekit.reports.schemas import schema_text
from refereekit.revision import Edition
from refereekit.store import Session, save_session
from refereekit.store.session import prepare

BOX = BBox(100, 100, 200, 110)
MODEL = "The kiln is fired twice a week, and the glaze is mixed from ash and chalk."
TESTS = "We fired ninety bowls at 5-8% humidity.\nNone of the ninety bowls has cracked."
LAST = "The colour depends on where in the kiln a bowl has stood."


def page(number: int, text: str, **changes: Any) -> Page:
    """A page whose lines are those of its text, one under the other."""
    lines, start = [], 0
    for row, words in enumerate(text.split("\n")):
        if words:
            span = Span(start, start + len(words))
            lines.append(Line(span, BBox(70, 20 * row, 500, 20 * row + 12), Role.BODY))
        start += len(words) + 1
    return Page(number, str(number), 600, 800, 0, text, tuple(lines), **changes)


def paper(*texts: str, name: str = "bowls.pdf", **changes: Any) -> Paper:
    pages = tuple(page(number, text) for number, text in enumerate(texts, 1))
    return Paper(Original(name, pdf_sha256(name), len(pages)), pages, **changes)


def pdf_bytes(name: str) -> bytes:
    return f"%PDF-1.7 {name}, not read here".encode()


def pdf_sha256(name: str) -> str:
    return hashlib.sha256(pdf_bytes(name)).hexdigest()


def edition(paper: Paper) -> Edition:
    return Edition(paper, PaperIndex.build(paper.pages))


def bowls() -> Paper:
    """Three pages, a figure and two equations."""
    return paper(
        MODEL,
        TESTS,
        LAST,
        captions=(
            Caption(CaptionKind.FIGURE, "2", 3, "Figure 2: The kiln from above.", BOX),
        ),
        equations=(
            DisplayedEquation("7", 1, BOX, BOX),
            DisplayedEquation("A.1", 3, BOX, BOX),
        ),
    )


def bind_bowls(path: Path, read: Paper | None = None) -> Session:
    prepare(path)
    read = bowls() if read is None else read
    return save_session(path, pdf_bytes(read.original.name), read)


def read_json(text: str, schema: str) -> dict[str, Any]:
    """The document of a command's output, once it is valid by its schema."""
    document: dict[str, Any] = json.loads(text)
    jsonschema_rs.validate(json.loads(schema_text(schema)), document)
    return document
