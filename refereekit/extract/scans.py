"""Whether a picture shows words where a recognition layer says that it does.

The letters themselves are not compared. But there has to be ink all along each word and
none between two words, which no other text, photograph or noise has in the same places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median

from PIL import Image

from refereekit.extract.drawings import View
from refereekit.extract.pieces import Piece, turned_back

__all__ = ["recognised"]

LEAST_INK = 48
"""Of 255: between a scanned letter and its paper; noise is weaker."""
THRESHOLD = 0.3
"""Share of the way from the paper's tone to the darkest one where ink begins."""
# In sizes of the text.
ASCENT, DESCENT = 0.65, 0.02
SAME_ROW, BACKWARD = 0.5, 0.5
WORD_GAP = 0.12
CLEAR, AROUND_GAP = 0.1, 0.15
"""Pixels without ink between two words, and how far the layer may be off."""
MARGIN = 0.6
INKED, SOLID = 0.35, 0.8
"""Shares of a word: columns with ink, and pixels, which are all ink in a bar."""
WIDER = 1.5
"""Times by which gaps between words are wider than those in words; stripes are even."""
WORDS, GAPS = 0.8, 0.75
"""Shares of a row's words and gaps that have to be right."""
_TURNS = {
    90: Image.Transpose.ROTATE_270,
    180: Image.Transpose.ROTATE_180,
    270: Image.Transpose.ROTATE_90,
}


@dataclass(slots=True)
class _Word:
    """The places of the pieces of one word, and its extent along the line."""

    places: list[int]
    u0: float
    u1: float


def recognised(
    pieces: Sequence[Piece], picture: Image.Image, view: View
) -> Iterator[int]:
    """Yield the places of the pieces that a picture in tones of grey shows as words."""
    for row in _rows(pieces):
        yield from _shown(row, pieces, picture, view)


def _rows(pieces: Sequence[Piece]) -> list[list[_Word]]:
    rows: list[list[_Word]] = []
    last: Piece | None = None
    for place, piece in enumerate(pieces):
        size = piece.size
        if (
            last is None
            or piece.style.direction != last.style.direction
            or abs(piece.v - last.v) > SAME_ROW * size
            or piece.u0 < last.u1 - BACKWARD * size
        ):
            rows.append([])
        row = rows[-1]
        if row and (not piece.is_spaced or piece.u0 - row[-1].u1 < WORD_GAP * size):
            row[-1].places.append(place)
            row[-1].u1 = max(row[-1].u1, piece.u1)
        else:
            row.append(_Word([place], piece.u0, piece.u1))
        last = piece
    return rows


def _shown(
    row: list[_Word], pieces: Sequence[Piece], picture: Image.Image, view: View
) -> Iterator[int]:
    """Yield the places of a row's words that are shown, if the row as a whole is."""
    own = [pieces[place] for word in row for place in word.places]
    size = max(piece.size for piece in own)
    least_u, most_u = _reach(view, own[0].style.direction)
    u0 = max(least_u, row[0].u0 - MARGIN * size)
    u1 = min(most_u, max(word.u1 for word in row) + MARGIN * size)
    if u1 <= u0:
        return
    strip = _strip(own, u0, u1, size, picture, view)
    tones = strip.tobytes()
    if not tones:
        return
    darkest, paper = min(tones), sorted(tones)[len(tones) * 3 // 4]
    if paper - darkest < LEAST_INK:
        return
    edge = int(paper - THRESHOLD * (paper - darkest))
    ink = strip.point([255] * edge + [0] * (256 - edge))
    columns = [max(column) > 0 for column in _columns(ink)]
    scale = strip.width / (u1 - u0)

    def place(u: float) -> int:
        return min(max(0, round((u - u0) * scale)), len(columns))

    shown, within = [], []
    for word in row:
        first, last = place(word.u0), max(place(word.u0) + 1, place(word.u1))
        part = ink.crop((first, 0, last, ink.height)).tobytes()
        within.append(_longest_clear(_inner(columns[first:last])))
        is_inked = sum(columns[first:last]) >= INKED * (last - first)
        if is_inked and part.count(255) < SOLID * len(part):
            shown.append(word)
    reach, least = AROUND_GAP * size, max(1, round(CLEAR * size * scale))
    edges = [u0, *(u for word in row for u in (word.u0, word.u1)), u1]
    gaps = [
        _longest_clear(columns[place(start - reach) : place(end + reach)])
        for start, end in zip(edges[::2], edges[1::2], strict=True)
    ]
    if (
        len(shown) >= WORDS * len(row)
        and sum(gap >= least for gap in gaps) >= GAPS * len(gaps)
        and median(gaps) >= WIDER * median(within)
    ):
        yield from (index for word in shown for index in word.places)


def _reach(view: View, direction: int) -> tuple[float, float]:
    """Return where a drawn part begins and ends along a direction of writing."""
    x0, x1 = view.x0 / view.across, (view.x0 + view.width) / view.across
    top, bottom = view.top / view.down, (view.top + view.height) / view.down
    match direction:
        case 90:
            return -bottom, -top
        case 180:
            return -x1, -x0
        case 270:
            return top, bottom
        case _:
            return x0, x1


def _strip(
    own: Sequence[Piece],
    u0: float,
    u1: float,
    size: float,
    picture: Image.Image,
    view: View,
) -> Image.Image:
    """Return the part of the picture from ascenders to baseline, reading rightward."""
    top = min(piece.v for piece in own) - ASCENT * size
    bottom = max(piece.v for piece in own) + DESCENT * size
    direction = own[0].style.direction
    strip = picture.crop(view.pixels(turned_back(u0, top, u1, bottom, direction)))
    turn = _TURNS.get(direction)
    return strip if turn is None else strip.transpose(turn)


def _columns(ink: Image.Image) -> Iterator[bytes]:
    data, width = ink.tobytes(), ink.width
    return (data[column::width] for column in range(width))


def _inner(columns: Sequence[bool]) -> Sequence[bool]:
    """Return the columns from the first with ink to the last."""
    inked = [place for place, is_inked in enumerate(columns) if is_inked]
    return columns[inked[0] : inked[-1]] if inked else ()


def _longest_clear(columns: Sequence[bool]) -> int:
    """Return the most columns without ink that follow one another."""
    return max(
        (len(list(run)) for is_inked, run in groupby(columns) if not is_inked),
        default=0,
    )
