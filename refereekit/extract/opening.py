"""Opening a PDF: what the file is, passwords, the page tree, printed page labels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pypdfium2
from pypdf import PasswordType, PdfReader
from pypdf.generic import IndirectObject, NullObject

from refereekit.errors import PdfEncrypted, PdfUnreadable
from refereekit.extract.colorants import lacks_colorants
from refereekit.extract.damage import DAMAGE
from refereekit.extract.duplicates import TWICE
from refereekit.extract.fontdoubts import FontDoubts, PageFonts
from refereekit.extract.layers import has_layers, has_unclear_layers
from refereekit.extract.objectstreams import QuickReader
from refereekit.extract.source import Data, as_array, as_file
from refereekit.extract.traits import Look, Traits, blends, is_odd_group, is_shading
from refereekit.records import Why

__all__ = ["OpenPdf", "open_document", "open_pdf"]

HEADER_WITHIN = 1024
"""Where a reader has to find `%PDF` (PDF 32000-1, implementation note 13)."""
MOST_PAGES = 100_000

_OTHER_FILES = (
    (b"<!doctype html", "an HTML page"),
    (b"<html", "an HTML page"),
    (b"<?xml", "an XML file"),
    (b"%!ps", "a PostScript file"),
    (b"\x89png", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"gif8", "a GIF image"),
    (b"ii*\x00", "a TIFF image"),
    (b"mm\x00*", "a TIFF image"),
    (b"pk\x03\x04", "a ZIP archive or an office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"bzh", "a bzip2 archive"),
    (b"\xfd7zxz", "an xz archive"),
    (b"\xd0\xcf\x11\xe0", "an old office document"),
    (b"{\\rtf", "an RTF document"),
    (b"\\documentclass", "a LaTeX source"),
)


@dataclass(slots=True)
class OpenPdf:
    """A PDF opened by both libraries.

    `reader` is `None` where pypdf could not make sense of the file; then the page
    count is PDFium's. `has_hidden_layers` tells that optional content may be off.
    """

    document: Any
    reader: QuickReader | None
    page_count: int
    labels: tuple[str, ...]
    has_hidden_layers: bool
    warnings: tuple[str, ...]
    _reopen: Callable[[], Any]
    _doubts: FontDoubts | None = None
    _traits: Traits | None = None

    def label(self, number: int) -> str:
        """Return the printed label of a page, else its number as a string."""
        index = number - 1
        return (self.labels[index] if index < len(self.labels) else "") or str(number)

    def has_masks(self, number: int) -> bool:
        """Tell whether a page sets soft masks or ways to blend (PDF 32000-1 §11.6)."""
        if self.reader is None:
            return True
        try:
            resources = self.reader.pages[number - 1].get("/Resources")
            if resources is None or "/ExtGState" not in resources.get_object():
                return False
            states = resources.get_object()["/ExtGState"].get_object()
            return any(_is_mask(state.get_object()) for state in states.values())
        except DAMAGE:
            return True

    def has_shadings(self, number: int) -> bool:
        """Tell whether a page may fill something with a pattern that shades."""
        return self._may_be_on(number, is_shading)

    def has_blends(self, number: int) -> bool:
        """Tell whether a page may blend something with what is under it."""
        return self._may_be_on(number, blends)

    def _may_be_on(self, number: int, look: Look, *, of_lost: bool = True) -> bool:
        if self.reader is None:
            return True
        if self._traits is None:
            self._traits = Traits(self.reader)
        return self._traits.may_be_on(number, look, of_lost=of_lost)

    def unclear(self, number: int) -> Why | None:
        """Return why PDFium may draw what other viewers do not show on a page."""
        if self.reader is None:
            return None
        if self.has_hidden_layers and self._has_unclear_layers(number):
            return Why.LAYER_OFF
        if self._may_be_on(number, is_odd_group, of_lost=False):
            return Why.COVERED
        is_bare = self._may_be_on(number, lacks_colorants, of_lost=False)
        return Why.WHITE if is_bare else None

    def _has_unclear_layers(self, number: int) -> bool:
        try:
            return self.reader is None or has_unclear_layers(self.reader, number)
        except DAMAGE:
            return True

    def fonts(self, number: int) -> PageFonts:
        """Return what is known of a page's fonts: nothing where pypdf reads nothing."""
        if self.reader is None:
            return PageFonts()
        if self._doubts is None:
            self._doubts = FontDoubts(self.reader)
        return self._doubts.on_page(number)

    def forget(self) -> None:
        """Let go of what the pages so far made both libraries hold.

        They hold every font and stream until the file is closed, as many as it has.
        """
        self.document.close()
        self.document = self._reopen()
        if self.reader is not None:
            self.reader.forget()
        if self._doubts is not None:
            self._doubts.forget()
        if self._traits is not None:
            self._traits.forget()

    def close(self) -> None:
        """Release the file."""
        self.document.close()


