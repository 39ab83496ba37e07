"""Cards in a row: a hand, or what else can be chosen from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import HorizontalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from engine.core.events import Card

__all__ = ["CardRow", "CardTile", "Look", "Shown"]

NARROW = 5
"""Columns that a card keeps when a row is full: its borders, and room for a suit and a ten."""
AROUND = 4
"""Columns beside a card's text: its borders and a column of air on each side."""
THIN, THICK, DOUBLE = "╭─╮│╰─╯", "┏━┓┃┗━┛", "╔═╗║╚═╝"
"""Frames: the upper edge, the side, the lower edge."""


class Look(NamedTuple):
    """A card's face: its lines, whether it is red, and what is said of it."""

    lines: Sequence[str]
    red: bool
    about: str


class Shown(NamedTuple):
    """How a card stands in the open question: `usable` now; `held`, as the `order`th of several where order counts; `key` picks it."""

    usable: bool = False
    held: bool = False
    order: int = 0
    key: str = ""


class CardTile(Static):
    """One card. Its frame says what its colour says: thin, thick if it can be used, double under the cursor; and a card that is held
    stands out of the row. Its key is written on the upper edge, its place in the order, or a dot, on the lower one."""

    DEFAULT_CSS = """
    CardTile { height: 3; margin-top: 1; color: $text-disabled; text-wrap: nowrap; }
    CardTile.-tall { height: 4; }
    CardTile.-usable { color: $success; }
    CardTile.-held { margin-top: 0; color: $warning; background: $panel; }
    CardTile.-here { color: $accent; }
    """

    def __init__(self, card: Card, look: Look) -> None:
        super().__init__(markup=False)
        self.card = card
        self.look = look
        self.tooltip = look.about or None
        self.wide = max(cell_len(line) for line in look.lines) + AROUND
        self._columns, self._rows, self._here = self.wide, len(look.lines), False
        self.styles.width = self.wide
        self._shown = Shown()
        self._painted: object = None

    def show(self, shown: Shown, *, here: bool = False, rows: int = 0) -> None:
        """As it stands; `here`: the cursor is on it; `rows` of text, as the tallest card beside it has."""
        self._shown, self._here, self._rows = shown, here, max(rows, len(self.look.lines))
        for name, on in {"-usable": shown.usable, "-held": shown.held, "-here": here}.items():
            self.set_class(on, name)
        self.set_class(self._rows > 1, "-tall")
        self._paint()

    @property
    def sign(self) -> str:
        """The key on it."""
        return self._shown.key

    def fit(self, columns: int) -> None:
        """Take this much room."""
        if columns != self._columns:
            self.styles.width = self._columns = columns
            self._paint()

    def _paint(self) -> None:
        picture = (self._shown, self._here, self._rows, self._columns)
        if picture == self._painted:
            return
        self._painted = picture
        shown, inner = self._shown, self._columns - 2
        frame = DOUBLE if self._here else THICK if shown.usable or shown.held else THIN
        below = (str(shown.order) if shown.order else "●") if shown.held else ""
        parts: list[str | tuple[str, str]] = [_edge(frame[:3], shown.key, inner), "\n"]
        style = ("bold " if shown.usable or shown.held or self._here else "") + self._ink()
        for line in [*self.look.lines, *[""] * self._rows][: self._rows]:
            parts += [frame[3], (_centred(line, inner), style), frame[3], "\n"]
        self.update(Content.assemble(*parts, _edge(frame[4:], below, inner)))

    def _ink(self) -> str:
        if not (self._shown.usable or self._shown.held or self._here):
            return "$text-disabled"
        return "$suit-red" if self.look.red else "$suit-black"


