"""Where a match may begin and end on the page: whole words and whole numbers.

`stable manifold` is not in `unstable manifold`, `3` not in `3.14`, `0.5` not in
`−0.5`, `8%` not in `5-8%`, `linear` not in `non-linear`.
"""

from __future__ import annotations

from refereekit.folding import WALL, is_spaceless
from refereekit.normalize import Gap, NormalizedText

__all__ = ["begins_whole", "ends_whole"]

_OPENERS = frozenset("([{'“‘«=¿¡|") | {WALL}
"""What may touch a number from the left without being part of it."""

_SIGNS = frozenset("¬±∓√+")
_NUMBER_SIGNS = frozenset("¬±∓√~≈≃≅<>≤≥≲≳⩽⩾≪≫≠∝×$€£¥")
"""What belongs to the number behind it, a space between them or not."""
_NUMBER_LABEL = "no."
_POINTS = frozenset(".,")
_NUMBER_JOINTS = frozenset(".,:/")
_NUMBER_TAILS = frozenset("%‰°×^±/·√")
_PRIMES = frozenset("′″")
_ITEM_ENDS = frozenset(")]}…")
"""What ends a term of a sum or an item of a list, beside letters."""
_GROUP = 3
"""Digits of a group in `5 000`."""


def _is_wordy(char: str) -> bool:
    return char.isalnum() and not is_spaceless(char)


def _at(text: str, index: int) -> str:
    """Return a character of the text, a wall outside it."""
    return text[index] if 0 <= index < len(text) else WALL


def begins_whole(page: NormalizedText, start: int, first: str, second: str) -> bool:
    """Tell whether a quotation that begins with `first` may begin at `start`.

    For a quotation that does not itself begin with a dash.
    """
    gap = page.gaps[start]
    before = _at(page.core, start - 1)
    if gap & Gap.DASH:
        return _begins_after_dash(gap, before, first)
    if gap & Gap.SPACE:
        return not first.isdigit() or _begins_number(page, start, before)
    return _begins_after(page, start, before, first, second)


def _begins_number(page: NormalizedText, start: int, before: str) -> bool:
    """Tell whether a number behind a space is all there is of it."""
    if before in _NUMBER_SIGNS or _is_labelled(page, start):
        return False
    return not (
        before.isdigit()
        and _is_digit_group(page, start)
        and _digits_before(page, start) <= _GROUP
        and not _fill_lines(page, start)
    )


def _fill_lines(page: NormalizedText, place: int) -> bool:
    """Tell whether two numbers are all there is on their lines, as beside an axis."""
    ends = place - _digits_before(page, place), place, place + _GROUP
    return all(
        page.gaps[end] & Gap.LINE_END
        or WALL in (_at(page.core, i) for i in (end - 1, end))
        for end in ends
    )


def _is_labelled(page: NormalizedText, start: int) -> bool:
    """Tell whether `No.` stands before a number."""
    first = start - len(_NUMBER_LABEL)
    return page.core[max(0, first) : start] == _NUMBER_LABEL and (
        first == 0 or not _is_wordy(page.core[first - 1]) or bool(page.gaps[first])
    )


def _begins_after_dash(gap: int, before: str, first: str) -> bool:
    """Tell whether words may begin right of a dash on the page."""
    if gap & Gap.EM_DASH:
        return True
    spaced_after = bool(gap & Gap.SPACE_AFTER_DASH)
    spaced_before = bool(gap & Gap.SPACE_BEFORE_DASH) or before == WALL
    if first.isdigit():
        is_parenthetical = spaced_before and spaced_after and not gap & Gap.MINUS
        return is_parenthetical and not before.isdigit()
    if not first.isalnum():
        return True
    return spaced_after and (spaced_before or not gap & Gap.LINE_END_AFTER_DASH)


