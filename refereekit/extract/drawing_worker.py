"""The drawing process: orders on standard input, pictures on standard output.

It is started by `refereekit.extract.drawing_child` and gives up what the reading
process does. Every line that it writes is one JSON object with one key: `drawn` (an
order's pictures), `problem` (why an order has none) or `error` (a refusal of the file).
"""

from __future__ import annotations

import json
import sys
from base64 import b64encode
from typing import Any, BinaryIO

from refereekit.errors import PdfError, PdfUnreadable
from refereekit.extract.confinement import give_up
from refereekit.extract.crops import PagePictures
from refereekit.extract.drawing_child import Order
from refereekit.extract.saying import say
from refereekit.extract.source import mapped
from refereekit.limits import Limits
from refereekit.positions import BBox
from refereekit.views import Picture, View

__all__ = ["main"]


def main() -> None:
    """Read the request and the PDF that it names, and write what was drawn."""
    sink = sys.stdout.buffer
    request = json.loads(sys.stdin.buffer.readline())
    give_up(Limits(**request["limits"]))
    try:
        with PagePictures(
            mapped(request["pdf"]), request["name"], request["password"]
        ) as pictures:
            for order in request["orders"]:
                _answer(pictures, _order(order), sink)
    except PdfError as error:
        say(sink, "error", [type(error).__name__, str(error)])


def _answer(pictures: PagePictures, order: Order, sink: BinaryIO) -> None:
    try:
        drawn = pictures.fulfil(order)
    except PdfUnreadable as error:
        say(sink, "problem", str(error))
    else:
        say(sink, "drawn", [_encoded(picture) for picture in drawn])


def _order(data: dict[str, Any]) -> Order:
    views = tuple(_view(view) for view in data.pop("views"))
    return Order(views, **{**data, "resolutions": tuple(data["resolutions"])})


def _view(data: dict[str, Any]) -> View:
    marks = tuple(BBox(*mark) for mark in data["marks"])
    return View(data["page_number"], data["name"], BBox(*data["area"]), marks)


def _encoded(picture: Picture) -> dict[str, Any]:
    return {
        "name": picture.name,
        "png": b64encode(picture.png).decode("ascii"),
        "width": picture.width,
        "height": picture.height,
    }
