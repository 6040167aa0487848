"""The stages of reading a draft, one after the other, up to bound quotations."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from refereekit.draft.block_quotations import find_set_apart
from refereekit.draft.blocks import Block, read_blocks
from refereekit.draft.locators import MOST, Kind, Locator, find_locators
from refereekit.draft.other_works import is_bibliographic
from refereekit.draft.prose import Blank, Prose, blanked, read_prose
from refereekit.draft.quotation_marks import SHORTEST, Quoted, find_marks
from refereekit.draft.sentences import Sentences, find_sentences
from refereekit.draft.single_marks import code_spans
from refereekit.patterns import regex
from refereekit.values import Value

__all__ = ["Reading", "read"]

_WORDS_IN_CODE = 4
"""Words of a code span from which on it may be a quotation in the wrong marks."""

_MARKS = regex(r"[`\"'“”‘’]")
_AROUND = ('""', "“”", "””", "«»")
"""Marks around a code span whose words are a quotation, and code is mere mark-up."""


class Reading(Value):
    """What was found in a draft's prose, everything in draft order.

    `quoted_locators` stand between quotation marks too close together to hold a
    quotation; locators within longer quotations are the manuscript's own words.
    """

    prose: str
    blocks: Sequence[Block]
    quoted: Sequence[Quoted]
    unmatched: Sequence[tuple[int, int]]
    code: Sequence[Blank]
    locators: Sequence[Locator]
    quoted_locators: Sequence[Locator]
    sentences: Sentences


def read(text: str) -> Reading:
    """Return the blocks, quotations, locators and sentences of a draft."""
    whole = read_prose(text)
    plain, code = _without_code(whole)
    apart = find_set_apart(plain)
    prose = apart.prose
    blocks = read_blocks(prose)
    spans = [(quotation.start, quotation.end) for quotation in apart.quoted]
    marks = find_marks(blanked(prose, spans), blocks)
    code += [Blank(*span, "too many quotation marks") for span in marks.crowded]
    quoted = sorted([*marks.pairs, *apart.quoted])
    item_starts = frozenset(block.body for block in blocks)
    located, rest = find_locators(prose, item_starts)
    if len(quoted) > MOST and quoted[MOST].start < rest:
        rest = quoted[MOST].start
        code.append(Blank(rest, len(prose), "too many quotations"))
    elif rest < len(prose):
        code.append(Blank(rest, len(prose), "too many places of the paper"))
    quoted = [pair for pair in quoted if pair.end <= rest]
    unmatched = [mark for mark in marks.unmatched if mark[1] <= rest]
    located = _without_references(located, prose, blocks)
    free, within = _split(prose, located, quoted)
    # Only a quotation is asked for its sentence, and for the pages that it names.
    sentences = (
        find_sentences(prose[:rest], blocks, quoted, free, apart.joints)
        if quoted
        else Sentences([])
    )
    return Reading(prose, blocks, quoted, unmatched, code, free, within, sentences)


def _without_code(whole: Prose) -> tuple[str, list[Blank]]:
    """Blank code spans; long ones are reported, of short ones only the marks go."""
    code = [*whole.code]
    cuts: list[tuple[int, int]] = []
    for start, end in code_spans(whole.text):
        if whole.text[start - 1 : start] + whole.text[end : end + 1] in _AROUND:
            continue
        words = whole.text[start + 1 : end - 1].split()
        if len(words) >= _WORDS_IN_CODE:
            code.append(Blank(start, end, "between code marks"))
            cuts.append((start, end))
        else:
            cuts += [mark.span() for mark in _MARKS.finditer(whole.text, start, end)]
    return (blanked(whole.text, cuts) if cuts else whole.text), sorted(code)


def _without_references(
    locators: Sequence[Locator], prose: str, blocks: Sequence[Block]
) -> list[Locator]:
    """Mark the pages that belong to entries in a list of references."""
    starts = [block.start for block in blocks]
    marked: list[Locator] = []
    for locator in locators:
        if locator.kind is Kind.PAGE and _may_be_bibliographic(locator):
            block = blocks[bisect_right(starts, locator.start) - 1]
            first, *_, last = *locator.parts[0], locator.parts[0][-1]
            if is_bibliographic(
                prose,
                (block.start, block.end),
                (locator.start, locator.end),
                int(first),
                int(last),
            ):
                locator = locator._replace(
                    why="pages of a reference", is_other_work=True
                )
        marked.append(locator)
    return marked


def _may_be_bibliographic(locator: Locator) -> bool:
    return (
        not locator.is_other_work
        and bool(locator.parts)
        and _is_short_number(locator.parts[0][0])
        and _is_short_number(locator.parts[0][-1])
    )


def _is_short_number(part: str) -> bool:
    return len(part) < 10 and part.isdigit()


def _split(
    prose: str, locators: Sequence[Locator], quoted: Sequence[Quoted]
) -> tuple[list[Locator], list[Locator]]:
    """Part the draft's own locators from those between marks."""
    starts = [pair.start for pair in quoted]
    free: list[Locator] = []
    within: list[Locator] = []
    is_short: dict[int, bool] = {}
    for locator in locators:
        index = bisect_right(starts, locator.start) - 1
        pair = quoted[index] if index >= 0 else None
        if pair is None or not pair.first <= locator.start < pair.last:
            free.append(locator)
            continue
        if index not in is_short:
            is_short[index] = _is_short(prose, pair)
        if is_short[index]:
            within.append(locator)
    return free, within


def _is_short(prose: str, pair: Quoted) -> bool:
    """Tell whether marks hold too few words, white space apart, for a quotation."""
    words = prose[pair.first : pair.last].strip() if pair.text is None else pair.text
    return len(words) < SHORTEST
