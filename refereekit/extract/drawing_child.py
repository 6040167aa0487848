"""Drawing pages in a process of its own, which may die or hang as reading may."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from refereekit.errors import PdfEncrypted, PdfError, PdfUnreadable
from refereekit.extract.process import Died, PdfProcess, start_code, started
from refereekit.extract.source import handed
from refereekit.limits import Limits
from refereekit.values import Value
from refereekit.views import Picture, View

__all__ = ["Drawn", "Order", "draw_in_child"]

_START = start_code("refereekit.extract.drawing_worker")
_MOST_DEATHS = 3
"""Orders that may be given up: a paper with more of them is an attack, or broken."""
_REFUSALS = {error.__name__: error for error in (PdfUnreadable, PdfEncrypted)}


class Order(Value):
    """Views to be drawn, each or (`is_joined`) all as one picture.

    They are drawn at the first of the `resolutions` (dots per inch) at which they have
    no more than `most_bytes` together, else at the last.
    """

    views: tuple[View, ...]
    resolutions: tuple[int, ...]
    most_bytes: int | None = None
    is_joined: bool = False


class Drawn(Value):
    """An order's pictures, or none and what the problem was."""

    pictures: tuple[Picture, ...]
    problem: str = ""


def draw_in_child(
    pdf: bytes,
    name: str,
    orders: Sequence[Order],
    *,
    password: str | None = None,
    limits: Limits | None = None,
) -> list[Drawn]:
    """Return what came of each order; one that cannot be drawn stops no other.

    Raises:
        PdfUnreadable: the file is too damaged.
        PdfEncrypted: it needs a password, or another one than was given.
    """
    limits = limits or Limits()
    request = {"name": name, "password": password, "limits": asdict(limits)}
    done: list[Drawn] = []
    deaths = 0
    with handed(pdf) as file:
        while len(done) < len(orders):
            left = [asdict(order) for order in orders[len(done) :]]
            try:
                with started(_START, {**request, "orders": left}, file) as artist:
                    _listen(artist, limits, done)
                    if len(done) < len(orders):
                        raise Died(artist.how_it_ended())
            except Died as death:
                deaths += 1
                lost = Drawn((), f"{name}: cannot be drawn: {death}")
                given_up = 1 if deaths < _MOST_DEATHS else len(orders) - len(done)
                done += [lost] * given_up
    return done


def _listen(artist: PdfProcess, limits: Limits, done: list[Drawn]) -> None:
    """Add what the process has drawn, order by order."""
    for line in artist.lines(limits):
        match json.loads(line):
            case {"drawn": pictures}:
                done.append(Drawn(tuple(map(_picture, pictures))))
            case {"problem": str(problem)}:
                done.append(Drawn((), problem))
            case {"error": [kind, text]}:
                raise _REFUSALS.get(kind, PdfError)(text)


def _picture(data: dict[str, Any]) -> Picture:
    return Picture(data["name"], b64decode(data["png"]), data["width"], data["height"])
