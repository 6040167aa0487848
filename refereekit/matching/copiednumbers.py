"""Margin numbers inside a quotation: whether they can only have been copied along.

What a viewer copies of a review manuscript holds the numbers of its lines among the
words. One that reads as a number of the text says something else than the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from refereekit.matching.passages import Passage
from refereekit.normalize import Gap, NormalizedText
from refereekit.patterns import regex
from refereekit.positions import Span

__all__ = ["are_margin_numbers"]

_LEAST_DIGITS = 2
"""Digits of a lone margin number: `2` is too likely a text."""
_REACH = 60
_NEAR = 3
"""Words behind a number among which the thing that it counts would be."""
_WORD = regex(r"\S+")
_FUNCTION_WORDS = """a across al although always an and are as at be because been but
by can could for from has have if in into is it may of on or perhaps shall should since
than that the their then these they this those thus to towards upon via was we were when
where whether which while who will with would"""
_ENDS_PHRASE = frozenset(_FUNCTION_WORDS.split())
"""What ends the words that a number may count."""
_VERB_WORDS = """allows appears arises becomes consists contains corresponds depends
describes determines does enables exists follows gives has implies indicates involves
occurs provides remains requires satisfies seems undergoes"""
_VERBS = frozenset(_VERB_WORDS.split())
"""What ends in `s` and is no plural that a number may count."""
_MEASURES = """bit byte day degree dimension dimensional fold gram hour joule kelvin
kilogram layer level litre metre minute month newton node parameter pascal percent point
second step volt watt week year"""
_MEASURED = frozenset(_MEASURES.split())
"""What a number counts though it is no plural: `a 12 month study`."""
_JOINTS = dict.fromkeys(map(ord, "-‐‑'’"))
"""What may stand inside a word."""
_SINGULAR = ("ss", "us", "is", "ics")
_DETERMINER_WORDS = """a an any both each every he his it its our she some such the
their there these they this those we which who whose"""
_DETERMINERS = frozenset(_DETERMINER_WORDS.split())
"""What begins another thing: no number counts it."""
_MANY = frozenset({"all", "many", "most", "other", "several"})
_YEARS = range(1500, 2100)
_REFERENCE = regex(r"\[\d{1,3}\]")
"""What begins an entry of a list of references."""
_CITED = regex(r"\[\d{1,3}(?:[,–-]\s?\d{1,3})*\](?=[.,;:]?\Z)")
"""A reference right behind a word: `physics[13]`."""
_INITIALS = regex(r"(?:[^\W\d_a-z]\.-?)+,?")
"""The next author of a list; `at 300 K.` stands behind no comma."""
_STARTS = regex(r"[^\W\d_a-z]|\d{1,2}(?:\.\d{1,2})*\.?\Z")
"""How a sentence or a heading begins."""
_CLAUSES = frozenset({"because", "when", "where", "whereas", "which", "while"})
_NEVER_BEFORE = frozenset({"both", "either", "neither", "this"})
_SENTENCE_END = regex(r"[.?!][)\]”’\"']*\Z")
_PREPOSITIONS = """about after all and approximately are around at be been before
between by during equals exactly except following for from had has have in is just
last least most nearly next of on only or other over past per plus roughly since some
than through till to under until up was were with within"""
_TAKES_NUMBER = frozenset(_PREPOSITIONS.split())
"""Words behind which a number is likely to be one of the text."""
_LABELLED = """level number top algorithm appendix case chapter class condition cycle
day definition eq eqs equation example experiment exp fig figs figure group item layer
lemma line model month page panel part patient phase point problem proposition reference
ref region row run sample scheme section sec series set site stage state station step
subject table task theorem trial type version visit volume week year zone"""
_TAKES_LABEL = frozenset(_LABELLED.split())
"""Words behind which a number is one of the text, whatever follows."""
_SHORT_NAMES = """alg app ch chap cond cor def eq eqs ex exp fig figs lem no nos para pp
prob prop ref refs rem sec sect ser tab thm vol"""
_SHORTENED = frozenset(_SHORT_NAMES.split())
"""Labels that a full stop shortens; behind another word it ends a sentence."""
_MONTH_NAMES = """January February March April May June July August September October
November December Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec"""
_MONTHS = frozenset(_MONTH_NAMES.split())
_NAMES = "Eq Eqs Equation Fig Figs Figure Sec Section Table"
_NAMED = frozenset(_NAMES.split())
"""Names that no number counts where their label is behind them: `98 Eq. (9)`."""
_LEADING_WORDS = "able difficult impossible likely necessary order unable unlikely"
_BEFORE_VERB = frozenset(_LEADING_WORDS.split())
"""Behind these and `to` comes a verb: `able to 98 show`."""
_LABEL = regex(r"\(?(?:\d{1,3}|[A-Z]\.?\d{1,2})[a-z]?\)?")
"""The number of a figure or an equation."""

_DIMENSIONS = regex(r"\d[dD]")
"""`2D physics`."""
_LEAST_GLUED = 3
"""Letters of a word that make no name with a number behind it: not `H2`."""


def are_margin_numbers(
    passage: Passage,
    span: Span,
    quoted: NormalizedText,
    place: Callable[[int], int],
) -> bool:
    """Tell whether the margin numbers within a span that matches can only be that.

    One of them stands where no number of a text does: right behind a word, inside a
    word, at a line's end in the draft too, or between words that take none. Or the
    words go on over several. `place` tells where in the core of the quotation a
    character of the passage stands.
    """
    inside = [number for number in passage.numbers if number.overlaps(span)]
    ends = Span(span.start, span.start + 1), Span(span.end - 1, span.end)
    within = [n for n in inside if not any(n.overlaps(end) for end in ends)]
    for number in within:
        size = len(number.cut(passage.text).strip())
        if _is_set_apart(quoted, place(number.start), size):
            return True
        if size >= _LEAST_DIGITS and not _reads_as_text(passage, number):
            return True
    if len(within) < len(inside):
        last = inside[-1]
        return last.overlaps(ends[1]) and _is_glued(quoted, place(last.start))
    digits = [len(number.cut(passage.text).strip()) for number in within]
    return len(within) > 1 and (
        max(digits) > 1 or not all(_reads_as_text(passage, n) for n in within)
    )


def _is_set_apart(quoted: NormalizedText, first: int, size: int) -> bool:
    """Tell whether a number stands behind a word or in it, or beside a line's end."""
    before, after = quoted.gaps[first], quoted.gaps[first + size]
    is_in_word = bool(before & Gap.DASH) and quoted.core[first - 1].isalpha()
    return bool((before | after) & Gap.LINE_END) or is_in_word or _touches(before)


