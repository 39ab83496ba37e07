"""Cards in a row: a hand, or what else can be chosen from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import HorizontalScroll
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from engine.core.events import Card

__all__ = ["CardRow", "CardTile"]


class CardTile(Static):
    """One card. `usable`: it can be taken now; `held`: it is; `here`: the keyboard's cursor is on it."""

    usable: reactive[bool] = reactive(False)
    held: reactive[bool] = reactive(False)
    here: reactive[bool] = reactive(False)

    def __init__(self, card: Card, lines: Sequence[str], red: bool, tooltip: str) -> None:
        width = max(cell_len(line) for line in lines)
        super().__init__("\n".join(lines), classes="red" if red else "", markup=False)
        self.styles.width = width + 4  # its border and a column of air on each side
        self.card = card
        self.tooltip = tooltip or None

    def watch_usable(self, usable: bool) -> None:
        self.set_class(usable, "-usable")

    def watch_held(self, held: bool) -> None:
        self.set_class(held, "-held")

    def watch_here(self, here: bool) -> None:
        self.set_class(here, "-here")


class CardRow(HorizontalScroll):
    """Cards side by side; `←` and `→` move the cursor, Space or a click takes one or puts it back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        Binding("space,enter", "press", show=False),
    ]

    class Pressed(Message):
        """A card was taken or put back, by its id."""

        def __init__(self, row: CardRow, card: int) -> None:
            super().__init__()
            self.row = row
            self.card = card

    def __init__(
        self, face: Callable[[Card], tuple[Sequence[str], bool, str]], *, id: str | None = None
    ) -> None:
        """`face` gives a card's lines, whether it is red, and what is said of it."""
        super().__init__(id=id)
        self._face = face
        self._cards: list[Card] = []
        self._cursor = 0

    async def show(self, cards: Sequence[Card], usable: Collection[int], held: Collection[int]) -> None:
        """Show these cards; only what has changed is drawn anew."""
        if list(cards) != self._cards:
            self._cards = list(cards)
            await self.remove_children()
            await self.mount_all([CardTile(card, *self._face(card)) for card in self._cards])
            self._cursor = min(self._cursor, max(0, len(self._cards) - 1))
        for tile in self.query(CardTile):
            tile.usable = tile.card.id in usable
            tile.held = tile.card.id in held
        self._mark()

    def action_step(self, by: int) -> None:
        if self._cards:
            self._cursor = (self._cursor + by) % len(self._cards)
            self._mark()

    def action_press(self) -> None:
        if self._cards:
            self.post_message(self.Pressed(self, self._cards[self._cursor].id))

    def on_click(self, event: events.Click) -> None:
        tile = event.widget
        if isinstance(tile, CardTile):
            self._cursor = self._cards.index(tile.card)
            self._mark()
            self.post_message(self.Pressed(self, tile.card.id))

    def on_focus(self) -> None:
        self._mark()

    def on_blur(self) -> None:
        self._mark()

    def _mark(self) -> None:
        for place, tile in enumerate(self.query(CardTile)):
            tile.here = self.has_focus and place == self._cursor
            if tile.here:
                tile.scroll_visible(animate=False)
