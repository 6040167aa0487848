"""Why a tool refuses an input: a code for programs and a line for people."""

from __future__ import annotations

from enum import StrEnum, unique

from refereekit.errors import SelectorError

__all__ = ["Code", "InvalidInput", "LimitExceeded", "Refusal", "UnknownTool"]


@unique
class Code(StrEnum):
    """The error codes that every surface uses."""

    UNKNOWN_TOOL = "unknown_tool"
    INVALID_INPUT = "invalid_input"
    LIMIT_EXCEEDED = "limit_exceeded"


class Refusal(SelectorError):
    """An input that no tool answers; `reason` says where and what."""

    code: Code

    def __init__(self, reason: str) -> None:
        super().__init__(f"{self.code}: {reason}")
        self.reason = reason

    def as_json(self) -> dict[str, str]:
        """Return the refusal as the member `error` of an answer."""
        return {"code": str(self.code), "message": self.reason}


class UnknownTool(Refusal):
    """No tool has this id and version."""

    code = Code.UNKNOWN_TOOL


class InvalidInput(Refusal):
    """The input is not what the contract describes."""

    code = Code.INVALID_INPUT


class LimitExceeded(Refusal):
    """The input is what the contract describes, and larger than it allows."""

    code = Code.LIMIT_EXCEEDED
