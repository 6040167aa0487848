"""What an audit amounts to: the exit code and what made it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum, unique
from typing import assert_never

from refereekit.verdicts import Audit, Finding, Verdict

__all__ = ["FailOn", "decides", "exit_code", "exit_line", "gravest"]

_BY_GRAVITY = (2, 1, 3, 0)
"""Exit codes, the gravest first: a check that could not run hides what it holds."""


@unique
class FailOn(StrEnum):
    """What a caller may ask to be told of by exit code 3."""

    FLAG = "flag"
    UNANCHORED = "unanchored"
    UNSUPPORTED = "unsupported"


def _present(audit: Audit, fail_on: frozenset[FailOn]) -> list[FailOn]:
    there = {
        FailOn.FLAG: audit.count(Verdict.FLAG),
        FailOn.UNANCHORED: audit.count(Verdict.UNANCHORED),
        FailOn.UNSUPPORTED: len(audit.parsed.unsupported) + len(audit.parsed.unread),
    }
    return [what for what in FailOn if what in fail_on and there[what]]


def decides(finding: Finding, fail_on: frozenset[FailOn] = frozenset()) -> bool:
    """Tell whether this finding alone would make the exit code other than 0."""
    match finding.verdict:
        case Verdict.FAIL:
            return True
        case Verdict.FLAG:
            return FailOn.FLAG in fail_on
        case Verdict.UNANCHORED:
            return FailOn.UNANCHORED in fail_on
        case Verdict.PASS:
            return False
        case _:
            assert_never(finding.verdict)


def exit_code(audit: Audit, fail_on: frozenset[FailOn] = frozenset()) -> int:
    """Return 1 where something FAILs, 3 where `fail_on` names what is there, else 0."""
    if audit.count(Verdict.FAIL):
        return 1
    return 3 if _present(audit, fail_on) else 0


def gravest(codes: Iterable[int]) -> int:
    """Return the exit code of several checks together; there is at least one."""
    return min(codes, key=_BY_GRAVITY.index)


def exit_line(audit: Audit, fail_on: frozenset[FailOn] = frozenset()) -> str:
    """Return the closing line of the transcript."""
    code = exit_code(audit, fail_on)
    if code == 1:
        return "exit 1: at least one citation FAILs against the document"
    if code == 3:
        named = ", ".join(_present(audit, fail_on))
        return f"exit 3: nothing FAILs, but --fail-on names what is here: {named}"
    return "exit 0: nothing FAILs; this is not approval"
