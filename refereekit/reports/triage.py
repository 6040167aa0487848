"""What is left to do, for a person at a terminal: by reason, most serious first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from refereekit.claims import Claim, Mention, PageLabelCitation, Quotation
from refereekit.reports.groups import Group, counted, groups, left_out, totals
from refereekit.reports.location import draft_name, spoken
from refereekit.reports.outcome import exit_line
from refereekit.reports.presentation import PLAIN, Presentation
from refereekit.reports.reasons import next_step
from refereekit.reports.severity import DEFAULT_SEVERITIES
from refereekit.reports.wording import claim_page, claim_title, printable, shortened
from refereekit.verdicts import Audit, Finding, Verdict

__all__ = ["Terminal", "render"]

NARROWEST = 40
"""Columns below which lines are no longer broken to fit: words would stand alone."""

_STYLE = {
    Verdict.PASS: "bold green",
    Verdict.FLAG: "bold yellow",
    Verdict.FAIL: "bold red",
    Verdict.UNANCHORED: "bold magenta",
}
_EXIT_STYLE = {"0": "bold green", "1": "bold red", "3": "bold yellow"}


@dataclass(frozen=True, slots=True)
class Terminal:
    """What the list is written to: its width in columns, and whether it has colour."""

    width: int = 80
    has_colour: bool = False


def render(
    audit: Audit,
    presentation: Presentation = PLAIN,
    terminal: Terminal = Terminal(),
) -> str:
    """Return the list; findings that are off are counted, not listed."""
    written = StringIO()
    console = Console(
        file=written,
        width=max(terminal.width, NARROWEST),
        height=25,
        force_terminal=terminal.has_colour,
        color_system="standard" if terminal.has_colour else None,
        no_color=not terminal.has_colour,
        legacy_windows=False,
        markup=False,
        emoji=False,
        highlight=False,
    )
    for part in _parts(audit, presentation):
        console.print(part)
    return "".join(f"{line.rstrip()}\n" for line in written.getvalue().splitlines())


def _parts(audit: Audit, presentation: Presentation) -> Iterator[RenderableType]:
    yield _head(audit)
    for group in groups(audit, presentation):
        yield ""
        yield _group_title(group)
        for finding in group.findings:
            yield _finding(finding, audit, presentation)
    for title, mentions in (
        ("citations of a form that is not checked", audit.parsed.unsupported),
        ("not read as a quotation", audit.parsed.unread),
    ):
        if mentions:
            yield ""
            yield Text.assemble((title, "bold"), f" ({len(mentions)})")
            yield from (_mention(mention, audit) for mention in mentions)
    yield ""
    for reason, count in left_out(audit, presentation).items():
        yield f"not listed: {count} {reason.verdict} [{reason.code}]"
    yield totals(audit)
    yield _closing(exit_line(audit, presentation.fail_on))


def _head(audit: Audit) -> Text:
    return Text.assemble(
        (draft_name(audit.draft), "bold"),
        " against ",
        (printable(audit.original.name), "bold"),
        f" ({counted(audit.original.page_count, 'page')}, "
        f"sha256 {audit.original.sha256[:12]})",
    )


def _group_title(group: Group) -> Text:
    level = ""
    if group.severity is not DEFAULT_SEVERITIES[group.reason]:
        level = f" [{group.severity}]"
    verdict = group.reason.verdict
    return Text.assemble(
        (str(verdict), _STYLE[verdict]),
        (f" {group.reason.code}", "bold"),
        f"{level} ({len(group.findings)}): {group.title}",
    )


def _finding(
    finding: Finding, audit: Audit, presentation: Presentation
) -> RenderableType:
    rows = Table.grid(padding=(0, 1))
    rows.add_column(no_wrap=True, style="dim")
    rows.add_column(overflow="fold")
    if cited := _cited_page(finding.claim, audit, presentation):
        rows.add_row("page", Text(cited))
    rows.add_row("evidence", Text(printable(finding.evidence)))
    if finding.folded:
        rows.add_row("folded", Text(printable(", ".join(finding.folded))))
    rows.add_row("next", Text(next_step(finding, audit, presentation), "bold"))
    block = Table.grid()
    block.add_row(_place(audit, finding.claim, claim_title(finding.claim)))
    block.add_row(Padding(rows, (0, 0, 0, 2)))
    return Padding(block, (0, 0, 0, 2))


def _place(audit: Audit, where: Claim | Mention, what: str) -> Text:
    return Text.assemble(
        (spoken(audit.draft, where.place), "cyan"), "  ", what, overflow="fold"
    )


def _cited_page(claim: Claim, audit: Audit, presentation: Presentation) -> str:
    match claim:
        case PageLabelCitation():
            return f"printed {printable(claim.label)}"
        case Quotation(page_label=str(label)):
            return f"printed {printable(label)}"
        case Quotation(page_numbers=(first, *_, last)):
            return f"{presentation.page_name(first)} to {presentation.page_name(last)}"
    number = claim_page(claim)
    if number is None:
        return ""
    if number > audit.original.page_count:
        return f"page {shortened(number)}"
    return presentation.page_name(number)


def _mention(mention: Mention, audit: Audit) -> RenderableType:
    why = f" ({printable(mention.why)})" if mention.why else ""
    what = f"{printable(mention.text)}{why}"
    return Padding(_place(audit, mention, what), (0, 0, 0, 2))


def _closing(line: str) -> Text:
    code, _, rest = line.removeprefix("exit ").partition(":")
    return Text.assemble((f"exit {code}", _EXIT_STYLE[code]), f":{rest}")
