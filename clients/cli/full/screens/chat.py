"""Talk over the table: the latest lines, and one to type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, RichLog

import protocol.messages as wire
from clients.cli.full.screens.base import Dialog

if TYPE_CHECKING:
    from clients.cli.full.visit import Visit

__all__ = ["ChatScreen"]


class ChatScreen(Dialog[None]):
    """Enter says the line and closes; Escape, or Enter on an empty line, only closes."""

    DEFAULT_CSS = """
    ChatScreen { align: center bottom; background: $background 0%; }
    ChatScreen > .box { width: 100%; max-width: 100%; height: 9; margin-bottom: 1; }
    ChatScreen RichLog { height: 1fr; background: $surface; }
    """

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self.visit = visit

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield RichLog(wrap=True, max_lines=300)
            yield Input(placeholder=self.say("chat.how_here"), compact=True, max_length=500)

    def on_mount(self) -> None:
        self.query_one(RichLog).can_focus = False
        model = self.visit.guest.model
        for said in model.chat[-50:] if model else []:
            self.tell(said)
        self.query_one(Input).focus()

    def tell(self, said: wire.Said) -> None:
        """One more line."""
        self.query_one(RichLog).write(self.say("chat.line", name=said.name, text=said.text))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        if text:
            self.visit.do(lambda: self.visit.guest.chat(text))
        self.dismiss(None)
