"""Where the keyboard is at the table: it goes by itself to what decides next, and by the arrows to what is above or below."""

from __future__ import annotations

from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from clients.cli.choice import Choice
from clients.cli.full.widgets.asking import Asking, Step, step_of
from clients.cli.full.widgets.card import CardRow
from clients.cli.full.widgets.seat import Seats

__all__ = ["Aim"]


class Aim:
    """Moves the focus on a screen that has seats, a question, and `rows` of cards, the hand last."""

    def __init__(self, screen: Screen[None], *rows: str) -> None:
        """`rows` are selectors."""
        self._screen = screen
        self._selectors = rows
        self._step: object = None

    @property
    def rows(self) -> list[CardRow]:
        return [self._screen.query_one(row, CardRow) for row in self._selectors]

    def again(self) -> None:
        """The step that is open is to be aimed at once more."""
        self._step = None

    def at(self, choice: Choice | None) -> None:
        """Give the keyboard to what decides next, once for each step, and never while somebody writes."""
        if choice is None:
            if self._step is not None and not self.writing():
                self.rows[-1].focus()
            self._step = None
            return
        full = bool(choice.held) and not choice.cards()
        step = (choice.ask.id, choice.move, len(choice.picks), full)
        if step == self._step:
            return
        self._step = step
        for row in self.rows:
            row.aim()
        if not self.writing() and (goal := self._goal(choice, full)) is not None:
            goal.focus()

    def leap(self, by: int) -> None:
        """To what is above or below: targets, list, cards from elsewhere, the hand."""
        goal, focused = self._asking.goal, self._screen.focused
        stops: list[Widget] = [self._screen.query_one(Seats), *([goal] if goal else [])]
        stops += [row for row in self.rows if row.display]
        if focused in stops:
            stops[(stops.index(focused) + by) % len(stops)].focus()
        else:
            stops[-1].focus()

    def writing(self) -> bool:
        """Whether somebody writes something that is no answer."""
        focused = self._screen.focused
        return isinstance(focused, Input) and focused not in self._asking.query(Input)

    @property
    def _asking(self) -> Asking:
        return self._screen.query_one(Asking)

    def _goal(self, choice: Choice, full: bool) -> Widget | None:
        step = step_of(choice)
        if step is Step.SEATS:
            return self._screen.query_one(Seats)
        if step is Step.CARDS or (step in (Step.MOVE, Step.SETS) and not full):
            for row in reversed(self.rows):
                if row.usable:
                    return row
        return self._asking.goal
