"""The reading process: a request on standard input, records on standard output.

It is started by `refereekit.extract.child`, with nothing but the PDF's bytes and its
name. It gives up what reading needs not: more memory than it is allowed, processor
time, files, core dumps and the network.

Every line that it writes is one JSON object with one key: `at` (the page it works on,
and how many there are), `page` (a page's record), `settling` (the page whose labels it
judges once all are read), `rest` (what all pages together recorded) or `error` (a
refusal). A paper of more pages than it is to read alone it
reads by orders: `lay` some pages out, which it answers with `laid`, and `write` them
once it is known what comes before, which it answers with `written`.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from typing import Any, BinaryIO

from refereekit.errors import PdfError
from refereekit.extract.confinement import give_up
from refereekit.extract.parcels import pack, unpack
from refereekit.extract.reader import Course, LaidPage, PaperStream
from refereekit.extract.saying import say
from refereekit.extract.source import Data, mapped
from refereekit.limits import Limits
from refereekit.store.encoding import page_to_json, records_to_json
from refereekit.values import replace

__all__ = ["main"]


def main() -> None:
    """Read the request and the PDF that it names, and write what was read."""
    # What a page is read with goes when it is read; little of it is a cycle.
    gc.freeze()
    gc.set_threshold(50_000)
    sink = sys.stdout.buffer
    request = json.loads(sys.stdin.buffer.readline())
    give_up(Limits(**request["limits"]))
    try:
        _read(mapped(request["pdf"]), request, sink)
    except PdfError as error:
        say(sink, "error", [type(error).__name__, str(error)])


def _read(pdf: Data, request: dict[str, Any], sink: BinaryIO) -> None:
    stream = PaperStream(
        pdf,
        request["name"],
        password=request["password"],
        skip=frozenset(request["skip"]),
    )
    with stream:
        say(sink, "at", [0, stream.page_count])
        if stream.page_count > request["alone"]:
            with os.fdopen(request["orders"], "rb") as orders:
                _take_orders(stream, orders, sink)
            return
        for page in stream.pages(
            lambda number: say(sink, "at", [number, stream.page_count])
        ):
            say(sink, "page", page_to_json(page))
        rest = stream.rest(lambda number: say(sink, "settling", number))
        say(sink, "rest", records_to_json(replace(rest, pages=())))


def _take_orders(stream: PaperStream, orders: BinaryIO, sink: BinaryIO) -> None:
    laid: list[LaidPage] = []
    for order in orders:
        match json.loads(order):
            case {"lay": [first, end], "skip": skip}:
                laid = list(
                    stream.lay(
                        range(first, end),
                        frozenset(skip),
                        lambda number: say(sink, "at", [number, stream.page_count]),
                    )
                )
                say(sink, "laid", first)
            case {"write": course}:
                _write(stream, laid, unpack(course) or Course(), sink)
                laid = []


def _write(
    stream: PaperStream, laid: list[LaidPage], course: Course, sink: BinaryIO
) -> None:
    readings = []
    for page in laid:
        say(sink, "at", [page.layout.number, stream.page_count])
        reading = page.read(course)
        say(sink, "page", page_to_json(reading.page))
        readings.append(reading.without_text())
    say(sink, "written", [pack(course), pack((stream.warnings, readings))])
