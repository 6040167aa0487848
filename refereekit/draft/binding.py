"""Which page each quotation of a sentence belongs to."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from refereekit.draft.locators import Locator
from refereekit.draft.quotation_marks import Quoted
from refereekit.patterns import regex
from refereekit.values import Value

__all__ = ["Group", "bind", "group_pages", "is_own_wording"]

_JOIN = regex(
    r"\s{0,2}(?:[,;&]\s?)?(?:(?:and|or|as well as|and also|also)\s)?"
    r"(?:again\s|also\s)?(?:(?:on|in|at|from)\s)?\s?$",
    re.IGNORECASE,
)
"""What stands between pages named together: `p. 1 and p. 4`."""

_IN_PARENTHESES = regex(
    r"[\s.,;:]{0,4}[(\[]\s?(?:[\w.,:'’-]{1,16}\s){0,6}[\w.,:'’-]{0,16}\s?$"
)
"""Between a quotation and its page in parentheses: ` (see the top of `."""

_DIRECTLY = regex(
    r"\s{1,3}(?:(?:is|are|was|appears?|occurs?|stands?|comes?|found|stated|written|given"
    r"|printed|repeated|as|said)\s){0,3}(?:on|in|at|from|of)\s$"
    r"| {1,2}(?:[—–] ?)?$"
)
"""Between a quotation and the page that directly follows it: ` appears on `.

A capital letter would begin another sentence: `"its words" From p. 4: "others"`.
"""

_AFTER_COMMA = regex(r",\s(?:see\s|cf\. )?$")
"""`"its words", p. 3`: read so where no page stands before the quotation."""

_SAYS = regex(
    r"[)\]]?,?\s(?:(?:it|they|you|we|one|the (?:authors?|text|paper|manuscript))\s)?"
    r"(?:also\s)?(?:says?|reads?|states?|claims?|writes?|asserts?|has|have|said|stated"
    r"|claimed|wrote)(?:\sthat)?[,:]?\s$"
)
"""Between a page and the quotation that it introduces: ` says `."""

_FARTHEST = 140
"""Code points between a quotation and the page attached to it."""

_LISTED = 12
"""Code points between quotations of one list."""

_REACH = 80
"""Code points before a quotation that say whose wording it is."""

_LEADING = (
    *("to", "with", "by", "into", "as", "->", "=>", "→", "⇒", "be", "read", "say"),
    *("written", "worded", "phrased", "suggest", "propose", "recommend", "writing"),
    *("using", "saying", "use", "better"),
)
"""How the text before a wording of the reviewer's own ends."""

_ARROW = regex(
    r"(?:->|-->|=>|→|⇒|\bshould (?:be|read|say)|\bmust (?:be|read)|\bto read"
    r"|\bought to (?:be|read))\s{0,5}:?\s{0,2}$",
    re.IGNORECASE,
)
_INTO = regex(r"(?:^|[\s,])(?:to|with|by|into|as)\s{0,2}:?\s{0,2}$", re.IGNORECASE)
_CHANGE = regex(
    r"\b(?:chang|replac|correct|rephras|reword|rewrit|substitut|modif|revis|renam|alter"
    r"|edit)\w{0,6}\b",
    re.IGNORECASE,
)
_PROPOSAL = regex(
    r"\b(?:should (?:read|be (?:written|worded|phrased|replaced by|changed to))"
    r"|(?:chang|replac|correct|rephras|reword|rewrit|substitut|modif|revis|renam)\w{0,3}"
    r" (?:(?:it|this|that|them|the) )?(?:\w{2,12} )?(?:to|as|by|with|into)"
    r"|(?:I|we) (?:would )?(?:suggest|propose|recommend)(?: writing| using| saying)?"
    r"|instead use|better:?|it would read)\s{0,2}[:,]?\s{0,2}$",
    re.IGNORECASE,
)
_INSTEAD = regex(r"\s(?:instead of|rather than|in place of)\s$", re.IGNORECASE)

_BETWEEN = regex(r"[\s,;]{0,3}(?:(?:and|or|&|then|and then|versus|vs\.?)\s{1,2})?$")
"""Between quotations that share the page of the last of them."""


class Group(Value):
    """Pages that a sentence names together, as locators in draft order."""

    locators: tuple[Locator, ...]
    is_parenthesised: bool

    @property
    def start(self) -> int:
        """Where the first of them starts."""
        return self.locators[0].start

    @property
    def end(self) -> int:
        """Where the last of them ends."""
        return self.locators[-1].end


def group_pages(prose: str, pages: Sequence[Locator]) -> list[Group]:
    """Join the pages of one sentence that are named together."""
    groups: list[list[Locator]] = []
    for page in pages:
        if groups and _is_joined(prose, groups[-1][-1], page):
            groups[-1].append(page)
        else:
            groups.append([page])
    return [
        Group(tuple(group), _is_parenthesised(prose, group[0].start))
        for group in groups
    ]


