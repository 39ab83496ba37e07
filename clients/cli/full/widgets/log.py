"""What has happened, line by line: the newest lines are marked, names have the colours of their seats."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rich.padding import Padding
from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.geometry import Size
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widgets import RichLog

from clients.cli.full.wrapping import breaks

__all__ = ["Log"]

KEPT = 300
"""Lines that are kept to be wrapped anew when the width changes."""
NEWEST = "▌"


class Log(RichLog):
    """Scrolled by the arrow and page keys. `colours` maps a name to the style of its seat."""

    DEFAULT_CSS = (
        "Log { overflow-y: scroll; overflow-x: hidden; scrollbar-size-vertical: 1; background: $background; }"
    )
    virtual_size = Reactive(Size(0, 0))
    """A new line is no reason to arrange the whole screen anew: the scrollbar is always there."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, wrap=True, min_width=1, max_lines=1000)
        self.colours: Mapping[str, str] = {}
        self._told: list[str] = []
        self._newest = 0
        self._missed = False
        self._wide = 0
        self._follows = True
        """Whether the end is in sight, and stays so when there is more, or less room: until the person scrolls up."""
        self._new_from = 0
        """Line from which on everything is of the newest batch."""

    def watch_virtual_size(self, size: Size) -> None:
        if self.show_vertical_scrollbar:
            self.vertical_scrollbar.window_virtual_size = size.height

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self._follows = new_value >= self.max_scroll_y

    def tell(self, lines: Sequence[str]) -> None:
        """More lines; together they are the newest."""
        if not lines:
            return
        self._told, self._newest = [*self._told, *lines][-KEPT:], len(lines)
        if self.scrollable_content_region.width <= 1:  # out of sight, where no width is known
            self._missed = True
            return
        self._new_from = len(self.lines) + self._start_line
        for line in lines:
            self._add(line)
        self._line_cache.clear()
        self.refresh()

    def follow(self) -> None:
        """To the end, and stay there."""
        self._follows = True
        self.scroll_end(animate=False)

    def forget(self) -> None:
        """An empty log."""
        self._told = []
        self.clear()

    def paint(self, colours: Mapping[str, str]) -> None:
        """Other names or colours: everything is written anew."""
        if colours != self.colours:
            self.colours = colours
            self._again()

    def _add(self, line: str) -> None:
        text = Text(line)
        for name, style in self.colours.items():
            text.highlight_regex(re.escape(name), style)
        room = max(1, self.scrollable_content_region.width - 1)
        rows = text.divide(breaks(line, room))
        for row in rows:
            row.rstrip()
        self.write(Padding(Text("\n").join(rows), (0, 0, 0, 1)), expand=True, scroll_end=self._follows)

    def _again(self) -> None:
        self.clear()
        self._missed = False
        old = len(self._told) - self._newest
        for place, line in enumerate(self._told):
            if place == old:
                self._new_from = len(self.lines) + self._start_line
            self._add(line)

    def on_show(self) -> None:
        if self._missed:
            self.call_after_refresh(self._again)

    def on_resize(self, event: events.Resize) -> None:
        if event.size.width != self._wide:
            self._wide = event.size.width
            self.call_after_refresh(self._again)
        elif self._follows:
            self.call_after_refresh(self.scroll_end, animate=False)

    def _render_line(self, y: int, scroll_x: int, width: int) -> Strip:
        strip = super()._render_line(y, scroll_x, width)
        if self._new_from <= y + self._start_line and y < len(self.lines):
            mark = Strip([Segment(NEWEST, self.rich_style)])
            return Strip.join([mark, strip.crop(1)])
        return strip
