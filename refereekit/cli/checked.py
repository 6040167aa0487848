"""A draft checked against a session, as the commands show it."""

from __future__ import annotations

import sys
from pathlib import Path

from refereekit.audit import audit_draft
from refereekit.cli.streams import remark
from refereekit.draft import decode_draft
from refereekit.errors import DraftError
from refereekit.files import read_regular_file
from refereekit.reports.outcome import exit_code
from refereekit.reports.presentation import PLAIN, Presentation
from refereekit.store import Session
from refereekit.store.pool import load_pool
from refereekit.values import Value, replace
from refereekit.verdicts import Audit, DraftSource

__all__ = ["Checked", "check_draft", "read_draft"]

DRAFT_LIMIT_BYTES = 64 << 20


class Checked(Value):
    """An audit, how its reader wants it shown, and the session it rests on."""

    audit: Audit
    presentation: Presentation
    session: Session

    @property
    def exit_code(self) -> int:
        """Return what the command ends with."""
        return exit_code(self.audit, self.presentation.fail_on)


def check_draft(
    source: DraftSource, session: Session, shown: Presentation = PLAIN
) -> Checked:
    """Check a draft, and say what there is to be warned of.

    Raises:
        StoreError: the session cannot be used.
    """
    pool, forms = load_pool(session), shown.forms
    audit = audit_draft(source, session.paper, session.index, forms=forms, pool=pool)
    for warning in audit.warnings:
        remark(f"warning: {warning}")
    return Checked(audit, replace(shown, paper=session.paper), session)


def read_draft(path: Path) -> DraftSource:
    """Return the draft in a file, or on standard input where the path is `-`.

    Raises:
        DraftError: there is nothing that can be checked.
    """
    if str(path) == "-":
        data = sys.stdin.buffer.read(DRAFT_LIMIT_BYTES + 1)
        if len(data) > DRAFT_LIMIT_BYTES:
            raise DraftError(f"-: larger than the limit of {DRAFT_LIMIT_BYTES:,} bytes")
        return decode_draft(data, "-")
    data = read_regular_file(path, limit=DRAFT_LIMIT_BYTES, error=DraftError)
    return decode_draft(data, str(path))
