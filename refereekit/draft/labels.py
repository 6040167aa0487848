"""Numbers and labels that follow the head of a locator: `3`, `2a-c`, `(1)-(3)`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from refereekit.patterns import regex

__all__ = ["Labels", "read_labels", "read_lines", "read_pages"]

_LONGEST_LIST = 100
"""Parts of the longest list that is read; the longest seen in a report has nine."""

_WIDEST_RANGE = 20
"""Most pages, figures or equations of a range; wider ones name no place."""

_LONGEST_NUMBER = 9
"""Digits of the longest number in a range or of a line."""

_DASH = "-–—−‐‑‒"
_TO = regex(
    rf"\s{{0,2}}(?:--?-?|–{{2,8}}|[{_DASH}])\s{{0,2}}|\s(?:to|through|until)\s{{1,2}}"
)
_AND = regex(
    r"\s{0,2}(?:[,;]\s{0,2}(?:and|or|&)?|\s?(?:and|or|&|as well as)(?=\s|\())\s{0,2}"
)

_NUMBER = regex(r"\d+")
_ALONE = regex(r"\d{1,9}+(?=[)\]]|[.:](?![\d%])|$)")
"""A number that neither a list nor more digits can follow."""

_PAGE_LABEL = regex(
    r"(?:[A-Z]{1,2}[-.]?\d{1,4}|x{0,3}(?:ix|iv|v?i{1,3}|v|x))(?![^\W_])"
)
_PLAIN = regex(
    r"(?:[A-Z]{0,2}[.-]?\d{1,5}(?:\.(?:\d{1,4}|[a-z](?![^\W_])))*(?:[a-z](?![^\W_]))?"
    r"['′]{0,2}|[IVX]{1,6}(?:\.[A-Z0-9]{1,3}){0,3}(?![^\W_]))(?![^\W_])(?!\.\d)"
)
_LETTERED = regex(r"[A-Z](?:\.?\d{1,3}){0,3}(?![^\W_])")
_PAREN = regex(r"\(\s?([^()\s\\]{1,24})\s?\)")
# Possessive: what can be split in many ways is split in one, or a line of dashes in
# parentheses takes minutes. What is repeated so keeps half an item in Python 3.11.2.
_PAREN_LIST = regex(
    r"\(\s?([-–—−]?[^()\s,&\\–—−-]{1,12}+(?>(?:\s?+(?:,|[-–—−]{1,3}+|&|and|to)\s?+"
    r"[-–—−]?[^()\s,&\\–—−-]{1,12}+){1,100}))[-&]?\s?\)"
)
_LABEL_SHAPE = regex(
    r"(?=.*\d|.{1,3}$|\*)[^\W_]{0,6}+(?:[.,:\-–—−]?[^\W_]{1,6}+){0,4}+['′*†‡]{0,3}$"
)
_PANELS = regex(r" ?\(([a-zA-Z])\)(?![^\W_])|(?<=\d) ([A-Z])(?=[,).;:]|$)")
_NEXT_PANEL = regex(
    rf"(?: ?(?:[,&]|(?P<to>[{_DASH}])) ?| and )\(?(?P<letter>[a-z])\)?(?![^\W_])"
)
_YEAR = regex(r"(?:1[89]|20)\d\d(?!\d)")
"""After a range of pages a year, not one more page: `pp. 52-60, 2019`."""

_DECIMALS = regex(r"\.\d")
_NUMBER_WORD = regex(
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
)
_FROM_BELOW = regex(r"\s(?:from|of) (?:the )?(?:below|bottom|end)\b")
_GROUPED = regex(r",\d{3}(?!\d)")
_DIGITS_GO_ON = regex(r"[^\W_]|[.:/]\d|\.?%")
_LIST_GOES_ON = regex(r"\s{0,2}(?:[,;&‐‑‒–—−-]|and|or|as|to|through|until)")
_LIST_ENDS = regex(r"\s{0,2}(?:[)\].,;:\"”“'’]|$|\n)")


class Labels(NamedTuple):
    """What stands after a head, up to `end`.

    `parts` hold one label each, or the first and last of a range of pages or lines.
    `spec_label` is set where a form of the specification stands here.
    """

    end: int
    parts: tuple[tuple[str, ...], ...] = ()
    spec_label: str | None = None
    is_page_label: bool = False
    has_more: bool = False
    why: str = ""


def read_pages(
    prose: str, at: int, is_plural: bool, *, is_short: bool
) -> Labels | None:
    """Return the pages named from `at` on; `None` where no page number stands there.

    After `p` a decimal number is a p-value. A singular head takes one number: in `on
    p. 3, 5 samples` the 5 is none, unless the list plainly ends as one.
    """
    alone = _ALONE.match(prose, at)
    if alone:
        page = alone[0]
        return Labels(alone.end(), ((page, page),), None if is_plural else page)
    label = _PAGE_LABEL.match(prose, at)
    if label:
        return Labels(label.end(), ((label[0],),), is_page_label=True)
    sign = "-" if prose[at : at + 1] in ("-", "−", "–") else ""
    number = _NUMBER.match(prose, at + len(sign))
    if number is None:
        word = _NUMBER_WORD.match(prose, at)
        return Labels(word.end(), why="a number in words") if word else None
    if is_short and _is_value(prose, number, sign):
        return None
    return _read_numbered(prose, number, sign, is_plural)


def _read_numbered(
    prose: str, number: re.Match[str], sign: str, is_plural: bool
) -> Labels:
    """Return the pages named from a first number on."""
    end = number.end()
    if _DIGITS_GO_ON.match(prose, end) or _GROUPED.match(prose, end):
        return Labels(_word_end(prose, end), why="no page number")
    first = sign + number[0]
    spec_label = None if is_plural else first
    if sign or not _LIST_GOES_ON.match(prose, end):
        return Labels(end, ((first, first),), spec_label)
    parts, end = _list(prose, number.start(), is_plural, _page_item)
    if len(parts) == 1 and parts[0][0] == parts[0][-1]:
        return Labels(end, tuple(parts), spec_label)
    checked, why = _bounded(parts)
    return Labels(end, checked, why=why)


def _is_value(prose: str, number: re.Match[str], sign: str) -> bool:
    """Tell whether what stands after `p` is a value: `p 0.05`, `p -1`."""
    if _DECIMALS.match(prose, number.end()) and not number[0].strip("0"):
        return True
    return bool(sign) and "." not in prose[max(0, number.start() - 4) : number.start()]


_WORD = regex(r"[\w.,:/%]{0,40}")


def _word_end(prose: str, at: int) -> int:
    """Return where a word that begins before `at` ends, without its punctuation."""
    word = _WORD.match(prose, at)
    end = word.end() if word else at
    while end > at and prose[end - 1] in ".,:":
        end -= 1
    return end


def _bounded(
    parts: list[tuple[str, ...]],
) -> tuple[tuple[tuple[str, ...], ...], str]:
    """Return the parts of a list of pages, or why it cannot be read."""
    if len(parts) > _LONGEST_LIST:
        return (), "too long a list"
    for first, last in parts:
        if len(first) > _LONGEST_NUMBER or len(last) > _LONGEST_NUMBER:
            return (), "no page range"
        if not 0 <= int(last) - int(first) < _WIDEST_RANGE:
            return (), "too wide a range, or a reversed one"
    return tuple(parts), ""


def _page_item(prose: str, at: int) -> tuple[str, int] | None:
    number = _NUMBER.match(prose, at)
    if number is None or _DIGITS_GO_ON.match(prose, number.end()):
        return None
    return number[0], number.end()


Item = Callable[[str, int], tuple[str, int] | None]


def _list(
    prose: str, at: int, is_plural: bool, item: Item
) -> tuple[list[tuple[str, ...]], int]:
    """Return the ranges from `at` on, each as (first, last), and where they end."""
    parts: list[tuple[str, ...]] = []
    end = at
    while True:
        first = item(prose, at)
        if first is None:
            break
        label, end = first
        last = label
        to = _TO.match(prose, end)
        other = item(prose, to.end()) if to else None
        if other:
            last, end = other
        parts.append((label, _completed(label, last)))
        link = _AND.match(prose, end)
        if link is None or not item(prose, link.end()):
            break
        if not is_plural and not _ends_as_list(prose, link.end(), item):
            break
        if parts[-1][0] != last and _YEAR.match(prose, link.end()):
            break
        at = link.end()
    return parts, end


def _ends_as_list(prose: str, at: int, item: Item) -> bool:
    """Tell whether the next item is followed by what ends or continues a list."""
    found = item(prose, at)
    return bool(found and _LIST_ENDS.match(prose, found[1]))


def _completed(first: str, last: str) -> str:
    """Return the last number of a range in full: `105-6` is 105 to 106."""
    if first.isdigit() and last.isdigit() and len(last) < len(first):
        return first[: len(first) - len(last)] + last
    return last


def read_lines(prose: str, at: int, is_plural: bool) -> Labels | None:
    """Return the lines named from `at` on, each as its first and last number."""
    if prose[at : at + 1] in tuple("-−–"):
        number = _NUMBER.match(prose, at + 1)
        return Labels(number.end(), why="counted from below") if number else None
    parts, end = _list(prose, at, is_plural, _page_item)
    if not parts:
        return None
    if len(parts) > _LONGEST_LIST:
        return Labels(end, why="too long a list")
    if _FROM_BELOW.match(prose, end):
        return Labels(end, why="counted from below")
    if any(len(number) > _LONGEST_NUMBER for part in parts for number in part):
        return Labels(end, why="no line number")
    return Labels(end, tuple(parts))


def read_labels(
    prose: str, at: int, is_plural: bool, *, allows_letter: bool
) -> Labels | None:
    """Return the labels named from `at` on, in parentheses or plain."""
    if prose[at : at + 1] == "(":
        return _read_parenthesised(prose, at)
    pattern = _LETTERED if allows_letter else None

    def item(text: str, position: int) -> tuple[str, int] | None:
        found = _PLAIN.match(text, position)
        if found is None and pattern is not None:
            found = pattern.match(text, position)
        return (found[0], found.end()) if found else None

    first = item(prose, at)
    if first is None:
        number = _NUMBER.match(prose, at)
        if number is None:
            return None
        return Labels(_word_end(prose, number.end()), why="no label")
    panels = _read_panels(prose, *first)
    if panels:
        return panels
    parts, end = _list(prose, at, is_plural, item)
    return _expanded(parts, end)


def _read_panels(prose: str, label: str, end: int) -> Labels | None:
    """Return the panels of one figure: `2(b)`, `2a,b`, `2a-c`."""
    panel = _PANELS.match(prose, end)
    if panel:
        number, letters = label, [(panel[1] or panel[2]).lower()]
        end = panel.end()
    elif label[-1].islower() and label[:-1][-1:].isdigit():
        number, letters = label[:-1], [label[-1]]
    else:
        return None
    while len(letters) < _WIDEST_RANGE:
        following = _NEXT_PANEL.match(prose, end)
        if following is None:
            break
        letter = following["letter"]
        if following["to"] and letter > letters[-1]:
            letters += [chr(c) for c in range(ord(letters[-1]) + 1, ord(letter))]
        letters.append(letter)
        end = following.end()
    return Labels(end, tuple((number + letter,) for letter in letters))


def _expanded(
    parts: list[tuple[str, ...]], end: int, spec_label: str | None = None
) -> Labels:
    """Return every label of a list, ranges written out."""
    labels: list[tuple[str, ...]] = []
    for first, last in parts:
        if first == last:
            labels.append((first,))
            continue
        stem, number = _stem(first)
        other, until = _stem(last)
        if (
            number is None
            or until is None
            or other not in (stem, "")
            or not 0 <= until - number < _WIDEST_RANGE
        ):
            why = "a range whose labels are not plain"
            return Labels(end, spec_label=spec_label, why=why)
        labels += [(f"{stem}{n}",) for n in range(number, until + 1)]
    if len(labels) > _LONGEST_LIST:
        return Labels(end, spec_label=spec_label, why="too long a list")
    return Labels(end, tuple(labels), spec_label)


_STEM = regex(r"(.*?)(\d{1,6})$")


def _stem(label: str) -> tuple[str, int | None]:
    """Split `A.12` into what stands before its last number, and the number."""
    found = _STEM.match(label)
    return (found[1], int(found[2])) if found else (label, None)


def _read_parenthesised(prose: str, at: int) -> Labels | None:
    """Return the labels of `(7)`, `(1)-(3)`, `(1), (2) and (5)`, `(1-3)`."""
    parts: list[tuple[str, ...]] = []
    end = at
    spec_label: str | None = None
    has_more = False
    while len(parts) <= _LONGEST_LIST:
        found = _PAREN.match(prose, at) or _PAREN_LIST.match(prose, at)
        if found is None or not _is_label(found[1]):
            break
        end = found.end()
        first = last = found[1]
        to = _TO.match(prose, end)
        other = _PAREN.match(prose, to.end()) if to else None
        if other and _is_label(other[1]):
            last, end = other[1], other.end()
        has_more = spec_label is not None
        if spec_label is None:
            spec_label = first if first == last else f"{first}-{last}"
        parts += [(first, last)] if first != last else _inside(first)
        link = _AND.match(prose, end)
        if link is None or prose[link.end() : link.end() + 1] != "(":
            break
        at = link.end()
    if not parts:
        return None
    return _expanded(parts, end, spec_label)._replace(has_more=has_more)


_INSIDE = regex(rf"\s?(?:(,|&|and)|(to|[{_DASH}]))\s?")


def _inside(content: str) -> list[tuple[str, ...]]:
    """Return the ranges that one pair of parentheses holds: `1-3`, `1, 2`."""
    tokens = [token for token in _INSIDE.split(content) if token]
    if len(tokens) == 1:
        return [(content, content)]
    parts: list[tuple[str, ...]] = []
    joins = False
    for token in tokens:
        if token in (",", "&", "and"):
            joins = False
        elif token == "to" or (token in _DASH and len(token) == 1):
            joins = bool(parts)
        elif joins:
            parts[-1] = (parts[-1][0], token)
            joins = False
        else:
            parts.append((token, token))
    return parts


def _is_label(content: str) -> bool:
    """Tell whether what stands in parentheses can be a label and is no remark."""
    return all(_LABEL_SHAPE.match(label) for part in _inside(content) for label in part)
