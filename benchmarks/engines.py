"""What other programs copy from the pages of a PDF."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pypdfium2

PDFJS_SCRIPT = Path(__file__).parent / "pdfjs_text.mjs"


def poppler(pdf: Path, *options: str) -> list[str]:
    """Return the pages as pdftotext writes them."""
    done = subprocess.run(
        ["pdftotext", *options, str(pdf), "-"], capture_output=True, check=True
    )
    return done.stdout.decode("utf-8", "replace").split("\f")[:-1]


def pdfium(pdf: Path) -> list[str]:
    """Return the pages as pdfium's text page holds them."""
    document = pypdfium2.PdfDocument(pdf)
    pages = []
    for page in document:
        text = page.get_textpage().get_text_bounded()
        pages.append(text.replace("\ufffe", "-\n").replace("\x02", "-\n"))
    document.close()
    return pages


def pdfjs(pdf: Path, modules: Path) -> list[str]:
    """Return the pages as pdf.js copies them."""
    done = subprocess.run(
        ["node", str(PDFJS_SCRIPT), str(modules), str(pdf)],
        capture_output=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def copies(pdf: Path, modules: Path | None) -> dict[str, list[str]]:
    """Return what each program that is installed copies, page by page."""
    texts = {
        "pdftotext": poppler(pdf),
        "pdftotext -raw": poppler(pdf, "-raw"),
        "pdfium": pdfium(pdf),
    }
    if modules is not None and shutil.which("node"):
        texts["pdf.js"] = pdfjs(pdf, modules)
    return texts
