"""Messages of the protocol that are no strict JSON, answered before the SDK reads.

The SDK's readers drop such a message, or round it to another one, and a client whose
request was dropped waits for ever.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_REQUEST, PARSE_ERROR

from refereekit.selection import InvalidInput, encode, open_envelope, parse
from refereekit.serve.calls import Toolbox

__all__ = ["Fault", "find_fault", "invalid_request"]


@dataclass(frozen=True, slots=True)
class Fault:
    """A message that is not handed on; `reply` is empty where none is expected."""

    reply: bytes = b""


def find_fault(raw: bytes, toolbox: Toolbox) -> Fault | None:
    """Return the answer to a message that is no strict JSON, `None` if it is."""
    try:
        parse(raw)
    except InvalidInput as fault:
        return _answer(raw, fault, toolbox)
    return None


def invalid_request(message: str, request_id: str | int | None = None) -> bytes:
    """Return the error for what is no request of the protocol."""
    return _reply(request_id, error={"code": INVALID_REQUEST, "message": message})


def _answer(raw: bytes, fault: InvalidInput, toolbox: Toolbox) -> Fault:
    try:
        message = open_envelope(raw)
    except InvalidInput as error:
        parse_error = {"code": PARSE_ERROR, "message": error.reason}
        return Fault(_reply(None, error=parse_error))
    if not isinstance(message, dict):
        return Fault(invalid_request(fault.reason))
    if "id" not in message:
        return Fault()
    request_id = _usable_id(message["id"])
    params = message.get("params")
    if message.get("method") != "tools/call" or not isinstance(params, dict):
        return Fault(invalid_request(fault.reason, request_id))
    arguments = params.get("arguments")
    given = arguments if isinstance(arguments, dict) else None
    try:
        result = toolbox.refuse(str(params.get("name")), given, fault)
    except MCPError as error:
        body = error.error.model_dump(by_alias=True, exclude_none=True)
        return Fault(_reply(request_id, error=body))
    body = result.model_dump(mode="json", by_alias=True, exclude_none=True)
    return Fault(_reply(request_id, result=body))


def _usable_id(value: Any) -> str | int | None:
    """Return a request's id if a reply can carry it."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    return value


def _reply(request_id: str | int | None, **outcome: Any) -> bytes:
    return encode({"jsonrpc": "2.0", "id": request_id, **outcome})
