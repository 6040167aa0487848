"""The process that draws together what several processes read of one paper.

It is started by `refereekit.extract.child` and confined as they are. It says `settling`
(the page whose labels it judges), `rest` (what all pages together recorded) or `error`
(a refusal).
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

from refereekit.errors import PdfError
from refereekit.extract.confinement import give_up
from refereekit.extract.drawn import DrawnPages
from refereekit.extract.parcels import unpack
from refereekit.extract.reader import PageReading, settle
from refereekit.extract.saying import say
from refereekit.extract.source import Data, mapped
from refereekit.limits import Limits
from refereekit.records import Original, Paper
from refereekit.store.encoding import records_to_json
from refereekit.values import replace

__all__ = ["main"]

_Parcel = tuple[tuple[str, ...], list[PageReading]]
"""What was noticed when the file was opened, and what some pages show."""


def main() -> None:
    """Read the request and the PDF that it names, and write what they record."""
    request = json.loads(sys.stdin.buffer.readline())
    give_up(Limits(**request["limits"]))
    try:
        paper = _settled(mapped(request["pdf"]), request)
        say(sys.stdout.buffer, "rest", records_to_json(replace(paper, pages=())))
    except PdfError as error:
        say(sys.stdout.buffer, "error", [type(error).__name__, str(error)])


def _settled(pdf: Data, request: dict[str, Any]) -> Paper:
    parcels: list[_Parcel] = [unpack(parcel) for parcel in request["parcels"]]
    readings = [reading for _, some in parcels for reading in some]
    sha256 = hashlib.sha256(pdf).hexdigest()
    original = Original(request["name"], sha256, len(readings))
    drawn = DrawnPages(pdf, request["password"], frozenset(request["undrawn"]))
    return settle(
        original,
        parcels[0][0],
        readings,
        drawn,
        lambda number: say(sys.stdout.buffer, "settling", number),
    )
