"""A draft's text as claims: each quotation and citation with its place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from refereekit.claims import (
    Claim,
    Forms,
    Mention,
    PageCitation,
    PageLabelCitation,
    ParsedDraft,
    Quotation,
)
from refereekit.draft.binding import Group, bind, group_pages, is_own_wording
from refereekit.draft.citations import cite, page_refs, why_unsupported
from refereekit.draft.items import Governing, line_pages
from refereekit.draft.locators import Kind, Locator
from refereekit.draft.places import Places, shortened
from refereekit.draft.quotation_marks import LONGEST, SHORTEST, Quoted
from refereekit.draft.reading import Reading, read
from refereekit.patterns import regex

__all__ = ["parse_draft"]

_MOST_UNREAD = 1000
"""Unmatched marks, or parts in code, that are listed one by one; the rest are only
counted."""

_BLANK_LINE = regex(r"\n[^\S\n]*\n")

_CONTEXT = 30
"""Code points that are shown from an unmatched mark on."""


def parse_draft(text: str, *, forms: Forms = Forms.SPEC) -> ParsedDraft:
    """Return every claim of a draft, in draft order, and what was not read.

    Positions are code points from 0 in `text`. Nothing that looks like a quotation
    or a locator is dropped: what is no claim stands under `unsupported` or `unread`,
    save what the floors of the specification drop.
    """
    parser = _Parser(text, read(text), forms)
    parser.read_quotations()
    parser.read_locators()
    parser.read_strays()
    return ParsedDraft(
        tuple(sorted(parser.claims, key=_claim_place)),
        tuple(sorted(parser.unsupported, key=_mention_place)),
        tuple(sorted(parser.unread, key=_mention_place)),
    )


def _claim_place(claim: Claim) -> int:
    return claim.place.span.start


def _mention_place(mention: Mention) -> int:
    return mention.place.span.start


class _Parser:
    """Gathers the claims and mentions of one draft."""

    def __init__(self, text: str, reading: Reading, forms: Forms) -> None:
        self.claims: list[Claim] = []
        self.unsupported: list[Mention] = []
        self.unread: list[Mention] = []
        self._text = text
        self._reading = reading
        self._forms = forms
        self._places = Places(text)
        self._headings = Governing(reading)
        self._pages = [at for at in reading.locators if at.kind is Kind.PAGE]
        self._words: dict[int, int] = {}
        self._used: set[int] = set()

    def read_quotations(self) -> None:
        """Bind the quotations of each sentence to its pages, and claim them."""
        number = self._reading.sentences.number
        pages: dict[int, list[Locator]] = defaultdict(list)
        for page in self._pages:
            pages[number(page.start)].append(page)
        sentences: dict[int, list[Quoted]] = defaultdict(list)
        for quotation in self._reading.quoted:
            sentences[number(quotation.first)].append(quotation)
        for sentence, quoted in sentences.items():
            self._read_sentence(quoted, pages.get(sentence, []))

    def _read_sentence(
        self, quoted: Sequence[Quoted], pages: Sequence[Locator]
    ) -> None:
        prose = self._reading.prose
        start = self._reading.sentences.start(quoted[0].first)
        if not pages and all(quotation.size < SHORTEST for quotation in quoted):
            return
        theirs = []
        for index, quotation in enumerate(quoted):
            if not is_own_wording(prose, start, quoted, index):
                theirs.append(quotation)
            elif quotation.size >= SHORTEST:
                self._not_read(quotation, "the reviewer's own wording")
        bound = bind(prose, theirs, group_pages(prose, pages))
        for quotation, group in zip(theirs, bound, strict=True):
            self._claim(quotation, group or self._governing(quotation))

    def _governing(self, quotation: Quoted) -> Group | None:
        """Return the pages that head the quotation's list item (all forms only)."""
        if self._forms is Forms.SPEC:
            return None
        return self._headings.pages(quotation.start)

    def _claim(self, quotation: Quoted, group: Group | None) -> None:
        start, end = self._trimmed(quotation)
        words = self._text[start:end] if quotation.text is None else quotation.text
        pages = group.locators if group else ()
        if len(words) < SHORTEST:
            for page in pages:
                count = max(len(words.split()), self._words.get(page.start, 0))
                self._words[page.start] = count
            return
        if len(words) > LONGEST:
            self._not_read(quotation, f"over {LONGEST} characters")
            return
        place = self._places.at(start, end)
        is_anchored = False
        for page in pages:
            for numbers, cited, label in page_refs(page, self._forms):
                is_anchored = True
                self._used.add(page.start)
                self.claims.append(Quotation(words, place, numbers, cited, label))
        if not is_anchored:
            self.claims.append(Quotation(words, place))

    def _trimmed(self, quotation: Quoted) -> tuple[int, int]:
        """Return where the words are, without the white space next to the marks."""
        first, last = quotation.first, quotation.last
        inside = self._reading.prose[first:last]
        bare = inside.lstrip()
        start = last - len(bare)
        return start, max(start, first + len(inside.rstrip()))

    def _not_read(self, quotation: Quoted, why: str) -> None:
        start, end = self._trimmed(quotation)
        words = self._text[start:end] if quotation.text is None else quotation.text
        place = self._places.at(start, end)
        self.unread.append(Mention(shortened(words), place, why))

    def read_locators(self) -> None:
        """Claim what the locators name; list those of a form that is not checked."""
        pages_of_lines = {}
        if self._forms is Forms.ALL:
            pages_of_lines = line_pages(self._reading)
        done = self._used | {page.start for page in pages_of_lines.values()}
        for locator in self._reading.locators:
            why = why_unsupported(locator, self._forms)
            if why is not None:
                self._mention(locator, why)
            if locator.kind is not Kind.PAGE:
                place = self._places.at(locator.start, locator.end)
                cited = self._text[locator.start : locator.end]
                page = pages_of_lines.get(locator.start)
                refs = page_refs(page, self._forms) if page else []
                number = refs[0].numbers[0] if refs and refs[0].numbers else None
                self.claims += cite(locator, place, self._forms, cited, number)
            elif locator.start not in done:
                self._claim_page(locator)
        for locator in self._reading.quoted_locators:
            self._mention(locator, "between quotation marks")

    def _claim_page(self, locator: Locator) -> None:
        refs = page_refs(locator, self._forms)
        if not refs:
            return
        place = self._places.at(locator.start, locator.end)
        words = self._words.get(locator.start, 0)
        for numbers, cited, label in refs:
            if label is not None:
                self.claims.append(PageLabelCitation(label, place, cited))
            for number in numbers:
                shown = cited if len(numbers) == 1 else f"p. {number}"
                self.claims.append(PageCitation(number, place, shown, words))

    def _mention(self, locator: Locator, why: str) -> None:
        text = shortened(self._text[locator.start : locator.end])
        place = self._places.at(locator.start, locator.end)
        self.unsupported.append(Mention(text, place, why))

    def read_strays(self) -> None:
        """List the marks that pair with nothing, and the code that was not read."""
        code = [(part.start, part.end, part.why) for part in self._reading.code]
        self._list_unread(code, "parts that were not read")
        stray = "a mark that pairs with none"
        marks = [
            (start, self._context_end(start), stray)
            for start, _ in self._reading.unmatched
        ]
        self._list_unread(marks, "marks that pair with none")

    def _context_end(self, start: int) -> int:
        """Return where the words end that show a mark: with its paragraph, at last."""
        shown = self._reading.prose[start : start + _CONTEXT]
        blank = _BLANK_LINE.search(shown)
        return start + (blank.start() if blank else len(shown))

    def _list_unread(self, parts: Sequence[tuple[int, int, str]], what: str) -> None:
        """List parts of the draft up to a limit, and count the rest as `what`."""
        for start, end, why in parts[:_MOST_UNREAD]:
            text = shortened(self._text[start:end])
            place = self._places.at(start, min(end, len(self._text)))
            self.unread.append(Mention(text, place, why))
        if len(parts) > _MOST_UNREAD:
            start, end, _ = parts[_MOST_UNREAD]
            place = self._places.at(start, min(end, len(self._text)))
            why = f"and {len(parts) - _MOST_UNREAD} more {what}"
            self.unread.append(Mention("", place, why))
