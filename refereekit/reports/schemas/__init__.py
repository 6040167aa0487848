"""The JSON Schemas (2020-12) of everything that is written as JSON."""

from __future__ import annotations

import json
from importlib.resources import files

__all__ = ["names", "schema_text", "title"]

_SUFFIX = ".json"


def names() -> list[str]:
    """Return the names of all schemas, sorted: one for each file beside this one."""
    found = (entry.name for entry in files(__name__).iterdir())
    return sorted(n.removesuffix(_SUFFIX) for n in found if n.endswith(_SUFFIX))


def schema_text(name: str) -> str:
    """Return a schema as it is published, ending in a line feed."""
    return files(__name__).joinpath(f"{name}{_SUFFIX}").read_text(encoding="utf-8")


def title(name: str) -> str:
    """Return what a schema describes."""
    return str(json.loads(schema_text(name))["title"])
