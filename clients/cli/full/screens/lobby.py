"""The rooms of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import DataTable, Input, Static

import protocol.messages as wire
from clients.cli.connection import Gone
from clients.cli.full.screens.base import Page
from clients.cli.full.screens.dialogs import ConfirmDialog, TextDialog
from clients.cli.full.widgets.keys import KeyBar
from clients.cli.guest import Sorry
from clients.cli.model import Change

if TYPE_CHECKING:
    from clients.cli.full.visit import Visit

__all__ = ["LobbyScreen"]

REFRESH = 5.0
"""Seconds between two looks at the list."""


class LobbyScreen(Page):
    """Go into a room or watch one, make one, or enter one by its code."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "watch", "watch"),
        Binding("n", "create", "new_room"),
        Binding("g", "code", "by_code"),
        Binding("slash,ctrl+f", "search", "search", key_display="/"),
        Binding("r", "refresh", "refresh"),
        Binding("escape", "back", "home"),
    ]
    DEFAULT_CSS = """
    LobbyScreen DataTable { height: 1fr; }
    LobbyScreen #search { display: none; }
    LobbyScreen #search.-open { display: block; }
    """

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self.visit = visit
        self.cards: list[wire.RoomCard] = []
        self.names: dict[str, str] = {}

    def compose(self) -> ComposeResult:
        yield Static(id="head", classes="head", markup=False)
        yield Input(placeholder=self.say("lobby.search"), id="search", compact=True)
        yield DataTable(cursor_type="row", id="rooms")
        yield Static(id="hint", classes="hint", markup=False)
        yield KeyBar()

    def fill(self) -> None:
        table: DataTable[str] = self.query_one("#rooms", DataTable)
        for column in ("room", "game", "name", "seats", "phase", "lock"):
            table.add_column(self.say(f"lobby.{column}"), key=column)
        self.names.clear()
        self._refresh()

    def on_mount(self) -> None:
        self.query_one("#rooms").focus()
        self.set_interval(REFRESH, self._refresh)

    def changed(self, change: Change) -> None:
        """We are in no room: nothing of what happens in one concerns this screen."""

    # -- the list -----------------------------------------------------------------------------------------------------

    @work(exclusive=True, group="rooms")
    async def _refresh(self) -> None:
        guest = self.visit.guest
        if self.app.screen is not self or not guest.in_sync:
            return
        try:
            self.cards = await guest.rooms()
            for card in self.cards:
                if card.game not in self.names:
                    words = await guest.words(card.game)
                    self.names[card.game] = words.get("game.name", card.game)
        except (Sorry, Gone) as error:
            self.app.notify(str(error), severity="warning", markup=False)
            return
        self._show()

    def _show(self) -> None:
        """The rooms that fit the search; the cursor stays on its room."""
        table: DataTable[str] = self.query_one("#rooms", DataTable)
        here = self._here()
        wanted = self.query_one("#search", Input).value.strip().lower()
        shown = [card for card in self.cards if wanted in self._line(card).lower()]
        table.clear()
        for card in shown:
            seats = f"{card.seats - card.free}/{card.seats}"
            phase = self.say(f"phase.{card.phase}")
            lock = self.say("lobby.locked") if card.locked else ""
            table.add_row(
                card.room, self.names.get(card.game, card.game), card.name, seats, phase, lock, key=card.room
            )
        codes = [card.room for card in shown]
        if here is not None and here.room in codes:
            table.move_cursor(row=codes.index(here.room))
        link = self.visit.guest.link
        server = link.welcome.server if link.welcome else ""
        self.query_one("#head", Static).update(
            self.say("lobby.head", server=server, name=link.name, n=len(self.cards))
        )
        hint = "lobby.how" if shown else "lobby.none_found" if self.cards else "lobby.none"
        self.query_one("#hint", Static).update(self.say(hint))

    def _line(self, card: wire.RoomCard) -> str:
        return f"{card.room} {self.names.get(card.game, card.game)} {card.game} {card.name}"

    def _here(self) -> wire.RoomCard | None:
        """The room under the cursor."""
        table: DataTable[str] = self.query_one("#rooms", DataTable)
        if not table.is_valid_row_index(table.cursor_row):
            return None
        code = table.coordinate_to_cell_key(table.cursor_coordinate).row_key.value
        return next((card for card in self.cards if card.room == code), None)

    # -- what the person does -----------------------------------------------------------------------------------------

    def on_data_table_row_selected(self) -> None:
        if (card := self._here()) is not None:
            self.visit.go_in(card.room, sit=True)

    def on_input_changed(self) -> None:
        self._show()

    def on_input_submitted(self) -> None:
        self.query_one("#rooms").focus()

    def action_watch(self) -> None:
        if (card := self._here()) is not None:
            self.visit.go_in(card.room, sit=False)

    def action_create(self) -> None:
        self.visit.open_create()

    @work(exclusive=True, group="code")
    async def action_code(self) -> None:
        code = await self.app.push_screen_wait(TextDialog(self.say("lobby.code")))
        if code:
            self.visit.go_in(code.upper(), sit=True)

    def action_search(self) -> None:
        line = self.query_one("#search", Input)
        line.add_class("-open")
        line.focus()

    def action_refresh(self) -> None:
        self._refresh()

    @work(exclusive=True, group="back")
    async def action_back(self) -> None:
        """Out of the search, else home."""
        line = self.query_one("#search", Input)
        if line.has_class("-open"):
            line.remove_class("-open")
            line.value = ""
            self.query_one("#rooms").focus()
            return
        if self.visit.hosting:
            say = self.say
            sure = ConfirmDialog(say("host.closing"), say("host.close"), say("dialog.stay"))
            if await self.app.push_screen_wait(sure) is None:
                return
        self.app.go_home()
