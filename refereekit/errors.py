"""What can go wrong in use, each with a one-line message: where, what, what to do.

Everything expected derives from `RefereekitError`; the command line turns it into
exit code 2. Anything else is a bug and keeps its traceback.
"""

from __future__ import annotations

__all__ = [
    "ConfigError",
    "DraftError",
    "InputError",
    "PdfEncrypted",
    "PdfError",
    "PdfUnreadable",
    "RefereekitError",
    "SelectorError",
    "SessionBusy",
    "SessionCorrupt",
    "SessionMismatch",
    "SessionNotFound",
    "SessionTooNew",
    "StoreError",
]


class RefereekitError(Exception):
    """Base of every expected failure; `str()` is the message for the user."""


class InputError(RefereekitError):
    """An input cannot be used."""


class PdfError(InputError):
    """A PDF cannot be used."""


class PdfUnreadable(PdfError):
    """A file is no PDF, or too damaged to read."""


class PdfEncrypted(PdfError):
    """A PDF needs a password that was not given, or a wrong one was given."""


class DraftError(InputError):
    """A draft is missing, empty, binary or in an unreadable encoding."""


class SelectorError(InputError):
    """A selector tool's input is refused."""


class ConfigError(InputError):
    """A configuration file or an option's value is refused."""


class StoreError(RefereekitError):
    """A session cannot be used."""


class SessionNotFound(StoreError):
    """There is no session where one was looked for."""


class SessionCorrupt(StoreError):
    """A session's files are not what was written."""


class SessionTooNew(StoreError):
    """A session was written by a newer format than this version knows."""


class SessionMismatch(StoreError):
    """A session is bound to another PDF."""


class SessionBusy(StoreError):
    """Another process holds the session's lock."""
