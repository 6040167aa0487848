"""What one reading process leaves for another, packed so that nobody else looks inside.

The process that hands a parcel on never unpacks it: a PDF may have taken over the one
that packed it. Who unpacks it is confined just as well, and reads the same PDF.
"""

from __future__ import annotations

import base64
import pickle
from typing import Any

__all__ = ["pack", "unpack"]


def pack(value: object) -> str:
    """Return a value as a parcel, which is ASCII."""
    return base64.b64encode(pickle.dumps(value)).decode()


def unpack(parcel: str) -> Any:
    """Return what is in a parcel, `None` for an empty one. For confined processes."""
    return pickle.loads(base64.b64decode(parcel)) if parcel else None
