"""Home, lobby and room on the full screen, by keys, against real servers, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import DataTable, Input

from clients.cli.full.screens.create import CreateScreen
from clients.cli.full.screens.dialogs import ChoiceDialog, ConfirmDialog, TextDialog
from clients.cli.full.screens.home import HomeScreen
from clients.cli.full.screens.invite import InviteScreen
from clients.cli.full.screens.join import JoinScreen
from clients.cli.full.screens.lobby import LobbyScreen
from clients.cli.full.screens.room import RoomScreen
from clients.cli.full.screens.table import TableScreen
from clients.cli.full.widgets.fields import Cycle
from clients.cli.places import Memory
from clients.cli.speech import LANGUAGES, Speech
from server.app import App
from tests.clients.lobby_people import Person, sit_down_at
from tests.e2e.house import server

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


async def join(person: Person, app: App) -> LobbyScreen:
    """From the first screen to the server's rooms."""
    await person.press("2")
    await person.at(JoinScreen)
    await person.type(f"127.0.0.1:{app.transport.port}")
    return await person.at(LobbyScreen)


async def create(person: Person, *, password: str = "") -> RoomScreen:
    """A room for two with the second choice of Dingti's first option."""
    await person.press("n")
    await person.at(CreateScreen)
    seats = await person.focus("#field-seats")
    assert isinstance(seats, Input)
    seats.value = "2"
    boss = await person.focus("#field-option-boss")
    assert isinstance(boss, Cycle)
    before = boss.value
    await person.press("right")
    assert boss.value != before
    if password:
        await person.focus("#field-password")
        await person.press(*password)
    await person.press("ctrl+s")
    return await person.at(RoomScreen)


async def enter_first(person: Person) -> RoomScreen:
    """The first room of the list."""
    lobby = await person.at(LobbyScreen)
    await person.press("r")
    await person.until(lambda: lobby.query_one(DataTable).row_count > 0, "a room in the list")
    await person.press("enter")
    return await person.at(RoomScreen)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_two_people_meet_in_a_room_talk_and_play(language: str, tmp_path: Path) -> None:
    say = Speech(language)
    async with (
        server() as app,
        sit_down_at(tmp_path, "Ann", language) as ann,
        sit_down_at(tmp_path, "Ben", language) as ben,
    ):
        await join(ann, app)
        await create(ann)
        assert ann.room.info.options["boss"] == "off"
        await ann.sees(say("room.why_empty_host", seats="2"))
        await join(ben, app)
        await enter_first(ben)
        await ben.until(lambda: ben.room.you == 1, "a seat")
        await ben.sees(say("room.press_ready"))
        await ann.press("s")
        await ann.sees(say("room.why_not_ready", names="Ben"))
        await ben.press("r")
        await ben.sees(say("room.why_host", host="Ann"))
        await ben.press("f2", *"hello", "enter")
        await ann.sees("<Ben> hello" if language == "en" else "hello")
        await ann.press("s")
        await ann.at(TableScreen)
        await ben.at(TableScreen)
        await ben.press("f2", *"again", "enter")
        await ann.until(lambda: ann.app.unread == 1, "an unread line")
        await ann.press("f2")
        await ann.sees("again")
        assert ann.app.unread == 0
        assert app.transport.port is not None
        assert Memory(tmp_path / "Ben.json").places == [f"127.0.0.1:{app.transport.port}"]


async def test_a_locked_room_wants_its_password_and_the_invite_has_it(tmp_path: Path) -> None:
    async with server() as app, sit_down_at(tmp_path, "Ann") as ann, sit_down_at(tmp_path, "Ben") as ben:
        await join(ann, app)
        await create(ann, password="sesame")
        lobby = await join(ben, app)
        await ben.press("r")
        await ben.until(lambda: lobby.query_one(DataTable).row_count == 1, "the room")
        await ben.press("enter")
        await ben.at(TextDialog)
        await ben.type("wrong")
        await ben.sees("that is not this room's password")
        await ben.type("sesame")
        await ben.at(RoomScreen)
        await ann.press("i")
        invite = (await ann.at(InviteScreen)).links[0]
        assert invite == f"paiju://127.0.0.1:{app.transport.port}/{ann.room.room}?password=sesame"
        async with sit_down_at(tmp_path, "Cat") as cat:
            await cat.press("2")
            await cat.at(JoinScreen)
            await cat.type(invite)
            await cat.at(RoomScreen)
            await cat.sees("You are watching")


