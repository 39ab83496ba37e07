"""The table during a match: where one plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, Static

from clients.cli.choice import Choice
from clients.cli.describe import RANKS, SUITS
from clients.cli.full.widgets.asking import Asking
from clients.cli.full.widgets.card import CardRow
from clients.cli.full.widgets.seat import Seats
from clients.cli.full.widgets.table import TableView
from clients.cli.guest import Guest, Sorry
from clients.cli.model import Change
from engine.core.ask import Answer, Cards, Sets
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
        Binding("escape", "back", "Back"),
        *(Binding(str(digit), f"digit({digit})", show=False) for digit in range(1, 10)),
    ]

    def __init__(self, guest: Guest) -> None:
        super().__init__()
        self.guest = guest
        self.choice: Choice | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        yield TableView(id="table")
        yield Asking(id="asking")
        yield CardRow(self._face, id="tray")
        yield CardRow(self._face, id="hand")
        yield Footer()

    def on_mount(self) -> None:
        self.set_interval(TICK, self._clock)
        self.changed(Change(fresh=True))

    # -- what the server says -----------------------------------------------------------------------------------------

    def changed(self, change: Change) -> None:
        """Something in the room is new."""
        model, describe = self.guest.model, self.guest.describe
        if model is None or describe is None:
            return
        table = self.query_one(TableView)
        if change.fresh or change.begun:
            table.forget()
        events = model.log if change.fresh else change.events
        table.tell([line for event in events if (line := describe.event(event))])
        ask = model.ask
        if ask is None:
            self.choice = None
        elif self.choice is None or self.choice.ask.id != ask.id:
            self.choice = Choice(ask, self._hand())
        self._draw()

    def _hand(self) -> list[Card]:
        model = self.guest.model
        if model is None or model.view is None or model.you is None:
            return []
        return list(model.view.cards("hand", model.you))

    @work(exclusive=True, group="draw")
    async def _draw(self) -> None:
        model, describe, choice = self.guest.model, self.guest.describe, self.choice
        if model is None or describe is None:
            return
        targets = choice.seats() if choice else ()
        held = choice.held if choice else ()
        await self.query_one(TableView).show(model, describe, targets, held if targets else ())
        hand, usable = self._hand(), choice.cards() if choice else set()
        await self.query_one("#hand", CardRow).show(hand, usable, held)
        elsewhere = [card for card in self._offered_cards() if card not in hand]
        tray = self.query_one("#tray", CardRow)
        tray.display = bool(elsewhere)
        await tray.show(elsewhere, usable, held)
        self.query_one(Asking).show(choice, describe, self._waiting())
        self._clock()

    def _offered_cards(self) -> list[Card]:
        pick = self.choice.pick if self.choice else None
        return list(pick.cards) if isinstance(pick, Cards | Sets) else []

    def _waiting(self) -> str:
        model, describe = self.guest.model, self.guest.describe
        if model is None or describe is None or model.window is None:
            return ""
        return describe.say("full.waiting")

    def _clock(self) -> None:
        model, describe = self.guest.model, self.guest.describe
        if model is None or describe is None:
            return
        left = model.seconds_left()
        game = describe.words.get("game.name", model.info.game)
        seconds = "" if left is None else describe.say("ask.seconds", n=int(left))
        self.query_one("#head", Static).update(f"{game} · {model.info.room}{seconds}")

    def _face(self, card: Card) -> tuple[list[str], bool, str]:
        describe = self.guest.describe
        assert describe is not None
        face, words = card.face, describe.words
        name, tier = words.get(f"cards.{face.name}.name", ""), words.get(f"cards.{face.name}.tier", "")
        pips = SUITS.get(face.suit, "") + (RANKS.get(face.rank, str(face.rank)) if face.rank else "")
        lines = [part for part in (pips or tier, name) if part]
        return (
            lines or [face.name],
            face.suit in ("H", "D"),
            words.get(f"cards.{face.name}.text", ""),
        )

    # -- what the person does -----------------------------------------------------------------------------------------

    def on_card_row_pressed(self, event: CardRow.Pressed) -> None:
        if self.choice is not None and (event.card in self.choice.cards() or event.card in self.choice.held):
            self.choice.toggle(event.card)
            self._settle()

    def on_seats_pressed(self, event: Seats.Pressed) -> None:
        if self.choice is not None and event.seat in self.choice.offered_seats():
            self.choice.toggle(event.seat)
            self._settle()

    def on_asking_chosen(self, event: Asking.Chosen) -> None:
        choice = self.choice
        if choice is None:
            return
        if event.what is None:
            choice.close()
        elif choice.move is None:
            choice.choose(event.what)
        elif isinstance(choice.pick, Sets):
            choice.take([event.what])
        elif event.what in choice.offered():
            choice.toggle(event.what)
        self._settle()

    def action_digit(self, digit: int) -> None:
        self.query_one(Asking).press(digit)

    def action_back(self) -> None:
        if self.choice is not None and self.choice.back():
            self._draw()

    def _settle(self) -> None:
        choice = self.choice
        if choice is not None and (answer := choice.answer) is not None:
            self.choice = None
            self._send(choice, answer)
        self._draw()

    @work(group="send")
    async def _send(self, choice: Choice, answer: Answer) -> None:
        try:
            await self.guest.answer(choice.ask, answer)
        except Sorry as sorry:
            self.app.notify(str(sorry), severity="warning", markup=False)
            self.changed(Change())
