"""A PDF's bytes in a file that many processes map, read as if they were in memory."""

from __future__ import annotations

import os
from io import BytesIO

import pytest
from raw_pdf import line_of_text, with_pages

from refereekit.extract.reader import extract_paper
from refereekit.extract.source import as_array, as_file, handed, mapped

PAPER = with_pages([line_of_text("The ferry left at noon.")])


def test_what_is_handed_over_is_mapped() -> None:
    with handed(PAPER) as file:
        data = mapped(file)
        assert bytes(data) == PAPER
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.write(file, b"x")
    assert bytes(data) == PAPER


def test_nothing_can_be_handed_over() -> None:
    with handed(b"") as file:
        assert mapped(file) == b""


def test_a_mapped_paper_is_read_as_its_bytes_are() -> None:
    with handed(PAPER) as file:
        data = mapped(file)
        assert extract_paper(data, "paper.pdf") == extract_paper(PAPER, "paper.pdf")
        assert bytes(data) == PAPER


def test_pdfium_is_given_the_bytes_themselves() -> None:
    assert as_array(PAPER) is PAPER
    data = memoryview(bytearray(b"%PDF"))
    array = as_array(data)
    data[0] = ord("#")
    assert bytes(array) == b"#PDF"


@pytest.mark.parametrize("whence", [os.SEEK_SET, os.SEEK_CUR, os.SEEK_END])
@pytest.mark.parametrize("place", [-50_000, -20, -1, 0, 1, 9_000, 50_000])
def test_a_file_of_bytes_seeks_as_one_in_memory(place: int, whence: int) -> None:
    data = bytes(range(256)) * 80
    read = []
    for file in (as_file(data), BytesIO(data)):
        file.seek(10_000)
        file.read(3)
        try:
            found: object = (file.seek(place, whence), file.tell(), file.read(5))
        except ValueError:
            found = "refused"
        read.append((found, file.seek(0, os.SEEK_END), file.readline()))
    assert read[0] == read[1]
