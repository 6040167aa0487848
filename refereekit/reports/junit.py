"""The audit as JUnit XML: one test case a claim, for whatever collects test results.

A case fails where its finding makes the exit code other than 0; a finding or a mention
that was not checked, and is not named by `--fail-on`, is skipped.
"""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

from refereekit import __version__
from refereekit.claims import Mention, Place
from refereekit.reports.annotations import UNREAD_CODE, UNSUPPORTED_CODE
from refereekit.reports.location import draft_name, position, spoken
from refereekit.reports.outcome import FailOn, decides
from refereekit.reports.presentation import PLAIN, Presentation
from refereekit.reports.reasons import MEANING, next_step
from refereekit.reports.wording import claim_kind, claim_title, printable
from refereekit.verdicts import Audit, Finding, Verdict

__all__ = ["render"]

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 (2.2) admits nowhere, not even as a character reference."""


def render(audit: Audit, presentation: Presentation = PLAIN) -> str:
    """Return the document, ending in a line feed; it shows every finding."""
    suite = ElementTree.Element("testsuite", name=_text(draft_name(audit.draft)))
    _add_properties(suite, audit)
    for finding in audit.findings:
        _add_finding(suite, finding, audit, presentation)
    fails = FailOn.UNSUPPORTED in presentation.fail_on
    for code, mentions in (
        (UNSUPPORTED_CODE, audit.parsed.unsupported),
        (UNREAD_CODE, audit.parsed.unread),
    ):
        for mention in mentions:
            _add_mention(suite, mention, audit, code=code, fails=fails)
    _number_namesakes(suite)
    counts = {
        "tests": str(len(suite.findall("testcase"))),
        "failures": str(len(suite.findall("testcase/failure"))),
        "errors": "0",
        "skipped": str(len(suite.findall("testcase/skipped"))),
        "time": "0",
    }
    suite.attrib.update(counts)
    root = ElementTree.Element("testsuites", {"name": "refereekit", **counts})
    root.append(suite)
    ElementTree.indent(root)
    body = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _add_properties(suite: ElementTree.Element, audit: Audit) -> None:
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in (
        ("refereekit", __version__),
        ("original", printable(audit.original.name)),
        ("original.sha256", audit.original.sha256),
        ("draft.sha256", audit.draft.sha256),
        *(("warning", printable(warning)) for warning in audit.warnings),
    ):
        ElementTree.SubElement(properties, "property", name=name, value=_text(value))


def _add_finding(
    suite: ElementTree.Element,
    finding: Finding,
    audit: Audit,
    presentation: Presentation,
) -> None:
    claim = finding.claim
    case = _case(suite, claim_title(claim), claim.place, audit, group=claim_kind(claim))
    message = printable(finding.evidence)
    if decides(finding, presentation.fail_on):
        failure = ElementTree.SubElement(
            case, "failure", message=_text(message), type=finding.reason.code
        )
        failure.text = _text(
            f"{finding.verdict} [{finding.reason.code}] {MEANING[finding.reason]}\n"
            f"{spoken(audit.draft, claim.place)}: {claim_title(claim)}\n"
            f"{message}\nnext: {next_step(finding, audit, presentation)}"
        )
    elif finding.verdict is not Verdict.PASS:
        ElementTree.SubElement(
            case,
            "skipped",
            message=_text(f"{finding.verdict} [{finding.reason.code}] {message}"),
        )


def _add_mention(
    suite: ElementTree.Element,
    mention: Mention,
    audit: Audit,
    *,
    code: str,
    fails: bool,
) -> None:
    case = _case(suite, printable(mention.text), mention.place, audit, group=code)
    message = _text(printable(f"not checked {mention.why}"))
    if fails:
        ElementTree.SubElement(case, "failure", message=message, type=code)
    else:
        ElementTree.SubElement(case, "skipped", message=message)


def _case(
    suite: ElementTree.Element, name: str, place: Place, audit: Audit, *, group: str
) -> ElementTree.Element:
    file = draft_name(audit.draft)
    return ElementTree.SubElement(
        suite,
        "testcase",
        name=_text(name),
        classname=_text(f"{file}.{group}"),
        file=_text(file),
        line=str(position(audit.draft, place).line),
        time="0",
    )


def _number_namesakes(suite: ElementTree.Element) -> None:
    """Tell equal claims apart by their order, which edits elsewhere do not change."""
    seen: Counter[tuple[str, str]] = Counter()
    for case in suite.findall("testcase"):
        key = case.attrib["classname"], case.attrib["name"]
        seen[key] += 1
        if seen[key] > 1:
            case.attrib["name"] += f" ({seen[key]})"


def _text(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
