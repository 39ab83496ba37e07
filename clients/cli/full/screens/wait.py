"""The overlay while there is nothing to be done but wait: for a server, or for the connection to come back."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from clients.cli.full.screens.base import Dialog
from clients.cli.full.widgets.keys import KeyBar

if TYPE_CHECKING:
    from clients.cli.full.app import PaijuApp

__all__ = ["WaitScreen", "hide_wait", "show_wait"]


class WaitScreen(Dialog[None]):
    """Says what is waited for and since when; Escape gives up and goes home."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "give_up", "give_up")]

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence
        self._since = time.monotonic()

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self.sentence, id="sentence", classes="question", markup=False)
            yield Static(id="since", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_interval(0.5, self._tick)

    def _tick(self) -> None:
        seconds = int(time.monotonic() - self._since)
        if seconds >= 1:
            self.query_one("#since", Static).update(self.say("wait.since", n=seconds))

    def action_give_up(self) -> None:
        self.app.go_home()


def show_wait(app: PaijuApp, sentence: str) -> None:
    """Put the overlay on top, unless it is there for the same reason already."""
    if not (isinstance(app.screen, WaitScreen) and app.screen.sentence == sentence):
        hide_wait(app)
        app.push_screen(WaitScreen(sentence))


def hide_wait(app: PaijuApp) -> None:
    """Take the overlay away, and whatever was opened above it."""
    while any(isinstance(screen, WaitScreen) for screen in app.screen_stack):
        app.pop_screen()
