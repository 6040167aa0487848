"""The audit as SARIF 2.1.0, the form that code scanning reads.

A rule is a reason. PASS, FAIL, FLAG and UNANCHORED are the kinds `pass`, `fail`,
`review` and `open`; only a `fail` may carry a level (SARIF 2.1.0, 3.27.10), so the
severities of the others stand in their rules. What was not checked is a notification:
it is no result of a check.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from refereekit import __version__
from refereekit.claims import Mention, Place
from refereekit.reports.annotations import UNREAD_CODE, UNSUPPORTED_CODE
from refereekit.reports.location import end_of, position
from refereekit.reports.outcome import exit_code
from refereekit.reports.presentation import PLAIN, Presentation
from refereekit.reports.reasons import MEANING, next_step
from refereekit.reports.severity import Severity
from refereekit.reports.wording import claim_kind, claim_title, printable
from refereekit.verdicts import Anchor, Audit, DraftSource, Finding, Reason, Verdict

__all__ = ["render"]

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_KIND = {
    Verdict.PASS: "pass",
    Verdict.FAIL: "fail",
    Verdict.FLAG: "review",
    Verdict.UNANCHORED: "open",
}
_PROMISE = {
    Verdict.PASS: "A PASS never says that the claim itself is true.",
    Verdict.FAIL: "A FAIL never says that the paper lacks it: the PDF may hold it in a "
    "form that could not be read.",
    Verdict.FLAG: "The wording was not checked; read the page yourself.",
    Verdict.UNANCHORED: "The quotation was not checked; name its page.",
}
_UNCHECKED = "It was not checked; check it yourself."
_NO_LEVEL = "none"
_NOTIFICATIONS = {
    UNSUPPORTED_CODE: "a locator of a form that is not checked",
    UNREAD_CODE: "what looks like a quotation and could not be read as one",
}
_RULE_INDEX = {reason: index for index, reason in enumerate(MEANING)}
_DRAFT, _PAPER = 0, 1
_NO_BYTE = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Surrogates that stand for no byte of a file's name (PEP 383)."""


def render(audit: Audit, presentation: Presentation = PLAIN) -> str:
    """Return the log, ending in a line feed; it shows every finding."""
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [_run(audit, presentation)]}
    return json.dumps(log, indent=1) + "\n"


def _run(audit: Audit, presentation: Presentation) -> dict[str, Any]:
    return {
        "tool": {"driver": _driver(presentation)},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(audit, presentation)],
        "artifacts": _artifacts(audit),
        "results": _results(audit, presentation),
    }


def _driver(presentation: Presentation) -> dict[str, Any]:
    return {
        "name": "refereekit",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(reason, presentation) for reason in MEANING],
        "notifications": [
            {"id": code, **_description(meaning, _UNCHECKED)}
            for code, meaning in _NOTIFICATIONS.items()
        ],
    }


def _rule(reason: Reason, presentation: Presentation) -> dict[str, Any]:
    return {
        "id": reason.code,
        **_description(MEANING[reason], _PROMISE[reason.verdict]),
        "defaultConfiguration": {"level": _level(presentation.severities[reason])},
        "properties": {"verdict": reason.verdict.value},
    }


def _level(severity: Severity) -> str:
    return _NO_LEVEL if severity is Severity.OFF else severity.value


def _description(meaning: str, promise: str) -> dict[str, Any]:
    """Return what a reader of code scanning is shown beside a rule's results."""
    return {
        "shortDescription": {"text": _sentence(meaning)},
        "fullDescription": {"text": f"{_sentence(meaning)} {promise}"},
        "help": {"text": promise},
    }


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _artifacts(audit: Audit) -> list[dict[str, Any]]:
    """Return the draft and the paper, in the order of `_DRAFT` and `_PAPER`."""
    return [
        {
            "location": _address(audit.draft),
            "roles": ["analysisTarget"],
            "hashes": {"sha-256": audit.draft.sha256},
        },
        {
            "location": {"uri": _paper_uri(audit)},
            "roles": ["referencedOnCommandLine"],
            "mimeType": "application/pdf",
            "hashes": {"sha-256": audit.original.sha256},
        },
    ]


def _address(draft: DraftSource) -> dict[str, Any]:
    if draft.name == "-":
        return {"uri": "stdin", "description": {"text": "standard input"}}
    path = PurePath(draft.name)
    if path.is_absolute():
        return {"uri": f"file://{_uri(path.as_posix())}"}
    return {"uri": _uri(path.as_posix()), "uriBaseId": "%SRCROOT%"}


