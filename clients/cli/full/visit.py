"""A stay at one server: from the handshake to the way home, and which screen shows what goes on there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import TYPE_CHECKING

from clients.cli.connection import Connection, Gone
from clients.cli.full.screens.chat import ChatScreen
from clients.cli.full.screens.dialogs import MessageDialog
from clients.cli.full.screens.lobby import LobbyScreen
from clients.cli.full.screens.over import OverScreen
from clients.cli.full.screens.room import RoomScreen
from clients.cli.full.screens.table import TableScreen
from clients.cli.full.screens.wait import hide_wait, show_wait
from clients.cli.guest import Guest, Sorry, in_words
from clients.cli.model import Change
from clients.cli.places import Place, default_name
from protocol.messages import Said

if TYPE_CHECKING:
    from clients.cli.full.app import PaijuApp

__all__ = ["Visit"]

Stage = LobbyScreen | RoomScreen | TableScreen
STAGES: Mapping[str, type[RoomScreen | TableScreen]] = {
    "lobby": RoomScreen,
    "playing": TableScreen,
    "over": TableScreen,
}
"""Phase of a room → the screen that shows it."""


class Visit:
    """`alone`: at a server of our own that ends with the visit and that nobody else can reach; `hosting`: at one that friends can reach.
    `servers`: where friends reach it, best first."""

    def __init__(
        self,
        app: PaijuApp,
        place: Place,
        name: str | None = None,
        *,
        alone: bool = False,
        hosting: bool = False,
    ) -> None:
        memory = app.memory
        name = name or memory.name or default_name()
        key = place.key if alone else place.key or memory.key(place.url)
        token = None if alone else memory.token(place.url, name)
        link = Connection(place.url, name, token=token, key=key)
        if not alone:
            link.on_welcome = lambda welcome: memory.keep(place.url, name, welcome.token, key)
        self.app = app
        self.place = place
        self.alone = alone
        self.hosting = hosting
        self.servers = [Place(place.url, key=key)]
        self.guest = guest = Guest(link, app.speech)
        guest.on_change, guest.on_left, guest.on_sync = self.changed, self._left, self._synced
        guest.on_notice = lambda sentence: app.notify(sentence, severity="warning", markup=False)
        self._stage: Stage | None = None
        self._home = asyncio.Event()

    # -- from the handshake to the way home ---------------------------------------------------------------------------

    async def stay(self, first: Callable[[], Awaitable[None]]) -> None:
        """Connect, do `first`, and stay until the person goes home or the connection is over for good, which is said."""
        app, link = self.app, self.guest.link
        app.visit, reached, farewell = self, False, ""
        tasks: list[asyncio.Task[object]] = [asyncio.create_task(self._home.wait())]
        show_wait(app, app.speech("wait.table" if self.alone else "wait.connecting", url=self.place.url))
        try:
            await _any_of([*tasks, asyncio.create_task(link.open())])
            reached = not self._home.is_set()
            if reached:
                tasks += [asyncio.create_task(self.guest.run()), asyncio.create_task(self._begin(first))]
                await _any_of(tasks)
        except (Gone, Sorry) as error:
            if isinstance(error, Gone):
                error = in_words(error, app.speech)
            key = "gone.lost" if reached else "gone.unreachable"
            farewell = app.speech(key, url=self.place.url, reason=str(error))
        finally:
            for task in tasks:
                task.cancel()
            await link.close()
            self._close(to_home=reached, farewell=farewell)

    async def _begin(self, first: Callable[[], Awaitable[None]]) -> None:
        try:
            await first()
        except Sorry as sorry:
            if self.alone:
                raise
            self.app.notify(str(sorry), severity="error", timeout=10, markup=False)
        if self.guest.model is None and not self.alone:
            self.changed(Change())
        await self._home.wait()

    def _close(self, *, to_home: bool, farewell: str) -> None:
        app = self.app
        app.visit = None
        app.terminal_title.quiet()
        if to_home:
            app.home()
        else:
            hide_wait(app)  # the screen from which we wanted to go has what was typed there
        if farewell and app.is_running:
            app.push_screen(MessageDialog(farewell))

    def end(self) -> None:
        """Go home."""
        self._home.set()

    # -- what the server says -----------------------------------------------------------------------------------------

    def changed(self, change: Change) -> None:
        """Something is new: the screen that fits it shows it."""
        model = self.guest.model
        if self.app.visit is not self or (self.alone and (model is None or model.info.phase == "lobby")):
            return  # alone, one goes from the form to the table, and from one match to the next
        wanted = LobbyScreen if model is None else STAGES[model.info.phase]
        stage = self._stage
        entered = not isinstance(stage, wanted) or stage not in self.app.screen_stack
        if entered:
            self._stage = self._enter(wanted)
        elif stage is not None and _stands(stage):
            stage.changed(change)
        if change.said is not None:
            self._heard(change.said)
        if model is not None and model.over is not None and (entered or change.over):
            self.app.push_screen(OverScreen(self))
        self._call(change)

    def _enter(self, wanted: type[Stage]) -> Stage:
        self.app.home()
        self.app.unread = 0
        stage = wanted(self.guest) if issubclass(wanted, TableScreen) else wanted(self)
        self.app.push_screen(stage)
        return stage

    def _call(self, change: Change) -> None:
        """Call somebody who has looked away, for as long as he is asked."""
        model = self.guest.model
        if model is None or model.ask is None:
            self.app.terminal_title.quiet()
        elif change.ask:
            self.app.terminal_title.call(self.app.speech("full.your_turn"))

    def _heard(self, said: Said) -> None:
        top = self.app.screen
        if isinstance(top, ChatScreen):
            top.tell(said)
        elif not isinstance(top, RoomScreen) and said.player != self.guest.player:
            self.app.unread += 1
            top.refresh_bindings()
            self.app.notify(self.app.speech("chat.line", name=said.name, text=said.text), markup=False)

    def _left(self, sentence: str) -> None:
        self.app.notify(sentence, severity="warning", timeout=10, markup=False)
        self._out()

    def _out(self) -> None:
        """We are in no room any more."""
        if self.alone:
            self.end()
        else:
            self.changed(Change())

    def _synced(self, in_sync: bool) -> None:
        if in_sync:
            hide_wait(self.app)
        else:
            show_wait(self.app, self.app.speech("wait.reconnecting"))

    def speak(self) -> None:
        """The language has changed."""
        speech = self.app.speech
        self.app.run_worker(self.guest.speak(speech), exclusive=True, group="speak")

    # -- what the person does -----------------------------------------------------------------------------------------

    def do(self, deed: Callable[[], Coroutine[object, object, None]]) -> None:
        """Make a request; a refusal is said."""

        async def carry_out() -> None:
            try:
                await deed()
            except Gone:
                pass  # `stay` says so
            except (Sorry, OSError) as sorry:
                self.app.notify(str(sorry), severity="warning", markup=False)

        self.app.run_worker(carry_out(), group="deed")

    def go_in(self, room: str, *, sit: bool, password: str | None = None) -> None:
        """Into a room; its password is asked for where one is wanted."""
        from clients.cli.full.going import enter  # noqa: PLC0415 - going knows visits

        self.do(lambda: enter(self, room, sit=sit, password=password))

    async def leave(self) -> None:
        """Out of the room."""
        await self.guest.leave()
        self._out()

    async def rematch(self) -> None:
        """Once more; against bots it begins at once."""
        guest = self.guest
        await guest.rematch()
        if self.alone:
            levels = [seat.level for seat in guest.room.info.seats if seat.level]
            await guest.sit()  # who has surrendered has no seat
            await guest.fill(levels[0])
            await guest.start()

    async def save(self) -> None:
        """Keep the record."""
        path = await self.guest.save_record()
        self.app.notify(self.app.speech("over.saved", path=path), markup=False)

    # -- screens that are opened over the stage -----------------------------------------------------------------------

    def takes(self, action: str) -> bool:
        """Whether the app's key `action` does something now."""
        model = self.guest.model
        if model is None:
            return False
        return not self.alone if action == "chat" else model.info.phase != "lobby"

    def open_chat(self) -> None:
        self.app.unread = 0
        if isinstance(self.app.screen, RoomScreen):
            self.app.screen.query_one("#say").focus()
        else:
            self.app.push_screen(ChatScreen(self))

    def open_menu(self) -> None:
        from clients.cli.full.menu import open_menu  # noqa: PLC0415 - opened when it is wanted

        self.app.run_worker(open_menu(self), exclusive=True, group="menu")

    def to_lobby(self) -> None:
        """Show the rooms, if nothing is shown yet."""
        if self._stage is None:
            self.changed(Change())

    def open_create(self) -> None:
        from clients.cli.full.going import ask_for_room  # noqa: PLC0415 - going knows visits

        ask_for_room(self)

    def open_change(self) -> None:
        from clients.cli.full.going import ask_for_changes  # noqa: PLC0415 - going knows visits

        ask_for_changes(self)

    def open_invite(self) -> None:
        from clients.cli.full.going import show_invite  # noqa: PLC0415 - going knows visits

        show_invite(self)

    def open_rules(self) -> None:
        from clients.cli.full.screens.rules import RulesScreen  # noqa: PLC0415 - Markdown is read when it is wanted

        if self.guest.model is not None:
            self.app.push_screen(RulesScreen(self.guest.model.info.game, self.guest))


async def _any_of(tasks: list[asyncio.Task[object]]) -> None:
    """Until one of them is done. Raises what it raised."""
    for task in (await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED))[0]:
        task.result()


def _stands(stage: Stage) -> bool:
    """Whether a screen can show something: it is composed (before, it is about to show everything) and not being taken down."""
    return stage.is_mounted and bool(stage.query("#head"))
