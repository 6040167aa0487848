"""Text that the file holds and a reader of the page cannot see.

What an object's own data settle (its rendering mode, its size, its place) is decided
from them. Where something only may hide a text (paint over it, a clip, its colour,
a layer), the page is drawn with and without it and compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from refereekit.extract.frame import Frame
from refereekit.extract.layout import GraphicKind
from refereekit.extract.painted import Painted
from refereekit.extract.pieces import Piece, without_doubles
from refereekit.extract.suspicion import Looker, piece_box
from refereekit.positions import BBox
from refereekit.records import HiddenText, Why
from refereekit.values import Value

__all__ = ["Canvas", "Doubt", "Sight", "hidden_records", "see_pieces"]

OCR_SHARE = 0.9
RECOGNISED = 0.6
"""Share of a layer that the picture shows; of noisy scans 0.8, of other pages 0.15."""
SCAN_SHARE = 0.6


class Doubt(Value):
    """A piece of text that may not be seen, and why that would be."""

    piece: Piece
    why: Why


class Sight(Value):
    """The pieces that are seen, those that are not, and whether it is an OCR layer."""

    seen: tuple[Piece, ...]
    hidden: tuple[Doubt, ...]
    is_ocr: bool = False


class Canvas(Protocol):
    """The page as it is drawn."""

    def unpainted(self, doubts: Sequence[Doubt]) -> set[int]:
        """Return the places of doubtful pieces that leave no paint on the page."""

    def inked(self, doubts: Sequence[Doubt]) -> set[int]:
        """Return the places of pieces where the page shows words."""


def see_pieces(
    pieces: Sequence[Piece],
    painted: Painted,
    frame: Frame,
    canvas: Canvas,
    *,
    has_hidden_layers: bool,
    unclear: Why | None = None,
) -> Sight:
    """Tell the pieces that are seen from those that are not.

    Of letters drawn again in the same place, one copy is left. Where viewers may show
    different things of a page, `unclear` says why, and nothing of it counts as seen.
    """
    if unclear is not None:
        apart = without_doubles(list(pieces))
        return Sight((), tuple(Doubt(piece, unclear) for piece in apart))
    looker = Looker(pieces, painted, frame, has_hidden_layers=has_hidden_layers)
    hidden, doubts = _looked_at(pieces, looker)
    if doubts:
        hidden += [doubts[place] for place in sorted(canvas.unpainted(doubts))]
    is_ocr = _is_ocr_layer(pieces, hidden, painted, frame)
    if is_ocr:
        recognised = canvas.inked(hidden)
        is_ocr = len(recognised) >= RECOGNISED * len(hidden)
        if is_ocr:
            hidden = [d for place, d in enumerate(hidden) if place not in recognised]
    gone = {id(doubt.piece) for doubt in hidden}
    seen = without_doubles([piece for piece in pieces if id(piece) not in gone])
    hidden.sort(key=lambda doubt: doubt.piece.start)
    single = {id(p) for p in without_doubles([d.piece for d in hidden])}
    return Sight(tuple(seen), tuple(d for d in hidden if id(d.piece) in single), is_ocr)


def _looked_at(
    pieces: Sequence[Piece], looker: Looker
) -> tuple[list[Doubt], list[Doubt]]:
    """Return the pieces that are certainly hidden, and those that may be."""
    hidden: list[Doubt] = []
    doubts: list[Doubt] = []
    trusted: list[Piece] = []
    for run in _of_one_style(pieces):
        if looker.trusts(run):
            trusted += run
            continue
        for piece in run:
            certain = looker.certain(piece)
            doubtful = None if certain else looker.doubtful(piece)
            if certain is not None:
                hidden.append(Doubt(piece, certain))
            elif doubtful is not None:
                doubts.append(Doubt(piece, doubtful))
            else:
                trusted.append(piece)
    covers = looker.over_others(pieces)
    under = trusted if covers is None else _under(trusted, covers)
    doubts += [Doubt(piece, Why.COVERED) for piece in under]
    return hidden, doubts


def _of_one_style(pieces: Sequence[Piece]) -> Iterator[Sequence[Piece]]:
    """Yield the pieces that follow one another with the same style."""
    start = 0
    style = pieces[0].style if pieces else None
    for place, piece in enumerate(pieces):
        if piece.style is not style:
            yield pieces[start:place]
            start, style = place, piece.style
    if pieces:
        yield pieces[start:]


def _under(pieces: Sequence[Piece], covers: Sequence[BBox]) -> Iterator[Piece]:
    """Yield the pieces that one of the boxes overlaps."""
    if not covers:
        return
    area = BBox.around(covers)
    for piece in pieces:
        if piece.style.direction == 0 and (
            piece.v - piece.size > area.bottom or piece.v + piece.size < area.top
        ):
            continue
        box = piece_box(piece)
        if any(cover.overlaps(box) for cover in covers):
            yield piece


def _is_ocr_layer(
    pieces: Sequence[Piece],
    hidden: Sequence[Doubt],
    painted: Painted,
    frame: Frame,
) -> bool:
    """Tell whether the text may be a recognition layer over a picture of the page."""
    layer = [d for d in hidden if d.why in (Why.INVISIBLE_MODE, Why.COVERED)]
    if len(layer) < OCR_SHARE * len(pieces) or not layer:
        return False
    page = frame.width * frame.height
    return any(
        shape.kind is GraphicKind.IMAGE
        and shape.bbox.width * shape.bbox.height > SCAN_SHARE * page
        for shape in painted.shapes
    )


def hidden_records(number: int, hidden: Iterable[Doubt]) -> tuple[HiddenText, ...]:
    """Return one record for each stretch of hidden words, in the order of the file."""
    stretches: list[list[Doubt]] = []
    for doubt in hidden:
        if stretches and _goes_on(stretches[-1][-1], doubt):
            stretches[-1].append(doubt)
        else:
            stretches.append([doubt])
    return tuple(_record(number, stretch) for stretch in stretches)


def _goes_on(last: Doubt, doubt: Doubt) -> bool:
    # Words of one stretch follow one another in the file, line ends included.
    return doubt.why is last.why and doubt.piece.start - last.piece.end <= 4


def _record(number: int, stretch: list[Doubt]) -> HiddenText:
    words = [stretch[0].piece.text]
    for doubt in stretch[1:]:
        words.append((" " if doubt.piece.is_spaced else "") + doubt.piece.text)
    box = BBox.around(piece_box(doubt.piece) for doubt in stretch)
    return HiddenText(number, "".join(words), stretch[0].why, box)
