"""A JSON Schema that refuses a value with the place of its first error."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from refereekit.selection.refusals import InvalidInput

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator

__all__ = ["Schema"]


@dataclass(frozen=True)
class Schema:
    """A schema of draft 2020-12, compiled when it is first needed."""

    document: dict[str, Any]

    def validate(self, value: Any) -> None:
        """Refuse a value that the schema refuses.

        Raises:
            InvalidInput: the first error, with its place as a JSON pointer.
        """
        import jsonschema_rs

        try:
            self._validator.validate(value)
        except jsonschema_rs.ValidationError as error:
            pointer = "".join(f"/{step}" for step in error.instance_path)
            raise InvalidInput(f"{pointer or '/'}: {error.message}") from None
        except ValueError as error:
            # The validator's own recursion limit; no schema here nests so deeply.
            raise InvalidInput("nested too deeply") from error

    @cached_property
    def _validator(self) -> Draft202012Validator:
        import jsonschema_rs

        # Inputs are confidential: a message names the place, never the value.
        return jsonschema_rs.Draft202012Validator(self.document, mask="the value")