def _is_mask(state: Any) -> bool:
    blend = state.get("/BM", "/Normal")
    return bool(state.get("/SMask", "/None") != "/None" or blend != "/Normal")


def open_pdf(data: Data, name: str, password: str | None) -> OpenPdf:
    """Return the opened file.

    Raises:
        PdfUnreadable: It is no PDF, or no page of it can be found.
        PdfEncrypted: It needs a password, or another one than was given.
    """
    _check_header(data, name)
    TWICE.keys.clear()
    reader = _open_reader(data, name, password)
    document = open_document(data, name, password)
    warnings: list[str] = []
    count = len(document)
    labels: tuple[str, ...] = ()
    layers = True
    if reader is None:
        warnings.append("the file is damaged; it was read as far as it could be")
    else:
        try:
            count = _count_pages(reader, name)
            labels = _page_labels(reader)
            layers = has_layers(reader)
        except DAMAGE:
            warnings.append("the page tree is damaged; page labels were not read")
            count = min(count, MOST_PAGES)
    if len(document) != count and not warnings:
        warnings.append(
            f"the file says it has {len(document)} pages; {count} were found in it"
        )
    if not count:
        document.close()
        raise PdfUnreadable(f"{name}: holds no page that can be read")
    if reader is not None:
        reader.keep()
    return OpenPdf(
        document,
        reader,
        count,
        labels,
        layers,
        tuple(warnings),
        lambda: open_document(data, name, password),
    )


def _check_header(data: Data, name: str) -> None:
    if not data:
        raise PdfUnreadable(f"{name}: empty file")
    if b"%PDF" in bytes(data[:HEADER_WITHIN]):
        return
    start = bytes(data[:64]).lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    for mark, what in _OTHER_FILES:
        if start.startswith(mark):
            raise PdfUnreadable(f"{name}: not a PDF but {what}; pass the PDF itself")
    raise PdfUnreadable(
        f"{name}: not a PDF (no %PDF in its first {HEADER_WITHIN:,} bytes)"
    )


def _open_reader(data: Data, name: str, password: str | None) -> QuickReader | None:
    try:
        reader = QuickReader(as_file(data), strict=False)
        if not reader.is_encrypted:
            return reader
        opened = reader.decrypt("") or (password and reader.decrypt(password))
    except DAMAGE:
        return None
    if not opened or opened == PasswordType.NOT_DECRYPTED:
        raise PdfEncrypted(_wants_password(name, password))
    return reader


def _wants_password(name: str, password: str | None) -> str:
    if password is None:
        return f"{name}: encrypted; pass --password"
    return f"{name}: encrypted, and the password given does not open it"


def open_document(data: Data, name: str, password: str | None) -> Any:
    """Return PDFium's document, for which no page has been looked at.

    Raises:
        PdfUnreadable: It is too damaged to read.
        PdfEncrypted: It needs a password, or another one than was given.
    """
    try:
        opened: Any = pypdfium2
        return opened.PdfDocument(as_array(data), password=password)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise PdfEncrypted(_wants_password(name, password)) from error
        raise PdfUnreadable(
            f"{name}: too damaged to read; export or download it again"
        ) from error


def _count_pages(reader: PdfReader, name: str) -> int:
    """Count the leaves of the page tree, and refuse one with a missing leaf.

    Libraries skip a missing page, each in its own way; every number after it would
    then name another page than the one a reader sees.
    """
    root = reader.root_object["/Pages"]
    stack: list[Any] = [root]
    seen: set[tuple[int, int]] = set()
    count = 0
    while stack:
        node = stack.pop()
        if isinstance(node, IndirectObject):
            key = (node.idnum, node.generation)
            if key in seen:
                continue
            seen.add(key)
            node = node.get_object()
        if node is None or isinstance(node, NullObject):
            raise PdfUnreadable(
                f"{name}: the page tree misses a page, so that page numbers "
                "cannot be trusted; export the PDF again"
            )
        if "/Kids" in node:
            stack.extend(reversed(node["/Kids"]))
        else:
            count += 1
        if count > MOST_PAGES:
            raise PdfUnreadable(f"{name}: more than {MOST_PAGES:,} pages")
    return count


def _page_labels(reader: PdfReader) -> tuple[str, ...]:
    if "/PageLabels" not in reader.root_object:
        return ()
    return tuple(label.strip() for label in reader.page_labels)
