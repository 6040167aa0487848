"""Whether a place that a draft names lies in another work than the manuscript."""

from __future__ import annotations

import re

from refereekit.patterns import regex

__all__ = ["other_work"]

_OF_THE_MANUSCRIPT = (
    "A|An|The|This|That|Their|Its|It|We|They|Section|Sections|Sec|Sect|Subsection|"
    "Figure|Figures|Fig|Figs|Table|Tables|Tab|Eq|Eqs|Equation|Equations|Appendix|"
    "Theorem|Lemma|Proposition|Corollary|Definition|Remark|Algorithm|Alg|Line|Lines|"
    "Chapter|Part|Abstract|Introduction|Methods|Method|Materials|Results|Discussion|"
    "Conclusion|Conclusions|Background|Related|Experiments|Page|PDF|MS|Manuscript|"
    "I|II|III|IV|V|VI|VII|VIII|IX|X|English|L\\d+|Panel|Column|Paragraph|Lines"
)

_AFTER = regex(
    r"\s{0,2}(?:of|in|from)\s{1,2}(?:"
    r"(?P<reference>\[|\\cite|(?i:refs?\b|references?\b|citation\b))"
    r"|(?P<supplement>(?:the\s|their\s|your\s|this\s)?(?i:suppl\w*|supporting|"
    r"SI\b|SM\b|appendix\b(?!\s\w\b)|response\b|rebuttal\b|cover letter))"
    r"|(?P<book>(?:his|her|the|their|our|my|another|an?)\s(?:\w{2,12}\s)?"
    r"(?:books?|textbook|monograph|thesis|preprint|earlier|previous|cited|original "
    r"paper|reference))\b"
    rf"|(?P<author>(?!(?:{_OF_THE_MANUSCRIPT})\b)(?:de |van |von )?[A-ZÀ-Þ][\w'’-]+))"
)
"""`of [12]`, `in Ref. 3`, `in Pagel`, `of the supplement`, `of their earlier paper`."""

_THIS_WORK = regex(
    r"\s{0,2}(?:of|in)\s(?:the|this|your|their)\s"
    r"(?:current |present |submitted |main )?"
    r"(?:manuscript|paper|submission|text|article|PDF|draft|work)\b",
    re.IGNORECASE,
)

_PREPOSITIONS = ("of", "in", "from")
"""How both begin."""
_NEXT_WORD = 6

_OPEN_REFERENCE = regex(
    r"(?:\[[^\[\]\n]{0,20}\d{1,4}[a-z]?[,;:]?|\\cite\w*\[[^\[\]\n]{0,8}"
    r"|\([^()\n]{0,60}\b(?:1[5-9]|20)\d\d[a-z]?[,;:])\s{0,2}(?:see\s)?$"
)
"""`[12, `, `\\cite[`, `(Pagel, 1994, `: the bracket of a reference is still open."""

_CLOSED_REFERENCE = regex(
    r"(?:\[\d{1,4}[a-z]?(?:\s?[,–-]\s?\d{1,4})*\]|\[[A-Z][\w+]{1,12}\d\d\w?\]"
    r"|\\cite\w*\{[^{}\n]{0,40}\}"
    r"|\b(?:1[5-9]|20)\d\d[a-z]?\)?|\b(?i:refs?\.|references?|vol\.?|volume)"
    r"\s?\[?\d{1,4}\]?(?:\(\d{1,3}\))?)"
    r"\s?[,;:.]?\s?\(?$"
)
"""`[12], `, `Smith (2003), `, `Ref. 5, `, `vol. 12(3): ` right before a page."""

_VOLUME = regex(
    r"\b(?!(?:Fig|Figs|Figure|Table|Tab|Sec|Sect|Section|Eq|Eqs|Equation|Line|Lines|"
    r"Theorem|Lemma|Algorithm|Alg|Appendix|Page|Point|Comment|Item|Chapter|Part|Panel|"
    r"Step|Reviewer|Referee|Question|Remark|Case|Proposition|Corollary|Definition|"
    r"Paragraph|Column)\b)"
    r"[A-Z][a-z]+\.?,? \d{1,4}(?:\s?\(\d{1,4}\))?[,:]\s?$"
)
"""`J. Foo 12, `: a journal and its volume right before a page."""

_SUPPLEMENTS = (
    *("supplementary", "supplemental", "supplement", "suppl.", "supp.", "esm"),
    *("supplementary material", "supplementary materials", "supporting information"),
    *("extended data", "cover letter", "response letter", "rebuttal", " si", "(si"),
)
"""What stands right before a place of another document."""

