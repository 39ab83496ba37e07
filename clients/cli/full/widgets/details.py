"""Everything that the game shows of one seat, in place of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from clients.cli.full.wrapping import wrap

__all__ = ["Details"]


class Details(VerticalScroll):
    """Shown and hidden by its `display`; the keys that it has are told by `Key`."""

    DEFAULT_CSS = """
    Details {
        display: none; height: 1fr; border: round $accent; background: $surface; padding: 0 1; scrollbar-size-vertical: 1;
    }
    Details Static { width: 1fr; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "tell('before')", show=False),
        Binding("right", "tell('after')", show=False),
        Binding("escape,enter", "tell('close')", show=False),
    ]

    class Key(Message):
        """`before`, `after` or `close`."""

        def __init__(self, what: str) -> None:
            super().__init__()
            self.what = what

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: list[Content] = []

    def compose(self) -> ComposeResult:
        yield Static(markup=False)

    def show(self, title: str, lines: Sequence[str], keys: str) -> None:
        """These lines, until others are shown."""
        self.border_title = Content(title)
        self.border_subtitle = Content(keys)
        self._lines = [Content(line) for line in lines]
        self._wrap()

    def _wrap(self) -> None:
        width = self.scrollable_content_region.width or self.size.width
        rows = [row for line in self._lines for row in wrap(line, width)] if width > 0 else self._lines
        self.query_one(Static).update(Content("\n").join(rows))

    def on_resize(self) -> None:
        self._wrap()

    def action_tell(self, what: str) -> None:
        self.post_message(self.Key(what))

    def on_click(self) -> None:
        self.action_tell("close")
