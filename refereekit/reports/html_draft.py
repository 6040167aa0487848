"""The draft's text with every citation and quotation marked by its verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from refereekit.positions import Span
from refereekit.reports.html_text import SYMBOL, css_class, shown_text
from refereekit.verdicts import Audit, Finding

__all__ = ["NumberedFinding", "in_draft_order", "marked_draft"]


@dataclass(frozen=True, slots=True)
class NumberedFinding:
    """A finding, its number in the report from 1 and its index in the audit."""

    number: int
    index: int
    finding: Finding

    @property
    def anchor(self) -> str:
        """Return the id of the finding's article."""
        return f"f{self.number}"

    @property
    def mark(self) -> str:
        """Return the id of the finding's place in the draft."""
        return f"m{self.number}"


@dataclass(frozen=True, slots=True)
class _Mark:
    """A span of the draft to be marked; `source` is `None` for what is not checked."""

    span: Span
    source: NumberedFinding | None

    @property
    def rank(self) -> tuple[int, int]:
        """Return what orders marks that share text: the innermost, then the first."""
        return len(self.span), self.source.number if self.source else 0


def in_draft_order(audit: Audit) -> list[NumberedFinding]:
    """Return the findings as the draft has them, numbered from 1."""
    order = sorted(enumerate(audit.findings), key=lambda pair: pair[1].claim.place)
    return [
        NumberedFinding(number, index, finding)
        for number, (index, finding) in enumerate(order, 1)
    ]


def marked_draft(audit: Audit, findings: Sequence[NumberedFinding]) -> str:
    """Return the draft's text as HTML."""
    marks = [_Mark(found.finding.claim.place.span, found) for found in findings]
    marks += [
        _Mark(mention.place.span, None)
        for mention in (*audit.parsed.unsupported, *audit.parsed.unread)
    ]
    text = audit.draft.text
    written: list[str] = []
    begun: set[int] = set()
    for span, mark, ending in _stretches(marks, len(text)):
        words = shown_text(span.cut(text))
        if mark is None:
            written.append(words)
        else:
            is_first = id(mark) not in begun
            begun.add(id(mark))
            written.append(_marked(words, mark, is_first, mark in ending))
        hidden = (m for m in ending if m is not mark and m.source)
        written += [_reference(m, id(m) not in begun) for m in hidden]
    return "".join(written)


def _stretches(
    marks: Iterable[_Mark], size: int
) -> Iterator[tuple[Span, _Mark | None, list[_Mark]]]:
    """Yield stretches of text, the mark of each, and the marks that end with it."""
    waiting = sorted((m for m in marks if m.span), key=lambda m: m.span.start)
    waiting.reverse()
    open_marks: list[_Mark] = []
    at = 0
    while at < size:
        while waiting and waiting[-1].span.start <= at:
            open_marks.append(waiting.pop())
        ends = [mark.span.end for mark in open_marks]
        starts = [waiting[-1].span.start] if waiting else []
        until = min([*ends, *starts, size])
        ending = [mark for mark in open_marks if mark.span.end == until]
        inner = min(open_marks, key=lambda m: m.rank, default=None)
        yield Span(at, until), inner, ending
        open_marks = [mark for mark in open_marks if mark.span.end > until]
        at = until


def _marked(words: str, mark: _Mark, is_first: bool, is_last: bool) -> str:
    source = mark.source
    if source is None:
        unseen = '<span class="unseen"> (not checked)</span>' if is_last else ""
        return f'<span class="mark unchecked">{words}{unseen}</span>'
    own_id = f' id="{source.mark}"' if is_first else ""
    label = _label(source) if is_last else ""
    return (
        f'<a class="mark {css_class(source.finding)}"{own_id} '
        f'href="#{source.anchor}">{words}{label}</a>'
    )


def _reference(mark: _Mark, is_first: bool) -> str:
    """Return the link of a mark whose last words carry another one's."""
    source = mark.source
    if source is None:
        return ""
    own_id = f' id="{source.mark}"' if is_first else ""
    return (
        f'<a class="more {css_class(source.finding)}"{own_id} '
        f'href="#{source.anchor}">{_label(source)}</a>'
    )


def _label(source: NumberedFinding) -> str:
    verdict = source.finding.verdict
    return (
        f'<sup>{SYMBOL[verdict]}<span class="unseen"> {verdict}, finding </span>'
        f"{source.number}</sup>"
    )
