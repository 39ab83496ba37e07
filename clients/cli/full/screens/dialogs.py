"""Small boxes: a sentence to be read, a question to be confirmed, a line to be typed, a list to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from clients.cli.full.screens.base import Dialog

__all__ = ["ChoiceDialog", "ConfirmDialog", "MessageDialog", "TextDialog"]


class MessageDialog(Dialog[None]):
    """Says something that must not be overlooked."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "close", "close", show=False)]

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self.sentence, classes="question", markup=False)
            yield OptionList(Option(self.say("dialog.fine")))

    def on_option_list_option_selected(self) -> None:
        self.dismiss(None)


class ChoiceDialog(Dialog[str]):
    """One of several things to do. The result is the id of the chosen one, None if none was."""

    def __init__(self, question: str, choices: Sequence[tuple[str, str]]) -> None:
        """`choices` are ids and what to say for them."""
        super().__init__()
        self.question = question
        self.choices = choices

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self.question, classes="question", markup=False)
            yield OptionList(*(Option(text, id=name) for name, text in self.choices), markup=False)
            yield Static(self.say("dialog.how_choose"), classes="hint", markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)


class ConfirmDialog(ChoiceDialog):
    """Whether something is meant. The result is "yes", or None; the cursor stands on the way back."""

    def __init__(self, question: str, yes: str, no: str) -> None:
        super().__init__(question, [("no", no), ("yes", yes)])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.prevent_default()
        self.dismiss("yes" if event.option_id == "yes" else None)


class TextDialog(Dialog[str]):
    """A line of text, None if it was closed."""

    def __init__(self, question: str, *, password: bool = False) -> None:
        super().__init__()
        self.question = question
        self.password = password

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self.question, classes="question", markup=False)
            yield Input(password=self.password, compact=True)
            yield Static(self.say("dialog.how_type"), classes="hint", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())
