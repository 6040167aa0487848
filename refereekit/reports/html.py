"""The audit as one HTML file that needs nothing else: no script, no network, no PDF.

Beside the draft, whose quotations and citations are marked by verdict, stand the
findings with reason, evidence and pictures of the places. A script adds keys to move
with; everything else works without it. Nothing that the draft or the paper says can
run, load or link anywhere: it is escaped, and the content security policy allows only
this file's own style, script and pictures.
"""

from __future__ import annotations

from refereekit import __version__
from refereekit.claims import Mention
from refereekit.reports.groups import counted
from refereekit.reports.html_draft import in_draft_order, marked_draft
from refereekit.reports.html_findings import finding_article
from refereekit.reports.html_page import asset, policy
from refereekit.reports.html_text import SYMBOL, file_name, place_name, shown
from refereekit.reports.outcome import exit_line
from refereekit.reports.presentation import PLAIN, Presentation
from refereekit.reports.text import not_verified
from refereekit.verdicts import Audit, Verdict

__all__ = ["render"]

_MOST_URGENT_FIRST = (Verdict.FAIL, Verdict.FLAG, Verdict.UNANCHORED, Verdict.PASS)

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="refereekit {version}">
<title>{name}: citations checked</title>
<style>{style}</style>
</head>
<body>
<a class="skip" href="#findings">Skip to the findings</a>
<header>
<h1>{name}</h1>
<p>checked against {paper} ({pages}, sha256 <code>{digest}</code>)</p>
<p class="outcome">{outcome}</p>
{warnings}{filters}</header>
<main>
<section class="draft" aria-labelledby="draft" tabindex="0">
<h2 id="draft">Draft</h2>
<div class="text" dir="auto">{draft}</div>
</section>
<section class="findings" aria-labelledby="findings">
<h2 id="findings">Findings</h2>
<ol>
{findings}</ol>
{unchecked}</section>
</main>
<footer>
<p>{limits}</p>
<p>A PASS says that the words, the label or the caption is where the draft says. It does
not say that the claim around it is true or fair.</p>
</footer>
<script>{script}</script>
</body>
</html>
"""


def render(audit: Audit, presentation: Presentation = PLAIN) -> str:
    """Return the file; it shows every finding, in the order of the draft."""
    style, script = asset("report.css"), asset("report.js")
    findings = in_draft_order(audit)
    return _PAGE.format(
        policy=policy(style, script),
        version=__version__,
        name=shown(file_name(audit.draft.name)),
        style=style,
        paper=shown(file_name(audit.original.name)),
        pages=counted(audit.original.page_count, "page"),
        digest=audit.original.sha256[:12],
        outcome=shown(exit_line(audit, presentation.fail_on)),
        warnings="".join(f"<p>Warning: {shown(w)}</p>\n" for w in audit.warnings),
        filters=_filters(audit),
        draft=marked_draft(audit, findings),
        findings="".join(finding_article(f, audit, presentation) for f in findings),
        unchecked=_unchecked(audit),
        limits=shown(_sentence(not_verified(presentation.forms))),
        script=script,
    )


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _filters(audit: Audit) -> str:
    """Return a box for each verdict; the style sheet hides what is not ticked."""
    boxes = "".join(
        f'<label><input type="checkbox" id="show-{verdict.value.lower()}" checked>'
        f" <span>{SYMBOL[verdict]} {verdict}</span> <b>{audit.count(verdict)}</b>"
        "</label>\n"
        for verdict in _MOST_URGENT_FIRST
    )
    return (
        f'<fieldset class="filter"><legend>Show</legend>\n{boxes}</fieldset>\n'
        '<p class="keys" hidden><label><input type="checkbox" id="keys" checked> Keys:'
        "</label> <kbd>j</kbd> <kbd>k</kbd> next and previous finding, <kbd>d</kbd> "
        "its place in the draft and back, <kbd>1</kbd> to <kbd>4</kbd> the boxes "
        "above. "
        '<span id="shown" role="status"></span></p>\n'
    )


def _unchecked(audit: Audit) -> str:
    parts = ""
    for title, mentions in (
        ("Citations of a form that is not checked", audit.parsed.unsupported),
        ("Not read as a quotation", audit.parsed.unread),
    ):
        if mentions:
            rows = "".join(_mention(mention, audit) for mention in mentions)
            parts += f"<h3>{title}</h3>\n<ul>\n{rows}</ul>\n"
    if not parts:
        return ""
    return f'<div class="rest">\n<h2>Not checked</h2>\n{parts}</div>\n'


def _mention(mention: Mention, audit: Audit) -> str:
    why = f" ({shown(mention.why)})" if mention.why else ""
    place = shown(place_name(audit.draft, mention.place))
    return f"<li>{shown(mention.text)}{why}, {place}</li>\n"
