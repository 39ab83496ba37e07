"""The open question: its moves, and what the chosen one still needs."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from clients.cli.choice import Choice
from clients.cli.describe import Describer
from engine.core.ask import Number, Sets

__all__ = ["Asking"]


class Asking(Vertical):
    """The question in words, a list to choose from, and how to go on. Says what was chosen by `Chosen`, in the terms of the choice."""

    class Chosen(Message):
        """`what` is a move while the move is open, else a value of the open pick (of sets: the place of one); None closes the pick."""

        def __init__(self, what: int | None) -> None:
            super().__init__()
            self.what = what

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._places: list[int | None] = []

    def compose(self) -> ComposeResult:
        yield Static(id="prompt", markup=False)
        yield OptionList(id="offers")
        yield Input(id="number", type="integer", compact=True)

    def show(self, choice: Choice | None, describe: Describer, waiting: str) -> None:
        """The choice as it stands; `waiting` is what to say where nothing is asked."""
        offers, number = self.query_one("#offers", OptionList), self.query_one("#number", Input)
        prompt = self.query_one("#prompt", Static)
        self._places = []
        lines: list[str] = []
        if choice is None:
            prompt.update(waiting)
        elif choice.move is None:
            prompt.update(describe.prompt(choice.ask))
            self._places = list(choice.moves())
            lines = [describe.move(choice.ask.moves[place]) for place in choice.moves()]
        elif (pick := choice.pick) is not None:
            only = len(choice.ask.moves) == 1
            head = describe.prompt(choice.ask) if only else describe.kind(choice.chosen)
            prompt.update(f"{head} – {describe.text(f'picks.{pick.name}')}")
            names = dict(zip(pick.values(), describe.values(pick), strict=True))
            values = choice.readings() if isinstance(pick, Sets) else choice.offered()
            if not isinstance(pick, Number):
                self._places = list(values)
                lines = [
                    ("● " if value in choice.held and not isinstance(pick, Sets) else "") + names[value]
                    for value in values
                ]
            if choice.enough():
                self._places.append(None)
                lines.append(describe.say("ask.close"))
        number.display = choice is not None and isinstance(choice.pick, Number)
        offers.display = bool(lines)
        offers.clear_options()
        offers.add_options([Option(f"{n} {line}" if n < 10 else line) for n, line in enumerate(lines, 1)])
        if lines:
            offers.highlighted = 0

    def press(self, digit: int) -> None:
        """Choose the numbered line."""
        if 1 <= digit <= len(self._places):
            self.post_message(self.Chosen(self._places[digit - 1]))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.press(event.option_index + 1)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if event.value.lstrip("-").isdigit():
            self.post_message(self.Chosen(int(event.value)))
