"""What can be chosen by name: moves, options, readings of cards. Each has a key, and may be long or short."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.containers import ItemGrid
from textual.message import Message
from textual.widgets import Static

__all__ = ["KEYS", "Offer", "OfferTile", "Offers"]

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
"""What chooses the first, the second and so on of a list."""
AIR = 2
"""Columns between two offers side by side."""


class Offer(NamedTuple):
    """`what` it stands for, None for going on with what is held. `held`: it is chosen already. `about`: more about it. `key` chooses it;
    empty: the next one of the list. `fits`: it goes together with what else is chosen."""

    what: int | None
    text: str
    held: bool = False
    about: str = ""
    key: str = ""
    fits: bool = True


class OfferTile(Static):
    """One offer, with the key that chooses it."""

    DEFAULT_CSS = """
    OfferTile { height: auto; padding: 0 1; }
    OfferTile:hover { background: $panel; }
    OfferTile.-apart { color: $text-disabled; text-style: italic; }
    Offers:focus OfferTile.-here { background: $primary; color: $text; text-style: bold; }
    """

    def __init__(self, offer: Offer, key: str) -> None:
        super().__init__(markup=False)
        self.offer = offer
        self.key = key
        self._here: bool | None = None
        self.tooltip = offer.about or None
        self.set_class(not offer.fits, "-apart")
        self.here(False)

    def here(self, here: bool) -> None:
        """Whether the cursor is here."""
        if here is self._here:
            return
        self._here = here
        self.set_class(here, "-here")
        sign = "›" if here else " "
        mark = "● " if self.offer.held else "" if self.offer.fits else "× "
        self.update(f"{sign}{self.key} {mark}{self.offer.text}")


class Offers(ItemGrid, can_focus=True):
    """A list, in columns where its lines are short. The cursor is moved by the arrows, Enter or a click chooses, and so does a key."""

    DEFAULT_CSS = """
    Offers { height: auto; max-height: 7; overflow-y: auto; scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        Binding("up", "row(-1)", show=False),
        Binding("down", "row(1)", show=False),
        Binding("space,enter", "press", show=False),
    ]

    class Pressed(Message):
        """An offer was chosen."""

        def __init__(self, offers: Offers, what: int | None) -> None:
            super().__init__()
            self.offers = offers
            self.what = what

    def __init__(self, *, single: bool = False, id: str | None = None) -> None:
        """`single`: in one column always."""
        super().__init__(id=id, stretch_height=False)
        self._single = single
        self._offers: list[tuple[Offer, str]] = []
        self._cursor = 0

    @property
    def cursor(self) -> Offer | None:
        """The offer under the cursor, None where nothing is offered."""
        return self._offers[self._cursor][0] if self._offers else None

    async def show(self, offers: Sequence[Offer], *, numbered: bool = False, only: str = "") -> None:
        """Show these offers, with one key each, or `numbered` where there are too many for that and digits are typed; of those `only` the
        ones with this text in them, the one with this number first."""
        keys = map(str, itertools.count(1)) if numbered else itertools.chain(KEYS, itertools.repeat(" "))
        pairs = [(offer, offer.key or next(keys)) for offer in offers]
        if only:
            pairs = [(o, key) for o, key in pairs if only.lower() in o.text.lower() or key.startswith(only)]
            pairs.sort(key=lambda pair: pair[1] != only)
        self.display = bool(pairs)
        async with self.lock:  # typing and news may both have something to show
            await self._list(pairs)

    async def _list(self, pairs: list[tuple[Offer, str]]) -> None:
        if pairs == self._offers:
            return
        if [one.what for one, _ in pairs] != [one.what for one, _ in self._offers]:
            self._cursor = 0
        self._offers = pairs
        widest = max((cell_len(key + offer.text) for offer, key in pairs), default=0)
        marks = any(offer.held or not offer.fits for offer, _ in pairs)
        self.min_column_width = None if self._single else widest + 4 + AIR + (2 if marks else 0)
        await self.remove_children()
        await self.mount_all([OfferTile(offer, key) for offer, key in pairs])
        self._mark()

    def choose(self, key: str) -> bool:
        """Choose by a key; returns whether it is one's."""
        places = [place for place, (_, own) in enumerate(self._offers) if own == key.strip()]
        for place in places[:1]:
            self._choose(place)
        return bool(places)

    def on_mount(self) -> None:
        self.watch(self, "has_focus", self._mark, init=False)

    def action_step(self, by: int) -> None:
        if self._single:
            raise SkipAction
        if self._offers:
            self._cursor = (self._cursor + by) % len(self._offers)
            self._mark()

    def action_row(self, by: int) -> None:
        """To the next row; beyond the last one, whoever is around may go on."""
        goal = self._cursor + by * self._columns()
        if not 0 <= goal < len(self._offers):
            raise SkipAction
        self._cursor = goal
        self._mark()

    def action_press(self) -> None:
        if self._offers:
            self._choose(self._cursor)

    def on_click(self, event: events.Click) -> None:
        if isinstance(event.widget, OfferTile):
            self._choose(list(self.query(OfferTile)).index(event.widget))

    def _choose(self, place: int) -> None:
        self._cursor = place
        self._mark()
        self.post_message(self.Pressed(self, self._offers[place][0].what))

    def _columns(self) -> int:
        tiles = list(self.query(OfferTile))
        return sum(tile.region.y == tiles[0].region.y for tile in tiles) or 1

    def _mark(self) -> None:
        for place, tile in enumerate(self.query(OfferTile)):
            tile.here(place == self._cursor and self.has_focus)
            if place == self._cursor:
                tile.scroll_visible(animate=False)
