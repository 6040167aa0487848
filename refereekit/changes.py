"""What differs around a claim between two papers: information, never an outcome."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from refereekit.claims import EquationCitation, FigureCitation
from refereekit.folding import UNREADABLE
from refereekit.labels import label_key
from refereekit.pool import words_key
from refereekit.positions import Span
from refereekit.records import Caption, CaptionKind, DisplayedEquation, Page, Paper
from refereekit.revision import Compared, Edition
from refereekit.verdicts import Anchor

__all__ = ["Change", "Renumbered", "find_change", "find_renumbering"]

_REACH = 600
"""Code points of a sentence that are looked at on either side of the words."""

_STOP = re.compile(r"[.?!][)\]\"”’']*\s+(?=[^\Wa-z\d_]|[(\[“\"])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:figs?|eqs?|secs?|refs?|al|cf|vs|e\.g|i\.e|resp|approx|no)|\b[A-Z])\.\Z",
    re.IGNORECASE,
)
_BROKEN_WORD = re.compile(r"(?<=[^\W\d_])-\n(?=[^\W\d_])")
_INNER_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")

_SAME_CAPTION = 0.7
"""Share of words from which two captions are one figure's: authors polish captions,
and those of different figures in the fixture papers share less than 0.4."""


@dataclass(frozen=True, slots=True)
class Change:
    """Runs of words of one sentence that only one of the two papers has."""

    only_in_original: tuple[str, ...]
    only_in_revision: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Renumbered:
    """What an equation's or a figure's label became, and on which page."""

    label: str
    page_number: int


def find_change(
    compared: Compared, original: Edition, revised: Edition
) -> Change | None:
    """Return what differs in the sentence around a quotation, if anything does.

    Where the revision does not have the words, its closest words are compared.
    """
    ours = _sentences(compared.finding.anchors, original.paper)
    theirs = _sentences(
        compared.anchors or ((compared.closest,) if compared.closest else ()),
        revised.paper,
    )
    return _difference(ours, theirs) if ours and theirs else None


def find_renumbering(
    compared: Compared, original: Edition, revised: Edition
) -> Renumbered | None:
    """Return the other label that an equation or a figure has in the revision.

    An equation is known by its display's text, a figure by its caption's; where
    several are as close, nothing is said.
    """
    match claim := compared.finding.claim:
        case EquationCitation():
            found = _same_display(claim.label, original.paper, revised.paper)
        case FigureCitation():
            found = _same_caption(claim.label, original.paper, revised.paper)
        case _:
            return None
    if found is None or label_key(found.label) == label_key(claim.label):
        return None
    return found


def _sentences(anchors: Sequence[Anchor], paper: Paper) -> list[str]:
    """Return the words of the sentences that some spans touch, page by page."""
    spans: dict[int, Span] = {}
    for anchor in anchors:
        span = anchor.span
        if span is not None:
            known = spans.get(anchor.page_number, span)
            spans[anchor.page_number] = Span(
                min(known.start, span.start), max(known.end, span.end)
            )
    return [
        word
        for number, span in spans.items()
        if (page := paper.page(number)) is not None
        for word in _sentence(page, span)
    ]


def _sentence(page: Page, span: Span) -> list[str]:
    text = page.text
    wall = text.rfind("\n\n", 0, span.start)
    start = max(wall + 2 if wall >= 0 else 0, span.start - _REACH)
    for stop in _STOP.finditer(text, start, span.start + 1):
        if stop.end() <= span.start and _ends_sentence(text, stop):
            start = stop.end()
    wall = text.find("\n\n", span.end)
    end = min(len(text) if wall < 0 else wall, span.end + _REACH)
    for stop in _STOP.finditer(text, max(start, span.end - 1), end):
        if _ends_sentence(text, stop):
            end = stop.end()
            break
    return _BROKEN_WORD.sub("", _with_carets(page, start, end)).split()


def _with_carets(page: Page, start: int, end: int) -> str:
    """Return a part of the page's text, with a caret before what is raised."""
    parts: list[str] = []
    for raised in page.raised:
        if start < raised.start < end and not page.text[raised.start - 1].isspace():
            parts += [page.text[start : raised.start], "^"]
            start = raised.start
    return "".join([*parts, page.text[start:end]])


def _ends_sentence(text: str, stop: re.Match[str]) -> bool:
    before = text[max(0, stop.start() - 8) : stop.start() + 1]
    return _ABBREVIATION.search(before) is None


def _difference(ours: list[str], theirs: list[str]) -> Change | None:
    matcher = SequenceMatcher(
        None, [_word_key(w) for w in ours], [_word_key(w) for w in theirs], False
    )
    gone: list[str] = []
    come: list[str] = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag != "equal":
            gone += [" ".join(ours[i1:i2])] if i2 > i1 else []
            come += [" ".join(theirs[j1:j2])] if j2 > j1 else []
    return Change(tuple(gone), tuple(come)) if gone or come else None


def _word_key(word: str) -> str:
    """Return a word as it is compared: where a line broke it does not matter."""
    return _INNER_HYPHEN.sub("", words_key(word))


def _same_display(label: str, original: Paper, revised: Paper) -> Renumbered | None:
    keys = {
        _display_key(e, original)
        for e in original.equations or ()
        if label_key(e.label) == label_key(label)
    }
    found = [e for e in revised.equations or () if _display_key(e, revised) in keys]
    if len(keys) != 1 or len(found) != 1 or "" in keys:
        return None
    return Renumbered(found[0].label, found[0].page_number)


def _display_key(equation: DisplayedEquation, paper: Paper) -> str:
    """Return the characters of a display, sorted, without its label.

    In which order the parts of a formula come depends on where they stand to a
    fraction of a point, so two typesettings of one formula share no other form.
    """
    page = paper.page(equation.page_number)
    if page is None:
        return ""
    display = equation.display
    texts = [
        line.span.cut(page.text)
        for line in page.lines
        if display.top <= (line.bbox.top + line.bbox.bottom) / 2 <= display.bottom
        and line.bbox.x0 < display.x1
        and display.x0 < line.bbox.x1
    ]
    text = "".join("".join(texts).split()).replace(UNREADABLE, "")
    return "".join(sorted(text.replace(f"({''.join(equation.label.split())})", "")))


def _same_caption(label: str, original: Paper, revised: Paper) -> Renumbered | None:
    ours = [c for c in _figures(original) if label_key(c.label) == label_key(label)]
    if len(ours) != 1:
        return None
    words = _caption_words(ours[0])
    shares = sorted(
        (SequenceMatcher(None, words, _caption_words(c), False).ratio(), n)
        for n, c in enumerate(_figures(revised))
    )
    if not shares or shares[-1][0] < _SAME_CAPTION:
        return None
    found = _figures(revised)[shares[-1][1]]
    return Renumbered(found.label, found.page_number)


def _figures(paper: Paper) -> list[Caption]:
    return [c for c in paper.captions if c.kind is CaptionKind.FIGURE]


def _caption_words(caption: Caption) -> list[str]:
    """Return the words after the caption's head and label."""
    _, _, said = caption.text.partition(caption.label)
    return [_word_key(word) for word in _BROKEN_WORD.sub("", said).split()]
