"""From PDFium's page space (origin bottom left) to the page as it is displayed."""

from __future__ import annotations

from refereekit.positions import BBox
from refereekit.values import Value, new_tuple

__all__ = ["Frame"]


class Frame(Value):
    """The crop box in page space and the clockwise rotation it is displayed with."""

    left: float
    bottom: float
    right: float
    top: float
    rotation: int = 0

    @property
    def width(self) -> float:
        """Width of the page as displayed, in points."""
        across = self.rotation % 180 == 0
        return self.right - self.left if across else self.top - self.bottom

    @property
    def height(self) -> float:
        """Height of the page as displayed, in points."""
        across = self.rotation % 180 == 0
        return self.top - self.bottom if across else self.right - self.left

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of page space is displayed."""
        match self.rotation:
            case 0:
                return x - self.left, self.top - y
            case 90:
                return y - self.bottom, x - self.left
            case 180:
                return self.right - x, y - self.bottom
            case _:
                return self.top - y, self.right - x

    def box(self, left: float, bottom: float, right: float, top: float) -> BBox:
        """Return where a rectangle of page space is displayed."""
        if not self.rotation and left <= right and bottom <= top:
            x, y = self.left, self.top
            box: BBox = new_tuple(BBox, (left - x, y - top, right - x, y - bottom))
            return box
        ax, ay = self.point(left, bottom)
        bx, by = self.point(right, top)
        return BBox(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
