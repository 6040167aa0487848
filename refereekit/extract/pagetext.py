"""From the lines of a page to its text: streams in reading order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from refereekit.extract.layout import PageLayout, TextLine
from refereekit.extract.order import file_order
from refereekit.positions import Span
from refereekit.records import BREAK, Line, Page, Role

__all__ = ["Stream", "write_page"]


@dataclass(frozen=True, slots=True)
class Stream:
    """Lines that are read as one text: the body flow, a caption, a footnote."""

    indexes: tuple[int, ...]
    is_flow: bool = False


@dataclass(slots=True)
class _Writer:
    parts: list[str] = field(default_factory=list)
    length: int = 0
    lines: list[Line] = field(default_factory=list)
    raised: list[Span] = field(default_factory=list)
    lowered: list[Span] = field(default_factory=list)
    place: dict[int, int] = field(default_factory=dict)

    def write(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def line(self, index: int, line: TextLine, role: Role) -> None:
        start = self.length
        extents = []
        for number, word in enumerate(line.words):
            if number:
                self.write(" ")
            self.raised += [span.shifted(self.length) for span in word.raised]
            self.lowered += [span.shifted(self.length) for span in word.lowered]
            self.write(word.text)
            box = word.bbox
            is_across = line.direction in (0, 180)
            extents.append((box.x0, box.x1) if is_across else (box.top, box.bottom))
        self.place[index] = len(self.lines)
        self.lines.append(
            Line(
                span=Span(start, self.length),
                bbox=line.bbox,
                role=role,
                direction=line.direction,
                margin_number=line.margin_number,
                extents=tuple(extents),
            )
        )
        self.write("\n")


def write_page(
    layout: PageLayout, roles: Sequence[Role], streams: Sequence[Stream]
) -> Page:
    """Return the page's record, its text stream by stream."""
    writer = _Writer()
    flow: tuple[int, ...] = ()
    for stream in streams:
        if writer.parts:
            writer.write("\n")
        for index in stream.indexes:
            writer.line(index, layout.lines[index], roles[index])
        if stream.is_flow:
            flow = tuple(writer.place[index] for index in stream.indexes)
    in_file = tuple(
        BREAK if index == BREAK else writer.place[index]
        for index in file_order(layout.lines)
    )
    return Page(
        number=layout.number,
        label=layout.label,
        width=layout.width,
        height=layout.height,
        rotation=layout.rotation,
        text="".join(writer.parts),
        lines=tuple(writer.lines),
        raised=tuple(writer.raised),
        lowered=tuple(writer.lowered),
        readings=(in_file,) if in_file != tuple(range(len(writer.lines))) else (),
        flow_start=flow[0] if flow else None,
        flow_end=flow[-1] if flow else None,
        is_readable=layout.is_readable,
        is_ocr=layout.is_ocr,
    )
