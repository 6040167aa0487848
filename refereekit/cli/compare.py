"""`refereekit compare`: what became of each claim in a revision."""

from __future__ import annotations

from pathlib import Path

import click

from refereekit.audit import audit_draft, check_claim
from refereekit.changes import find_change, find_renumbering
from refereekit.cli.checked import read_draft
from refereekit.cli.options import (
    PathType,
    format_option,
    password_of,
    password_options,
    session_option,
)
from refereekit.cli.revise import stored
from refereekit.errors import StoreError
from refereekit.reports import comparison as report
from refereekit.revision import Compared, Edition, compare_claims
from refereekit.store import Session, find_session, open_session
from refereekit.store.pool import load_pool
from refereekit.store.revisions import Revision, list_revisions, open_revision
from refereekit.verdicts import DraftSource, Finding

__all__ = ["compare"]


@click.command(epilog="Example: refereekit compare revised.pdf --changes")
@click.argument("revised", type=PathType, required=False)
@click.option(
    "--draft",
    type=PathType,
    metavar="REPORT",
    help="Compare the citations of a report in place of the claim pool.",
)
@click.option(
    "--changes",
    is_flag=True,
    help="Show what differs around each claim, and labels that changed.",
)
@session_option
@password_options
@format_option("the outcomes are", report.FORMATS)
def compare(
    revised: Path | None,
    draft: Path | None,
    changes: bool,
    session: Path | None,
    password: str | None,
    password_file: Path | None,
    format_name: str,
) -> None:
    """Say what became of each claim in REVISED (a PDF), or the latest revision.

    REVISED is stored first, as 'revise' does. The claims are those of the pool, or
    the citations of a report. This cannot tell whether the revision answers the
    report.
    """
    source = None if draft is None else read_draft(draft)
    opened = open_session(find_session(session))
    revision = _revision(opened, revised, password_of(password, password_file))
    beside = open_revision(opened, revision)
    original = Edition(opened.paper, opened.index)
    later = Edition(beside.paper, beside.index)
    ids, findings = _claims(opened, original, source)
    compared = compare_claims(findings, original, later)
    result = report.Comparison(
        original=opened.original,
        revision=beside.original,
        revision_name=revision.name,
        draft=source,
        rows=tuple(
            _row(identifier, one, original, later, changes)
            for identifier, one in zip(ids, compared, strict=True)
        ),
        has_changes=changes,
    )
    click.echo(report.render(format_name, result), nl=False)


def _revision(session: Session, revised: Path | None, password: str | None) -> Revision:
    if revised is not None:
        return stored(session, revised, None, password).revision
    known = list_revisions(session)
    if not known:
        raise StoreError(
            f"{session.path}: no revision is stored; name the revised PDF, or store it "
            "with 'refereekit revise'"
        )
    return known[-1]


def _claims(
    session: Session, original: Edition, draft: DraftSource | None
) -> tuple[list[str | None], list[Finding]]:
    """Return ids and findings: of the pool, or of a draft, in draft order."""
    if draft is not None:
        found = list(audit_draft(draft, original.paper, original.index).findings)
        return [None] * len(found), found
    entries = load_pool(session).entries
    # The pool's file can be edited, so its claims are checked again.
    findings = [
        check_claim(entry.finding.claim, original.paper, original.index)
        for entry in entries
    ]
    return [entry.id for entry in entries], findings


def _row(
    identifier: str | None,
    compared: Compared,
    original: Edition,
    revised: Edition,
    changes: bool,
) -> report.Row:
    if not changes:
        return report.Row(identifier, compared)
    return report.Row(
        identifier,
        compared,
        find_change(compared, original, revised),
        find_renumbering(compared, original, revised),
    )
