"""Where to in a replay: a number, or a round from the list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from clients.cli.full.screens.base import Dialog

__all__ = ["JumpScreen"]


class JumpScreen(Dialog[int]):
    """The result is a step, None if there is none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("down", "rounds", show=False)]

    def __init__(self, rounds: Sequence[tuple[int, int]], here: int, steps: int) -> None:
        """`rounds` with their first steps; `here`: the place of the present one among them."""
        super().__init__()
        self.rounds, self.here, self.steps = rounds, here, steps

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self.say("replay.jump.question", steps=self.steps), classes="question", markup=False)
            yield Input(type="integer", compact=True, max_length=9)
            lines = [self.say("replay.jump.round", round=one, step=step) for one, step in self.rounds]
            yield OptionList(*map(Option, lines), markup=False)
            yield Static(self.say("replay.jump.how"), classes="hint", markup=False)

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = self.here

    def action_rounds(self) -> None:
        self.query_one(OptionList).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.value.isdigit():
            self.dismiss(int(event.value))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.rounds[event.option_index][1])
