"""Whether a place on the page says what the quotation says, character by character.

The cores are equal when this module is asked; it holds everything that the cores leave
out (white space between digits, dashes, accents, raised digits, the case of units)
against one rule each.
"""

from __future__ import annotations

import unicodedata

from refereekit.folding import ACCENTS_BELOW, Fold, char_folds
from refereekit.matching.boundaries import begins_whole, ends_whole
from refereekit.matching.powers import carries_power
from refereekit.normalize import Form, Gap, Mark, NormalizedText
from refereekit.patterns import regex

__all__ = ["compare"]

_POINTS = frozenset(".,")
_LEAST_PART = 2
"""Letters of the shortest part of a word that is broken at a line end."""

_LONGEST_UNIT = 4
"""Letters of the longest unit whose case counts (`mmHg`, `Mbps`)."""


def compare(
    page: NormalizedText, start: int, quoted: NormalizedText
) -> frozenset[Fold] | None:
    """Return what has to be folded for the page to hold the words here.

    `None` where they are not the same words, or not whole words.
    """
    end = start + len(quoted.core)
    if not _is_whole(page, start, end, quoted):
        return None
    gaps = page.gaps[start + 1 : end], quoted.gaps[1:-1]
    if gaps[0] != gaps[1] and not _gaps_agree(page, start, quoted):
        return None
    if not _forms_agree(page, start, quoted):
        return None
    if not _marks_agree(page, start, end, quoted):
        return None
    if page.raw[start:end] != quoted.raw and not _unit_case_agrees(page, start, quoted):
        return None
    return _folds(page, start, quoted)


def _is_whole(
    page: NormalizedText, start: int, end: int, quoted: NormalizedText
) -> bool:
    """Tell whether the match begins and ends at the ends of words on the page."""
    core = quoted.core
    if quoted.gaps[0] & Gap.DASH:
        if not _has_dashes(page.gaps[start], quoted.gaps[0]):
            return False
    elif not begins_whole(page, start, core[0], core[1:2]):
        return False
    if quoted.gaps[-1] & Gap.DASH:
        return _has_dashes(page.gaps[end], quoted.gaps[-1])
    return ends_whole(page, end, core[-1], core[-2:-1])


def _has_dashes(there: int, here: int) -> bool:
    """Tell whether the page has the dash, or the dashes, at a quotation's end."""
    return bool(there & Gap.DASH) and not here & ~there & Gap.SEVERAL_DASHES


def _gaps_agree(page: NormalizedText, start: int, quoted: NormalizedText) -> bool:
    """Tell whether white space and dashes agree wherever they count."""
    core = quoted.core
    for index in range(1, len(core)):
        there, here = page.gaps[start + index], quoted.gaps[index]
        if there == here:
            continue
        if (there | here) & Gap.DASH:
            if not _dashes_agree(there, here, quoted, index):
                return False
        elif (
            (there ^ here) & Gap.SPACE
            and _is_inside_number(core, index)
            and not _ends_clause(page, start, quoted, index)
            and not _parts_decimals(core, index)
            and not (here & Gap.SPACE and _is_set_apart(page, start + index))
        ):
            return False
    return True


def _dashes_agree(there: int, here: int, quoted: NormalizedText, index: int) -> bool:
    """Tell whether a dash may stand on one side only: a word broken at a line end."""
    if there & here & Gap.DASH:
        return not (there ^ here) & Gap.SEVERAL_DASHES
    before, after = _part(quoted, index - 1, -1), _part(quoted, index, 1)
    # Nobody breaks a word behind one letter: such a hyphen is printed (`r-band`).
    least = 1 if there & Gap.DASH else _LEAST_PART
    if min(before, after) < least or max(before, after) < _LEAST_PART:
        return False
    dash, bare = (there, here) if there & Gap.DASH else (here, there)
    if dash & (Gap.WIDE_DASH | Gap.SPACE_BEFORE_DASH) or bare & Gap.SPACE:
        return False
    breaks = Gap.LINE_END_AFTER_DASH if dash == there else Gap.SPACE_AFTER_DASH
    return bool(dash & breaks)


def _part(quoted: NormalizedText, index: int, step: int) -> int:
    """Return how many letters stand together from a place on, `_LEAST_PART` at most."""
    size = 0
    while (
        size < _LEAST_PART
        and quoted.core[index : index + 1].isalpha()
        and (not size or not quoted.gaps[index + (step < 0)])
    ):
        size += 1
        index += step
    return size


