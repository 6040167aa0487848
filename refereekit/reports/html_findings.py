"""One article for each finding: verdict, reason, evidence and pictures."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator

from refereekit.reports.html_draft import NumberedFinding
from refereekit.reports.html_text import SYMBOL, css_class, place_name, shown
from refereekit.reports.presentation import Presentation
from refereekit.reports.reasons import MEANING, next_step
from refereekit.reports.wording import claim_title
from refereekit.verdicts import Audit, Reason
from refereekit.views import Picture

__all__ = ["finding_article"]

_ON_YELLOW = {
    Reason.FOUND: "what is cited",
    Reason.WRONG_PAGE: "the words, which the cited page does not have",
    Reason.FORM_DIFFERS: "the words that differ",
    Reason.ABSENT: "the closest words",
    Reason.EQUATION_UNRESOLVED: "a label that was not accepted",
    Reason.NO_PAGE_NAMED: "the words, of which the draft names no page",
}


def finding_article(
    found: NumberedFinding, audit: Audit, presentation: Presentation
) -> str:
    """Return a finding as a list item that can be linked to and focused."""
    finding = found.finding
    verdict = finding.verdict
    heading = f"h{found.number}"
    rows = "".join(
        f"<dt>{name}</dt><dd>{value}</dd>"
        for name, value in _rows(found, audit, presentation)
    )
    pictures = "".join(
        _figure(picture, _ON_YELLOW.get(finding.reason, "the place"))
        for picture in presentation.pictures.get(found.index, ())
    )
    return (
        f'<li><article class="finding {css_class(finding)}" id="{found.anchor}" '
        f'tabindex="-1" aria-labelledby="{heading}">'
        f'<h3 id="{heading}"><span class="verdict">{SYMBOL[verdict]} {verdict}</span> '
        f"{shown(claim_title(finding.claim))}</h3>"
        f"<dl>{rows}</dl>{pictures}</article></li>\n"
    )


def _rows(
    found: NumberedFinding, audit: Audit, presentation: Presentation
) -> Iterator[tuple[str, str]]:
    finding = found.finding
    place = finding.claim.place
    yield (
        "Reason",
        f"<code>{finding.reason.code}</code>: {shown(MEANING[finding.reason])}",
    )
    yield "Evidence", shown(finding.evidence)
    if finding.folded:
        yield "Treated as equal", shown(", ".join(finding.folded))
    yield "Next step", shown(next_step(finding, audit, presentation))
    yield (
        "Place",
        f'<a href="#{found.mark}">{shown(place_name(audit.draft, place))}</a>',
    )
    yield "Claim pool", f"<code>{finding.pool.value}</code>"


def _figure(picture: Picture, what: str) -> str:
    caption = f"{picture.name[:1].upper()}{picture.name[1:]}; on yellow: {what}"
    alt = f"Cut from {picture.name} of the paper: {what}"
    data = b64encode(picture.png).decode("ascii")
    return (
        f'<figure><img src="data:image/png;base64,{data}" width="{picture.width}" '
        f'height="{picture.height}" alt="{shown(alt)}">'
        f"<figcaption>{shown(caption)}</figcaption></figure>"
    )
