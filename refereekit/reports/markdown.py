"""The audit as Markdown, for a job summary or a comment on a merge request.

What a stranger wrote stands in code spans or with every mark escaped: it can draw
nothing, link nowhere and mention nobody.
"""

from __future__ import annotations

import re

from refereekit.claims import Mention
from refereekit.reports.groups import Group, counted, groups, left_out, totals
from refereekit.reports.location import draft_name, spoken
from refereekit.reports.outcome import exit_line
from refereekit.reports.presentation import PLAIN, Presentation
from refereekit.reports.reasons import next_step
from refereekit.reports.wording import claim_title, printable
from refereekit.verdicts import Audit, Finding

__all__ = ["code_span", "escaped", "render"]

_MARK = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~&$:/])")
"""Punctuation that Markdown or a dialect of it reads; `:` and `/` make links."""


def render(audit: Audit, presentation: Presentation = PLAIN) -> str:
    """Return the report; findings that are off are counted, not listed."""
    lines = [
        f"## refereekit: {code_span(draft_name(audit.draft))}",
        "",
        f"Checked against {code_span(audit.original.name)} "
        f"(sha256 `{audit.original.sha256[:12]}`, "
        f"{counted(audit.original.page_count, 'page')}).",
        "",
        f"**{totals(audit)}**",
        "",
    ]
    for group in groups(audit, presentation):
        lines += _group(group, audit, presentation)
    for title, mentions in (
        ("Forms that are not checked", audit.parsed.unsupported),
        ("Not read as a quotation", audit.parsed.unread),
    ):
        if mentions:
            lines += [f"### {title}", "", *(_mention(m, audit) for m in mentions), ""]
    lines += [
        f"Not listed: {count} `{reason.code}`.\n"
        for reason, count in left_out(audit, presentation).items()
    ]
    lines += [f"- warning: {escaped(warning)}" for warning in audit.warnings]
    lines.append(escaped(exit_line(audit, presentation.fail_on)))
    return "\n".join(lines) + "\n"


def _group(group: Group, audit: Audit, presentation: Presentation) -> list[str]:
    return [
        f"### {group.reason.verdict} `{group.reason.code}`: {group.title}",
        "",
        *(_row(finding, audit, presentation) for finding in group.findings),
        "",
    ]


def _row(finding: Finding, audit: Audit, presentation: Presentation) -> str:
    return (
        f"- {code_span(spoken(audit.draft, finding.claim.place))} "
        f"{code_span(claim_title(finding.claim))}: {escaped(finding.evidence)}  \n"
        f"  *next*: {escaped(next_step(finding, audit, presentation))}"
    )


def _mention(mention: Mention, audit: Audit) -> str:
    why = f": {escaped(mention.why)}" if mention.why else ""
    place = code_span(spoken(audit.draft, mention.place))
    return f"- {place} {code_span(mention.text)}{why}"


def code_span(text: str) -> str:
    """Return a code span whose fence is longer than any within (CommonMark 6.1)."""
    shown = printable(text)
    runs = re.findall("`+", shown)
    fence = "`" * (max(map(len, runs), default=0) + 1)
    pad = " " if shown.startswith("`") or shown.endswith("`") or not shown else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def escaped(text: str) -> str:
    """Return prose with its marks escaped, and no `@name` that would call somebody."""
    return _MARK.sub(r"\\\1", printable(text)).replace("@", "@<!-- -->")