def _ends_clause(
    page: NormalizedText, start: int, quoted: NormalizedText, index: int
) -> bool:
    """Tell whether both have a space behind the comma or point: `4 , 7` for `4, 7`."""
    behind = page.gaps[start + index + 1] & quoted.gaps[index + 1]
    return quoted.core[index] in _POINTS and bool(behind & Gap.SPACE)


def _is_set_apart(page: NormalizedText, index: int) -> bool:
    """Tell whether a number ends here because what follows is set higher or lower.

    Viewers copy a space there: `H0 .5` of an index and a mark, `R3 0` of a power and an
    index.
    """
    sides = {
        page.forms[place] & (Form.RAISED | Form.LOWERED) for place in (index - 1, index)
    }
    return len(sides) > 1 and Form.LOWERED in sides


_DECIMAL = regex(r"\d\.\d+(?=,\d+\.\d)")
_LONGEST_NUMBER = 24


def _parts_decimals(core: str, index: int) -> bool:
    """Tell whether a comma parts two decimals: `0.1,0.2` is no single number."""
    near = max(0, index - _LONGEST_NUMBER), index + _LONGEST_NUMBER
    commas = {found.end() for found in _DECIMAL.finditer(core, *near)}
    return index in commas or index - 1 in commas


def _is_inside_number(core: str, index: int) -> bool:
    """Tell whether white space before this character would split a number."""
    before, after = core[index - 1], core[index]
    if before.isdigit():
        if after.isdigit():
            return True
        return after in _POINTS and core[index + 1 : index + 2].isdigit()
    return (
        before in _POINTS
        and after.isdigit()
        and core[max(0, index - 2)].isdigit()
        and index > 1
    )


def _forms_agree(page: NormalizedText, start: int, quoted: NormalizedText) -> bool:
    """Tell whether raised and lowered characters agree wherever they count."""
    theirs = page.forms[start : start + len(quoted.core)]
    if theirs == quoted.forms and not any(theirs):
        return True
    for index, (there, here) in enumerate(zip(theirs, quoted.forms, strict=True)):
        if there == here:
            continue
        if any(_cuts_raised(theirs, quoted, at) for at in (index, index + 1)):
            return False
        if here & Form.RAISED or there & Form.SUPERSCRIPT_CHARACTER:
            if not there & here & Form.RAISED:
                return False
        elif (there & Form.RAISED and _is_power(page, start + index)) or (
            here & Form.LOWERED
            and (there & Form.RAISED or quoted.core[index - 1 : index].isdigit())
        ):
            return False
    return True


def _cuts_raised(theirs: tuple[int, ...], quoted: NormalizedText, index: int) -> bool:
    """Tell whether one digit of a raised number is written raised, the next is not."""
    return 0 < index < len(theirs) and bool(
        theirs[index] & theirs[index - 1] & Form.RAISED
        and (quoted.forms[index] ^ quoted.forms[index - 1]) & Form.RAISED
        and quoted.core[index - 1 : index + 1].isdigit()
        and not quoted.gaps[index]
    )


_ORDINALS = frozenset({"st", "nd", "rd", "th", "o", "er", "re", "eme"})
"""What is raised behind a number and is no power: `5th`, `45o`, `1er`."""


def _is_power(page: NormalizedText, index: int) -> bool:
    """Tell whether a raised character belongs to a power.

    A letter does behind a number, where it is no ordinal's; a digit also behind a
    symbol, a unit or a bracket.
    """
    if not page.core[index].isalnum():
        return False
    base = index - 1
    while base >= 0 and page.forms[base] & Form.RAISED:
        base -= 1
    if base < 0 or page.gaps[base + 1] & Gap.SPACE:
        return False
    if page.core[index].isdigit():
        return carries_power(page.text[: page.sources[base] + 1])
    end = index
    while end < len(page.core) and page.forms[end] & Form.RAISED:
        end += 1
    return page.core[base].isdigit() and page.core[base + 1 : end] not in _ORDINALS


def _marks_within(text: NormalizedText, start: int, end: int) -> list[Mark]:
    """Return the accents of a span of the core, counted from its start."""
    if not text.marks:
        return []
    marks = [
        Mark(mark.index - start, mark.accent, mark.is_loose)
        for mark in text.marks
        if start <= mark.index < end
    ]
    accented = {mark.index for mark in marks if mark.accent not in "ıȷ"}
    near = accented | {i + 1 for i in accented} | {i - 1 for i in accented}
    return [m for m in marks if m.accent not in "ıȷ" or m.index not in near]


