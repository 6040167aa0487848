"""The bytes of a PDF, which all processes that handle it have in common.

A copy in each of them would be most of their memory where the file is large.
"""

from __future__ import annotations

import ctypes
import io
import mmap
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["Data", "as_array", "as_file", "handed", "mapped"]

Data = bytes | memoryview
"""A PDF's bytes, or a view of a file that is mapped into memory."""


@contextmanager
def handed(pdf: bytes) -> Iterator[int]:
    """Write a PDF where other processes can map it; give what they inherit.

    They cannot write to it.
    """
    with tempfile.NamedTemporaryFile() as file:
        file.write(pdf)
        file.flush()
        inherited = os.open(file.name, os.O_RDONLY)
    try:
        yield inherited
    finally:
        os.close(inherited)


def mapped(inherited: int) -> Data:
    """Return the PDF that was handed to this process."""
    if not os.fstat(inherited).st_size:
        return b""
    # PDFium takes an address that may be written to; what is written stays here.
    return memoryview(mmap.mmap(inherited, 0, access=mmap.ACCESS_COPY))


def as_array(data: Data) -> bytes | ctypes.Array[ctypes.c_ubyte]:
    """Return the bytes as PDFium takes them, not copied."""
    if isinstance(data, bytes):
        return data
    return (ctypes.c_ubyte * len(data)).from_buffer(data)


def as_file(data: Data) -> io.BufferedReader:
    """Return the bytes as a file, not copied.

    Of an `io.BytesIO`, pypdf asks for the buffer, which is a copy.
    """
    return io.BufferedReader(_Raw(data))


class _Raw(io.RawIOBase):
    """A file of bytes that seeks as `io.BytesIO` does, whatever a PDF asks for."""

    def __init__(self, data: Data) -> None:
        super().__init__()
        self._data = memoryview(data)
        self._place = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        part = self._data[self._place : self._place + len(buffer)]
        buffer[: len(part)] = part
        self._place += len(part)
        return len(part)

    def seek(self, place: int, whence: int = os.SEEK_SET) -> int:
        if whence == os.SEEK_SET and place < 0:
            raise ValueError(f"negative seek value {place}")
        start = (0, self._place, len(self._data))[whence]
        self._place = max(0, start + place)
        return self._place

    def tell(self) -> int:
        return self._place
