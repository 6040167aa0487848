"""Errors of the HTTP interface as RFC 9457 problem details."""

from __future__ import annotations

from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse

from refereekit.selection import Code, Refusal

__all__ = ["on_disconnect", "on_http_error", "on_refusal", "on_server_error", "problem"]

_STATUS = {
    Code.UNKNOWN_TOOL: HTTPStatus.NOT_FOUND,
    Code.INVALID_INPUT: HTTPStatus.UNPROCESSABLE_ENTITY,
    Code.LIMIT_EXCEEDED: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
}


def problem(
    status: HTTPStatus,
    detail: str,
    *,
    code: str | None = None,
    headers: dict[str, str] | None = None,
) -> JSONResponse:
    """Return a problem; `code` is the tools' own error code, where there is one."""
    document = {
        "type": "about:blank",
        "title": status.phrase,
        "status": int(status),
        "detail": detail,
    }
    if code is not None:
        document["code"] = code
    return JSONResponse(
        document, status, headers=headers, media_type="application/problem+json"
    )


async def on_refusal(request: Request, error: Exception) -> JSONResponse:
    """Answer a refused input."""
    if not isinstance(error, Refusal):
        raise TypeError("not a refusal")
    return problem(_STATUS[error.code], error.reason, code=str(error.code))


async def on_http_error(request: Request, error: Exception) -> JSONResponse:
    """Answer what the routes or the media type refuse."""
    if not isinstance(error, HTTPException):
        raise TypeError("not an HTTP error")
    status = HTTPStatus(error.status_code)
    headers = dict(error.headers) if error.headers else None
    return problem(status, error.detail, headers=headers)


async def on_disconnect(request: Request, error: Exception) -> JSONResponse:
    """Answer a client that hung up before its whole body came; nobody reads this."""
    return problem(HTTPStatus.BAD_REQUEST, "the body ended early")


async def on_server_error(request: Request, error: Exception) -> JSONResponse:
    """Answer a bug, whose traceback goes to the log and to nobody else."""
    return problem(HTTPStatus.INTERNAL_SERVER_ERROR, "the server failed; see its log")
