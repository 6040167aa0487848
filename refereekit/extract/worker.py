"""The reading process: a PDF on standard input, records on standard output.

It is started by `refereekit.extract.child`, with nothing but the PDF's bytes and its
name. It gives up what reading needs not: more memory than it is allowed, processor
time, files, core dumps and the network.

Every line that it writes is one JSON object with one key: `at` (the page it works on,
and how many there are), `page` (a page's record), `rest` (what all pages together
recorded) or `error` (a refusal).
"""

from __future__ import annotations

import json
import resource
import sys
from dataclasses import replace
from typing import Any, BinaryIO

from refereekit.errors import PdfError
from refereekit.extract.reader import PaperStream
from refereekit.limits import Limits
from refereekit.store.encoding import page_to_json, records_to_json

__all__ = ["give_up", "main"]

_MOST_STDERR_BYTES = 1 << 16
"""Standard error is a file, the only one that this process can write to."""


def main() -> None:
    """Read the request's line and the PDF behind it, and write what was read."""
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    request = json.loads(source.readline())
    give_up(Limits(**request["limits"]))
    try:
        _read(source.read(), request, sink)
    except PdfError as error:
        _say(sink, "error", [type(error).__name__, str(error)])


def _read(pdf: bytes, request: dict[str, Any], sink: BinaryIO) -> None:
    stream = PaperStream(
        pdf,
        request["name"],
        password=request["password"],
        skip=frozenset(request["skip"]),
    )
    with stream:
        _say(sink, "at", [0, stream.page_count])
        for page in stream.pages(
            lambda number: _say(sink, "at", [number, stream.page_count])
        ):
            _say(sink, "page", page_to_json(page))
        rest = stream.rest()
        _say(sink, "rest", records_to_json(replace(rest, pages=())))


def _say(sink: BinaryIO, key: str, value: object) -> None:
    line = json.dumps({key: value}, ensure_ascii=True, separators=(",", ":"))
    sink.write(line.encode() + b"\n")
    sink.flush()


def give_up(limits: Limits) -> None:
    """Bound this process, for good, to what reading a paper needs."""
    for what, amount in (
        (resource.RLIMIT_AS, limits.memory_bytes),
        (resource.RLIMIT_CPU, int(limits.total_seconds) + 1),
        (resource.RLIMIT_FSIZE, _MOST_STDERR_BYTES),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        most = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
        resource.setrlimit(what, (most, most))
    sys.addaudithook(_refuse_network)


def _refuse_network(event: str, arguments: tuple[object, ...]) -> None:
    if event.startswith(("socket.", "subprocess.", "os.exec", "os.posix_spawn")):
        raise PermissionError(f"{event} while reading a PDF: {arguments!r}")