def _is_glued(quoted: NormalizedText, first: int) -> bool:
    """Tell whether a number stands right behind a word, as none of a text does."""
    if not _touches(quoted.gaps[first]):
        return False
    word = quoted.core[max(0, first - _LEAST_GLUED - 1) : first]
    letters = word.rstrip(".,;:)")[-_LEAST_GLUED:]
    return len(letters) == _LEAST_GLUED and letters.isalpha()


def _touches(gap: int) -> bool:
    """Tell whether a number stands right behind a word or its hyphen."""
    return not gap & (Gap.SPACE_AFTER_DASH if gap & Gap.DASH else Gap.SPACE)


def _reads_as_text(passage: Passage, number: Span) -> bool:
    """Tell whether a margin number could be a number of the text.

    `at 12 sites` could; `the coast 98 in the first` could not, nor `from 98 the first`.
    """
    before = _WORD.findall(passage.text[max(0, number.start - _REACH) : number.start])
    after = _WORD.findall(passage.text[number.end : number.end + _REACH])
    if not before or not after:
        return True
    last = _CITED.sub("", before[-1]).strip("([.,:;").lower()
    if _takes_label(before[-1]) or int(number.cut(passage.text)) in _YEARS:
        return True
    if _is_parted(before[-1], after[0]) or _is_labelled(before[-2:], after[0]):
        return False
    if not _is_word(last):
        return True
    if _begins_anew(after) or _is_plural(before[-2:]):
        return False
    takes = last in _TAKES_NUMBER and not _calls_for_verb(before[-2:])
    return takes or _is_counted(after[:_NEAR])


