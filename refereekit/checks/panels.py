"""A figure's panel, where captions carry the whole figure's label."""

from __future__ import annotations

from refereekit.checks.figure import check_figure
from refereekit.claims import FigureCitation
from refereekit.patterns import regex
from refereekit.records import Paper
from refereekit.values import replace
from refereekit.verdicts import Finding, Reason

__all__ = ["check_panel"]

_PANEL = regex(r"(?P<figure>.*\d)(?P<panel>[a-z])")


def check_panel(claim: FigureCitation, paper: Paper) -> Finding:
    """Say whether a caption carries this label, or that of the panel's figure.

    `Figure 2a` passes on a caption `Figure 2`; that the figure has such a panel is
    then not checked, and the evidence says so.
    """
    exact = check_figure(claim, paper)
    panel = _PANEL.fullmatch(claim.label)
    if exact.reason is Reason.FOUND or panel is None:
        return exact
    whole = check_figure(replace(claim, label=panel["figure"]), paper)
    if whole.reason is not Reason.FOUND:
        return exact
    evidence = whole.evidence.replace("this label", f"the label {panel['figure']}", 1)
    evidence += f"; panel {panel['panel']} unchecked"
    return replace(whole, claim=claim, evidence=evidence)
