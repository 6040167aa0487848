"""The reviewer's tools: what the commands do, for a model that drafts a report.

Each works on the session that the server was started with, opened anew for every
call, so that a paper bound by one call is there for the next.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from refereekit.audit import audit_draft, check_claim
from refereekit.binding import bind
from refereekit.claims import Forms
from refereekit.draft import decode_draft
from refereekit.errors import StoreError
from refereekit.evidence import gather_evidence
from refereekit.flags import flag_draft
from refereekit.limits import Limits
from refereekit.pool import claim_about
from refereekit.reports import Presentation, render
from refereekit.reports import comparison as comparison_report
from refereekit.reports import evidence as evidence_report
from refereekit.reports import flags as flags_report
from refereekit.reports import pool as pool_report
from refereekit.reports import triage as triage_report
from refereekit.reports.pool import claim_object, original_object
from refereekit.reports.wording import printable
from refereekit.revising import revise
from refereekit.revision import Edition, compare_claims
from refereekit.store import Session, find_session, open_session, session_path
from refereekit.store.pool import drop_claims, join_claims, load_pool
from refereekit.store.revisions import Revision, list_revisions, open_revision
from refereekit.verdicts import Audit, DraftSource, Finding, Verdict

__all__ = ["Desk", "Said"]

DRAFT_NAME = "draft"
"""What the reports call a draft that has no file."""


@dataclass(frozen=True, slots=True)
class Said:
    """A tool's answer: a document for programs and the same as text."""

    document: dict[str, Any]
    text: str


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a reviewer works: one session's directory, or the one found from here.

    `limits` are those of reading a paper, `None` the default ones.
    """

    session: Path | None = None
    limits: Limits | None = None

    def bind(self, path: str, password: str | None = None) -> Said:
        """Read a paper into the session."""
        bound = bind(
            session_path(self.session),
            Path(path),
            password=password,
            limits=self.limits,
        )
        paper = bound.session.paper
        labels = [equation.label for equation in paper.equations or ()]
        captions = [[caption.kind.value, caption.label] for caption in paper.captions]
        document = {
            "new": bound.is_new,
            "original": original_object(paper.original),
            "captions": [{"kind": kind, "label": label} for kind, label in captions],
            "equations": labels,
            "warnings": list(paper.warnings),
        }
        done = "bound" if bound.is_new else "already bound"
        lines = [
            f"{done}: {printable(paper.original.name)}, {paper.page_count} pages",
            f"captions: {', '.join(' '.join(pair) for pair in captions) or 'none'}",
            f"supported equation labels: {', '.join(labels) or 'none'}",
            *[f"warning: {warning}" for warning in paper.warnings],
        ]
        return Said(document, "\n".join(lines))

    def verify(self, kind: str, **place: Any) -> Said:
        """Check one claim."""
        session = self._open()
        finding = _check(session, kind, place)
        return Said(claim_object(finding), _line(finding))

    def check_draft(self, draft: str, forms: str = Forms.SPEC.value) -> Said:
        """Check everything that a draft cites."""
        audit, shown = self._audit(_source(draft), Forms(forms))
        return Said(_checked(audit), render("text", audit, shown))

    def triage(self, draft: str, forms: str = Forms.SPEC.value) -> Said:
        """Check a draft and list what is left to do."""
        audit, shown = self._audit(_source(draft), Forms(forms))
        return Said(_checked(audit), triage_report.render(audit, shown))

    def add_claim(self, kind: str, note: str = "", **place: Any) -> Said:
        """Check one claim and add it to the pool."""
        session = self._open()
        finding = _check(session, kind, place)
        before, after = join_claims(session, [(finding, note)])
        joins = finding.verdict in (Verdict.PASS, Verdict.FLAG)
        entry = after.find(finding) if joins else None
        is_new = entry is not None and before.find(finding) is None
        answer = pool_report.Answer(finding, entry, is_new=is_new)
        document = json.loads(pool_report.render_answers_json([answer], []))
        return Said(document, pool_report.answer_line(answer))

    def list_claims(self) -> Said:
        """Show the pool."""
        session = self._open()
        entries = load_pool(session).entries
        document = pool_report.render_pool_json(session.original, entries)
        return Said(json.loads(document), pool_report.render_pool_text(entries))

    def drop_claims(self, ids: list[str]) -> Said:
        """Take claims out of the pool and show what is left."""
        drop_claims(self._open(), ids)
        return self.list_claims()

    def evidence(self) -> Said:
        """Show what a draft may be written from."""
        session = self._open()
        found = gather_evidence(load_pool(session), session.paper, session.index)
        document = json.loads(evidence_report.render("json", found))
        return Said(document, evidence_report.render("text", found))

    def flags(self, draft: str) -> Said:
        """Flag what in a draft does not hold against the evidence."""
        source = _source(draft)
        session = self._open()
        offered = gather_evidence(load_pool(session), session.paper, session.index)
        found = flag_draft(source, session.paper, session.index, offered)
        document = json.loads(flags_report.render_json(found))
        return Said(document, flags_report.render_text(found))

    def compare(self, path: str | None = None, password: str | None = None) -> Said:
        """Say what became of each claim of the pool in a revision."""
        session = self._open()
        revision = self._revision(session, path, password)
        beside = open_revision(session, revision)
        original = Edition(session.paper, session.index)
        entries = load_pool(session).entries
        findings = [
            check_claim(entry.finding.claim, original.paper, original.index)
            for entry in entries
        ]
        later = Edition(beside.paper, beside.index)
        compared = compare_claims(findings, original, later)
        found = comparison_report.Comparison(
            original=session.original,
            revision=beside.original,
            revision_name=revision.name,
            rows=tuple(
                comparison_report.Row(entry.id, one)
                for entry, one in zip(entries, compared, strict=True)
            ),
        )
        document = json.loads(comparison_report.render("json", found))
        return Said(document, comparison_report.render("text", found))

    def _open(self) -> Session:
        return open_session(find_session(self.session))

    def _audit(self, source: DraftSource, forms: Forms) -> tuple[Audit, Presentation]:
        session = self._open()
        pool = load_pool(session)
        audit = audit_draft(
            source, session.paper, session.index, forms=forms, pool=pool
        )
        return audit, Presentation(forms=forms, paper=session.paper)

    def _revision(
        self, session: Session, path: str | None, password: str | None
    ) -> Revision:
        if path is not None:
            return revise(
                session, Path(path), password=password, limits=self.limits
            ).revision
        known = list_revisions(session)
        if not known:
            raise StoreError(f"{session.path}: no revision is stored; give `path`")
        return known[-1]


def _source(draft: str) -> DraftSource:
    return decode_draft(draft.encode("utf-8"), DRAFT_NAME)


def _check(session: Session, kind: str, place: dict[str, Any]) -> Finding:
    return check_claim(claim_about(kind, **place), session.paper, session.index)


def _line(finding: Finding) -> str:
    unchecked = " -- wording unchecked" if finding.verdict is Verdict.FLAG else ""
    evidence = printable(finding.evidence)
    return f"{finding.verdict}: {evidence} [{finding.reason.code}]{unchecked}"


def _checked(audit: Audit) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(render("json", audit))
    return document
