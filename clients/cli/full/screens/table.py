"""The table during a match: where one plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input, Static

import protocol.messages as wire
from clients.cli.choice import Choice
from clients.cli.connection import Gone
from clients.cli.full.aiming import Aim
from clients.cli.full.hinting import hints
from clients.cli.full.laying import card_keys, elsewhere, shown
from clients.cli.full.look import look_of
from clients.cli.full.looks import about_card, look
from clients.cli.full.screens.reading import Reading
from clients.cli.full.telling import note_of, otherwise, to_decide
from clients.cli.full.widgets.asking import Asking, Step, step_of
from clients.cli.full.widgets.card import CardRow, Look
from clients.cli.full.widgets.chat import Chat
from clients.cli.full.widgets.countdown import Countdown
from clients.cli.full.widgets.hints import Hints
from clients.cli.full.widgets.offers import KEYS, Offer
from clients.cli.full.widgets.pace import Pace
from clients.cli.full.widgets.seat import Seats
from clients.cli.full.widgets.table import TABLE_KEYS, TableView
from clients.cli.guest import Guest, Sorry
from clients.cli.model import Change
from engine.core.ask import Answer
from engine.core.events import Card

if TYPE_CHECKING:
    from clients.cli.full.app import PaijuApp

__all__ = ["TableScreen"]

TICK = 0.25
"""Seconds between two looks at the clock."""


class TableScreen(Screen[None]):
    """Shows the guest's room, and turns presses into an answer."""

    app: PaijuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("question_mark", "explain", show=False),
        Binding("f1", "keys", show=False),
        Binding("enter", "go_on", show=False),
        Binding("up", "leap(-1)", show=False),
        Binding("down", "leap(1)", show=False),
        *TABLE_KEYS,
    ]

    def __init__(self, guest: Guest) -> None:
        super().__init__()
        self.guest = guest
        self.choice: Choice | None = None
        self._laid = False
        self._note = ""
        self._sent: int | None = None
        self._aim = Aim(self, "#tray", "#hand")
        self._pace = Pace(self, self._paint)

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        yield TableView(id="table")
        yield Asking(self._face, id="asking")
        yield CardRow(self._face, id="tray")
        yield CardRow(self._face, id="hand")
        yield Hints(id="hints")

    def on_mount(self) -> None:
        self._laid = True
        self.set_interval(TICK, self._clock)
        self.changed(Change(fresh=True))

    # -- what the server says -----------------------------------------------------------------------------------------

    def changed(self, change: Change) -> None:
        """Something in the room is new. A choice that is half made stays as long as its question does."""
        model, describe = self.guest.model, self.guest.describe
        if model is None or describe is None or not self._laid:
            return  # before everything lies there: all of it is shown then
        table = self.query_one(TableView)
        if change.begun:
            self.choice = None  # the questions of another match are numbered anew
            table.begin()
        elif change.fresh:
            table.forget()
        told = model.log if change.fresh else change.events
        table.tell([line for event in told if (line := describe.event(event))])
        self._ask_anew()
        self.draw()

    def _ask_anew(self) -> None:
        """Another question, or none: the choice begins anew. What was answered counts as answered until it is refused."""
        model, describe, before = self.guest.model, self.guest.describe, self.choice
        ask = model.ask if model else None
        if ask is not None and ask.id != self._sent:
            if before is None or before.ask.id != ask.id:
                self.choice, self._note = Choice(ask, self._hand()), ""
        else:
            self.choice = None
            if (
                before is not None and describe is not None
            ):  # answered without us: by the server, or by the clock
                self._note = describe.say("picks.was_forced" if before.forced else "picks.too_late")

    def _hand(self) -> list[Card]:
        model = self.guest.model
        if model is None or model.view is None or model.you is None:
            return []
        return sorted(model.view.cards("hand", model.you), key=look_of(model.info.game).rank)

    def _face(self, card: Card) -> Look:
        assert self.guest.describe is not None
        return look(self.guest.describe, card)

    # -- drawing ------------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show what is new, soon: many updates cost one drawing."""
        self._pace.ask()

    @property
    def busy(self) -> bool:
        """Whether something is new that is not shown yet."""
        return self._pace.busy

    async def _paint(self) -> None:
        with self.app.batch_update():  # one picture, not one for each widget
            await self._draw_once()

    async def _draw_once(self) -> None:
        model, describe, choice = self.guest.model, self.guest.describe, self.open
        if model is None or describe is None:
            return
        game = describe.words.get("game.name", model.info.game)
        self.query_one("#head", Static).update(f"{game} · {model.info.room}")
        targets = choice.offered_seats() if choice else ()
        await self.query_one(TableView).show(
            model, describe, targets, choice.held if choice and targets else ()
        )
        hand = self._hand()
        tray = elsewhere(choice, hand)
        stand = shown(choice, [*tray, *hand])
        rows, arranging = self._aim.rows, step_of(choice) is Step.ARRANGEMENT
        for row, cards in zip(rows, (tray, hand), strict=True):
            row.display = bool(cards) and not arranging
            await row.show(cards, stand)
        rows[0].border_title = describe.origin(model.view, [card.id for card in tray])
        instead = otherwise(model, describe, self.choice)
        note = note_of(model, describe, self.choice, self._note)
        await self.query_one(Asking).show(choice, describe, instead, note)
        if choice is self.open:  # if not, it is drawn anew at once
            self._aim.at(choice)
        self._clock()
        await self._hint()

    @property
    def open(self) -> Choice | None:
        """The choice that waits for us."""
        return to_decide(self.guest.model, self.choice)

    def _clock(self) -> None:
        model, describe = self.guest.model, self.guest.describe
        if model is None or describe is None:
            return
        self.query_one(Countdown).show(model.seconds_left(), model.bank_left(), describe.say)

    @work(group="hints")
    async def _hint_later(self) -> None:
        await self._hint()

    async def _hint(self) -> None:
        model, describe = self.guest.model, self.guest.describe
        if model is not None and describe is not None:
            card = self.focused.cursor if isinstance(self.focused, CardRow) else None
            if not note_of(model, describe, self.choice, self._note):
                self.query_one(Asking).peek(self.open, card, describe)
            await self.query_one(Hints).show(hints(self.open, self.focused, describe.say))

    # -- where the keyboard is ----------------------------------------------------------------------------------------

    def on_descendant_focus(self) -> None:
        self._hint_later()

    def on_card_row_moved(self) -> None:
        self._hint_later()

    def action_leap(self, by: int) -> None:
        self._aim.leap(by)

    # -- what the person does -----------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        key = event.character or ""
        if self._aim.writing() or isinstance(self.focused, Input):
            return
        if event.key == "enter" and isinstance(self.focused, Seats) and self._several():
            event.stop()
            self.action_go_on()
        elif key and key in f"0{KEYS}" and self._press(key):
            event.stop()

    def _several(self) -> bool:
        """Whether enough of several targets are chosen."""
        return self.choice is not None and bool(self.choice.held) and self.choice.enough()

    def _press(self, key: str) -> bool:
        hand = self._hand()
        cards = [card.id for card in [*elsewhere(self.open, hand), *hand]]
        named = [card for card, own in card_keys(self.open, cards).items() if own == key]
        for card in named:
            self._take(card)
        return bool(named) or self.query_one(Asking).press(key)

    def on_card_row_pressed(self, event: CardRow.Pressed) -> None:
        choice = self.choice
        if choice is not None and event.on and choice.held and choice.go_on():
            self._settle()
        elif not event.on or (choice is not None and event.card not in choice.held):
            self._take(event.card)

    def _take(self, card: int) -> None:
        """Take a card or put it back; what it can only mean is chosen at once."""
        choice = self.open
        if choice is None or (card not in choice.cards() and card not in choice.held):
            return
        choice.toggle(card)
        if (sole := choice.sole()) is not None:
            choice.choose(sole)
        self._settle()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "table" and self._laid:
            return self.query_one(TableView).can(str(parameters[0]))
        return super().check_action(action, parameters)

    async def action_table(self, word: str) -> None:
        await self.query_one(TableView).press(word)

    @work(group="send")
    async def on_chat_spoken(self, event: Chat.Spoken) -> None:
        try:
            room = self.guest.room.room
            await self.guest.ask(wire.Chat(action=self.guest.action(), room=room, text=event.text))
        except Sorry as sorry:
            self.app.notify(str(sorry), severity="warning", markup=False)

    def on_seats_pressed(self, event: Seats.Pressed) -> None:
        if self.choice is not None and event.seat in self.choice.offered_seats():
            self.choice.toggle(event.seat)
            self._settle()

    def on_asking_chosen(self, event: Asking.Chosen) -> None:
        choice, what = self.choice, event.what
        if choice is None:
            return
        if what is None:
            choice.go_on()
        elif choice.move is None:
            choice.choose(what)
        elif step_of(choice) is Step.SETS:
            choice.take([what])
        elif what in choice.offered():
            choice.toggle(what)
        self._settle()

    def on_asking_filled(self, event: Asking.Filled) -> None:
        if self.choice is not None:
            self.choice.fill(event.picks)
            self._settle()

    def action_go_on(self) -> None:
        if self.choice is not None and self.choice.go_on():
            self._settle()

    def action_back(self) -> None:
        """Close what was opened over the table, else take back the last step."""
        if self.query_one(TableView).back():
            return
        if not self.query_one(Asking).back() and self.choice is not None and self.choice.back():
            self._aim.again()
            self.draw()

    def action_explain(self) -> None:
        """The text of what the cursor is on, else the keys."""
        describe, at = self.guest.describe, self.focused
        if describe is None:
            return
        say = describe.say
        here: Card | Offer | None = at.cursor if isinstance(at, CardRow) else None
        if here is None and at is not None and self.query_one(Asking) in at.ancestors_with_self:
            here = self.query_one(Asking).cursor
        if isinstance(here, Card):
            self.app.push_screen(Reading(*about_card(describe, here), say("keys.close")))
        elif isinstance(here, Offer) and here.about:
            self.app.push_screen(Reading(here.text, here.about, say("keys.close")))
        else:
            self.action_keys()

    def action_keys(self) -> None:
        """All keys of the table."""
        if self.guest.describe is not None:
            say, more = self.guest.describe.say, self.query_one(TableView).keys
            text = say("table_keys.text", keys=more).strip("\n")
            self.app.push_screen(Reading(say("table_keys.title"), text, say("keys.close")))

    def _settle(self) -> None:
        choice, self._note = self.choice, ""
        if choice is not None and (answer := choice.answer) is not None:
            self.choice, self._sent = None, choice.ask.id
            self.query_one(TableView).follow()
            self._send(choice, answer)
        self.draw()

    @work(group="send")
    async def _send(self, choice: Choice, answer: Answer) -> None:
        """Answer; if it is not taken, say why and ask again."""
        try:
            await self.guest.answer(choice.ask, answer)
        except Sorry as sorry:
            self._sent = None
            self._ask_anew()
            self._note = self.guest.say("picks.refused", reason=sorry)
        except Gone:
            return  # the visit ends, and says so
        self._sent = None
        self.changed(Change())
