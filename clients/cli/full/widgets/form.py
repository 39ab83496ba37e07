"""Several choices side by side: all picks of a move at once."""

from __future__ import annotations

from typing import ClassVar

from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Static

from clients.cli.choice import Choice
from clients.cli.describe import Describer
from clients.cli.full.widgets.offers import Offer, Offers

__all__ = ["Form"]


class Column(Vertical):
    """One pick: its name over its values."""

    def __init__(self, place: int, title: str) -> None:
        super().__init__()
        self.place = place
        self._title = title

    def compose(self) -> ComposeResult:
        yield Static(self._title, classes="title", markup=False)
        yield Offers(single=True)


class Form(Horizontal):
    """A list for each pick. What does not go together with the rest is dimmed; who chooses it nevertheless takes back what it excludes.
    `←` and `→` move between the lists."""

    DEFAULT_CSS = """
    Form { height: auto; }
    Form Column { width: 1fr; height: auto; }
    Form Column .title { text-style: underline; padding: 0 1; }
    Form Offers { max-height: 6; }
    Form #filled { width: auto; min-width: 14; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "side(-1)", show=False),
        Binding("right", "side(1)", show=False),
    ]

    class Filled(Message):
        """All picks are made: one value each."""

        def __init__(self, values: list[int]) -> None:
            super().__init__()
            self.values = values

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._choice: Choice | None = None
        self._describe: Describer | None = None
        self._made: dict[int, int] = {}

    async def show(self, choice: Choice, describe: Describer) -> None:
        """The picks of the chosen move."""
        if self._choice is not choice or len(self.query(Column)) != len(choice.chosen.picks):
            self._choice, self._describe = choice, describe
            picks = choice.chosen.picks
            self._made = {i: pick.values()[0] for i, pick in enumerate(picks) if len(pick.values()) == 1}
            await self.remove_children()
            await self.mount_all(
                [Column(i, describe.text(f"picks.{pick.name}")) for i, pick in enumerate(picks)]
            )
            await self.mount(Offers(single=True, id="filled"))
        await self._draw()

    def first(self) -> Offers | None:
        """Where the next choice is: the first list without one, or the end."""
        for column in self.query(Column):
            if column.place not in self._made:
                return column.query_one(Offers)
        filled = self.query("#filled").results(Offers)
        return next(filled, None)

    def back(self) -> bool:
        """Take back the last choice; returns whether there was one."""
        if not self._made:
            return False
        self._made.popitem()
        self.run_worker(self._draw_and_go())
        return True

    def on_offers_pressed(self, event: Offers.Pressed) -> None:
        event.stop()
        if event.what is None:
            self.post_message(self.Filled([self._made[place] for place in sorted(self._made)]))
        elif isinstance(column := event.offers.parent, Column):
            self._make(column.place, event.what)
            self.run_worker(self._draw_and_go())

    def action_side(self, by: int) -> None:
        lists = [one for one in self.query(Offers) if one.display]
        at = next((i for i, one in enumerate(lists) if one.has_focus), None)
        if at is None:
            raise SkipAction
        lists[(at + by) % len(lists)].focus()

    def _make(self, place: int, value: int) -> None:
        choice = self._choice
        assert choice is not None
        self._made.pop(place, None)
        for other, made in list(self._made.items()):
            if made not in choice.together(other, {place: value}):
                del self._made[other]
        self._made[place] = value

    async def _draw_and_go(self) -> None:
        await self._draw()
        if goal := self.first():
            goal.focus()

    async def _draw(self) -> None:
        choice, describe = self._choice, self._describe
        assert choice is not None
        assert describe is not None
        for column in self.query(Column):
            if not choice.form:
                return  # taken back, or answered
            pick = choice.chosen.picks[column.place]
            others = {place: made for place, made in self._made.items() if place != column.place}
            fit, held = choice.together(column.place, others), self._made.get(column.place)
            offers = [
                Offer(value, name, held=value == held, fits=value in fit)
                for value, name in zip(pick.values(), describe.values(pick), strict=True)
            ]
            await column.query_one(Offers).show(offers)
        full = choice.form and len(self._made) == len(choice.chosen.picks)
        done = [Offer(None, describe.say("picks.done"), key="0")] if full else []
        await self.query_one("#filled", Offers).show(done)
