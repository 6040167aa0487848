"""PDFs that were damaged, or built to do damage, through the whole of `check`."""

from __future__ import annotations

import functools
import random
import re
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import raw_pdf
from hypothesis import strategies as st

from fuzz.laws import Target, command, law

__all__ = ["PDFS"]

SECONDS = 120
"""Of the clock: three pages may be given up, each after the limit of a page."""

PAPERS = Path(__file__).parent.parent.parent / "fixtures" / "papers"
LIMITS = "[limits]\npage-seconds = 10\ntotal-seconds = 60\nmemory-mb = 2048\n"
DRAFT = (
    'On p. 1 the authors say "The valve in the north was closed", p. 2 has it, and '
    'Eq. (1) and Fig. (1) show it. "Nobody says these words at all" (p. 1).\n'
)
NUMBERS = (b"-1", b"0", b"1e308", b"2147483648", b"99999999999999999999", b"0.0000001")
_OBJECT = re.compile(rb"\d+ 0 obj\b.*?\bendobj", re.DOTALL)
_STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)
_NUMBER = re.compile(rb"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])")
_NAME = re.compile(rb"/[A-Za-z][A-Za-z0-9]*")


def plain_paper() -> bytes:
    """Return a paper with a little of everything, nothing of it compressed."""
    form = (
        b"/Type/XObject/Subtype/Form/BBox[0 0 420 300]/Resources<</Font<</F1 3 0 R>>>>"
    )
    text = b"BT /F1 12 Tf 40 200 Td (The valve in the north was closed) Tj ET"
    return raw_pdf.with_pages(
        [
            text + b" 1 g BT /F1 9 Tf 40 100 Td (white words) Tj ET /X1 Do",
            text + b" BT 3 Tr /F1 9 Tf 1 0 0 1 40 90 Tm [(hid) -250 (den)] TJ ET",
            b"q 40 40 100 100 re W n " + text + b" Q 0.5 g 30 190 300 30 re f",
        ],
        {
            1000: raw_pdf.stream(text, form),
            1001: raw_pdf.stream(b"1 beginbfchar <41> <00660066> endbfchar"),
        },
        b"/XObject<</X1 1000 0 R>>/ExtGState<</G1<</ca 0>>>>",
    )


@functools.cache
def papers() -> tuple[bytes, ...]:
    """Return the PDFs that are damaged."""
    names = sorted(path.name for path in PAPERS.iterdir())
    small = [plain_paper()] * len(names)
    return (*small, *((PAPERS / name / "paper.pdf").read_bytes() for name in names))


def flipped(data: bytes, rng: random.Random) -> bytes:
    """Change some bytes."""
    changed = bytearray(data)
    for _ in range(rng.choice([1, 2, 8, 64])):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def cut(data: bytes, rng: random.Random) -> bytes:
    """End too early, or leave something out."""
    start = rng.randrange(len(data))
    return data[:start] + (
        b"" if rng.random() < 0.5 else data[start + rng.randrange(1, 2000) :]
    )


def doubled(data: bytes, rng: random.Random) -> bytes:
    """Put a part of the file in again elsewhere."""
    start, at = rng.randrange(len(data)), rng.randrange(len(data))
    return data[:at] + data[start : start + rng.randrange(1, 5000)] + data[at:]


def swapped(data: bytes, rng: random.Random) -> bytes:
    """Put one object's body in the place of another's."""
    return _exchanged(data, rng, list(_OBJECT.finditer(data)))


def renamed(data: bytes, rng: random.Random) -> bytes:
    """Put one name of the file in the place of another."""
    return _exchanged(data, rng, list(_NAME.finditer(data)))


def _exchanged(data: bytes, rng: random.Random, found: list[re.Match[bytes]]) -> bytes:
    if len(found) < 2:
        return data
    one, other = rng.choice(found), rng.choice(found)
    return data[: one.start()] + other[0] + data[one.end() :]


def renumbered(data: bytes, rng: random.Random) -> bytes:
    """Put a number there that nobody expects."""
    found = list(_NUMBER.finditer(data))
    if not found:
        return data
    one = rng.choice(found)
    return data[: one.start()] + rng.choice(NUMBERS) + data[one.end() :]


def corrupted(data: bytes, rng: random.Random) -> bytes:
    """Change bytes within one stream."""
    found = [m for m in _STREAM.finditer(data) if m[1]]
    if not found:
        return data
    one = rng.choice(found)
    body = flipped(one[1], rng)
    return data[: one.start(1)] + body + data[one.end(1) :]


def nested(data: bytes, rng: random.Random) -> bytes:
    """Put something in that has no end or no bottom."""
    what = rng.choice([b"[", b"<<", b"<</Kids[", b"(", b"q ", b"BT ", b"/X1 Do "])
    at = rng.randrange(len(data))
    return data[:at] + what * rng.choice([1, 100, 50_000]) + data[at:]


HARMS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    flipped,
    cut,
    doubled,
    swapped,
    renamed,
    renumbered,
    renumbered,
    corrupted,
    nested,
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Return a paper with up to four kinds of harm done to it."""
    data = draw(st.sampled_from(papers()))
    rng = random.Random(draw(st.integers(0, 1 << 60)))
    for harm in draw(st.lists(st.sampled_from(HARMS), min_size=1, max_size=4)):
        data = harm(data, rng) or b"%PDF-"
    return data


def check_paper(data: bytes) -> None:
    """Check a draft against a PDF, and draw a page where it can be read."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        (place / "refereekit.toml").write_text(LIMITS)
        (place / "draft.txt").write_text(DRAFT)
        (place / "paper.pdf").write_bytes(data)
        where = ("--session", place / "session")
        ran = command(
            "check", place / "draft.txt", "--pdf", place / "paper.pdf", *where
        )
        if ran.code == 2:
            law(not ran.out, f"exit code 2 and an output: {ran.out}")
            law(ran.err.count("\n") == 1, f"more than a line: {ran.err}")
        elif data[-1] % 4 == 0:
            command("show", "page", "1", "-o", place / "page.png", *where)
    took = time.monotonic() - start
    law(took < SECONDS, f"took {took:.0f} s")


PDFS = Target("pdfs", ".pdf", damaged(), check_paper, batch=5)
