"""Sessions on disk: versioned, written atomically, private."""

from refereekit.store.location import DIRECTORY_NAME, find_session, session_path
from refereekit.store.session import Session, open_session, save_session

__all__ = [
    "DIRECTORY_NAME",
    "Session",
    "find_session",
    "open_session",
    "save_session",
    "session_path",
]