def _centred(line: str, inner: int) -> str:
    """In the middle of so many columns; what has no room ends in dots."""
    if cell_len(line) > inner:
        return set_cell_size(set_cell_size(line, inner - 1).rstrip() + "…", inner)
    return set_cell_size(" " * ((inner - cell_len(line)) // 2) + line, inner)


def _edge(frame: str, sign: str, inner: int) -> str:
    """Left corner, line, right corner, with the sign on the line."""
    return frame[0] + sign + frame[1] * (inner - cell_len(sign)) + frame[2]


class CardRow(HorizontalScroll):
    """Cards side by side; `←` and `→` move the cursor, Space takes one or puts it back, Enter goes on with it, a click takes and a double
    click goes on. A row that is too full shows less of each card, but all of the one under the cursor; then it scrolls."""

    DEFAULT_CSS = """
    CardRow { height: auto; scrollbar-size-horizontal: 1; border-title-align: left; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        Binding("home", "end(0)", show=False),
        Binding("end", "end(-1)", show=False),
        Binding("space", "press", show=False),
        Binding("enter", "go_on", show=False),
    ]

    class Pressed(Message):
        """A card was taken or put back, by its id; `on`: and that is all, go on with it."""

        def __init__(self, row: CardRow, card: int, on: bool = False) -> None:
            super().__init__()
            self.row = row
            self.card = card
            self.on = on

    class Moved(Message):
        """The cursor is on another card, or came here."""

    def __init__(self, face: Callable[[Card], Look], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._face = face
        self._cards: list[Card] = []
        self._looks: list[Look] = []
        self._shown: Mapping[int, Shown] = {}
        self._cursor = 0

    @property
    def cursor(self) -> Card | None:
        """The card under the cursor, None in an empty row."""
        return self._cards[self._cursor] if self._cards else None

    @property
    def usable(self) -> bool:
        """Whether the card under the cursor can be used now."""
        return self.cursor is not None and self._shown.get(self.cursor.id, Shown()).usable

    async def show(self, cards: Sequence[Card], shown: Mapping[int, Shown]) -> None:
        """Show these cards; only what has changed is drawn anew. The cursor stays on its card, or where that was."""
        looks = [self._face(card) for card in cards]
        if list(cards) != self._cards or looks != self._looks:
            here = self.cursor
            self._cards, self._looks = list(cards), looks
            await self.remove_children()
            await self.mount_all(map(CardTile, self._cards, looks))
            still = self._cards.index(here) if here in self._cards else self._cursor
            self._cursor = min(still, max(0, len(self._cards) - 1))
        self._shown = shown
        self._mark()

    def aim(self) -> None:
        """Move the cursor to the next card that can be used, if the one under it cannot."""
        order = [*range(self._cursor, len(self._cards)), *range(self._cursor)]
        usable = (place for place in order if self._shown.get(self._cards[place].id, Shown()).usable)
        self._cursor = next(usable, self._cursor)
        self._mark()

    # -- keys and mouse -----------------------------------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        if self._cards:
            self.action_end(self._cursor + by)

    def action_end(self, place: int) -> None:
        if self._cards:
            self._cursor = place % len(self._cards)
            self._mark()
            self.post_message(self.Moved())

    def action_press(self) -> None:
        if card := self.cursor:
            self.post_message(self.Pressed(self, card.id))

    def action_go_on(self) -> None:
        if card := self.cursor:
            self.post_message(self.Pressed(self, card.id, on=True))

    def on_click(self, event: events.Click) -> None:
        tile = event.widget
        if isinstance(tile, CardTile):
            self._cursor = self._cards.index(tile.card)
            self._mark()
            self.post_message(self.Pressed(self, tile.card.id, on=event.chain == 2))

    def on_mount(self) -> None:
        self.watch(self, "has_focus", self._mark, init=False)

    def on_resize(self) -> None:
        self._fit()

    # -- inside -------------------------------------------------------------------------------------------------------

    def _mark(self) -> None:
        tiles = list(self.query(CardTile))
        rows = max((len(tile.look.lines) for tile in tiles), default=0)
        for place, tile in enumerate(tiles):
            here = self.has_focus and place == self._cursor
            tile.show(self._shown.get(tile.card.id, Shown()), here=here, rows=rows)
        self._fit()

    def _fit(self) -> None:
        """Share the width out: all cards whole, or those beside the cursor narrower."""
        tiles = list(self.query(CardTile))
        lack = sum(tile.wide for tile in tiles) - self.size.width
        spare = sum(tile.wide - NARROW for place, tile in enumerate(tiles) if place != self._cursor)
        for place, tile in enumerate(tiles):
            can = 0 if place == self._cursor or lack <= 0 else tile.wide - NARROW
            tile.fit(tile.wide - (min(can, -(-lack * can // spare)) if can else 0))
        if tiles and self.has_focus:
            tiles[self._cursor].scroll_visible(animate=False)
