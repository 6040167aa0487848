"""Strangers' text made safe for HTML, and small elements around it."""

from __future__ import annotations

import re
import unicodedata
from html import escape
from pathlib import PurePath

from refereekit.claims import Place
from refereekit.reports.location import position
from refereekit.reports.wording import printable
from refereekit.verdicts import DraftSource, Finding, Verdict

__all__ = ["SYMBOL", "css_class", "file_name", "place_name", "shown", "shown_text"]

SYMBOL = {
    Verdict.PASS: "✓",
    Verdict.FLAG: "!",
    Verdict.FAIL: "✗",
    Verdict.UNANCHORED: "?",
}
"""What tells the verdicts apart where colour does not."""

_LINE_END = re.compile(r"\r\n?")
_HARMLESS = frozenset("\n\t\u00ad\u200c\u200d")
"""Controls that move nothing but their neighbours: joiners and the soft hyphen."""
_CONTROLS = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def shown(text: str) -> str:
    """Return text for an element or a quoted attribute, on one line."""
    return shown_text(" ".join(text.split()))


def shown_text(text: str) -> str:
    """Return text for an element, its line ends kept.

    What a browser would obey (markup, controls, changes of direction) is escaped or
    shown as U+FFFD.
    """
    return escape("".join(map(_visible, _LINE_END.sub("\n", text))))


def _visible(char: str) -> str:
    if char in _HARMLESS or unicodedata.category(char) not in _CONTROLS:
        return char
    return "\ufffd"


def css_class(finding: Finding) -> str:
    """Return the class that colours a finding and its place in the draft."""
    return finding.verdict.value.lower()


def file_name(name: str) -> str:
    """Return a file's name without its directories: the report may be passed on."""
    return "<stdin>" if name == "-" else printable(PurePath(name).name)


def place_name(draft: DraftSource, place: Place) -> str:
    """Return where in the draft something stands, in words."""
    at = position(draft, place)
    if at.run is None:
        return f"line {at.line}, column {at.column}"
    part = "" if at.run.part == "body" else f"{printable(at.run.part)}, "
    return f"{part}paragraph {at.run.paragraph}, run {at.run.number}"
