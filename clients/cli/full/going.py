"""Ways to a table: against bots, to a server, as host; into a room by its code, with a new room; and how others get there."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

import protocol.messages as wire
from clients.cli.connection import Gone
from clients.cli.full.form import Value
from clients.cli.full.screens.create import CreateScreen, Wish
from clients.cli.full.screens.dialogs import MessageDialog, TextDialog
from clients.cli.full.screens.games import GamesScreen
from clients.cli.full.screens.invite import InviteScreen
from clients.cli.full.screens.wait import hide_wait, show_wait
from clients.cli.full.visit import Visit
from clients.cli.guest import Guest, Sorry
from clients.cli.places import Place, link_of
from engine.registry import find_game
from protocol.slugs import Slug

if TYPE_CHECKING:
    from clients.cli.full.app import PaijuApp

__all__ = ["against_bots", "ask_for_changes", "ask_for_room", "enter", "host", "join", "show_invite"]


async def against_bots(
    app: PaijuApp,
    game: str,
    seats: int | None,
    level: str,
    options: Mapping[str, Value],
    *,
    name: str | None,
    ask: bool,
) -> None:
    """At a server of our own, with bots on all other seats. `ask`: after the form of the settings."""
    low, high = find_game(game).seats
    wish = Wish(game, seats or min(high, max(low, 4)), dict(options), level=level)
    to_games = False

    def back() -> None:
        nonlocal to_games
        to_games = True
        visit.end()

    show_wait(app, app.speech("wait.table"))
    # The server takes a moment to be read, in which the screen is to be alive.
    own = await asyncio.to_thread(import_module, "clients.cli.verbs.host")
    async with own.own_server(own.own_config(**own.ALONE)) as port:
        visit = Visit(app, Place(f"ws://127.0.0.1:{port}/"), name, alone=True)

        async def deal(wish: Wish) -> None:
            await _deal(visit.guest, wish)

        async def first() -> None:
            if ask:
                hide_wait(app)
                await app.push_screen(CreateScreen(visit.guest, "bots", deal, game=game, cancel=back))
            else:
                await deal(wish)

        await visit.stay(first)
    if to_games:
        app.push_screen(GamesScreen(game))


async def _deal(guest: Guest, wish: Wish) -> None:
    """A table with bots on all other seats, and the first cards."""
    if guest.model is not None:  # it could not begin as it was first wished
        await guest.leave()
    wish.listed, wish.clock = False, wire.Clock(unlimited=True)
    await guest.create(_room_of(wish, guest))
    await guest.fill(wish.level)
    await guest.start()


async def join(app: PaijuApp, place: Place, name: str | None, *, watch: bool, address: str) -> None:
    """To a server; into the invite's room, or back to the one where we have a seat."""
    show_wait(app, app.speech("wait.connecting", url=place.url))
    visit = Visit(app, place, name)

    async def first() -> None:
        welcome = visit.guest.link.welcome
        assert welcome is not None
        if address:
            app.memory.visited(address)
        if room := place.room or (welcome.rooms[0] if welcome.rooms else None):
            await enter(visit, room, sit=not watch, password=place.room_password)

    await visit.stay(first)


async def host(app: PaijuApp) -> None:
    """Serve on all addresses of this machine, and make a room there."""
    show_wait(app, app.speech("wait.server"))
    own = await asyncio.to_thread(import_module, "clients.cli.verbs.host")
    try:
        async with own.friends_server() as (here, public):
            visit = Visit(app, here, hosting=True)
            visit.servers = public

            async def first() -> None:
                welcome = visit.guest.link.welcome
                if welcome is not None and welcome.rooms:  # from the last time: such a server keeps its rooms
                    await enter(visit, welcome.rooms[0], sit=True, password=None)
                else:
                    ask_for_room(visit)

            await visit.stay(first)
    except Gone as gone:
        hide_wait(app)
        app.push_screen(MessageDialog(app.speech("gone.no_server", reason=str(gone))))


async def enter(visit: Visit, room: str, *, sit: bool, password: str | None) -> None:
    """Into a room, and on a free seat if `sit`; its password is asked for until it is right or nothing is typed. Raises Sorry, Gone."""
    guest, say = visit.guest, visit.app.speech
    question = say("lobby.password", room=room)
    while True:
        try:
            await guest.enter(room, password)
            break
        except Sorry as sorry:
            if sorry.slug != Slug.ROOM_PASSWORD:
                raise
            if password:
                question = f"{sorry}\n{say('lobby.password', room=room)}"
        hide_wait(visit.app)
        password = await visit.app.push_screen_wait(TextDialog(question, password=True))
        if not password:
            return
    if sit:
        await guest.sit()


def ask_for_room(visit: Visit) -> None:
    """The form of a new room; who hosts sees its invite at once."""

    async def make(wish: Wish) -> None:
        await visit.guest.create(_room_of(wish, visit.guest))
        if visit.hosting:
            show_invite(visit)

    visit.to_lobby()
    visit.app.push_screen(CreateScreen(visit.guest, "friends", make))


def ask_for_changes(visit: Visit) -> None:
    """The form of the settings of the room that we are in."""
    guest = visit.guest

    async def change(wish: Wish) -> None:
        room = guest.room.room
        message = wire.Configure(action=guest.action(), room=room, name=wish.name, seats=wish.seats)
        message.options, message.password = wish.options, wish.password
        if not visit.alone:
            message.clock, message.polling, message.listed = wish.clock, wish.polling, wish.listed
        await guest.configure(message)
        if isinstance(visit.app.screen, CreateScreen):
            visit.app.pop_screen()

    visit.app.push_screen(CreateScreen(guest, "change", change, game=guest.room.info.game))


def show_invite(visit: Visit) -> None:
    """The links into the room that we are in."""
    model, guest = visit.guest.model, visit.guest
    if model is None:
        return
    password = guest.password if model.info.locked else None
    links = [link_of(Place(server.url, model.room, server.key, password)) for server in visit.servers]
    note = visit.app.speech("invite.hosting") if visit.hosting else ""
    visit.app.push_screen(InviteScreen(links, note))


def _room_of(wish: Wish, guest: Guest) -> wire.CreateRoom:
    return wire.CreateRoom(
        action=guest.action(),
        game=wish.game,
        seats=wish.seats,
        name=wish.name,
        options=wish.options,
        clock=wish.clock,
        polling=wish.polling,
        listed=wish.listed,
        password=wish.password or None,
    )
