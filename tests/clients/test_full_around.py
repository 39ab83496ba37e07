"""What is true all over the full screen: settings are kept, the language can change anywhere, every screen has help, and a lost connection
is seen and got over."""

from __future__ import annotations

import asyncio
import contextlib
import re
from pathlib import Path

import pytest
from textual.widgets import Input

from clients.cli.full.app import PaijuApp
from clients.cli.full.screens.base import Page
from clients.cli.full.screens.create import CreateScreen
from clients.cli.full.screens.dialogs import ChoiceDialog, ConfirmDialog, MessageDialog
from clients.cli.full.screens.games import GamesScreen
from clients.cli.full.screens.help import HelpScreen
from clients.cli.full.screens.home import ENTRIES, HomeScreen
from clients.cli.full.screens.join import JoinScreen
from clients.cli.full.screens.lobby import LobbyScreen
from clients.cli.full.screens.over import OverScreen
from clients.cli.full.screens.reading import Reading
from clients.cli.full.screens.replays import ReplaysScreen
from clients.cli.full.screens.room import RoomScreen
from clients.cli.full.screens.rules import RulesScreen
from clients.cli.full.screens.settings import SettingsScreen
from clients.cli.full.screens.table import TableScreen
from clients.cli.full.screens.wait import WaitScreen
from clients.cli.full.title import TerminalTitle
from clients.cli.guest import Sorry
from clients.cli.places import Memory, Place
from clients.cli.speech import LANGUAGES, Speech
from tests.clients.lobby_people import Person, sit_down_at
from tests.e2e.house import server

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


@pytest.fixture(autouse=True)
def _own_records_and_quick_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("PAIJU_BOT_DELAY_MIN", "0")
    monkeypatch.setenv("PAIJU_BOT_DELAY_MAX", "0")


async def table_of_bots(person: Person) -> TableScreen:
    """A match against bots, from the first screen."""
    await person.press("1")
    await person.at(GamesScreen)
    await person.press("enter")
    table = await person.at(TableScreen)
    await person.until(lambda: table.choice is not None, "a question")
    return table


async def test_settings_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "players.json"
    async with sit_down_at(tmp_path, memory=Memory(path)) as ann:
        await ann.press("6")
        await ann.at(SettingsScreen)
        await ann.press("right")
        await ann.sees("设置")
        name = await ann.focus("#field-name")
        assert isinstance(name, Input)
        name.value = "Änn 安"
        await ann.focus("#field-theme")
        await ann.press("right")
        await ann.focus("#field-bell")
        await ann.press("right")
        await ann.until(lambda: not ann.app.memory.settings.bell, "no bell")
        assert ann.app.theme == "paiju-light"
    memory = Memory(path)
    assert (memory.name, memory.settings.language) == ("Änn 安", "zh")
    async with sit_down_at(tmp_path, language="zh", memory=memory) as ann:
        assert ann.app.theme == "paiju-light"
        assert not ann.app.memory.settings.bell


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_entry_of_the_first_screen_has_help(language: str, tmp_path: Path) -> None:
    say = Speech(language)
    async with sit_down_at(tmp_path, language=language) as ann:
        screens: dict[str, type[Page]] = {
            "bots": GamesScreen,
            "join": JoinScreen,
            "replays": ReplaysScreen,
            "rules": RulesScreen,
        }
        screens["settings"] = SettingsScreen
        for entry, screen in screens.items():
            await ann.press(str(ENTRIES.index(entry) + 1))
            await ann.at(screen)
            await ann.press("f1")
            told = "\n".join((await ann.at(HelpScreen)).lines())
            about = say(f"about.{screen.__name__.removesuffix('Screen').lower()}")
            await ann.sees(about[: 20 if language == "en" else 8])
            assert say("press.back") in told
            await ann.press("escape")
            await ann.at(screen)
            await ann.press("escape")
            await ann.at(HomeScreen)


async def test_every_screen_of_a_match_has_help_and_the_language_changes_there(tmp_path: Path) -> None:
    async with sit_down_at(tmp_path) as ann:
        await table_of_bots(ann)
        await ann.press("f1")
        await ann.at(Reading)
        await ann.sees("Keys at the table", "F10", "C chat")
        await ann.press("escape", "f10")
        menu = await ann.at(ChoiceDialog)
        await ann.press("f1")
        await ann.at(HelpScreen)
        await ann.press("escape")
        words = [name for name, _ in menu.choices]
        await ann.press(*["down"] * words.index("settings"), "enter")
        await ann.at(SettingsScreen)
        await ann.focus("#field-language")
        await ann.press("right", "escape")
        await ann.at(TableScreen)
        await ann.sees("顶替")
        assert ann.guest.describe is not None
        assert ann.guest.describe.words["game.name"] == "顶替"


