"""Captions of figures, tables and algorithms, and the lines that they are made of."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from refereekit.extract.caption_starts import CaptionStart, Style, caption_starts
from refereekit.extract.layout import PageLayout, TextLine
from refereekit.extract.paragraphs import continues, grown
from refereekit.extract.pictures import (
    has_picture_beside,
    is_centred_on_picture,
    is_in_picture,
)
from refereekit.positions import BBox
from refereekit.records import CaptionKind
from refereekit.values import Value, replace

__all__ = ["CaptionBlock", "caption_blocks", "settle_captions"]

_LISTED = 3
"""Labels from which paragraphs that begin like captions are a list of them."""

_INDENT, _OFF_CENTRE = 2.5, 0.7
"""Sizes by which a line in the middle is off the edges, and by which it may miss it."""

_SAME_MIDDLE = 1.0
"""Points by which the middles of centred lines differ, twice."""

_SAME_SIZE = 0.6
"""Points by which the sizes of one text may differ."""


class CaptionBlock(Value):
    """A caption on one page: its label, its lines and what speaks for it.

    `lines` are indexes into the page's lines, in reading order. `is_pictured` tells
    that a figure (or a table's rules) stands next to it, `is_distinct` that its label
    is not set like the page's running text, `is_inside` that it is lettering in a
    figure, or a caption in one frame with it. `is_parted` tells that the label is
    parted from what follows, or the whole line from running text, `is_centred` that it
    is one line in the middle of its column, as no paragraph begins.
    """

    kind: CaptionKind
    label: str
    page_number: int
    lines: tuple[int, ...]
    text: str
    bbox: BBox
    style: Style
    is_pictured: bool
    is_distinct: bool
    is_inside: bool
    is_parted: bool
    is_centred: bool


def caption_blocks(page: PageLayout) -> tuple[CaptionBlock, ...]:
    """Return everything on one page that may be a caption.

    A sentence that begins like one is left out where the page alone shows it: it goes
    on with the label, or the line continues the one above. Where nothing but a space
    follows the label, only a figure next to it speaks for a caption.
    `settle_captions` decides the rest by the whole document.
    """
    starts = tuple(caption_starts(page))
    marked = [start for start in starts if start.is_marked]
    body = _body(page) if starts else ("", 0.0)
    blocks = []
    for start in starts:
        if start.reads_on:
            continue
        block = _block(page, start, marked, body)
        if not (start.is_marked or block.is_pictured):
            continue
        is_titled = start.is_alone and block.is_distinct and block.is_pictured
        if start.first == 0 and continues(page, start.line) and not is_titled:
            continue
        blocks.append(block)
    return tuple(blocks)


def _block(
    page: PageLayout,
    start: CaptionStart,
    starts: Sequence[CaptionStart],
    body: tuple[str, float],
) -> CaptionBlock:
    line = page.lines[start.line]
    end = min(
        (s.first for s in starts if s.line == start.line and s.first > start.first),
        default=len(line.words),
    )
    words = list(line.words[start.first : end])
    lines = [start.line]
    if start.first == 0:
        barred = {other.line for other in starts}
        for index in grown(page, start.line, barred):
            lines.append(index)
            words.extend(page.lines[index].words)
    box = BBox.around(word.bbox for word in words)
    label = line.words[start.first]
    is_distinct = (
        start.contrasts
        or abs(label.size - body[1]) > _SAME_SIZE
        or label.font != body[0]
    )
    return CaptionBlock(
        start.style.kind,
        start.label,
        page.number,
        tuple(lines),
        " ".join(word.text for word in words),
        box,
        start.style,
        is_pictured=has_picture_beside(
            page,
            _reach(page, line, box),
            start.style.kind,
            direction=line.direction,
            sideways=is_distinct,
        ),
        is_distinct=is_distinct,
        is_inside=is_in_picture(page, line.bbox),
        is_parted=start.is_marked
        or start.is_spaced
        or is_distinct
        or (
            line.direction == 0
            and is_centred_on_picture(page, line.bbox, start.style.kind)
        ),
        is_centred=len(lines) == 1
        and line.direction == 0
        and (
            _is_centred(page, line)
            or any(_is_around(line, page.lines[other.line]) for other in starts)
        ),
    )


def _is_centred(page: PageLayout, line: TextLine) -> bool:
    if line.column is None:
        return False
    column = page.columns[line.column]
    left, right = line.bbox.x0 - column.x0, column.x1 - line.bbox.x1
    return min(left, right) > _INDENT * line.size and (
        abs(left - right) < _OFF_CENTRE * line.size
    )


def _is_around(line: TextLine, other: TextLine) -> bool:
    """Tell whether two lines of unlike widths have one middle."""
    left, right = line.bbox.x0 - other.bbox.x0, other.bbox.x1 - line.bbox.x1
    return abs(left) > _INDENT * line.size and abs(left - right) < _SAME_MIDDLE


def _reach(page: PageLayout, line: TextLine, box: BBox) -> BBox:
    """Return where a caption may stand: a short one at the edge of its column."""
    if line.direction or line.column is None:
        return box
    column = page.columns[line.column]
    return BBox(min(box.x0, column.x0), box.top, max(box.x1, column.x1), box.bottom)


def _body(page: PageLayout) -> tuple[str, float]:
    """Return the font and the size of most of the page's text."""
    amounts: Counter[tuple[str, float]] = Counter()
    for _, word in page.words():
        amounts[word.font, word.size] += len(word.text)
    return amounts.most_common(1)[0][0]


def settle_captions(
    pages: Sequence[tuple[CaptionBlock, ...]],
) -> tuple[tuple[CaptionBlock, ...], ...]:
    """Keep, page by page, what the whole document shows to be captions.

    The captions of a document share one make. It is learnt from those that stand next
    to a figure; the others must be of the same make, and a label whose caption stands
    next to its figure has no second one elsewhere without a figure, nor one on another
    page with a rarer word. Schemes and plates are counted apart, and left out.
    """
    blocks = [b for page in pages for b in page if not b.style.counts_apart]
    makes = _makes(blocks)
    kept = [block for block in blocks if _is_of_make(block, makes)]
    known = {(block.kind, block.label) for block in kept}
    kept += [
        block
        for block in blocks
        if (block.kind, block.label) not in known and _stands_alone(block)
    ]
    pictured = {(b.kind, b.label) for b in kept if b.is_pictured}
    count = _label_counter(kept)
    namesakes = defaultdict(list)
    for block in kept:
        namesakes[block.kind, block.label].append(block)
    final = {
        id(block)
        for block in kept
        if (block.is_pictured or (block.kind, block.label) not in pictured)
        and not _has_commoner(block, namesakes[block.kind, block.label], count)
    }
    return tuple(tuple(b for b in page if id(b) in final) for page in pages)


def _has_commoner(
    block: CaptionBlock,
    namesakes: Sequence[CaptionBlock],
    count: Callable[[Style], int],
) -> bool:
    """Tell whether another page has the label with a word that more labels share."""
    return any(
        other.style.word != block.style.word
        and other.page_number != block.page_number
        and count(other.style) > count(block.style)
        for other in namesakes
    )


def _label_counter(blocks: Sequence[CaptionBlock]) -> Callable[[Style], int]:
    """Return what counts the labels of the blocks that are set like a style.

    A document has thousands of captions at most, and a few styles.
    """
    labels_of = defaultdict(set)
    for block in blocks:
        labels_of[block.style].add(block.label)

    @cache
    def count(style: Style) -> int:
        alike = (labels for s, labels in labels_of.items() if s.resembles(style))
        return len(set().union(*alike))

    return count


def _makes(blocks: Sequence[CaptionBlock]) -> dict[CaptionKind, list[Style]]:
    """Return the makes of each kind's captions, as far as pictures vouch for them.

    Where no picture does (a table without rules, a list of captions at the end), a
    caption set apart from the text, centred or set like the document's others does.
    """
    vouched = [b for b in blocks if b.is_pictured and b.is_parted and not b.is_inside]
    count = _label_counter(blocks)
    models = {block.style for block in vouched}
    makes: dict[CaptionKind, list[Style]] = {}
    for kind in CaptionKind:
        of_kind = [block for block in vouched if block.kind is kind]
        if not of_kind:
            of_kind = [
                block
                for block in blocks
                if block.kind is kind
                and (
                    block.is_distinct
                    or (block.is_centred and bool(block.style.separator))
                    or _is_like_any(block.style, models)
                    or (bool(block.style.separator) and count(block.style) >= _LISTED)
                )
            ]
        makes[kind] = list(_common(of_kind))
    return makes


def _is_like_any(style: Style, models: Iterable[Style]) -> bool:
    """Tell whether a label is set like one of another kind or word."""
    return any(
        style.resembles(replace(model, kind=style.kind, word=style.word))
        for model in models
    )


def _common(blocks: Sequence[CaptionBlock]) -> Iterator[Style]:
    """Yield the styles that are not rare beside the commonest."""
    amounts = Counter(block.style for block in blocks)
    counts = {
        style: sum(n for other, n in amounts.items() if style.resembles(other))
        for style in amounts
    }
    most = max(counts.values(), default=0)
    for style, count in counts.items():
        if count * 4 >= most:
            yield style


def _is_of_make(block: CaptionBlock, makes: dict[CaptionKind, list[Style]]) -> bool:
    return any(block.style.resembles(style) for style in makes[block.kind])


def _stands_alone(block: CaptionBlock) -> bool:
    """Tell whether a block is a caption whatever the others look like."""
    is_set_apart = block.is_distinct and bool(block.style.separator)
    return block.is_pictured and is_set_apart and not block.is_inside
