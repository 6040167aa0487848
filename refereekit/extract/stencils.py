"""Text that later paint is clipped by (PDF 32000-1 §9.3.6, rendering modes 4 to 7).

What shows of it is what is painted through it, which PDFium tells nothing of. So the
text is drawn alone, and the page has to show the shape of each of its glyphs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from itertools import compress
from typing import Any

from PIL import Image, ImageChops, ImageFilter

from refereekit.extract import binding
from refereekit.extract.binding import raw
from refereekit.extract.drawings import WHITE, View, draw, view_around
from refereekit.extract.frame import Frame
from refereekit.positions import BBox

__all__ = ["CLIP_MODE", "unshown"]

CLIP_MODE = 4
"""Rendering modes from this one on clip what is painted later."""
SCALE = 4.0
"""Pixels per point: the outline of a letter is a pixel wide."""
CONTRAST = 64
"""Of 255, that a glyph has to its ground; what is left at the edges of one that is
painted over in the colour of the ground has less."""
EVEN = 24
"""Of 255: how far the colours of a ground may be apart."""
CORE, SHARE = 0.85, 0.9
"""Of the most opaque pixel of a glyph, what is inside of it, and how much of that has
to show."""
MOST_GLYPHS, MOST_OBJECTS = 4_000, 20_000
_BLACK = 0xFF000000


def unshown(
    page: Any, frame: Frame, texts: Set[int], glyphs: Mapping[int, Sequence[BBox]]
) -> set[int]:
    """Return the keys of glyphs of which a loaded page does not show the shape.

    `glyphs` are boxes of glyphs of the text objects in `texts`.
    """
    boxes = [box for own in glyphs.values() for box in own]
    if not 0 < len(boxes) <= MOST_GLYPHS:
        return set(glyphs)
    view = view_around(boxes, frame, SCALE)
    shown = draw(page, view)
    others = _others(binding.address(page), texts)
    missed = set(glyphs)
    # Of a text that is both filled and stroked, one may be of the ground's colour.
    for mode in (raw.FPDF_TEXTRENDERMODE_FILL, raw.FPDF_TEXTRENDERMODE_STROKE):
        if others is not None and missed:
            with _alone(texts, others, mode):
                stencil = _stencil(page, view)
            missed = {
                key
                for key in missed
                if not glyphs[key]
                or not all(_is_shown(box, stencil, shown, view) for box in glyphs[key])
            }
    return missed


def _stencil(page: Any, view: View) -> Image.Image:
    """Return how opaque the page's paint is, whatever its colour."""
    light, dark = (draw(page, view, 0, ground) for ground in (WHITE, _BLACK))
    red, green, blue = ImageChops.difference(light, dark).split()
    return ImageChops.invert(ImageChops.lighter(ImageChops.lighter(red, green), blue))


@contextmanager
def _alone(texts: Set[int], others: Sequence[int], mode: int) -> Iterator[None]:
    """Draw, while this lasts, some texts in one mode, and no other objects."""
    modes = {handle: binding.render_mode(handle) for handle in texts}
    for handle in others:
        binding.set_active(handle, 0)
    for handle in modes:
        binding.set_render_mode(handle, mode)
    try:
        yield
    finally:
        for handle, own in modes.items():
            binding.set_render_mode(handle, own)
        for handle in others:
            binding.set_active(handle, 1)


def _others(page: int, texts: Set[int]) -> list[int] | None:
    """Return all objects but some texts and the forms, `None` if they are too many."""
    found: list[int] = []
    forms: list[int] = []
    objects = binding.objects_on(page)
    seen = 0
    while True:
        for handle, kind in objects:
            seen += 1
            if seen > MOST_OBJECTS:
                return None
            if kind == raw.FPDF_PAGEOBJ_FORM:
                forms.append(handle)
            elif handle not in texts:
                found.append(handle)
        if not forms:
            return found
        objects = binding.objects_in(forms.pop())


def _is_shown(box: BBox, stencil: Image.Image, shown: Image.Image, view: View) -> bool:
    """Tell whether a glyph stands out of an even ground in its whole shape."""
    x0, top, x1, bottom = view.pixels(box)
    around = max(0, x0 - 2), max(0, top - 2), x1 + 2, bottom + 2
    around = *around[:2], min(view.width, around[2]), min(view.height, around[3])
    if x0 >= x1 or top >= bottom:
        return False
    shape = stencil.crop(around).tobytes()
    own = stencil.crop((x0, top, x1, bottom))
    most = max(shape)
    if most < CONTRAST or not _is_whole(own):
        return False
    # Clips and glyphs are not drawn alike to the pixel.
    wide = stencil.crop(around).filter(ImageFilter.MaxFilter(3)).tobytes()
    ground = [value == 0 for value in wide]
    core = [value >= CORE * most for value in shape]
    bands = [band.tobytes() for band in shown.crop(around).split()]
    grounds = [sorted(compress(band, ground)) for band in bands]
    if not grounds[0] or any(band[-1] - band[0] > EVEN for band in grounds):
        return False
    middles = [band[len(band) // 2] for band in grounds]
    inside = zip(*(compress(band, core) for band in bands), strict=True)
    contrasts = [
        max(abs(value - middle) for value, middle in zip(pixel, middles, strict=True))
        for pixel in inside
    ]
    clear = sum(contrast >= CONTRAST for contrast in contrasts)
    return bool(clear >= SHARE * len(contrasts))


def _is_whole(own: Image.Image) -> bool:
    """Tell whether the drawn glyph reaches near all sides of its box."""
    extent = own.getbbox()
    if extent is None:
        return False
    across, down = max(2, own.width // 3) + 1, max(2, own.height // 3) + 1
    return (
        extent[0] < across
        and extent[1] < down
        and extent[2] > own.width - across
        and extent[3] > own.height - down
    )
