"""A draft's bytes as text, or one line that says why they are none."""

from __future__ import annotations

import codecs
import hashlib

from refereekit.draft.misread import read_lines, repaired
from refereekit.errors import DraftError
from refereekit.patterns import regex
from refereekit.verdicts import DraftSource

__all__ = ["decode_draft"]

_BOMS = (
    # UTF-32 comes first: its little-endian mark begins with that of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)

_ARCHIVE = b"PK\x03\x04"
"""How a zip archive begins, which a Word document is."""

_SAVE_AS_TEXT = "save it as plain text"

_SIGNATURES = (
    (b"\xd0\xcf\x11\xe0", "an old Word document", _SAVE_AS_TEXT),
    (b"{\\rtf", "a rich text file", _SAVE_AS_TEXT),
    (b"\x1f\x8b", "a gzip archive", "unpack it"),
    (b"\x89PNG", "a picture", _SAVE_AS_TEXT),
    (b"\xff\xd8\xff", "a picture", _SAVE_AS_TEXT),
    (b"GIF8", "a picture", _SAVE_AS_TEXT),
)

_HEAD = 1024
"""Bytes within which readers accept a PDF's header (PDF 32000-1, note 13 of H.3)."""

_SAMPLE = 4096

_UTF16_NULS = 0.25
"""Share of NULs above which a text without a mark is UTF-16: Latin text has half."""

_CONTROLS = regex(r"[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f\ufffd]")

_LINE_ENDS = dict.fromkeys(map(ord, "\n\r\t"))

_BINARY = 0.02
"""Share of control characters above which bytes are no text. Texts pasted from a PDF
hold a few; compressed data holds one in nine."""


def decode_draft(data: bytes, name: str) -> DraftSource:
    """Return the text of a draft; positions in it are code points from 0.

    A Word document is read with its runs. In a text, a byte order mark is no part of
    it, and line ends are kept as they are, so that CRLF counts as two code points.
    Bytes that are not UTF-8 are read line by line as what ftfy takes them for (CP-1252,
    mostly) or as Mac Roman, for a report pasted together from two programs may hold
    both. A line of UTF-8 that was once read in another encoding and saved again
    (`â€œwordsâ€`) is repaired by ftfy. The text that is returned, checked, shown and
    counted in is the repaired one.

    Raises:
        DraftError: The bytes are empty, a PDF, binary or in a broken encoding.
    """
    if data.startswith(_ARCHIVE):
        # Plain text does not pay for what unpacks archives.
        from refereekit.draft.document import read_document

        return read_document(data, name)
    _refuse_other_files(data, name)
    text = _decode(data, name)
    if not text.strip("\0 \t\r\n\f\v\ufeff\u00a0"):
        raise DraftError(f"{name}: empty; write the report first")
    strange = _count_controls(text) + _excess_nuls(text)
    if strange > _BINARY * len(text) + 2:
        raise DraftError(f"{name}: binary, not text; pass the report as plain text")
    return DraftSource(name, hashlib.sha256(data).hexdigest(), text)


def _count_controls(text: str) -> int:
    """Return how many characters no text has; few texts need to be looked through."""
    if "\ufffd" not in text and text.translate(_LINE_ENDS).isprintable():
        return 0
    return len(_CONTROLS.findall(text))


def _excess_nuls(text: str) -> int:
    """Return how many NULs there are beyond a tenth of the text."""
    return max(0, text.count("\0") - len(text) // 10)


def _refuse_other_files(data: bytes, name: str) -> None:
    head = data[:_HEAD]
    if head.lstrip().startswith(b"%PDF-") or (b"%PDF-" in head and b"\0" in data):
        raise DraftError(
            f"{name}: a PDF, not a text draft; "
            "pass the report as text and the paper with --pdf"
        )
    for signature, what, remedy in _SIGNATURES:
        if data.startswith(signature):
            raise DraftError(f"{name}: {what}, not text; {remedy}")


def _decode(data: bytes, name: str) -> str:
    for mark, encoding, title in _BOMS:
        if data.startswith(mark):
            return _strictly(data[len(mark) :], encoding, title, name)
    unmarked = _unmarked_utf16(data)
    if unmarked is not None:
        return _strictly(data, unmarked, "UTF-16", name)
    return _strictly(data, "utf-8", "UTF-8", name)


def _strictly(data: bytes, encoding: str, title: str, name: str) -> str:
    try:
        return repaired(data.decode(encoding))
    except UnicodeDecodeError as error:
        if encoding == "utf-8":
            return repaired(read_lines(data))
        raise DraftError(
            f"{name}: broken {title} at byte {error.start}; save it as UTF-8"
        ) from error


def _unmarked_utf16(data: bytes) -> str | None:
    """Return the byte order of a UTF-16 text that has no mark."""
    sample = data[:_SAMPLE]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if even + odd < _UTF16_NULS * len(sample) or len(data) % 2:
        return None
    if min(even, odd) * 10 > max(even, odd):
        return None
    return "utf-16-be" if even > odd else "utf-16-le"
