"""A match played again from its record: forwards and back, from anybody's view or with all cards open."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import Static

from clients.cli.full.looks import about_card, look
from clients.cli.full.screens.base import Page
from clients.cli.full.screens.dialogs import ChoiceDialog
from clients.cli.full.screens.jump import JumpScreen
from clients.cli.full.screens.reading import Reading
from clients.cli.full.transport import other_hints, transport_hints
from clients.cli.full.widgets.card import CardRow, Shown
from clients.cli.full.widgets.hints import Hints
from clients.cli.full.widgets.pace import Pace
from clients.cli.full.widgets.scrubber import Scrubber
from clients.cli.full.widgets.table import TABLE_KEYS, TableView
from clients.cli.playback import Eye, Playback, Played, Viewer, describer_of, ending, lines_of
from engine.core.errors import EngineError
from engine.core.events import Card
from engine.core.ids import Seat
from engine.core.record import Record

__all__ = ["SPEEDS", "ReplayScreen"]

SPEEDS = ("0.5", "1", "2", "4", "8", "16", "32")
"""Steps a second."""
SLICE, REST = 0.015, 0.004
"""Seconds of playing through after which the keyboard has its turn, and for how long."""


class ReplayScreen(Page):
    """Raises RecordMismatch for a record of other rules. `busy` while it is on its way to a step, or has one to draw."""

    SPEAKS_ANEW = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,full_stop", "step(1)", "step on"),
        Binding("left,comma", "step(-1)", "step back"),
        Binding("shift+right,greater_than_sign", "step(10)", "ten on"),
        Binding("shift+left,less_than_sign", "step(-10)", "ten back"),
        Binding("space,p", "play", "play or pause"),
        Binding("plus,equals_sign", "speed(1)", "faster"),
        Binding("minus", "speed(-1)", "slower"),
        Binding("pagedown", "round(1)", "round next"),
        Binding("pageup", "round(-1)", "round before"),
        Binding("home", "ends(False)", "first step"),
        Binding("end", "ends(True)", "last step"),
        Binding("g", "jump", "jump"),
        Binding("v", "view", "whose view"),
        Binding("a", "look('open')", "all open"),
        Binding("0", "look('public')", "view public"),
        *(Binding(str(n), f"look('{n}')", show=False) for n in range(1, 10)),
        Binding("question_mark", "explain", show=False),
        Binding("escape,q", "leave", "back"),
        *(binding for binding in TABLE_KEYS if binding.action != "table('chat')"),
    ]
    DEFAULT_CSS = """
    ReplayScreen #hand.-named { border-top: solid $panel-lighten-2; }
    ReplayScreen #hand.-named CardTile { margin-top: 0; }
    """
    AUTO_FOCUS = ""

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record
        self.playback = Playback(record)
        self.viewer: Viewer = Eye.OPEN
        self.speed = SPEEDS.index("2")
        self._goal = self.playback.step
        self._walking = False
        self._progress: str | None = None
        self._surveyed = False
        self._left = False
        self._told: tuple[Viewer, int] | None = None
        self._timer: Timer | None = None
        self._pace = Pace(self, self._draw)

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        yield TableView(id="table")
        yield CardRow(lambda card: look(self.describe, card), id="hand")
        yield Scrubber(id="scrubber")
        yield Hints(id="transport")
        yield Hints(id="more")

    def fill(self) -> None:
        self.describe = describer_of(self.record, self.say)
        self._pace.ask()
        self._survey()

    @property
    def playing(self) -> bool:
        return self._timer is not None

    @property
    def busy(self) -> bool:
        return self._walking or not self._surveyed or self._pace.busy

    # -- going --------------------------------------------------------------------------------------------------------

    def go(self, step: int) -> None:
        """To this step, or the nearest there is."""
        self._goal = max(1, min(step, self.playback.steps) if self._surveyed else step)
        if not self._walking:
            self._walking = True
            self._walk()

    @work(group="walk")
    async def _walk(self) -> None:
        playback = self.playback
        try:
            while playback.step != self._goal:
                goal = self._goal
                await self._through(playback.seek(goal), "replay.going", goal)
                if goal == self._goal:
                    self._goal = playback.step
        finally:
            self._walking = False
            self._pace.ask()

    @work(group="survey")
    async def _survey(self) -> None:
        await self._through(self.playback.survey(), "replay.reading")
        self._surveyed = True
        self._pace.ask()

    async def _through(self, way: Iterator[float], key: str, goal: int | None = None) -> None:
        """Do it in slices, and say how far it is; as long as this is the goal, if it is the way to one. A record that does not fit can be
        seen up to there."""
        since = time.monotonic()
        try:
            for share in way:
                if time.monotonic() - since > SLICE:
                    self._progress = self.say(key, percent=int(share * 100))
                    self._head()
                    await asyncio.sleep(REST)
                    since = time.monotonic()
                if goal not in (None, self._goal):
                    break
        except EngineError as error:
            self.app.notify(str(error), severity="error", markup=False)
            self._run(False)
        finally:
            self._progress = None

    def action_step(self, by: int) -> None:
        self.go(self._goal + by)

    def action_ends(self, last: bool) -> None:
        self.go(len(self.record.inputs) + 1 if last else 1)  # no step without an answer but the first

    def action_round(self, by: int) -> None:
        """To the first step of the next round, of this one, or of the one before."""
        rounds = self.playback.rounds
        place = self.playback.round_at(self._goal)
        if by < 0 and self._goal > rounds[place][1]:
            by = 0
        if place + by >= len(rounds):
            self.go(self.playback.steps)
        else:
            self.go(rounds[max(0, place + by)][1])

    def on_scrubber_sought(self, event: Scrubber.Sought) -> None:
        self.go(event.step)

    @work
    async def action_jump(self) -> None:
        playback = self.playback
        dialog = JumpScreen(playback.rounds, playback.round_at(self._goal), playback.steps)
        step = await self.app.push_screen_wait(dialog)
        if step is not None:
            self.go(step)

    # -- playing ------------------------------------------------------------------------------------------------------

    def action_play(self) -> None:
        if not self.playing and self._at_end():
            self.go(1)
        self._run(not self.playing)

    def action_speed(self, by: int) -> None:
        self.speed = max(0, min(len(SPEEDS) - 1, self.speed + by))
        self._run(self.playing)

    def _run(self, on: bool) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_interval(1 / float(SPEEDS[self.speed]), self._tick) if on else None
        self._pace.ask()

    def _tick(self) -> None:
        if self.app.screen is not self:
            return  # a dialog is open
        if self._at_end():
            self._run(False)
        elif not self._walking:
            self.action_step(1)

    def _at_end(self) -> bool:
        return self.playback.over and not self._walking

    # -- looking ------------------------------------------------------------------------------------------------------

    def action_look(self, whose: str) -> None:
        """`open`, `public`, or a seat from 1."""
        if not whose.isdigit():
            self.viewer = Eye(whose)
        elif int(whose) <= self.record.seats:
            self.viewer = Seat(int(whose) - 1)
        self._pace.ask()

    @work
    async def action_view(self) -> None:
        eyes = [(eye.value, self.say(f"replay.view.{eye.value}")) for eye in (Eye.OPEN, Eye.PUBLIC)]
        seats = [(str(n), f"{n} {name}") for n, name in enumerate(self.record.names, 1)]
        whose = await self.app.push_screen_wait(
            ChoiceDialog(self.say("replay.view.question"), [*eyes, *seats])
        )
        if whose is not None:
            self.action_look(whose)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "table" and (tables := self.query(TableView)):
            return tables.first().can(str(parameters[0]))
        return super().check_action(action, parameters)

    async def action_table(self, word: str) -> None:
        await self.query_one(TableView).press(word)

    def on_card_row_pressed(self, event: CardRow.Pressed) -> None:
        self._about(event.row.cursor)

    def action_explain(self) -> None:
        """The text of the card under the cursor, else the keys."""
        self._about(self.focused.cursor if isinstance(self.focused, CardRow) else None)

    def _about(self, card: Card | None) -> None:
        if card is None:
            self.app.action_help()
        else:
            self.app.push_screen(Reading(*about_card(self.describe, card), self.say("keys.close")))

    def action_leave(self, at_once: bool = False) -> None:
        """Give the keyboard back to the replay, or go."""
        if self.focused is not None and not at_once:
            self.set_focus(None)
        elif self.app.screen is self:
            self._left = True  # a picture that was asked for finds nothing to draw on
            self.app.pop_screen()

    # -- drawing ------------------------------------------------------------------------------------------------------

    async def _draw(self) -> None:
        if self._left or not self.query(TableView):
            return
        with self.app.batch_update():
            await self._draw_once()

    async def _draw_once(self) -> None:
        model, table = self.describe.model, self.query_one(TableView)
        self.playback.show(model, self.viewer)
        await table.show(model, self.describe)
        self._tell(table)
        await self._show_hand()
        self._head()
        self.query_one(Scrubber).show(self.playback.step, self.playback.steps)
        await self.query_one("#transport", Hints).show(transport_hints(self.say, self.playing))
        await self.query_one("#more", Hints).show(other_hints(self.say))

    def _tell(self, table: TableView) -> None:
        """What is new since the last picture; after a leap or for other eyes all that is still known."""
        recent, told = list(self.playback.recent), self._told
        now = (self.viewer, self.playback.step)
        if told == now:
            return
        self._told = now
        new = [played for played in recent if told is not None and played.step > told[1]]
        if told is None or told[0] != self.viewer or len(new) == len(recent) or not new:
            table.forget()
            new = recent[-1:]
            table.tell([line for played in recent[:-1] for line in self._lines(played)])
        table.tell([line for played in new for line in self._lines(played)])

    def _lines(self, played: Played) -> list[str]:
        say = self.say
        lines = lines_of(played, self.viewer, self.describe)
        if played.step == 1:
            lines = [say("replay.begin"), *lines]
        if played.step == self.playback.step and self.playback.over:
            lines += ending(self.record, self.describe)
        return lines

    async def _show_hand(self) -> None:
        """The hand of whose view it is; with all open, of who decides."""
        model, row = self.describe.model, self.query_one("#hand", CardRow)
        asked = model.window.seats[0] if model.window is not None else Seat(0)
        seat = asked if self.viewer is Eye.OPEN else self.viewer
        cards: list[Card] = []
        if isinstance(seat, int) and model.view is not None:
            cards = model.view.cards("hand", seat)
            named = self.viewer is Eye.OPEN
            row.border_title = self.say("replay.hand", seat=self.describe.seat(seat)) if named else None
        row.display = bool(cards)
        row.set_class(self.viewer is Eye.OPEN, "-named")
        await row.show(cards, {card.id: Shown(usable=True) for card in cards})

    def _head(self) -> None:
        say, playback = self.say, self.playback
        viewer = self.viewer
        view = say(f"replay.view.{viewer.value}") if isinstance(viewer, Eye) else self.describe.seat(viewer)
        known = self._surveyed
        where = say(
            "replay.where",
            step=playback.step,
            steps=playback.steps if known else "…",
            round=playback.round,
            rounds=playback.rounds[-1][0] if known else "…",
        )
        speed = SPEEDS[self.speed]
        doing = say("replay.playing" if self.playing else "replay.paused", speed=speed)
        if playback.over and not self.playing:
            doing = say("replay.at_end")
        parts = [self.describe.words["game.name"], where, say("replay.seen", view=view)]
        self.query_one("#head", Static).update(" · ".join([*parts, self._progress or doing]))
