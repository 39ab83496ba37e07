"""The replay viewer on real matches of bots: every key and everything to click, in both languages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from textual.widgets import OptionList

from clients.cli.full.screens.dialogs import ChoiceDialog
from clients.cli.full.screens.help import HelpScreen
from clients.cli.full.screens.home import ENTRIES, HomeScreen
from clients.cli.full.screens.jump import JumpScreen
from clients.cli.full.screens.reading import Reading
from clients.cli.full.screens.replay import SPEEDS, ReplayScreen
from clients.cli.full.screens.replays import ReplaysScreen
from clients.cli.full.widgets.card import CardRow, CardTile
from clients.cli.full.widgets.details import Details
from clients.cli.full.widgets.hints import HintLabel
from clients.cli.full.widgets.log import Log
from clients.cli.full.widgets.scrubber import Scrubber
from clients.cli.playback import Eye, Playback, Viewer
from clients.cli.speech import LANGUAGES, Speech
from engine.core.ids import Seat
from engine.core.record import Record, write_record
from tests.clients.lobby_people import Person, sit_down_at
from tests.clients.records import MATCHES, bot_record

pytestmark = pytest.mark.timeout(120)


class Viewing:
    """Somebody before a replay."""

    def __init__(self, person: Person, screen: ReplayScreen) -> None:
        self.person = person
        self.screen = screen

    async def press(self, *keys: str) -> None:
        await self.person.press(*keys)
        await self.settled()

    async def settled(self) -> None:
        await self.person.until(lambda: not self.screen.busy, "the end of the way")

    async def click(self, label: str) -> None:
        """On one of the keys that are written on the screen."""
        (hint,) = [hint for hint in self.screen.query(HintLabel) if hint.hint.key == label]
        assert hint.region.right <= self.person.app.size.width
        await self.person.pilot.click(hint)
        await self.settled()

    async def choose(self, dialog: type[ChoiceDialog | JumpScreen], row: int) -> None:
        """Click on a line of its list."""
        shown = await self.person.at(dialog)
        await self.person.until(lambda: bool(shown.query(OptionList)), "the list")
        await self.person.pilot.click(shown.query_one(OptionList), offset=(3, row))

    @property
    def step(self) -> int:
        return self.screen.playback.step

    def check(self, viewer: Viewer) -> None:
        """What is shown is what a playback that went there by itself sees with these eyes."""
        fresh = Playback(self.screen.record)
        while fresh.step < self.step:
            fresh.advance()
        view = fresh.view(viewer)
        assert self.screen.describe.model.view == view
        row = self.screen.query_one("#hand", CardRow)
        shown = [tile.card for tile in row.query(CardTile)] if row.display else []
        if viewer is Eye.PUBLIC:
            assert shown == []
        elif viewer is not Eye.OPEN:
            assert shown == view.cards("hand", viewer)
        elif window := self.screen.describe.model.window:
            assert shown == view.cards("hand", window.seats[0])


@asynccontextmanager
async def viewing(
    folder: Path, record: Record, language: str = "en", size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Viewing]:
    async with sit_down_at(folder, language=language, size=size) as person:
        await person.app.push_screen(ReplayScreen(record))
        viewer = Viewing(person, await person.at(ReplayScreen))
        await viewer.settled()
        yield viewer


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(MATCHES))
async def test_every_step_from_every_view(game: str, language: str, tmp_path: Path) -> None:
    """Seats see what they saw, the public what is public, all open shows every hand."""
    record = bot_record(game)
    async with viewing(tmp_path, record, language) as at:
        steps = at.screen.playback.steps
        await at.person.sees(f"1/{steps}")
        for by in (2, steps // 2, steps):
            at.screen.go(by)
            await at.settled()
            eyes: list[tuple[str, Viewer]] = [
                ("0", Eye.PUBLIC),
                ("1", Seat(0)),
                ("3", Seat(2)),
                ("a", Eye.OPEN),
            ]
            for key, viewer in eyes:
                await at.press(key)
                at.check(viewer)
        say = Speech(language)
        await at.person.sees(say("replay.end"), say("replay.at_end"), say("replay.view.open"))


async def test_keys_that_go(tmp_path: Path) -> None:
    record = bot_record("herokill")
    async with viewing(tmp_path, record, size=(140, 40)) as at:
        playback = at.screen.playback
        rounds = [first for _, first in playback.rounds]
        for key, step in [
            ("left", 1), ("right", 2), ("full_stop", 3), ("comma", 2), ("greater_than_sign", 12), ("shift+right", 22),
            ("less_than_sign", 12), ("shift+left", 2), ("end", playback.steps), ("right", playback.steps),
            ("home", 1), ("pagedown", rounds[1]), ("pageup", 1),
        ]:  # fmt: skip
            await at.press(key)
            assert at.step == step, key
        at.check(Eye.OPEN)
        await at.press("pagedown", "pagedown", "right")
        assert at.step == rounds[2] + 1
        await at.press("pageup")
        assert at.step == rounds[2]
        await at.press("pageup")
        assert at.step == rounds[1]
        await at.press("end", "pagedown")
        assert at.step == playback.steps
        await at.press(*["left"] * 5)
        assert at.step == playback.steps - 5
        at.check(Eye.OPEN)


async def test_back_shows_what_forwards_showed(tmp_path: Path) -> None:
    """The same screen, log and all, but for the lines that are marked as the newest."""
    async with viewing(tmp_path, bot_record("dingti")) as at:
        seen = []
        for _ in range(9):
            seen.append((at.person.text, _log(at)))
            await at.press("right")
        for text, log in reversed(seen):
            await at.press("left")
            assert _log(at)[-len(log) :] == log[-len(_log(at)) :]
            assert at.person.text.split("\n")[:3] == text.split("\n")[:3]


def _log(at: Viewing) -> list[str]:
    return [line.text.strip(" ▌") for line in at.screen.query_one("#log", Log).lines]


async def test_it_plays_by_itself(tmp_path: Path) -> None:
    async with viewing(tmp_path, bot_record("herokill")) as at:
        slow = at.screen.speed
        await at.press("minus")
        assert at.screen.speed == slow - 1
        await at.press(*["plus"] * 9)
        assert at.screen.speed == len(SPEEDS) - 1
        await at.person.press("space")
        await at.person.until(lambda: at.step > 4, "some steps")
        await at.person.press("home", *["minus"] * 9, "home")
        await at.person.until(lambda: at.screen.playing and at.step < 4, "from the start again")
        await at.press("p")
        assert not at.screen.playing
        here = at.step
        await asyncio.sleep(0.2)
        assert at.step == here < at.screen.playback.steps
        await at.press(*["plus"] * 9)
        at.screen.go(at.screen.playback.steps - 5)
        await at.settled()
        await at.person.press("space")
        await at.person.until(lambda: at.screen.playback.over and not at.screen.playing, "the end")
        at.check(Eye.OPEN)
        await at.person.press("space")
        await at.person.until(lambda: at.screen.playing and at.step < at.screen.playback.steps, "once more")


async def test_the_mouse_alone_goes_anywhere(tmp_path: Path) -> None:
    record = bot_record("herokill")
    async with viewing(tmp_path, record) as at:
        pilot, playback = at.person.pilot, at.screen.playback
        for label, step in [
            ("→", 2),
            (">", 12),
            ("<", 2),
            ("←", 1),
            ("PgDn", playback.rounds[1][1]),
            ("PgUp", 1),
        ]:
            await at.click(label)
            assert at.step == step, label
        await pilot.click(Scrubber, offset=(79, 0))
        await at.settled()
        assert at.step == playback.steps
        await pilot.click(Scrubber, offset=(0, 0))
        await at.settled()
        assert at.step == 1
        speed = at.screen.speed
        await at.click("+")
        await at.click("+")
        await at.click("-")
        assert at.screen.speed == speed + 1
        await at.click("Space")
        await at.person.until(lambda: at.step > 2, "steps")
        await at.click("Space")
        assert not at.screen.playing


async def test_the_mouse_alone_opens_everything(tmp_path: Path) -> None:
    async with viewing(tmp_path, bot_record("herokill")) as at:
        pilot, playback = at.person.pilot, at.screen.playback
        await at.click("v")
        await at.choose(ChoiceDialog, 3)
        await at.person.at(ReplayScreen)
        await at.settled()
        at.check(Seat(1))
        await at.click("g")
        await at.choose(JumpScreen, 2)
        await at.person.at(ReplayScreen)
        await at.settled()
        assert at.step == playback.rounds[2][1]
        await pilot.click(next(iter(at.screen.query_one("#hand").query(CardTile))))
        assert (await at.person.at(Reading)).title_text
        await pilot.click(offset=(1, 1))
        await at.person.at(ReplayScreen)
        await at.click("?")
        await at.person.at(HelpScreen)
        await at.person.press("escape")
        await at.click("Esc")
        await at.person.at(HomeScreen)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_jumps_dialogs_and_help(language: str, tmp_path: Path) -> None:
    say = Speech(language)
    async with viewing(tmp_path, bot_record("herokill"), language) as at:
        playback = at.screen.playback
        await at.person.press("g")
        await at.person.at(JumpScreen)
        await at.person.type("17")
        await at.person.at(ReplayScreen)
        await at.settled()
        assert at.step == 17
        await at.person.press("g")
        await at.person.at(JumpScreen)
        await at.person.press("enter")
        await at.person.press("down", "down", "enter")
        await at.person.at(ReplayScreen)
        await at.settled()
        assert at.step == playback.rounds[playback.round_at(17) + 1][1]
        await at.person.press("g")
        await at.person.at(JumpScreen)
        await at.person.press("escape", "v")
        dialog = await at.person.at(ChoiceDialog)
        assert [name for name, _ in dialog.choices] == ["open", "public", "1", "2", "3", "4"]
        await at.person.press("down", "enter")
        await at.person.at(ReplayScreen)
        await at.settled()
        at.check(Eye.PUBLIC)
        await at.person.press("question_mark")
        told = "\n".join((await at.person.at(HelpScreen)).lines())
        for word in ("step_on", "step_back", "ten_on", "play_or_pause", "round_next", "jump", "whose_view"):
            assert say(f"press.{word}") in told
        await at.person.press("escape")
        await at.person.at(ReplayScreen)
        await at.press("9")
        at.check(Eye.PUBLIC)  # there is no ninth seat


async def test_a_seat_in_full_and_a_card_s_text(tmp_path: Path) -> None:
    """With all open the details of a seat have its hand; Escape goes back step by step."""
    async with viewing(tmp_path, bot_record("herokill")) as at:
        await at.press("greater_than_sign", "i")
        details = at.screen.query_one(Details)
        assert details.display
        view, describe = at.screen.describe.model.view, at.screen.describe
        assert view is not None
        await at.person.sees(describe.face(view.cards("hand", 0)[0].face))
        await at.press("escape")
        assert not details.display
        at.screen.query_one("#hand", CardRow).focus()
        await at.press("question_mark")
        await at.person.at(Reading)
        await at.press("x", "escape")
        assert at.screen.focused is None
        await at.person.press("q")
        await at.person.at(HomeScreen)


async def test_keys_work_before_the_record_is_read(tmp_path: Path) -> None:
    """A long match is read in slices; meanwhile one may step, and go to the end."""
    async with sit_down_at(tmp_path) as person:
        screen = ReplayScreen(bot_record("gandengyan"))
        await person.app.push_screen(screen)
        screen.go(5)
        at = Viewing(person, screen)
        await at.settled()
        assert at.step == 5
        screen.action_ends(True)
        await at.settled()
        assert at.step == screen.playback.steps
        at.check(Eye.OPEN)


async def test_from_the_list_of_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record opens, and one whose answers do not fit as far as they do; one of other rules does not. Both are told."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "paiju" / "records"
    folder.mkdir(parents=True)
    good = bot_record("dingti")
    bad = msgspec.structs.replace(good, inputs=[good.inputs[0], *good.inputs])
    for place, record in enumerate([good, bad, msgspec.structs.replace(good, version=99)]):
        (folder / f"{place}.paiju").write_bytes(write_record(record))
    async with sit_down_at(tmp_path) as ann:
        await ann.press(str(ENTRIES.index("replays") + 1))
        records = await ann.at(ReplaysScreen)
        opened = 0
        for place, file in enumerate(records.files):
            records.query_one(OptionList).highlighted = place
            await ann.press("enter")
            if file.name == "2.paiju":
                await ann.sees("played under")
                continue
            at = Viewing(ann, await ann.at(ReplayScreen))
            await at.settled()
            if file.name == "1.paiju":
                await ann.sees("an answer after")
                await at.press("end")
                assert at.step == 2
            opened += 1
            await ann.press("escape")
            await ann.at(ReplaysScreen)
        assert opened == 2
