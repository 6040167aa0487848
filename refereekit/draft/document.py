"""A Word document's text, with where each run of it begins.

What a reader of the document sees is read, in its order: paragraphs, tables, text
boxes, insertions that are not yet accepted, then footnotes, endnotes and comments.
Deletions, field codes and page headers are not. A blank line stands between two
paragraphs, so that no sentence runs on.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterator
from typing import Any

from refereekit.errors import DraftError
from refereekit.verdicts import DraftRun, DraftSource

__all__ = ["read_document"]

UNPACKED_LIMIT_BYTES = 256 << 20
"""A report with pictures unpacks to a few megabytes; a zip bomb to a few thousand."""

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_PARAGRAPH, _RUN = f"{_WORD}p", f"{_WORD}r"

_NOT_SEEN = frozenset((f"{_WORD}del", f"{_WORD}moveFrom", _FALLBACK))
"""Deleted words, where moved words were, and the second copy of a text box."""

_SEPARATOR_KINDS = ("separator", "continuationSeparator", "continuationNotice")

_CHARACTER = {
    f"{_WORD}tab": "\t",
    f"{_WORD}br": "\n",
    f"{_WORD}cr": "\n",
    f"{_WORD}noBreakHyphen": "-",
    f"{_WORD}sym": "\ufffd",  # a glyph of a font, which has no character
}
_OBJECT = "\ufffc"
"""An equation with fractions or powers: its bare characters would be another one."""

_RAISED = str.maketrans("0123456789+-−=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾")


def read_document(data: bytes, name: str) -> DraftSource:
    """Return a Word document as a draft.

    Raises:
        DraftError: it is another archive, damaged, too large or without text.
    """
    parts: list[str] = []
    runs: list[DraftRun] = []
    position = 0
    for part, root in _parts(data, name):
        for number, paragraph in enumerate(_paragraphs(root), 1):
            start = position
            for order, text in enumerate(_run_texts(paragraph), 1):
                runs.append(DraftRun(position, part, number, order, start))
                parts.append(text)
                position += len(text)
            parts.append("\n\n")
            position += 2
    text = "".join(parts)
    if not text.strip():
        raise DraftError(f"{name}: a document without text; write the report first")
    return DraftSource(name, hashlib.sha256(data).hexdigest(), text, tuple(runs))


def _parts(data: bytes, name: str) -> list[tuple[str, Any]]:
    """Return the parts of the document that hold text, as XML trees."""
    _refuse_bombs(data, name)
    # A draft that is plain text does not pay for the reader of documents.
    from docx import Document
    from docx.exceptions import PythonDocxError
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docx.opc.exceptions import OpcError
    from docx.oxml.parser import parse_xml
    from lxml.etree import LxmlError

    broken = (PythonDocxError, OpcError, LxmlError, zipfile.BadZipFile)
    try:
        document = Document(io.BytesIO(data))
        found: list[tuple[str, Any]] = [("body", document.element.body)]
        for part, kind in (
            ("footnotes", RELATIONSHIP_TYPE.FOOTNOTES),
            ("endnotes", RELATIONSHIP_TYPE.ENDNOTES),
            ("comments", RELATIONSHIP_TYPE.COMMENTS),
        ):
            for related in document.part.rels.values():
                if related.reltype == kind and not related.is_external:
                    found.append((part, parse_xml(related.target_part.blob)))
    except (*broken, KeyError, ValueError, AttributeError) as problem:
        raise DraftError(
            f"{name}: not a Word document that can be read; save it again as .docx, "
            "or as plain text"
        ) from problem
    return found


def _refuse_bombs(data: bytes, name: str) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
            is_word = "word/document.xml" in archive.namelist()
    except (zipfile.BadZipFile, ValueError) as problem:
        raise DraftError(f"{name}: a damaged archive; save it again") from problem
    if size > UNPACKED_LIMIT_BYTES:
        raise DraftError(
            f"{name}: unpacks to more than {UNPACKED_LIMIT_BYTES:,} bytes; save the "
            "report by itself"
        )
    if not is_word:
        raise DraftError(
            f"{name}: a zip archive or another office document, not text; save it as "
            ".docx or as plain text"
        )


def _paragraphs(root: Any) -> Iterator[Any]:
    """Yield the paragraphs that a reader sees, in document order."""
    for paragraph in root.iter(_PARAGRAPH):
        kinds = (up.get(f"{_WORD}type") for up in paragraph.iterancestors())
        if _is_seen(paragraph) and not any(kind in _SEPARATOR_KINDS for kind in kinds):
            yield paragraph


def _is_seen(element: Any) -> bool:
    return not any(up.tag in _NOT_SEEN for up in element.iterancestors())


def _run_texts(paragraph: Any) -> Iterator[str]:
    """Yield the text of each run that is this paragraph's own, and of each equation."""
    for element in paragraph.iter(_RUN, f"{_MATH}oMath"):
        # A text box inside this paragraph has paragraphs of its own.
        is_own = next(element.iterancestors(_PARAGRAPH)) is paragraph
        if is_own and _is_seen(element):
            yield _run_text(element) if element.tag == _RUN else _equation(element)


def _equation(equation: Any) -> str:
    if any(child.tag != f"{_MATH}r" for child in equation):
        return _OBJECT
    return "".join(text.text or "" for text in equation.iter(f"{_MATH}t"))


def _run_text(run: Any) -> str:
    text = "".join(_child_text(child) for child in run)
    raised = run.find(f"{_WORD}rPr/{_WORD}vertAlign[@{_WORD}val='superscript']")
    # 10 and a raised 5 must not become 105; letters (1st) read the same either way.
    return text if raised is None else text.translate(_RAISED)


def _child_text(child: Any) -> str:
    if child.tag == f"{_WORD}t":
        return child.text or ""
    return _CHARACTER.get(child.tag, "")
