"""A table without a server: the state of a real match of bots, as one seat sees it, in an app that shows nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from textual.app import App, ComposeResult
from textual.geometry import Region

import protocol.messages as wire
from clients.cli.describe import Describer
from clients.cli.full.look import Look, Scene, look_of
from clients.cli.full.themes import THEMES, VARIABLES
from clients.cli.full.widgets.chat import Chat
from clients.cli.full.widgets.seat import Seats
from clients.cli.full.widgets.table import TableView
from clients.cli.model import RoomModel
from clients.cli.speech import Speech
from engine.core.chance import Chance
from engine.core.events import Happening, seen_by
from engine.core.ids import Seat
from engine.core.match import Answered, By, Match
from engine.registry import find_game, package_of
from engine.words import words_of
from protocol.codec import Codec

__all__ = ["Stage", "TableApp", "screen_text", "states"]


class Stage:
    """A match of bots under way. `scene` is what a seat (None: an onlooker) sees of it now."""

    def __init__(
        self,
        game: str,
        seats: int,
        seed: int,
        level: str = "random",
        options: dict[str, object] | None = None,
    ) -> None:
        self.game = find_game(game)
        self.seats = seats
        key = seed.to_bytes(32, "little")
        self.match, self.told = Match.start(self.game, seats, options or {}, key)
        self._luck = Chance(key, "bots")
        self._bot = self.game.bots[level]

    def run(self, until: Callable[[Match], bool]) -> None:
        """Step by step to the first moment for which `until` holds, or to the end."""
        while not self.match.over and not until(self.match):
            self.step()

    def step(self) -> list[Happening]:
        """All open questions are answered."""
        new: list[Happening] = []
        for ask in self.match.waiting():
            answer = self._bot(partial(self.match.view, ask.seat), ask, self._luck)
            new = self.match.put(Answered(ask.seat, ask.id, answer, By.BOT)) or []
        self.told += new
        return new

    def scene(self, you: int | None, language: str = "en", names: Sequence[str] = ()) -> Scene:
        names = names or [f"Player {n + 1}" for n in range(self.seats)]
        seats = [
            wire.SeatInfo(kind="person" if n == you else "bot", name=name, connected=True)
            for n, name in enumerate(names)
        ]
        info = wire.RoomInfo(
            room="STAGE", name="", game=self.game.id, phase="playing", seats=seats, options={}, clock=wire.Clock(),
            polling="brisk", listed=False, locked=False, host=None, match=1,
        )  # fmt: skip
        model = RoomModel(Codec.MSGPACK, wire.Snapshot(room="STAGE", seq=0, you=you, info=info))
        viewer = None if you is None else Seat(you)
        model.view = self.match.view(viewer)
        model.log = list(seen_by(viewer, self.told))[-500:]
        model.window = self.match.window()
        model.ask = None if viewer is None else self.match.ask_of(viewer)
        describe = Describer(Speech(language), words_of(package_of(self.game.id), language), model)
        return Scene(model, model.view, describe)


class TableApp(App[None]):
    """One table and nothing else."""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self.scene = scene
        self.pressed: list[int] = []
        self.spoken: list[str] = []
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return VARIABLES

    def compose(self) -> ComposeResult:
        yield TableView(id="table")

    def on_seats_pressed(self, event: Seats.Pressed) -> None:
        self.pressed.append(event.seat)

    def on_chat_spoken(self, event: Chat.Spoken) -> None:
        self.spoken.append(event.text)

    @property
    def table(self) -> TableView:
        return self.query_one(TableView)

    async def show(self, scene: Scene | None = None, events: int = 3) -> None:
        """This state of the table, and its last events in the log."""
        self.scene = scene or self.scene
        model, _, describe = self.scene
        self.table.tell([line for event in model.log[-events:] if (line := describe.event(event))])
        await self.table.show(model, describe)

    @property
    def look(self) -> Look:
        return look_of(self.scene.model.info.game)


def states(stage: Stage, count: int) -> Iterator[None]:
    """The match at up to `count` moments, each farther from the one before."""
    for number in range(1, count + 1):
        yield
        goal = stage.match.step + 7 * number
        stage.run(lambda match, goal=goal: match.step >= goal)  # type: ignore[misc]
        if stage.match.over:
            return


def screen_text(app: App[None], region: Region | None = None) -> list[str]:
    """The screen's lines as text, or what a region shows."""
    lines = [strip.text for strip in app.screen._compositor.render_strips()]  # noqa: SLF001 - the screen as text
    if region is None:
        return lines
    return [line[region.x : region.right] for line in lines[region.y : region.bottom]]