_LABEL_OF_ITS_OWN = regex(r"[\s.]*S[.-]?\d")

_DOCUMENT = "a place in another document"
_WORK = "a place in another work"

_REFERENCE_ENDS = frozenset("0123456789])}[")
"""How what stands before a page ends, if it is a reference."""

_LONGEST_NAME = 24
"""Code points of the longest reference that ends with a number: `reference [1234`."""

_REACH = 80
"""Code points before a place that are read: more than the longest reference."""


def other_work(
    prose: str, start: int, end: int, *, is_page: bool, previous: int
) -> str:
    """Return why the place from `start` to `end` is no place of the manuscript.

    The rule errs toward refusing: a page that the writer may have meant in another
    work is not checked in this one. `previous` is where the place named before it
    ends: a number there is no reference's.
    """
    after = _work_after(prose, end, is_page)
    if after is not None:
        return after
    before = prose[max(0, start - _REACH) : start]
    bare = before.rstrip(" \n,;:.(")
    if before[len(bare) :].count("\n") > 1:
        return ""
    if bare.lower().endswith(_SUPPLEMENTS):
        return "" if _names_supplement(prose, start, end) else _DOCUMENT
    if bare[-1:] not in _REFERENCE_ENDS and bare[-2:-1] not in _REFERENCE_ENDS:
        return ""
    is_page = is_page and start - len(before) + len(bare) > previous
    return _reference_before(before, is_page)


def _reference_before(before: str, is_page: bool) -> str:
    """Return what a reference right before a place says of where it lies."""
    if ("[" in before or "(" in before) and _OPEN_REFERENCE.search(before):
        return _WORK
    is_reference = is_page and (
        _CLOSED_REFERENCE.search(before, _closed_from(before)) or _VOLUME.search(before)
    )
    return "perhaps a page of another work" if is_reference else ""


def _closed_from(before: str) -> int:
    """Return where the last reference may begin: one without brackets is short."""
    bare = before.rstrip(" \n,;:.(")
    return max(0, len(bare) - _LONGEST_NAME) if bare[-1:].isdigit() else 0


_YEAR = regex(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_ENTRY = regex(
    r"\s{0,3}(?:[-*•]\s{1,3})?(?:\[\w+\]|\d{1,3}\.)\s{1,3}"
    r"(?:(?:[A-Z]\.[ -]?){1,3}[A-Z]|[A-Z][\w'’-]+,? (?:and |[A-Z]\.|[A-Z]{1,2}[,;: ]))"
)
"""The beginning of an entry in a list of references: `[12] J. Foo`, `3. Foo, J.`"""

_LONG_ARTICLE = 1000
"""No manuscript has as many pages: a range from here on is a journal's."""

_FIRST_OF_JOURNAL = 40
"""Pages above which a range beside a year is a journal's; of 31 ranges found in real
reports, the 27 that begin above it were all in references."""


def is_bibliographic(
    prose: str, block: tuple[int, int], span: tuple[int, int], first: int, last: int
) -> bool:
    """Tell whether pages in a paragraph or item belong to an entry of references."""
    start, end = block
    is_range = first < last
    if is_range and first >= _LONG_ARTICLE:
        return True
    # Few places are either of these: the year is looked for where one is.
    may_be = (is_range and first > _FIRST_OF_JOURNAL) or _ENTRY.match(prose, start, end)
    near = max(start, span[0] - 2 * _REACH), min(end, span[1] + 2 * _REACH)
    return bool(may_be) and _YEAR.search(prose, *near) is not None


def _work_after(prose: str, end: int, is_page: bool) -> str | None:
    """Return what the words after a place say of where it lies, if anything."""
    if not prose[end : end + _NEXT_WORD].lstrip().lower().startswith(_PREPOSITIONS):
        return None
    if _THIS_WORK.match(prose, end):
        return ""
    after = _AFTER.match(prose, end)
    if after is None:
        return None
    if after.lastgroup == "supplement":
        return _DOCUMENT
    if is_page or after.lastgroup != "author" or _names_a_work(prose, after.end()):
        return _WORK
    return None


def _names_supplement(prose: str, start: int, end: int) -> bool:
    """Tell whether the label itself is a supplement's: `Supplementary Fig. S1`."""
    words = prose[start:end].split()
    return any(_LABEL_OF_ITS_OWN.match(word) for word in words)


_CITATION = regex(r"(?: et al\b|(?: (?:and|&) [A-Z]\w+)?,?\s?[(\[]?\d)")


def _names_a_work(prose: str, at: int) -> bool:
    """Tell whether a year or number follows an author's name."""
    return bool(_CITATION.match(prose, at))
