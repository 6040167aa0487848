"""What a reading process says, which a PDF may have taken over: it can say anything."""

from __future__ import annotations

import json

from refereekit.errors import PdfEncrypted, PdfError, PdfUnreadable
from refereekit.extract.process import Died

__all__ = ["refused", "understood"]

_REFUSALS = {error.__name__: error for error in (PdfUnreadable, PdfEncrypted)}


def understood(line: bytes) -> object:
    """Return what a line says.

    Raises:
        Died: it is no JSON.
    """
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as problem:
        raise Died("the reading process said what is no record") from problem


def refused(said: object) -> None:
    """Raise the refusal that a process reports, if that is what it says.

    Raises:
        PdfError: it is.
    """
    match said:
        case {"error": [str(kind), str(text)]}:
            raise _REFUSALS.get(kind, PdfError)(text)
