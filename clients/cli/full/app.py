"""The full-screen client: one Textual app, one screen at a time, at most one guest at a server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from textual import work
from textual.app import App

import protocol.messages as wire
from clients.cli.connection import Connection, Gone
from clients.cli.full.screens.home import HomeScreen
from clients.cli.full.screens.table import TableScreen
from clients.cli.full.themes import THEMES, VARIABLES
from clients.cli.guest import Guest, Sorry
from clients.cli.model import Change
from clients.cli.places import Memory, Place, default_name
from clients.cli.speech import Speech
from engine.registry import find_game

__all__ = ["PaijuApp"]

Setting = int | str | bool


class PaijuApp(App[None]):
    """`speech` is the language; `guest` the player at a server, None at home."""

    CSS_PATH = "paiju.tcss"
    TITLE = "Paiju 牌局"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, speech: Speech, memory: Memory | None = None) -> None:
        super().__init__()
        self.speech = speech
        self.memory = memory or Memory()
        self.guest: Guest | None = None
        self._home = asyncio.Event()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return VARIABLES

    def on_mount(self) -> None:
        self.push_screen(HomeScreen())

    # -- going somewhere ----------------------------------------------------------------------------------------------

    @work(exclusive=True, group="visit")
    async def play_bots(
        self,
        game: str,
        seats: int | None = None,
        level: str = "normal",
        options: Mapping[str, Setting] | None = None,
    ) -> None:
        """A game against bots, on a server of our own that lives as long as the visit."""
        from clients.cli.verbs.host import own_config, own_server  # noqa: PLC0415 - loads the server when it is wanted

        low, high = find_game(game).seats

        async def begin(guest: Guest) -> None:
            message = wire.CreateRoom(action=guest.action(), game=game, seats=seats or min(high, max(low, 4)))
            message.options, message.listed = dict(options or {}), False
            message.clock = wire.Clock(unlimited=True)
            await guest.create(message)
            await guest.fill(level)
            await guest.start()

        async with own_server(own_config(host="127.0.0.1", port="0", store="memory:")) as port:
            await self._visit(Place(f"ws://127.0.0.1:{port}/"), begin)

    def go_home(self) -> None:
        """Hang up and show the first screen."""
        self._home.set()

    async def _visit(self, place: Place, first: Callable[[Guest], Awaitable[None]]) -> None:
        """Be a guest at a server: do `first`, then stay until the person goes home or the connection is over for good."""
        name = self.memory.name or default_name()
        link = Connection(place.url, name, token=self.memory.token(place.url, name))
        link.on_welcome = lambda welcome: self.memory.keep(place.url, name, welcome.token)
        self._home.clear()
        guest = Guest(link, self.speech)
        guest.on_change, guest.on_notice, guest.on_left = self.changed, self.notify, self._left

        async def stay() -> None:
            await first(guest)
            await self._home.wait()

        tasks: list[asyncio.Task[None]] = []
        try:
            await link.open()
            self.guest = guest
            tasks = [asyncio.create_task(guest.run()), asyncio.create_task(stay())]
            for task in (await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED))[0]:
                task.result()
        except (Gone, Sorry) as error:
            self.notify(str(error), severity="error", timeout=10, markup=False)
        finally:
            for task in tasks:
                task.cancel()
            self.guest = None
            await link.close()
            self._leave_screens()

    def _leave_screens(self) -> None:
        while not isinstance(self.screen, HomeScreen):
            self.pop_screen()

    # -- what the server says -----------------------------------------------------------------------------------------

    def changed(self, change: Change) -> None:
        """Something is new in the guest's room: the screen that fits it shows it."""
        guest = self.guest
        if guest is None or guest.model is None or guest.model.info.phase == "lobby":
            return
        if isinstance(self.screen, TableScreen):
            self.screen.changed(change)
        else:
            self.push_screen(TableScreen(guest))

    def _left(self, sentence: str) -> None:
        self.notify(sentence)
        self.go_home()
