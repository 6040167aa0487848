"""The claim pool: what was verified while reading, each claim once, in stable order.

PASS and FLAG join, a FLAG as a bare pointer to its page; FAIL never does. What is
compared is the anchor (the page, equation or figure that a claim points at) and, for
a quotation, its words as the matcher folds them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cached_property

from refereekit.claims import (
    Claim,
    EquationCitation,
    FigureCitation,
    PageCitation,
    PageLabelCitation,
    Place,
    Quotation,
)
from refereekit.labels import label_key
from refereekit.matching.markup import plain_text
from refereekit.normalize import Form, Gap, normalize
from refereekit.positions import Span
from refereekit.values import Value, replace
from refereekit.verdicts import Finding, PoolLabel, Reason, Verdict

__all__ = [
    "KINDS",
    "NO_CLAIMS",
    "AnchorKey",
    "Entry",
    "Pool",
    "anchors_of",
    "claim_about",
    "words_key",
]

KINDS = ("quotation", "page", "equation", "figure")

AnchorKey = tuple[str, int | str]
"""What a claim points at: its kind, and a page's number or a label."""

_Identity = tuple[AnchorKey, str]
"""An anchor, and the words that are quoted from it."""

_ID_DIGITS = 12
"""Hexadecimal digits of an id: two of 10,000 claims share one in 1 of 5 million pools.
"""


class Entry(Value):
    """One claim of the pool, with the finding by which it joined.

    The id depends on the claim alone, so that the same claim has the same id in every
    session, whatever was added or dropped before it.
    """

    id: str
    finding: Finding
    note: str = ""


class Pool(Value):
    """The claims in the order in which they joined."""

    entries: tuple[Entry, ...] = ()

    @cached_property
    def _by_identity(self) -> dict[_Identity, Entry]:
        return {_identity(e.finding.claim): e for e in self.entries}

    @cached_property
    def _anchors(self) -> frozenset[AnchorKey]:
        return frozenset(a for e in self.entries for a in anchors_of(e.finding))

    def joined(self, findings: Iterable[tuple[Finding, str]]) -> Pool:
        """Return the pool with these findings and notes added.

        A claim that is there already keeps its id, its place and its first finding; a
        note that is not empty replaces its note. A FAIL is left out.
        """
        entries = dict(self._by_identity)
        for finding, note in findings:
            if finding.verdict in (Verdict.FAIL, Verdict.UNANCHORED):
                continue
            pointer = _as_pointer(finding)
            identity = _identity(pointer.claim)
            known = entries.get(identity)
            if known is None:
                entries[identity] = Entry(_id(identity), pointer, note)
            elif note:
                entries[identity] = replace(known, note=note)
        return Pool(tuple(entries.values()))

    def without(self, ids: Iterable[str]) -> Pool:
        """Return the pool without the claims of these ids."""
        dropped = frozenset(ids)
        return Pool(tuple(e for e in self.entries if e.id not in dropped))

    def find(self, finding: Finding) -> Entry | None:
        """Return the entry that this finding's claim has, if it is in the pool."""
        return self._by_identity.get(_identity(_as_pointer(finding).claim))

    def holds_anchor(self, finding: Finding) -> bool:
        """Tell whether some claim points at what this finding's claim points at."""
        return not self._anchors.isdisjoint(anchors_of(finding))

    def label(self, finding: Finding) -> PoolLabel:
        """Compare a claim of a draft with the pool; this never says it is right."""
        if self._holds_words(finding):
            return PoolLabel.MATCHING_POOL_QUOTATION
        if self.holds_anchor(finding):
            return PoolLabel.ANCHOR_ONLY
        return PoolLabel.ABSENT_ANCHOR

    def _holds_words(self, finding: Finding) -> bool:
        claim = finding.claim
        if not isinstance(claim, Quotation) or not self.holds_anchor(finding):
            return False
        words = words_key(claim.text)
        return any(
            (anchor, words) in self._by_identity for anchor in anchors_of(finding)
        )


NO_CLAIMS = Pool()
"""The pool in which nothing was collected."""


