"""What people say, and a line to say something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input

from clients.cli.full.widgets.log import Log

__all__ = ["Chat"]


class Chat(Vertical):
    """Lines as they are given, and an input whose text is told by `Spoken`."""

    DEFAULT_CSS = """
    Chat { width: 8fr; }
    Chat Log { height: 1fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    class Left(Message):
        """The person is done with talking."""

    class Spoken(Message):
        """The person wants to say this."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, hint: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._hint = hint
        self._told = 0

    def compose(self) -> ComposeResult:
        yield Log()
        yield Input(placeholder=self._hint, compact=True, max_length=500)

    def show(self, lines: Sequence[str]) -> Sequence[str]:
        """All that was said; only what is new is written, and returned."""
        log = self.query_one(Log)
        if len(lines) < self._told:
            log.forget()
            self._told = 0
        new = lines[self._told :]
        log.tell(new)
        self._told = len(lines)
        return new

    def action_leave(self) -> None:
        self.post_message(self.Left())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if text := event.value.strip():
            event.input.clear()
            self.post_message(self.Spoken(text))
