"""A batch as one HTML file: reasons, papers, and what is wrong in each draft.

It is made as the report on one draft is: nothing that a paper or a draft says can run,
load or link anywhere, and there is no script at all.
"""

from __future__ import annotations

from refereekit import __version__
from refereekit.batch.rollup import PairRow, PaperRow, Place, Rollup
from refereekit.reports.batch_text import closing, state, totals, verdict_counts
from refereekit.reports.groups import counted
from refereekit.reports.html_page import asset, policy
from refereekit.reports.html_text import SYMBOL, shown
from refereekit.reports.reasons import MEANING
from refereekit.verdicts import Verdict

__all__ = ["render"]

_WORST_FIRST = (Verdict.FAIL, Verdict.FLAG, Verdict.UNANCHORED, Verdict.PASS)

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="refereekit {version}">
<title>{pairs}</title>
<style>{style}</style>
</head>
<body>
<a class="skip" href="#papers">Skip to the papers</a>
<header>
<h1>Drafts checked against papers</h1>
<p>{pairs}</p>
<p class="outcome">exit code {closing}</p>
</header>
<main class="batch">
<section aria-labelledby="reasons">
<h2 id="reasons">Reasons</h2>
<table>
<caption>The most serious first</caption>
<thead><tr><th scope="col">Verdict</th><th scope="col">Reason</th>
<th scope="col" class="number">Findings</th>
<th scope="col" class="number">Drafts</th></tr></thead>
<tbody>
{reasons}</tbody>
</table>
</section>
<section aria-labelledby="papers">
<h2 id="papers">Papers</h2>
<table>
<caption>The worst first</caption>
<thead><tr><th scope="col">Paper</th><th scope="col" class="number">Drafts</th>
<th scope="col" class="number">Not checked</th>{verdicts}</tr></thead>
<tbody>
{index}</tbody>
</table>
</section>
<section aria-labelledby="drafts">
<h2 id="drafts">Drafts</h2>
{papers}</section>
</main>
<footer>
<p>A PASS says that the words, the label or the caption is where the draft says. It does
not say that the claim around it is true or fair.</p>
</footer>
</body>
</html>
"""


def render(rollup: Rollup) -> str:
    """Return the file; it lists every finding that is no PASS."""
    style = asset("report.css") + asset("batch.css")
    papers = list(enumerate(rollup.papers, 1))
    return _PAGE.format(
        policy=policy(style),
        version=__version__,
        style=style,
        pairs=shown(totals(rollup)),
        closing=shown(closing(rollup)),
        reasons=_reasons(rollup),
        verdicts="".join(_head(verdict) for verdict in _WORST_FIRST),
        index="".join(_index_row(number, paper) for number, paper in papers),
        papers="".join(_paper(number, paper) for number, paper in papers),
    )


def _head(verdict: Verdict) -> str:
    return f'<th scope="col" class="number">{SYMBOL[verdict]} {verdict}</th>'


def _reasons(rollup: Rollup) -> str:
    return "".join(
        f'<tr class="{cell.reason.verdict.value.lower()}"><td>'
        f"{_badge(cell.reason.verdict)}</td>"
        f'<th scope="row"><code>{cell.reason.code}</code>: '
        f"{shown(MEANING[cell.reason])}</th>"
        f"{_number(cell.findings)}{_number(cell.drafts)}</tr>\n"
        for cell in rollup.cells
    )


def _index_row(number: int, paper: PaperRow) -> str:
    counts = "".join(_number(paper.count(verdict)) for verdict in _WORST_FIRST)
    return (
        f'<tr><th scope="row"><a href="#p{number}">{shown(paper.paper)}</a></th>'
        f"{_number(len(paper.rows))}"
        f"{_number(len(paper.failed) + len(paper.waiting))}{counts}</tr>\n"
    )


def _paper(number: int, paper: PaperRow) -> str:
    digest = f", sha256 <code>{paper.sha256[:12]}</code>" if paper.sha256 else ""
    rows = "".join(map(_draft, paper.rows))
    return (
        f'<h3 id="p{number}">{shown(paper.paper)}</h3>\n'
        f"<p>{verdict_counts(paper)}{digest}</p>\n{rows}"
    )


def _draft(row: PairRow) -> str:
    title = f"<b>{shown(row.draft)}</b>: {shown(state(row))}"
    items = "".join(f"<li>Warning: {shown(warning)}</li>\n" for warning in row.warnings)
    items += "".join(map(_place, row.places))
    if row.unchecked:
        mentions = counted(row.unchecked, "mention")
        items += f"<li>{mentions} of a form that is not checked, or not read</li>\n"
    if not items:
        return f'<p class="draft-row">{title}</p>\n'
    return f"<details><summary>{title}</summary>\n<ul>\n{items}</ul></details>\n"


def _place(place: Place) -> str:
    verdict = place.reason.verdict
    return (
        f'<li class="{verdict.value.lower()}">{_badge(verdict)} '
        f"<code>{place.reason.code}</code>, line {place.line}: {shown(place.cited)}"
        f"<p>{shown(place.evidence)}</p></li>\n"
    )


def _badge(verdict: Verdict) -> str:
    return f'<span class="verdict">{SYMBOL[verdict]} {verdict}</span>'


def _number(number: int) -> str:
    return f'<td class="number">{number}</td>'