async def choose_for_seat(person: Person, seat: int, deed: str) -> None:
    """A line of the menu of a seat, by its words."""
    seats = await person.focus("#room-seats")
    await person.press("home", *["down"] * seat)
    assert seats.has_focus
    await person.press("enter")
    dialog = await person.at(ChoiceDialog)
    words = [text for _, text in dialog.choices]
    await person.press("home", *["down"] * words.index(deed), "enter")


async def test_the_host_has_seats_bots_and_people_in_hand(tmp_path: Path) -> None:
    async with server() as app, sit_down_at(tmp_path, "Ann") as ann, sit_down_at(tmp_path, "Ben") as ben:
        await join(ann, app)
        await create(ann)
        await join(ben, app)
        await enter_first(ben)
        await ann.until(lambda: ann.room.info.seats[1].name == "Ben", "Ben's seat")
        await choose_for_seat(ann, 1, "Offer to swap places")
        await ben.sees("swap with 2?")
        await choose_for_seat(ben, 0, "Offer to swap places")
        await ann.until(lambda: ann.room.you == 1, "the other seat")
        await choose_for_seat(ann, 0, "Make host")
        await ben.until(lambda: ben.room.info.host == ben.guest.player, "a new host")
        await choose_for_seat(ben, 1, "Remove from the room")
        await ann.at(LobbyScreen)
        await ann.sees("You are out of the room")
        await choose_for_seat(ben, 1, "Put a bot here: random")
        await ben.until(lambda: ben.room.info.seats[1].level == "random", "a bot")
        await ben.press("o")
        await ben.at(CreateScreen)
        turn = await ben.focus("#field-turn")
        assert isinstance(turn, Input)
        turn.value = "4"
        await ben.press("ctrl+s")
        await ben.sees("from 5 to 600")
        turn.value = "77"
        await ben.press("ctrl+s")
        await ben.at(RoomScreen)
        await ben.sees("Turn 77 s")


async def test_a_host_serves_and_shows_the_way_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("PAIJU_PORT", "0")
    async with sit_down_at(tmp_path, "Ann") as ann:
        await ann.press("3")
        await ann.at(CreateScreen)
        await ann.until(lambda: bool(ann.app.screen.query("#field-seats")), "the form")
        await ann.press("ctrl+s")
        invite = await ann.at(InviteScreen)
        assert invite.links[0].split("?")[0].endswith(f"/{ann.room.room}")
        await ann.press("escape")
        await ann.at(RoomScreen)
        await ann.press("escape")
        await ann.at(LobbyScreen)
        await ann.press("escape")
        await ann.at(ConfirmDialog)
        await ann.press("down", "enter")
        await ann.at(HomeScreen)
        assert (tmp_path / "paiju" / "server.db").exists()


async def test_rooms_are_searched_and_entered_by_code(tmp_path: Path) -> None:
    async with server() as app, sit_down_at(tmp_path, "Ann") as ann, sit_down_at(tmp_path, "Ben") as ben:
        await join(ann, app)
        await create(ann)
        lobby = await join(ben, app)
        await ben.press("r")
        table = lobby.query_one(DataTable)
        await ben.until(lambda: table.row_count == 1, "the room")
        await ben.press("slash", *"pokerduel")
        await ben.until(lambda: table.row_count == 0, "nothing that fits")
        await ben.sees("No room fits")
        await ben.press("escape")
        await ben.until(lambda: table.row_count == 1, "the room again")
        await ben.press("g")
        await ben.at(TextDialog)
        await ben.type(ann.room.room.lower())
        await ben.at(RoomScreen)
        assert ben.room.room == ann.room.room
        await ben.press("escape")
        await ben.at(LobbyScreen)


async def test_nobody_there_is_said_and_the_address_stays(tmp_path: Path) -> None:
    async with sit_down_at(tmp_path) as ann:
        await ann.press("2")
        join_screen = await ann.at(JoinScreen)
        await ann.type("ftp://example.org")
        await ann.sees("is not an address")
        join_screen.query_one("#address", Input).value = "127.0.0.1:1"
        await ann.press("enter")
        await ann.sees("There is nobody at ws://127.0.0.1:1/")
        await ann.press("escape")
        await ann.at(JoinScreen)
        assert join_screen.query_one("#address", Input).value == "127.0.0.1:1"
        assert ann.app.memory.places == []
