"""Whether a place that a draft names lies in another work than the manuscript."""

from __future__ import annotations

import re

__all__ = ["other_work"]

_OF_THE_MANUSCRIPT = (
    "A|An|The|This|That|Their|Its|It|We|They|Section|Sections|Sec|Sect|Subsection|"
    "Figure|Figures|Fig|Figs|Table|Tables|Tab|Eq|Eqs|Equation|Equations|Appendix|"
    "Theorem|Lemma|Proposition|Corollary|Definition|Remark|Algorithm|Alg|Line|Lines|"
    "Chapter|Part|Abstract|Introduction|Methods|Method|Materials|Results|Discussion|"
    "Conclusion|Conclusions|Background|Related|Experiments|Page|PDF|MS|Manuscript|"
    "I|II|III|IV|V|VI|VII|VIII|IX|X|English|L\\d+|Panel|Column|Paragraph|Lines"
)

_AFTER = re.compile(
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

_OPEN_REFERENCE = re.compile(
    r"(?:\[[^\[\]\n]{0,20}\d{1,4}[a-z]?[,;:]?|\\cite\w*\[[^\[\]\n]{0,8}"
    r"|\([^()\n]{0,60}\b(?:1[5-9]|20)\d\d[a-z]?[,;:])\s{0,2}(?:see\s)?$"
)
"""`[12, `, `\\cite[`, `(Pagel, 1994, `: the bracket of a reference is still open."""

_CLOSED_REFERENCE = re.compile(
    r"(?:\[\d{1,4}[a-z]?(?:\s?[,–-]\s?\d{1,4})*\]|\[[A-Z][\w+]{1,12}\d\d\w?\]"
    r"|\\cite\w*\{[^{}\n]{0,40}\}"
    r"|\b(?:1[5-9]|20)\d\d[a-z]?\)?|\b(?i:refs?\.|references?|vol\.?|volume|no\.?)"
    r"\s?\[?\d{1,4}\]?(?:\(\d{1,3}\))?)"
    r"\s?[,;:.]?\s?\(?$"
)
"""`[12], `, `Smith (2003), `, `Ref. 5, `, `vol. 12(3): ` right before a page."""

_VOLUME = re.compile(
    r"\b(?!(?:Fig|Figs|Figure|Table|Tab|Sec|Sect|Section|Eq|Eqs|Equation|Line|Lines|"
    r"Theorem|Lemma|Algorithm|Alg|Appendix|Page|Point|Comment|Item|Chapter|Part|Panel|"
    r"Step|Reviewer|Referee|Question|Remark|Case|Proposition|Corollary|Definition|"
    r"Paragraph|Column)\b)"
    r"[A-Z][a-z]+\.?,? \d{1,4}(?:\s?\(\d{1,4}\))?[,:]\s?$"
)
"""`J. Foo 12, `: a journal and its volume right before a page."""

_SUPPLEMENT = re.compile(
    r"(?i:\bsuppl(?:\.|ementary|emental|ement|ementary materials?)?|\bsupp\.|\bSI"
    r"|\bsupporting information|\bextended data|\bESM|\bcover letter|\bresponse letter"
    r"|\brebuttal),?\s?\(?$"
)

_LABEL_OF_ITS_OWN = re.compile(r"[\s.]*S[.-]?\d")

_REACH = 80
"""Code points before a place that are read: more than the longest reference."""


def other_work(prose: str, start: int, end: int, is_page: bool) -> str:
    """Return why the place from `start` to `end` is no place of the manuscript.

    The rule errs toward refusing: a page that the writer may have meant in another
    work is not checked in this one.
    """
    after = _AFTER.match(prose, end)
    if after and after.lastgroup == "supplement":
        return "a place in another document"
    if after and (is_page or after.lastgroup != "author"):
        return "a place in another work"
    if after and _names_a_work(prose, after.end()):
        return "a place in another work"
    before = prose[max(0, start - _REACH) : start]
    if _SUPPLEMENT.search(before) and not _names_supplement(prose, start, end):
        return "a place in another document"
    if _OPEN_REFERENCE.search(before):
        return "a place in another work"
    if is_page and (_CLOSED_REFERENCE.search(before) or _VOLUME.search(before)):
        return "perhaps a page of another work"
    return ""


def _names_supplement(prose: str, start: int, end: int) -> bool:
    """Tell whether the label itself is a supplement's: `Supplementary Fig. S1`."""
    words = prose[start:end].split()
    return any(_LABEL_OF_ITS_OWN.match(word) for word in words)


_CITATION = re.compile(r"(?: et al\.?| and [A-Z]\w+| & [A-Z]\w+)?,?\s?[(\[]?\d")


def _names_a_work(prose: str, at: int) -> bool:
    """Tell whether a year or number follows an author's name."""
    return bool(_CITATION.match(prose, at))