def claim_about(kind: str, *, page: int = 0, label: str = "", text: str = "") -> Claim:
    """Return a claim that stands in no draft, of one of `KINDS`."""
    place = Place(Span(0, len(text or label)), 1, 1)
    match kind:
        case "quotation":
            return Quotation(text, place, (page,), f"p. {page}")
        case "page":
            return PageCitation(page, place, f"p. {page}")
        case "equation":
            return EquationCitation(_bare(label), place, f"Eq. ({_bare(label)})")
        case "figure":
            return FigureCitation(_bare(label), place, f"Fig. ({_bare(label)})")
        case _:
            raise ValueError(f"not a kind of claim: {kind}")


def _bare(label: str) -> str:
    """Return a label without the parentheses that a citation puts around it."""
    bare = label.strip()
    if bare.startswith("(") and bare.endswith(")"):
        return bare[1:-1].strip()
    return bare


def anchors_of(finding: Finding) -> tuple[AnchorKey, ...]:
    """Return what a finding's claim points at, as keys that can be compared.

    A page that is named by its printed label is the page that the check found.
    """
    claim = finding.claim
    match claim:
        case Quotation(page_label=None):
            return tuple(_page(number) for number in claim.page_numbers)
        case Quotation() | PageLabelCitation():
            return tuple(_page(a.page_number) for a in finding.anchors)
        case PageCitation():
            return (_page(claim.number),)
        case EquationCitation():
            return (("equation", label_key(claim.label)),)
        case FigureCitation():
            return (("figure", label_key(claim.label)),)
        case _:
            return ()


def words_key(text: str) -> str:
    """Return the words of a quotation in the one form that equal quotations share.

    The folding is the matcher's. Mark-up, hyphens at a line end, the widths of dashes
    and the writer's own closing period or comma are left out; a dash elsewhere, an
    accent and a raised digit are not: `5-8%` is not `58%`.
    """
    clean = "".join(c for c in text if c >= " " or c.isspace()).strip()
    folded = normalize(*plain_text(clean))
    accents: dict[int, str] = {}
    for mark in folded.marks:
        accents[mark.index] = accents.get(mark.index, "") + mark.accent
    parts: list[str] = []
    for index, char in enumerate(folded.core):
        parts.append(_between(folded.gaps[index]))
        parts.append("^" if folded.forms[index] & Form.RAISED else "")
        parts.append(char + accents.get(index, ""))
    parts.append(_between(folded.gaps[-1]))
    return "".join(parts).strip().rstrip(".,")


def _between(gap: int) -> str:
    """Return what a gap between two characters is compared as."""
    if gap & Gap.LINE_END_AFTER_DASH and not gap & Gap.SPACE_BEFORE_DASH:
        return ""
    if gap & Gap.DASH:
        return " - " if gap & Gap.SPACE_BEFORE_DASH else "-"
    return " " if gap & Gap.SPACE else ""


def _as_pointer(finding: Finding) -> Finding:
    """Return the finding, a quotation too short to check as a bare pointer."""
    claim = finding.claim
    if finding.reason is not Reason.NO_QUOTATION or not isinstance(claim, Quotation):
        return finding
    number = claim.page_numbers[0]
    words = len(claim.text.split())
    return replace(
        finding, claim=PageCitation(number, claim.place, f"p. {number}", words)
    )


def _identity(claim: Claim) -> _Identity:
    match claim:
        case Quotation(page_numbers=(number,)):
            return _page(number), words_key(claim.text)
        case PageCitation():
            return _page(claim.number), ""
        case EquationCitation():
            return ("equation", label_key(claim.label)), ""
        case FigureCitation():
            return ("figure", label_key(claim.label)), ""
        case _:
            raise ValueError(f"no claim of a pool: {type(claim).__name__}")


def _page(number: int) -> AnchorKey:
    return "page", number


def _id(identity: _Identity) -> str:
    (kind, place), words = identity
    # A lone surrogate can come in by an argument or a JSON escape.
    name = f"{kind} {place}\n{words}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(name).hexdigest()[:_ID_DIGITS]
