"""Reading a request's body: of the right kind, no larger than allowed, in time."""

from __future__ import annotations

from email.message import Message
from http import HTTPStatus

import anyio
from starlette.exceptions import HTTPException
from starlette.requests import Request

from refereekit.selection import LimitExceeded

__all__ = ["read_body", "require_json"]

_BODY_S = 60
"""Seconds for a whole body; on a loopback connection one takes milliseconds."""


def require_json(request: Request) -> None:
    """Refuse a body that is declared as anything but plain JSON in UTF-8.

    Raises:
        HTTPException: status 415.
    """
    header = Message()
    header["content-type"] = request.headers.get("content-type", "")
    is_json = header.get_content_type() == "application/json"
    is_utf8 = str(header.get_param("charset", "utf-8")).lower() in ("utf-8", "utf8")
    encoding = request.headers.get("content-encoding", "identity").lower()
    if not (is_json and is_utf8 and encoding == "identity"):
        raise HTTPException(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            "send the input itself as application/json in UTF-8, not compressed",
            headers={"Accept": "application/json"},
        )


async def read_body(request: Request, limit: int) -> bytes:
    """Return the body, counted as it comes in.

    Raises:
        LimitExceeded: it has more bytes than `limit`, or says that it will.
        HTTPException: it did not arrive in time (status 408).
    """
    refusal = LimitExceeded(f"the body has more than {limit} bytes (max_input_bytes)")
    # uvicorn has checked that what a client declares is a number.
    if int(request.headers.get("content-length", "0")) > limit:
        raise refusal
    body = bytearray()
    try:
        with anyio.fail_after(_BODY_S):
            async for chunk in request.stream():
                body += chunk
                if len(body) > limit:
                    raise refusal
    except TimeoutError as error:
        raise HTTPException(
            HTTPStatus.REQUEST_TIMEOUT, f"the body took more than {_BODY_S} s"
        ) from error
    return bytes(body)