def _is_joined(prose: str, before: Locator, after: Locator) -> bool:
    if after.start - before.end > 24:
        return False
    return bool(_JOIN.match(prose[before.end : after.start]))


def _is_parenthesised(prose: str, start: int) -> bool:
    before = prose[max(0, start - 60) : start]
    return max(before.rfind("("), before.rfind("[")) > max(
        before.rfind(")"), before.rfind("]")
    )


def bind(
    prose: str, quoted: Sequence[Quoted], groups: Sequence[Group]
) -> list[Group | None]:
    """Return the pages of each quotation of one sentence, `None` where it has none.

    First what is attached: in parentheses right after the quotation, or directly
    after it. Then the last pages named before it that belong to no other quotation,
    else the next ones after it.
    """
    if not quoted:
        return []
    if len(quoted) == 1:
        return [_bound_alone(prose, quoted[0], groups)]
    attached = [
        _attached(prose, quotation, following, groups)
        for quotation, following in zip(quoted, [*quoted[1:], None], strict=True)
    ]
    shared = _shared(prose, quoted, attached)
    owned = {id(group) for group in attached if group is not None}
    free = [group for group in groups if id(group) not in owned]
    starts = [group.start for group in free]
    bound: list[Group | None] = []
    spent: set[int] = set()
    followers = [*quoted[1:], None]
    for quotation, own, listed, following in zip(
        quoted, attached, shared, followers, strict=True
    ):
        position = bisect_left(starts, quotation.start)
        before = free[position - 1] if position else None
        after = free[position] if position < len(free) else None
        if own is not None:
            bound.append(own)
        elif before is not None and id(before) not in spent:
            bound.append(before)
        elif listed is not None:
            bound.append(listed)
        elif after is None or _introduces(prose, after, following):
            bound.append(None)
        else:
            bound.append(after)
            spent.add(id(after))
    return bound


def _introduces(prose: str, group: Group, following: Quoted | None) -> bool:
    """Tell whether pages belong to the next quotation: `p. 8 says "its words"`."""
    if following is None or not 0 <= following.start - group.end <= _REACH:
        return False
    return bool(_SAYS.match(prose[group.end : following.start]))


def _bound_alone(
    prose: str, quotation: Quoted, groups: Sequence[Group]
) -> Group | None:
    """Return the pages of the only quotation of its sentence."""
    own = _attached(prose, quotation, None, groups)
    if own is not None or not groups:
        return own
    position = bisect_left(groups, quotation.start, key=_start)
    return groups[position - 1 if position else 0]


def _attached(
    prose: str,
    quotation: Quoted,
    following: Quoted | None,
    groups: Sequence[Group],
) -> Group | None:
    """Return the pages attached to one quotation, before the next one begins."""
    if not groups:
        return None
    position = bisect_left(groups, quotation.end, key=_start)
    limit = quotation.end + _FARTHEST
    if following is not None:
        limit = min(limit, following.start)
    if position == len(groups) or groups[position].start >= limit:
        return None
    group = groups[position]
    between = prose[quotation.end : group.start]
    is_attached = (
        (group.is_parenthesised and _IN_PARENTHESES.match(between))
        or _DIRECTLY.match(between)
        or (position == 0 and _AFTER_COMMA.match(between))
    )
    return group if is_attached else None


def _start(group: Group) -> int:
    return group.start


def _shared(
    prose: str, quoted: Sequence[Quoted], attached: Sequence[Group | None]
) -> list[Group | None]:
    """Return the pages that each quotation shares with the one listed after it."""
    shared: list[Group | None] = [None] * len(quoted)
    for index in range(len(quoted) - 2, -1, -1):
        end, start = quoted[index].end, quoted[index + 1].start
        if start - end <= _LISTED and _BETWEEN.match(prose[end:start]):
            shared[index] = attached[index + 1] or shared[index + 1]
    return shared


def is_own_wording(
    prose: str, sentence_start: int, quoted: Sequence[Quoted], index: int
) -> bool:
    """Tell whether the marks hold words that the reviewer proposes.

    `change "X" to "Y"` quotes X; Y is nowhere in the manuscript yet.
    """
    quotation = quoted[index]
    if index + 1 < len(quoted):
        following = quoted[index + 1].start
        if following - quotation.end < 2 * _LISTED and _INSTEAD.match(
            prose[quotation.end : following]
        ):
            return True
    tail = prose[max(0, quotation.start - 10) : quotation.start].rstrip(" \n:,")
    if not tail.lower().endswith(_LEADING):
        return False
    start = max(sentence_start, quotation.start - _REACH)
    if index:
        before = quoted[index - 1]
        start = max(start, before.end)
        between = prose[start : quotation.start]
        if before.end == start and _ARROW.search(between):
            return True
        context = prose[max(sentence_start, before.start - _REACH) : before.start]
        if _INTO.search(between) and _CHANGE.search(context):
            return True
    return bool(_PROPOSAL.search(prose[start : quotation.start]))
