"""The middle of the table: what the game's look says of it, and its marks and piles."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget

from clients.cli.full.look import Line
from clients.cli.full.wrapping import wrap

__all__ = ["Board"]

DICE = "⚀⚁⚂⚃⚄⚅"
FRAMES = 10
"""Pictures of a die that rolls; with `FRAME` seconds each it rests within a second."""
FRAME = 0.09


class Board(Widget):
    """Lines first, then parts, each on a line of its own while there is room, else side by side."""

    DEFAULT_CSS = "Board { width: 9fr; padding: 0 1; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: list[Line] = []
        self._parts: list[str] = []
        self._die: tuple[int, str] | None = None
        self._rolling = 0

    def show(self, lines: Sequence[Line], parts: Sequence[str], die: tuple[int, str] | None) -> None:
        """What there is to see; `die`: the pips that were rolled, and what they mean. A new roll is seen to roll."""
        new = (list(lines), list(parts), die)
        if new != (self._lines, self._parts, self._die):
            if die is not None and die != self._die and self._moves():
                self._rolling = FRAMES
                self.set_timer(FRAME, self._roll)
            self._lines, self._parts, self._die = new
            self.refresh()

    def _moves(self) -> bool:
        return self.app.animation_level != "none" and not self.app.is_headless

    def _roll(self) -> None:
        self._rolling -= 1
        self.refresh()
        if self._rolling > 0:
            self.set_timer(FRAME, self._roll)

    def render(self) -> Content:
        width, height = self.content_size
        lines = self._lines if self._die is None else [*self._lines, Line(self._rolled(*self._die))]
        return Content("\n").join(laid_out(lines, self._parts, width, height))

    def _rolled(self, pips: int, meaning: str) -> Content:
        if self._rolling:
            return Content.styled(f"{DICE[(pips + self._rolling * 5) % 6]} …", "bold")
        face = DICE[pips - 1] if 1 <= pips <= len(DICE) else str(pips)
        return Content.assemble((f"{face} ", "bold"), meaning)


def laid_out(lines: Sequence[Line], parts: Sequence[str], width: int, height: int) -> list[Content]:
    """At most `height` lines of at most `width` cells. Boxes around what is framed and wrapped lines, if everything fits so."""
    if width < 4 or height < 1:
        return []
    roomy = [
        row for line in lines for row in (_box(line.text, width) if line.framed else wrap(line.text, width))
    ]
    roomy += [row for part in parts for row in wrap(Content(part), width)]
    if len(roomy) <= height:
        return [row.truncate(width) for row in roomy]
    rows = [row for line in lines for row in wrap(_marked(line), width)]
    rest = wrap(Content(" · ".join(parts)), width) if parts else []
    kept = min(len(rest), max(height - len(rows), (height + 2) // 3 if rows else height))
    return [*_cut(rows, height - kept, width), *_cut(rest, kept, width)]


def _marked(line: Line) -> Content:
    return Content.assemble("▌", line.text) if line.framed else line.text


def _cut(rows: Sequence[Content], height: int, width: int) -> list[Content]:
    """The first rows; that there are more is told by an ellipsis."""
    kept = [row.rstrip() for row in rows[:height]]
    if kept and len(rows) > height:
        kept[-1] = kept[-1].truncate(width - 2) + " …"
    return kept


def _box(text: Content, width: int) -> list[Content]:
    inner = min(width - 4, max(1, text.cell_length))
    line = "─" * (inner + 2)
    rows = [Content.assemble("│ ", row.truncate(inner, pad=True), " │") for row in wrap(text, inner)]
    return [Content(f"╭{line}╮"), *rows, Content(f"╰{line}╯")]
