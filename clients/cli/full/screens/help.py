"""What this screen is for and what every key does."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from clients.cli.full.screens.base import Dialog

__all__ = ["HelpScreen"]


class HelpScreen(Dialog[None]):
    """The keys that work on `screen` now, and the text `about.<name of the screen>`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark,enter,q", "close", "close", show=False)
    ]

    def __init__(self, screen: Screen[object]) -> None:
        super().__init__()
        self.subject = type(screen).__name__.removesuffix("Screen").lower()
        self.bindings = [binding for _, binding, _, _ in screen.active_bindings.values()]

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box"):
            if about := self.say.words.get(f"about.{self.subject}"):
                yield Static(about.strip("\n"), classes="question", markup=False)
            yield Static("\n".join(self.lines()), markup=False)
            yield Static(self.say("dialog.how_close"), classes="hint", markup=False)

    def lines(self) -> list[str]:
        """A line for each thing that can be done: its keys, and what it is."""
        found: dict[str, list[str]] = {}
        for binding in self.bindings:
            label = self.app.label(binding.description)
            if label == binding.description:
                continue  # none, or one of Textual's own that needs no word, such as those within a line of text
            keys = found.setdefault(label, [])
            if (key := self.app.get_key_display(binding)) and key not in keys:
                keys.append(key)
        shown = {label: " ".join(keys) for label, keys in found.items()}
        width = max(map(cell_len, shown.values()), default=0)
        return [f"{keys}{' ' * (width - cell_len(keys))}  {label}" for label, keys in shown.items()]
