"""A text over the screen: what a card does, which keys there are."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

__all__ = ["Reading"]

SCROLL = {"up", "down", "pageup", "pagedown", "home", "end"}
"""Keys that move the text, where it is longer than the screen; every other one closes it."""


class Reading(ModalScreen[None]):
    """`text` under `title`; any key or a click closes it."""

    DEFAULT_CSS = """
    Reading { align: center middle; }
    Reading VerticalScroll { width: auto; min-width: 36; max-width: 76; height: auto; max-height: 90%; }
    Reading VerticalScroll { border: round $accent; padding: 0 1; }
    Reading Static { width: auto; max-width: 72; }
    """

    def __init__(self, title: str, text: str, close: str) -> None:
        """`close`: how to close it, in words."""
        super().__init__()
        self._head, self._text, self._close = title, text, close

    def compose(self) -> ComposeResult:
        box = VerticalScroll(Static(self._text, markup=False))
        box.border_title, box.border_subtitle = self._head, self._close
        yield box

    @property
    def title_text(self) -> str:
        """What the text is about."""
        return self._head

    def on_key(self, event: events.Key) -> None:
        if event.key not in SCROLL:
            event.stop()
            self.dismiss()

    def on_click(self) -> None:
        self.dismiss()