async def test_surrender_is_asked_twice_and_the_match_goes_on_without(tmp_path: Path) -> None:
    async with sit_down_at(tmp_path) as ann:
        await table_of_bots(ann)
        for sure in (False, True):
            await ann.press("f10")
            menu = await ann.at(ChoiceDialog)
            await ann.press(*["down"] * [name for name, _ in menu.choices].index("surrender"), "enter")
            await ann.at(ConfirmDialog)
            await ann.press(*(["down"] if sure else []), "enter")
            await ann.until(lambda: not isinstance(ann.app.screen, ConfirmDialog), "an answer")
            assert ann.room.you == 0 or sure
        await ann.until(lambda: ann.room.you is None, "a spectator")
        over = await ann.at(OverScreen)
        assert ann.room.outcome is not None
        assert len(over.query_one("#result").render_line(0).text.strip()) > 0
        await ann.press("f1")
        await ann.at(HelpScreen)
        await ann.press("escape")
        await ann.at(OverScreen)
        await ann.press(*["down"] * over.choices.index("save"), "enter")
        await ann.until(lambda: bool(list((tmp_path / "paiju" / "records").glob("*.paiju"))), "a record")
        await ann.press("home", *["down"] * over.choices.index("home"), "enter")
        await ann.at(HomeScreen)
        await ann.press("4")
        await ann.at(ReplaysScreen)
        await ann.sees("Dingti")


async def test_the_form_of_a_game_against_bots_is_obeyed_and_a_rematch_deals_again(tmp_path: Path) -> None:
    async with sit_down_at(tmp_path) as ann:
        await ann.press("1")
        await ann.at(GamesScreen)
        await ann.press("down", "o")
        await ann.at(CreateScreen)
        seats, hands = await ann.focus("#field-seats"), await ann.focus("#field-option-hands")
        assert isinstance(seats, Input)
        assert isinstance(hands, Input)
        seats.value, hands.value = "5", "1"
        await ann.press("ctrl+s")
        await ann.until(lambda: isinstance(ann.app.screen, TableScreen | OverScreen), "a match")
        assert (ann.room.info.game, len(ann.room.info.seats)) == ("gandengyan", 5)
        assert ann.room.info.options["hands"] == 1
        assert ann.app.memory.token(ann.guest.link.url, ann.guest.link.name) is None
        with contextlib.suppress(Sorry):  # the bots may have played the hand to its end meanwhile
            await ann.guest.surrender()
        over = await ann.at(OverScreen)
        assert over.choices[0] == "rematch"
        await ann.press("enter")
        await ann.until(lambda: ann.room.info.match == 2 and ann.room.info.phase != "lobby", "another match")
        assert ann.app.screen is not over


async def test_a_lost_connection_is_shown_and_got_over(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path / 'server.db'}"
    async with sit_down_at(tmp_path) as ann:
        async with server(store=store) as app:
            port = app.transport.port
            ann.app.join(Place(f"ws://127.0.0.1:{port}/"))
            await ann.at(LobbyScreen)
            await ann.press("n")
            await ann.at(CreateScreen)
            await ann.focus("#field-seats")
            await ann.press("ctrl+s")
            await ann.at(RoomScreen)
            await ann.press("b")
            await ann.until(lambda: all(seat.kind != "empty" for seat in ann.room.info.seats), "bots")
            await ann.press("s")
            await ann.at(TableScreen)
        await ann.at(WaitScreen)
        await ann.sees("Reconnecting")
        await ann.until(lambda: re.search(r"for [1-9]\d* s", ann.text) is not None, "for how long")
        async with server(store=store, port=port):
            table = await ann.at(TableScreen)
            await ann.until(lambda: ann.guest.in_sync and table.choice is not None, "a question again")
        await ann.at(WaitScreen)
        await ann.press("escape")
        await ann.at(HomeScreen)


async def test_a_connection_that_is_over_for_good_is_said_at_home(tmp_path: Path) -> None:
    async with server() as app, sit_down_at(tmp_path) as ann:
        place = Place(f"ws://127.0.0.1:{app.transport.port}/")
        ann.app.join(place)
        await ann.at(LobbyScreen)
        async with sit_down_at(tmp_path, memory=ann.app.memory) as twin:
            twin.app.join(place)
            await twin.at(LobbyScreen)
            await ann.at(MessageDialog)
            await ann.sees("is over: ", "you have connected again")
            await ann.press("enter")
            await ann.at(HomeScreen)


async def test_somebody_who_has_looked_away_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = PaijuApp(Speech("en"), Memory(tmp_path / "players.json"))
    rung: list[str] = []
    monkeypatch.setattr(app, "bell", lambda: rung.append("ding"))
    async with app.run_test() as pilot:
        title = TerminalTitle(app)
        title.call("Your turn")
        assert (title.text, rung) == ("", [])
        monkeypatch.setattr("clients.cli.full.title.IDLE", 0.0)
        title.call("Your turn")
        assert title.text.startswith("● Your turn")
        assert rung == ["ding"]
        async with asyncio.timeout(20):
            while title.text.startswith("●"):
                await pilot.pause(0.05)
        title.seen()
        assert title.text == app.TITLE
        app.memory.settings.bell = False
        title.call("Your turn")
        assert rung == ["ding"]
        title.quiet()


async def test_no_color_is_honoured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with sit_down_at(tmp_path) as ann:
        drawn = ann.app.export_screenshot()
        colours = set(re.findall(r"#([0-9a-f]{6})", drawn[drawn.index("<rect") :]))
        assert colours
        assert {c for c in colours if not c[:2] == c[2:4] == c[4:]} <= {
            "c5c8c6",
            "ff5f57",
            "febc2e",
            "28c840",
        }, "the frame's own"
