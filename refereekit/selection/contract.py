"""The contracts of the tools, as published: what they take, give and refuse."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from refereekit.selection.schema import Schema

__all__ = ["Contract", "load_contracts"]

_LIMITED_ARRAYS = {"sources": "max_sources", "citations": "max_citations"}
"""Arrays whose length the schema and a named limit both bound: too many items are
a limit exceeded, after everything that makes an input invalid."""


@dataclass(frozen=True)
class Contract:
    """One tool's contract; `document` is the published JSON, unchanged."""

    document: dict[str, Any]

    @property
    def id(self) -> str:
        """Return the tool's id."""
        return str(self.document["id"])

    @property
    def version(self) -> str:
        """Return the version, compared exactly."""
        return str(self.document["version"])

    @property
    def description(self) -> str:
        """Return one sentence on what the tool does."""
        return str(self.document["description"])

    @property
    def limits(self) -> dict[str, int]:
        """Return the named limits."""
        limits: dict[str, int] = self.document["limits"]
        return limits

    @property
    def input_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the input."""
        schema: dict[str, Any] = self.document["input_schema"]
        return schema

    @property
    def output_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the result."""
        schema: dict[str, Any] = self.document["output_schema"]
        return schema

    def validate(self, value: Any) -> None:
        """Refuse what the input schema refuses, but for too long a limited array.

        Raises:
            InvalidInput: the first error, with its place as a JSON pointer.
        """
        self._schema.validate(value)

    @cached_property
    def _schema(self) -> Schema:
        schema = copy.deepcopy(self.input_schema)
        for name, limit in _LIMITED_ARRAYS.items():
            if limit in self.limits:
                del schema["properties"][name]["maxItems"]
        return Schema(schema)


@cache
def load_contracts() -> tuple[Contract, ...]:
    """Return every contract that ships with the package, in order of id."""
    folder = files("refereekit.selection") / "contracts"
    documents = [
        json.loads(entry.read_text(encoding="utf-8"))
        for entry in folder.iterdir()
        if entry.name.endswith(".json")
    ]
    return tuple(
        Contract(document)
        for document in sorted(documents, key=lambda document: str(document["id"]))
    )
