"""What a draft claims about a paper, each with its place in the draft."""

from __future__ import annotations

from enum import StrEnum, unique

from refereekit.positions import Span
from refereekit.values import Ordered, Value

__all__ = [
    "AlgorithmCitation",
    "Claim",
    "EquationCitation",
    "FigureCitation",
    "Forms",
    "LineCitation",
    "Mention",
    "PageCitation",
    "PageLabelCitation",
    "ParsedDraft",
    "Place",
    "Quotation",
    "SectionCitation",
    "TableCitation",
    "TheoremCitation",
]


@unique
class Forms(StrEnum):
    """Which citation forms are checked: the six of the specification, or all."""

    SPEC = "spec"
    ALL = "all"


class Place(Ordered):
    """A span of the draft, with the line and column (from 1) where it starts."""

    span: Span
    line: int
    column: int


class Quotation(Value):
    """Quoted words, as the draft has them, and the pages that their sentence names.

    `page_numbers` is empty where no page is named; several numbers are a range, on
    any page of which the words may be. `cited` is how the draft names the pages
    (`p. 4`), empty where it names none. `page_label` is a printed page label that
    stands in place of a number (all forms only).
    """

    text: str
    place: Place
    page_numbers: tuple[int, ...] = ()
    cited: str = ""
    page_label: str | None = None


class PageCitation(Value):
    """A physical page named with no quotation that can be checked.

    `words` counts the words of a quotation too short to check, 0 where there is none.
    """

    number: int
    place: Place
    cited: str
    words: int = 0


class PageLabelCitation(Value):
    """A page named by its printed label (all forms only)."""

    label: str
    place: Place
    cited: str


class EquationCitation(Value):
    """An equation named by its label, without parentheses."""

    label: str
    place: Place
    cited: str


class FigureCitation(Value):
    """A figure named by its label, without parentheses."""

    label: str
    place: Place
    cited: str


class TableCitation(Value):
    """A table named by its label (all forms only)."""

    label: str
    place: Place
    cited: str


class AlgorithmCitation(Value):
    """An algorithm named by its label (all forms only)."""

    label: str
    place: Place
    cited: str


class SectionCitation(Value):
    """A section or an appendix named by its label (all forms only)."""

    label: str
    place: Place
    cited: str
    is_appendix: bool = False


class TheoremCitation(Value):
    """A theorem, lemma, definition or the like, by its head and label (all forms)."""

    head: str
    label: str
    place: Place
    cited: str


class LineCitation(Value):
    """Manuscript lines named by their margin numbers (all forms only).

    `page_number` is the page that the citation names with them, if any.
    """

    first: int
    last: int
    place: Place
    cited: str
    page_number: int | None = None


Claim = (
    Quotation
    | PageCitation
    | PageLabelCitation
    | EquationCitation
    | FigureCitation
    | TableCitation
    | AlgorithmCitation
    | SectionCitation
    | TheoremCitation
    | LineCitation
)


class Mention(Value):
    """Something in the draft that was seen and not checked, and why."""

    text: str
    place: Place
    why: str = ""


class ParsedDraft(Value):
    """Everything that was read in a draft; nothing that looks like a claim is lost.

    `claims` stand in draft order. `unsupported` are locators of a form that is not
    checked; `unread` is what looks like a quotation and could not be read as one.
    """

    claims: tuple[Claim, ...]
    unsupported: tuple[Mention, ...]
    unread: tuple[Mention, ...]
