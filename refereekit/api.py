"""The Python interface: open a paper, check drafts and single claims against it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from refereekit.audit import audit_draft, check_claim
from refereekit.binding import read_paper, read_pdf
from refereekit.claims import (
    Claim,
    EquationCitation,
    FigureCitation,
    Forms,
    PageCitation,
    Place,
    Quotation,
)
from refereekit.draft import decode_draft
from refereekit.errors import DraftError
from refereekit.files import read_regular_file
from refereekit.matching.index import PaperIndex
from refereekit.pool import NO_CLAIMS, Pool
from refereekit.positions import Span
from refereekit.records import Paper
from refereekit.store import open_session
from refereekit.store.pool import load_pool
from refereekit.verdicts import Audit, DraftSource, Finding

__all__ = ["OpenPaper", "open_paper"]

_DRAFT_LIMIT_BYTES = 64 << 20


@dataclass(frozen=True)
class OpenPaper:
    """A paper as read, and everything that can be checked against it.

    Attributes:
        paper: What was recorded of the PDF: pages, captions, equation labels.
        index: The folded text of its pages.
        pool: The claim pool that findings are compared with.
    """

    paper: Paper
    index: PaperIndex
    pool: Pool = NO_CLAIMS

    def check(self, draft: str | Path, *, forms: Forms | str = Forms.SPEC) -> Audit:
        """Check every quotation and citation in a draft's file.

        Args:
            draft: The file, in any form that `refereekit check` reads.
            forms: Which citation forms are checked, `spec` or `all`.

        Raises:
            DraftError: The file cannot be used.
        """
        path = Path(draft)
        data = read_regular_file(path, limit=_DRAFT_LIMIT_BYTES, error=DraftError)
        return self._audit(decode_draft(data, str(path)), Forms(forms))

    def check_text(
        self, text: str, *, name: str = "<text>", forms: Forms | str = Forms.SPEC
    ) -> Audit:
        """Check every quotation and citation in a draft's text.

        Args:
            text: The draft.
            name: What reports call it.
            forms: Which citation forms are checked, `spec` or `all`.
        """
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        return self._audit(DraftSource(name, digest, text), Forms(forms))

    def quotation(self, text: str, *, page: int) -> Finding:
        """Say whether these words are on a physical page, counted from 1."""
        return self._finding(Quotation(text, _whole(text), (page,), f"p. {page}"))

    def page(self, number: int) -> Finding:
        """Say whether a physical page, counted from 1, exists."""
        cited = f"p. {number}"
        return self._finding(PageCitation(number, _whole(cited), cited))

    def equation(self, label: str) -> Finding:
        """Say whether a label is printed beside a displayed equation."""
        return self._finding(EquationCitation(label, _whole(label), label))

    def figure(self, label: str) -> Finding:
        """Say whether a figure's caption carries a label."""
        return self._finding(FigureCitation(label, _whole(label), label))

    def _audit(self, draft: DraftSource, forms: Forms) -> Audit:
        return audit_draft(draft, self.paper, self.index, forms=forms, pool=self.pool)

    def _finding(self, claim: Claim) -> Finding:
        return check_claim(claim, self.paper, self.index)


def open_paper(path: str | Path, *, password: str | None = None) -> OpenPaper:
    """Return a paper to check against.

    A PDF is read in a process of its own, which takes a few seconds for a long paper,
    and nothing is written. A session directory that `refereekit bind` made is opened
    at once.

    Args:
        path: A PDF, or a session directory.
        password: What opens an encrypted PDF.

    Raises:
        PdfError: The PDF cannot be used.
        StoreError: The session cannot be used.
    """
    place = Path(path)
    if place.is_dir():
        session = open_session(place)
        return OpenPaper(session.paper, session.index, load_pool(session))
    paper = read_paper(read_pdf(place), place, password=password)
    return OpenPaper(paper, PaperIndex.build(paper.pages))


def _whole(text: str) -> Place:
    return Place(Span(0, len(text)), 1, 1)