def _paper_uri(audit: Audit) -> str:
    """Return the PDF's name: a session does not record where the PDF lies."""
    return _uri(PurePath(audit.original.name).name)


def _uri(path: str) -> str:
    """Return a path as a URI; a name that is no Unicode keeps its own bytes."""
    return quote(_NO_BYTE.sub("\ufffd", path).encode(errors="surrogateescape"))


def _invocation(audit: Audit, presentation: Presentation) -> dict[str, Any]:
    notes = [
        _notification(m, audit, UNSUPPORTED_CODE) for m in audit.parsed.unsupported
    ]
    notes += [_notification(m, audit, UNREAD_CODE) for m in audit.parsed.unread]
    notes += [
        {"level": "warning", "message": {"text": printable(warning)}}
        for warning in audit.warnings
    ]
    return {
        "executionSuccessful": True,
        "exitCode": exit_code(audit, presentation.fail_on),
        "toolExecutionNotifications": notes,
    }


def _notification(mention: Mention, audit: Audit, code: str) -> dict[str, Any]:
    why = f" ({printable(mention.why)})" if mention.why else ""
    return {
        "descriptor": {"id": code},
        "level": "note",
        "message": {"text": f"{printable(mention.text)}: not checked{why}"},
        "locations": [{"physicalLocation": _place(mention.place, audit)}],
    }


def _results(audit: Audit, presentation: Presentation) -> list[dict[str, Any]]:
    seen: Counter[str] = Counter()
    results = []
    for finding in audit.findings:
        fingerprint = _fingerprint(finding)
        seen[fingerprint] += 1
        result = _result(finding, audit, presentation)
        result["partialFingerprints"] = {
            "claim/v1": f"{fingerprint}:{seen[fingerprint]}"
        }
        results.append(result)
    return results


def _fingerprint(finding: Finding) -> str:
    """Return what stays the same when the draft is edited elsewhere: the claim."""
    claim = f"{claim_kind(finding.claim)}\n{claim_title(finding.claim)}"
    return hashlib.sha256(claim.encode(errors="replace")).hexdigest()[:32]


def _result(
    finding: Finding, audit: Audit, presentation: Presentation
) -> dict[str, Any]:
    severity = presentation.severity(finding)
    is_failure = finding.verdict is Verdict.FAIL
    return {
        "ruleId": finding.reason.code,
        "ruleIndex": _RULE_INDEX[finding.reason],
        "kind": _KIND[finding.verdict],
        "level": _level(severity) if is_failure else _NO_LEVEL,
        "message": {
            "text": f"{claim_title(finding.claim)}: {printable(finding.evidence)}. "
            f"Next: {next_step(finding, audit, presentation)}."
        },
        "locations": [{"physicalLocation": _place(finding.claim.place, audit)}],
        "relatedLocations": [
            _in_paper(anchor, index, audit, presentation)
            for index, anchor in enumerate(finding.anchors)
        ],
        "properties": {
            "pool": finding.pool.value,
            "folded": list(finding.folded),
            "elsewhere": list(finding.elsewhere),
        },
    }


def _place(place: Place, audit: Audit) -> dict[str, Any]:
    start = position(audit.draft, place)
    end_line, end_column = end_of(audit.draft, place)
    return {
        "artifactLocation": {**_address(audit.draft), "index": _DRAFT},
        "region": {
            "startLine": start.line,
            "startColumn": start.column,
            "endLine": end_line,
            "endColumn": end_column,
            "charOffset": place.span.start,
            "charLength": len(place.span),
            "snippet": {"text": place.span.cut(audit.draft.text)},
        },
    }


def _in_paper(
    anchor: Anchor, index: int, audit: Audit, presentation: Presentation
) -> dict[str, Any]:
    """Return a place in the PDF: its page in words, for SARIF has no region for it."""
    return {
        "id": index,
        "message": {"text": presentation.page_name(anchor.page_number)},
        "physicalLocation": {
            "artifactLocation": {"uri": _paper_uri(audit), "index": _PAPER}
        },
        "properties": {
            "page": anchor.page_number,
            "boxes": [bbox.as_list() for bbox in anchor.bboxes],
        },
    }
