"""Optional content: layers that may be off (PDF 32000-1 §8.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pypdf import PdfReader

from refereekit.extract.resources import resolved

__all__ = ["has_layers", "has_unclear_layers"]

_NEGATIVE = ("/AnyOff", "/AllOff")
MOST_RESOURCES = 2_000
MOST_LAYERS = 200


def has_layers(reader: PdfReader) -> bool:
    """Tell whether optional content exists, which may be switched off.

    A membership (§8.11.2.2) may hide what it holds while every layer is on, so that the
    default state of the layers tells nothing.
    """
    return reader.root_object.get("/OCProperties") is not None


def has_unclear_layers(reader: PdfReader, number: int) -> bool:
    """Tell whether a page has a membership that viewers decide in different ways.

    Of one layer that is not in an array, PDFium leaves out the policy: it shows what
    stands there for when that layer is off. A layer may show at some scales alone
    (§8.11.4.4). Where layers are off unless they are said to be on, some viewers show
    one that the file does not list (§8.11.4.2), and some do not. What is too much
    to be looked at is unclear.
    """
    page = reader.pages[number - 1]
    listed = _listed_if_off(reader)
    return any(
        membership is None or _is_unclear(membership, listed)
        for membership in _memberships(page.get("/Resources"))
    )


def _listed_if_off(reader: PdfReader) -> set[int] | None:
    """Return the listed layers by their identity, `None` where layers are on at first.

    pypdf makes one object of each that it reads.
    """
    properties = _dictionary(reader.root_object.get("/OCProperties"))
    settings = _dictionary(properties.get("/D"))
    if settings.get("/BaseState", "/ON") == "/ON":
        return None
    layers = resolved(properties.get("/OCGs")) or ()
    return {id(_dictionary(layer)) for layer in layers}


def _is_unclear(membership: Any, listed: set[int] | None) -> bool:
    groups = resolved(membership.get("/OCGs"))
    entries = groups if isinstance(groups, list) else [groups]
    if len(entries) > MOST_LAYERS:
        return True
    is_layer = membership.get("/Type") == "/OCG"
    layers = [found for each in entries if (found := _dictionary(each))]
    layers = [membership] if is_layer else layers
    if any(map(_has_zoom, (membership, *layers))):
        return True
    if listed is not None and any(id(layer) not in listed for layer in layers):
        return True
    if "/VE" in membership or membership.get("/P") not in _NEGATIVE:
        return False
    return bool(_dictionary(groups))


def _has_zoom(layer: Any) -> bool:
    """Tell whether a layer shows at some scales alone, which PDFium passes over."""
    return "/Zoom" in _dictionary(layer.get("/Usage"))


def _memberships(resources: Any) -> Iterator[Any]:
    """Yield what a page's content is put under, in its forms too.

    `None` stands for what is left where there is too much.
    """
    waiting: list[Any] = [resources]
    seen: set[int] = set()
    while waiting:
        found = _dictionary(waiting.pop())
        # Forms may hold one another in a circle; pypdf makes one object of each.
        if not found or id(found) in seen:
            continue
        if len(seen) >= MOST_RESOURCES:
            yield None
            return
        seen.add(id(found))
        for value in _dictionary(found.get("/Properties")).values():
            yield _dictionary(value)
        for value in _dictionary(found.get("/XObject")).values():
            inner = _dictionary(value)
            yield _dictionary(inner.get("/OC"))
            waiting.append(inner.get("/Resources"))


def _dictionary(value: Any) -> Any:
    """Return what a reference leads to, an empty one for all but dictionaries."""
    found = resolved(value)
    return found if isinstance(found, dict) else {}
