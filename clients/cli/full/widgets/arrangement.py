"""Cards into places, each in an order: what goes on top, and what below."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Static

from clients.cli.choice import Choice
from clients.cli.describe import Describer
from clients.cli.full.widgets.card import CardTile, Look, Shown
from engine.core.ask import Cards, Move
from engine.core.events import Card

__all__ = ["Arrangement"]


class Place(Horizontal):
    """One pick of a partition: its name, and the cards in it."""

    def __init__(self, row: int, title: str) -> None:
        super().__init__()
        self.row = row
        self._title = title

    def compose(self) -> ComposeResult:
        yield Static(self._title, classes="title", markup=False)


class Arrangement(Vertical, can_focus=True):
    """A row for each place. The arrows move the cursor; Space or a click lifts a card, and then the arrows move it, or a click where it is
    to go; Enter, or a click on the last line, takes the order as it is."""

    DEFAULT_CSS = """
    Arrangement { height: auto; }
    Arrangement Place { height: 4; }
    Arrangement Place .title { width: 18; padding: 1 1 0 1; text-style: bold; }
    Arrangement #taken { width: auto; padding: 0 1; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        Binding("up", "row(-1)", show=False),
        Binding("down", "row(1)", show=False),
        Binding("space", "lift", show=False),
        Binding("enter", "take", show=False),
    ]

    class Arranged(Message):
        """The cards of each place, by their ids."""

        def __init__(self, rows: list[list[int]]) -> None:
            super().__init__()
            self.rows = rows

    def __init__(self, face: Callable[[Card], Look], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._face = face
        self._move: Move | None = None
        self._cards: dict[int, Card] = {}
        self._rows: list[list[int]] = []
        self._at: int = 0  # the card under the cursor
        self._lifted = False

    @property
    def cursor(self) -> Card | None:
        """The card under the cursor."""
        return self._cards.get(self._at)

    @property
    def rows(self) -> list[list[int]]:
        """The cards of each place, by their ids."""
        return [list(row) for row in self._rows]

    @property
    def lifted(self) -> bool:
        """Whether the arrows move that card."""
        return self._lifted

    def compose(self) -> ComposeResult:
        yield Static(id="taken", markup=False)

    async def show(self, choice: Choice, describe: Describer) -> None:
        """The cards of the chosen move, as a silence would have them."""
        if self._move is choice.chosen:
            return
        self._move, self._lifted = choice.chosen, False
        picks = [pick for pick in choice.chosen.picks if isinstance(pick, Cards)]
        self._cards = {card.id: card for card in picks[0].cards}
        self._rows = _begin(choice)
        self._at = next(iter(self._cards))
        await self.query(Place).remove()
        await self.mount_all(
            [Place(row, describe.text(f"picks.{pick.name}")) for row, pick in enumerate(picks)],
            before="#taken",
        )
        self.query_one("#taken", Static).update(describe.say("picks.done_arranged"))
        await self._draw()

    # -- keys and mouse -----------------------------------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        row, place = self._where(self._at)
        cards = self._rows[row]
        if not self._lifted:
            self._at = cards[(place + by) % len(cards)]
        elif 0 <= place + by < len(cards):
            cards[place], cards[place + by] = cards[place + by], cards[place]
        self.run_worker(self._draw())

    def action_row(self, by: int) -> None:
        row, place = self._where(self._at)
        if self._lifted:
            if 0 <= row + by < len(self._rows):
                self._put(self._at, row + by, place)
        else:
            filled = [r for r in range(len(self._rows)) if (r - row) * by > 0 and self._rows[r]]
            if filled:
                goal = self._rows[min(filled, key=lambda r: abs(r - row))]
                self._at = goal[min(place, len(goal) - 1)]
        self.run_worker(self._draw())

    def action_lift(self) -> None:
        self._lifted = not self._lifted
        self.run_worker(self._draw())

    def action_take(self) -> None:
        if self._fits():
            self.post_message(self.Arranged(self.rows))

    def back(self) -> bool:
        """Put a lifted card down; returns whether there was one."""
        was, self._lifted = self._lifted, False
        self.run_worker(self._draw())
        return was

    def on_click(self, event: events.Click) -> None:
        widget = event.widget
        if isinstance(widget, CardTile):
            self._click_card(widget.card.id)
        elif widget is not None and widget.id == "taken":
            self.action_take()
        else:
            place = next((w for w in (widget, widget and widget.parent) if isinstance(w, Place)), None)
            if place is not None and self._lifted:
                self._put(self._at, place.row, len(self._cards))
                self._lifted = False
        self.run_worker(self._draw())

    def _click_card(self, card: int) -> None:
        if self._lifted and card != self._at:
            self._put(self._at, *self._where(card))
            self._lifted = False
        else:
            self._at, self._lifted = card, not (self._lifted and card == self._at)

    # -- inside -------------------------------------------------------------------------------------------------------

    def _where(self, card: int) -> tuple[int, int]:
        return next((r, row.index(card)) for r, row in enumerate(self._rows) if card in row)

    def _put(self, card: int, row: int, place: int) -> None:
        self._rows[self._where(card)[0]].remove(card)
        self._rows[row].insert(place, card)

    def _fits(self) -> bool:
        picks = [] if self._move is None else self._move.picks
        return all(pick.min <= len(row) <= pick.max for pick, row in zip(picks, self._rows, strict=True))

    async def _draw(self) -> None:
        async with self.batch():
            for place in self.query(Place):
                await place.query(CardTile).remove()
                await place.mount_all(
                    [self._tile(card, n) for n, card in enumerate(self._rows[place.row], 1)]
                )
        self.query_one("#taken", Static).display = self._fits()

    def _tile(self, card: int, order: int) -> CardTile:
        look = self._face(self._cards[card])
        tile = CardTile(self._cards[card], look._replace(lines=[" ".join(look.lines)]))
        here = card == self._at
        tile.show(Shown(True, here and self._lifted, order, str(order)), here=here)
        return tile


def _begin(choice: Choice) -> list[list[int]]:
    """What a silence would choose, if that is this move; else all where there is room."""
    if choice.ask.default.move == choice.move:
        return [list(values) for values in choice.ask.default.picks]
    left = list(choice.chosen.picks[0].values())
    rows = [[left.pop(0) for _ in range(pick.min)] for pick in choice.chosen.picks]
    for place, pick in enumerate(choice.chosen.picks):
        room = pick.max - len(rows[place])
        rows[place] += left[:room]
        del left[:room]
    return rows