def _begins_after(
    page: NormalizedText, start: int, before: str, first: str, second: str
) -> bool:
    """Tell whether words may begin right after a character that touches them."""
    if before == WALL:
        return True
    if _is_wordy(before) and _is_wordy(first):
        return False
    if before in _SIGNS:
        return before == "+" and first.isalpha() and _is_sum(page, start)
    if first.isdigit():
        is_item = before == "," and _is_listed(page, start)
        return before in _OPENERS or is_spaceless(before) or is_item
    if first in _POINTS and second.isdigit():
        return not before.isdigit()
    cuts_contraction = before == "'" and _is_wordy(first)
    return not (cuts_contraction and _touches_word_before(page, start - 1))


def _is_sum(page: NormalizedText, start: int) -> bool:
    """Tell whether the plus before a letter adds it to a term: `x +y`."""
    term = _at(page.core, start - 2)
    return bool(page.gaps[start - 1] & Gap.SPACE) and (
        term.isalnum() or term in _ITEM_ENDS
    )


def _is_listed(page: NormalizedText, start: int) -> bool:
    """Tell whether the comma before a number ends an item: `(x,10)`, `1, 2,...,10`."""
    before = page.core[max(0, start - 4) : start - 1]
    if before[-1:] in _ITEM_ENDS or before == "...":
        return True
    return before[-1:].isalpha() and not is_spaceless(before[-1:])


def _touches_word_before(page: NormalizedText, index: int) -> bool:
    return _is_wordy(_at(page.core, index - 1)) and not page.gaps[index]


def ends_whole(page: NormalizedText, end: int, last: str, previous: str) -> bool:
    """Tell whether a quotation that ends with `last` may end before `end`.

    For a quotation that does not itself end with a dash.
    """
    gap = page.gaps[end]
    after = _at(page.core, end)
    if gap & Gap.DASH:
        return _ends_before_dash(gap, last, after)
    if after == WALL:
        return True
    if last.isdigit():
        return _ends_number(page, end, gap, after)
    return bool(gap & Gap.SPACE) or _ends_before(page, end, last, previous)


def _ends_before(page: NormalizedText, end: int, last: str, previous: str) -> bool:
    """Tell whether words may end right before a character that touches them."""
    after = _at(page.core, end)
    if last in _POINTS and previous.isdigit() and after.isdigit():
        return False
    if after == "'" and _is_wordy(last):
        follower = _at(page.core, end + 1)
        return not (_is_wordy(follower) and not page.gaps[end + 1])
    return not (_is_wordy(last) and _is_wordy(after))


def _ends_before_dash(gap: int, last: str, after: str) -> bool:
    """Tell whether words may end left of a dash on the page."""
    if gap & Gap.EM_DASH or not (last.isalnum() or last in _NUMBER_TAILS):
        return True
    if not gap & Gap.SPACE_BEFORE_DASH:
        return False
    return not (last.isdigit() and after.isdigit())


def _ends_number(page: NormalizedText, end: int, gap: int, after: str) -> bool:
    """Tell whether a number on the page ends here."""
    if after in _NUMBER_TAILS:
        return False
    follower = _at(page.core, end + 1)
    touches_digit = (
        follower.isdigit() and end + 1 < len(page.gaps) and not page.gaps[end + 1]
    )
    if after in _NUMBER_JOINTS and touches_digit and not (gap and after != "."):
        return False
    if gap & Gap.SPACE:
        is_group = after.isdigit() and _is_digit_group(page, end)
        is_one = is_group and _digits_before(page, end) <= _GROUP
        return not is_one or _fill_lines(page, end)
    return not _is_wordy(after) and page.raw[end] not in _PRIMES


def _is_digit_group(page: NormalizedText, start: int) -> bool:
    """Tell whether exactly three digits stand from here on."""
    size = 0
    while _at(page.core, start + size).isdigit() and (
        not size or not page.gaps[start + size]
    ):
        size += 1
    return size == _GROUP


def _digits_before(page: NormalizedText, end: int) -> int:
    """Return how many digits of one number stand before this place."""
    size = 0
    while _at(page.core, end - size - 1).isdigit() and (
        not size or not page.gaps[end - size]
    ):
        size += 1
    return size
