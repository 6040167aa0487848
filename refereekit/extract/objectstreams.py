"""pypdf's reader, taking single objects out of object streams (PDF 32000-1 §7.5.7).

pypdf parses all objects of such a stream when it is asked for one, in pure Python:
the destinations and annotations beside each page cost more than reading the page.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

from pypdf import PdfReader
from pypdf.errors import PyPdfError
from pypdf.generic import IndirectObject, PdfObject, StreamObject, read_object

__all__ = ["QuickReader"]

_Objects = tuple[bytes, dict[int, int]]
"""A stream's content, and where in it each object begins, by the object's number."""


class QuickReader(PdfReader):
    """A reader that parses what it is asked for. What is unusual is left to pypdf."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self._streams: dict[int, _Objects | None] = {}
        self._kept: dict[Any, Any] = {}
        super().__init__(*arguments, **named)

    def keep(self) -> None:
        """Hold for good what has been read so far."""
        self._kept = dict(self.resolved_objects)

    def forget(self) -> None:
        """Let go of what has been read since: pypdf holds every object and stream."""
        self.resolved_objects.clear()
        self.resolved_objects.update(self._kept)
        self._streams.clear()

    def _get_object_from_stream(self, indirect_reference: IndirectObject) -> Any:
        found = self._found(indirect_reference.idnum)
        if found is None:
            return super()._get_object_from_stream(indirect_reference)
        return found

    def _found(self, number: int) -> PdfObject | None:
        stream_number, _ = self.xref_objStm[number]
        if stream_number in self.xref_objStm:
            return None
        if stream_number not in self._streams:
            self._streams[stream_number] = self._objects(stream_number)
        content, starts = self._streams[stream_number] or (b"", {})
        if number not in starts:
            return None
        source = BytesIO(content)
        source.seek(starts[number])
        try:
            found = read_object(source, self)
        except PyPdfError:
            return None
        self.cache_indirect_object(0, number, found)
        return found

    def _objects(self, number: int) -> _Objects | None:
        """Return the objects of a stream, `None` where its header is odd.

        A number that is there twice, an offset that goes back: which object is meant
        is for pypdf to say.
        """
        stream = IndirectObject(number, 0, self).get_object()
        if not isinstance(stream, StreamObject) or stream.get("/Type") != "/ObjStm":
            return None
        content = stream.get_data()
        first, count = stream.get("/First"), stream.get("/N")
        if not isinstance(first, int) or not isinstance(count, int):
            return None
        header = content[: max(0, first)].split()
        if len(header) != 2 * count or not all(map(bytes.isdigit, header)):
            return None
        numbers, offsets = list(map(int, header[::2])), list(map(int, header[1::2]))
        starts = {n: first + at for n, at in zip(numbers, offsets, strict=True)}
        is_plain = sorted(set(offsets)) == offsets and len(starts) == count
        if not is_plain or not starts or first + offsets[-1] >= len(content):
            return None
        return content, starts