def _marks_agree(
    page: NormalizedText, start: int, end: int, quoted: NormalizedText
) -> bool:
    """Tell whether the accents agree; a loose one may stand beside its letter."""
    if not page.marks and not quoted.marks:
        return True
    theirs = _marks_within(page, start, end)
    ours = _marks_within(quoted, 0, len(quoted.core))
    if len(theirs) != len(ours):
        return False
    return all(
        there.accent == here.accent and _on_one_letter(there, here, quoted)
        for there, here in zip(theirs, ours, strict=True)
    )


def _on_one_letter(there: Mark, here: Mark, quoted: NormalizedText) -> bool:
    """Tell whether two accents are on one letter; a loose one stands beside its own.

    One that stands between two letters is on the one behind it (`Poincar´e`), if there
    is such a letter, or else on the one before it (`Go¨del`).
    """
    if there.index == here.index:
        return True
    loose, other = (here, there) if here.is_loose else (there, here)
    if not loose.is_loose or abs(other.index - loose.index) > 1:
        return False
    if other.is_loose or loose.index == len(quoted.core) or other.index > loose.index:
        return True
    if quoted.gaps[loose.index] & Gap.SPACE or loose.accent in ACCENTS_BELOW:
        return True
    letter = unicodedata.normalize("NFC", quoted.core[loose.index] + loose.accent)
    return len(letter) > 1


def _unit_case_agrees(page: NormalizedText, start: int, quoted: NormalizedText) -> bool:
    """Tell whether units after numbers have the same case on both sides."""
    core = quoted.core
    index = 0
    while index < len(core):
        before = page.core[start + index - 1 : start + index] if start + index else ""
        if core[index].isalpha() and before.isdigit():
            end = _unit_end(page, start, index, len(core))
            theirs = page.raw[start + index : start + end]
            if theirs != quoted.raw[index:end] and _is_other_case(
                theirs, quoted.raw[index:end]
            ):
                return False
            index = end
        index += 1
    return True


def _unit_end(page: NormalizedText, start: int, index: int, size: int) -> int:
    """Return where the run of letters and slashes after a number ends."""
    end = index + 1
    while (
        end < size
        and not page.gaps[start + end] & Gap.SPACE
        and (page.core[start + end].isalpha() or page.core[start + end] in "/·")
    ):
        end += 1
    return end


def _is_other_case(page: str, quoted: str) -> bool:
    """Tell whether a unit short enough to be one is written in another case."""
    return any(
        len(theirs) <= _LONGEST_UNIT
        and [c.isupper() for c in theirs] != [c.isupper() for c in ours]
        for theirs, ours in zip(_parts(page), _parts(quoted), strict=False)
    )


def _parts(unit: str) -> list[str]:
    return unit.replace("·", "/").split("/")


def _folds(page: NormalizedText, start: int, quoted: NormalizedText) -> frozenset[Fold]:
    """Name everything that differs between the page and the quotation."""
    end = start + len(quoted.core)
    found: set[Fold | None] = set()
    raw = page.raw[start:end]
    if raw != quoted.raw:
        found |= {
            char_folds(there, here)
            for there, here in set(zip(raw, quoted.raw, strict=True))
        }
    for there, here in set(
        zip(page.gaps[start + 1 : end], quoted.gaps[1:-1], strict=True)
    ):
        found |= _gap_folds(there, here)
    if quoted.forms != page.forms[start:end]:
        if any(form & Form.RAISED for form in quoted.forms):
            found.add(Fold.RAISED)
        if any(form & Form.LOWERED for form in quoted.forms):
            found.add(Fold.LOWERED)
    if page.marks and any(m.is_loose for m in (*page.marks, *quoted.marks)):
        found.add(Fold.COMPOSITION)
    return frozenset(fold for fold in found if fold is not None)


_KIND_OF_DASH = Gap.WIDE_DASH | Gap.EM_DASH | Gap.MINUS | Gap.TYPED_DASH


def _gap_folds(there: int, here: int) -> set[Fold | None]:
    """Name what differs between two gaps that agree."""
    found: set[Fold | None] = set()
    if there == here:
        return found
    if (there ^ here) & Gap.DASH:
        found.add(Fold.HYPHEN)
    elif (there ^ here) & _KIND_OF_DASH:
        found.add(Fold.DASH)
    if (there ^ here) & Gap.LINE_END:
        found.add(Fold.LINE_BREAK)
    elif (there ^ here) & Gap.SPACE:
        found.add(Fold.WHITE_SPACE)
    return found