def _begins_anew(words: Sequence[str]) -> bool:
    """Tell whether words begin with what no number counts."""
    is_other_thing = words[0].lower() in _DETERMINERS
    return is_other_thing or _is_named(words[:2]) or _is_zero(words[:2])


def _calls_for_verb(words: Sequence[str]) -> bool:
    """Tell whether a verb has to follow two words: `necessary to`."""
    return words[-1].lower() == "to" and words[0].lower() in _BEFORE_VERB


def _takes_label(word: str) -> bool:
    """Tell whether a number behind a word is its label: `Fig. 12`, `line 12`, `May 12`.

    In `no longer` the word is none, nor in `along the line.`, where a sentence ends,
    nor before a comma.
    """
    bare = word.strip("([.,:;")
    name = bare.lower()
    if bare in _MONTHS or word.endswith((".", ",")):
        return bare in _MONTHS or (word.endswith(".") and name in _SHORTENED)
    return name in _TAKES_LABEL or (
        name in _SHORTENED and (name != "no" or bare != name)
    )


def _is_labelled(before: Sequence[str], after: str) -> bool:
    """Tell whether a label stands there already: `Fig. 3 as`, `(32) where`."""
    if not _LABEL.fullmatch(before[-1]):
        return False
    if before[-1].startswith("("):
        return after in _CLAUSES
    name = before[0]
    return (
        name[:1].isupper()
        and _takes_label(name)
        and (after in _ENDS_PHRASE or after in _VERBS)
    )


def _is_parted(before: str, after: str) -> bool:
    """Tell whether a sentence, or an entry of a list, ends between two words."""
    if before.lower() in _NEVER_BEFORE:
        return True
    if _SENTENCE_END.search(before) and _STARTS.match(after):
        return True
    if before.endswith(",") and (after in _CLAUSES or _INITIALS.fullmatch(after)):
        return True
    end = before.rstrip(".,")[-1:]
    is_entry_over = end.isdigit() or end == ")"
    return is_entry_over and _REFERENCE.fullmatch(after) is not None


def _is_named(words: Sequence[str]) -> bool:
    """Tell whether words begin with a name and its label: `Eq. (9)`."""
    name, label = words[0].rstrip("."), words[-1].rstrip(".,:;")
    return len(words) > 1 and name in _NAMED and _LABEL.fullmatch(label) is not None


def _is_zero(words: Sequence[str]) -> bool:
    """Tell whether words begin with a zero that counts nothing: `zero for`."""
    if len(words) < 2 or words[0].lower() != "zero":
        return False
    return words[1].lower() in _ENDS_PHRASE or words[1].startswith("(")


def _is_plural(words: Sequence[str]) -> bool:
    """Tell whether the last of two words is a noun in the plural: `these walkers`."""
    first, last = words[0].lower(), words[-1]
    many = first in _DETERMINERS or first in _MANY
    return many and last.endswith("s") and not last.endswith(_SINGULAR)


def _is_word(letters: str) -> bool:
    return letters.translate(_JOINTS).isalpha()


def _is_counted(words: Sequence[str]) -> bool:
    """Tell whether a number before these words may count what they name."""
    for index, word in enumerate(words):
        letters = _CITED.sub("", word).strip("([").rstrip(")],.;:")
        if letters.lower() in _ENDS_PHRASE or (index and letters in _VERBS):
            return False
        if not index and (not _is_word(letters) or len(letters) < _NEAR):
            return _DIMENSIONS.fullmatch(letters) is None or _is_counted(words[1:])
        if not index and letters.lower() in _MEASURED:
            return True
        is_name = _is_word(letters)
        if is_name and letters.endswith("s") and not letters.endswith(_SINGULAR):
            return True
        if letters != word:
            return False
    return False
