"""A table screen with a question on it and no server behind it, and three people who answer: by signs, by the cursor, by the mouse."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import cast

import msgspec
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input

import protocol.messages as wire
from clients.cli.connection import Connection
from clients.cli.describe import Describer
from clients.cli.full.screens.table import TableScreen
from clients.cli.full.widgets.arrangement import Arrangement
from clients.cli.full.widgets.asking import Step, step_of
from clients.cli.full.widgets.card import CardRow, CardTile
from clients.cli.full.widgets.form import Form
from clients.cli.full.widgets.offers import Offers, OfferTile
from clients.cli.full.widgets.stepper import Stepper
from clients.cli.guest import Guest
from clients.cli.model import Change, RoomModel
from clients.cli.speech import Speech
from engine.core.ask import Answer, Ask
from engine.core.match import PollView
from engine.core.view import View
from engine.registry import package_of
from engine.words import words_of
from protocol.codec import Codec
from protocol.slugs import Slug

__all__ = ["Asked", "Booth", "Person", "answered", "by_cursor", "by_mouse", "by_signs", "settle"]


class Asked(msgspec.Struct):
    """A question as a seat of a match sees it, and an answer that he wants to give."""

    game: str
    view: View
    window: PollView
    ask: Ask
    answer: Answer


class Booth:
    """A guest whose server is this object: it shows questions and keeps the answers. `refuse`: the next ones are not taken."""

    codec = Codec.MSGPACK
    on_state: object = None

    def __init__(self, language: str = "en") -> None:
        self.given: list[Answer] = []
        self.refuse = False
        self.guest = Guest(cast(Connection, self), Speech(language))
        self._seq = 0

    def action(self) -> str:
        return "a"

    async def insist(self, message: wire.ClientMessage) -> wire.ServerMessage:
        """Takes an answer."""
        assert isinstance(message, wire.Answer)
        if self.refuse:
            return wire.Refused(action="a", slug=Slug.ANSWER_STALE, reason="Too late.", seq=self._seq)
        self.given.append(Answer(message.move, message.picks))
        return wire.Done(action="a", seq=self._seq)

    def put(
        self, asked: Asked, *, left_ms: int | None = None, bank_ms: int = 0, polling: str = "conceal"
    ) -> None:
        """The room is as it was when this was asked."""
        self._seq += 1
        seats = [wire.SeatInfo(kind="person", name=f"P{n}") for n in range(1, asked.view.seats + 1)]
        info = wire.RoomInfo(
            "ROOM", "", asked.game, "playing", seats, {}, wire.Clock(), "conceal", True, False, None
        )
        if polling == "brisk":
            info.polling = "brisk"
        snapshot = wire.Snapshot(
            room="ROOM",
            seq=self._seq,
            you=asked.ask.seat,
            info=info,
            view=_raw(asked.view),
            window=wire.Window(_raw(asked.window), left_ms, bank_ms),
            ask=_raw(asked.ask),
        )
        self.guest.model = model = RoomModel(self.codec, snapshot)
        words = words_of(package_of(asked.game), self.guest.say.language)
        self.guest.describe = Describer(self.guest.say, words, model)


def _raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.msgpack.encode(value))


async def settle(pilot: Pilot[None], screen: TableScreen) -> None:
    """Until everything that was pressed is shown."""
    await pilot.pause()
    while screen.busy:
        await pilot.pause()


Person = Callable[[Pilot[None], TableScreen, Answer], Awaitable[None]]
"""Does one thing that leads to the wanted answer, on a screen that still asks."""


def _wanted(screen: TableScreen, answer: Answer) -> list[int]:
    """The values of the open pick that are still to be chosen."""
    choice = screen.choice
    assert choice is not None
    return [value for value in answer.picks[len(choice.picks)] if value not in choice.held]


def _tile(screen: TableScreen, what: int | None) -> tuple[Offers, OfferTile]:
    offers = screen.query_one("#offers", Offers)
    return offers, next(tile for tile in offers.query(OfferTile) if tile.offer.what == what)


def _card(screen: TableScreen, card: int) -> tuple[CardRow, CardTile]:
    rows = [row for row in screen.query(CardRow) if row.display]
    return next((row, tile) for row in rows for tile in row.query(CardTile) if tile.card.id == card)


async def by_signs(pilot: Pilot[None], screen: TableScreen, answer: Answer) -> None:
    """Digits and letters, as they are written on the screen."""
    step, choice = step_of(screen.choice), screen.choice
    assert choice is not None
    if step is Step.NUMBER:
        await pilot.press(
            "home", *["right"] * (answer.picks[len(choice.picks)][0] - _lowest(screen)), "enter"
        )
    elif step is Step.FORM:
        await _form(pilot, screen, answer)
    elif step is Step.ARRANGEMENT:
        await _arrange(pilot, screen, answer)
    elif step is Step.CARDS and (wanted := _wanted(screen, answer)):
        await pilot.press(_card(screen, wanted[0])[1].sign)
    else:
        goal = answer.move if step is Step.MOVE else next(iter(_wanted(screen, answer)), None)
        key = _tile(screen, goal)[1].key
        typed = screen.query_one("#filter", Input)
        await pilot.press(*key, *(["enter"] if typed.display else []))


async def by_cursor(pilot: Pilot[None], screen: TableScreen, answer: Answer) -> None:
    """Arrows, Space, Enter and Tab alone; where cards are held first, it begins with a card."""
    step, choice = step_of(screen.choice), screen.choice
    assert choice is not None
    if step in (Step.NUMBER, Step.FORM, Step.ARRANGEMENT):
        await by_signs(pilot, screen, answer)
    elif step is Step.CARDS and (wanted := _wanted(screen, answer)):
        row, tile = _card(screen, wanted[0])
        await _focus(pilot, screen, row)
        while row.cursor != tile.card:
            await pilot.press("right")
        await pilot.press("space")
    elif step is Step.CARDS:
        await pilot.press("enter")
    else:
        goal = answer.move if step is Step.MOVE else next(iter(_wanted(screen, answer)), None)
        offers, _ = _tile(screen, goal)
        typed = screen.query_one("#filter", Input)
        await _focus(pilot, screen, typed if typed.display else offers)
        for _ in range(200):
            if offers.cursor is not None and offers.cursor.what == goal:
                break
            await pilot.press("down" if typed.display else "right")
        await pilot.press("enter")


async def by_mouse(pilot: Pilot[None], screen: TableScreen, answer: Answer) -> None:
    """Clicks alone."""
    step, choice = step_of(screen.choice), screen.choice
    assert choice is not None
    if step is Step.NUMBER:
        stepper = screen.query_one(Stepper)
        goal = answer.picks[len(choice.picks)][0]
        while stepper.value != goal:
            await pilot.click("#more" if stepper.value < goal else "#less")
        await pilot.click("#take")
    elif step is Step.FORM:
        await _click_form(pilot, screen, answer)
    elif step is Step.ARRANGEMENT:
        await _click_arrangement(pilot, screen, answer)
    elif step is Step.CARDS and (wanted := _wanted(screen, answer)):
        await _click(pilot, _card(screen, wanted[0])[1])
    else:
        goal_ = answer.move if step is Step.MOVE else next(iter(_wanted(screen, answer)), None)
        await _click(pilot, _tile(screen, goal_)[1])


# -- how ------------------------------------------------------------------------------------------------------------------


async def _focus(pilot: Pilot[None], screen: TableScreen, goal: Widget) -> None:
    for _ in range(12):
        if screen.focused is goal:
            return
        await pilot.press("tab")
    raise AssertionError(f"Tab does not lead to {goal}")


async def _click(pilot: Pilot[None], widget: Widget) -> None:
    widget.scroll_visible(animate=False)
    await pilot.pause()
    await pilot.click(widget, offset=(1, 0))


def _lowest(screen: TableScreen) -> int:
    assert screen.choice is not None
    assert screen.choice.pick is not None
    return screen.choice.pick.values()[0]


async def _form(pilot: Pilot[None], screen: TableScreen, answer: Answer) -> None:
    lists = list(screen.query_one(Form).query(Offers))[:-1]
    for offers, values in zip(lists, answer.picks, strict=True):
        await _focus(pilot, screen, offers)
        await pilot.press(next(tile.key for tile in offers.query(OfferTile) if tile.offer.what == values[0]))
        await settle(pilot, screen)
    await _focus(pilot, screen, screen.query_one("#filled"))
    await pilot.press("enter")


async def _click_form(pilot: Pilot[None], screen: TableScreen, answer: Answer) -> None:
    lists = list(screen.query_one(Form).query(Offers))[:-1]
    for offers, values in zip(lists, answer.picks, strict=True):
        await _click(pilot, next(tile for tile in offers.query(OfferTile) if tile.offer.what == values[0]))
        await settle(pilot, screen)
    await _click(pilot, screen.query_one("#filled").query_one(OfferTile))


async def _arrange(pilot: Pilot[None], screen: TableScreen, answer: Answer) -> None:
    """Card by card to its place: first to its row, then along it."""
    cards = screen.query_one(Arrangement)
    for row, values in enumerate(answer.picks):
        for place, card in enumerate(values):
            await _go_to(pilot, cards, card)
            await pilot.press("space")
            while (at := _lies(cards, card))[0] != row:
                await pilot.press("down" if at[0] < row else "up")
            while (at := _lies(cards, card))[1] != place:
                await pilot.press("right" if at[1] < place else "left")
            await pilot.press("space")
    await pilot.press("enter")


async def _go_to(pilot: Pilot[None], cards: Arrangement, card: int) -> None:
    for _ in range(40):
        if cards.cursor is not None and cards.cursor.id == card:
            return
        here = _lies(cards, cards.cursor.id if cards.cursor else 0)[0]
        goal = _lies(cards, card)[0]
        await pilot.press("right" if here == goal else "down" if here < goal else "up")
    raise AssertionError("the cursor does not get there")


def _lies(cards: Arrangement, card: int) -> tuple[int, int]:
    return next((row, values.index(card)) for row, values in enumerate(cards.rows) if card in values)


async def _click_arrangement(pilot: Pilot[None], screen: TableScreen, answer: Answer) -> None:
    """Each card in its turn to the end of its row."""
    cards = screen.query_one(Arrangement)
    for row, values in enumerate(answer.picks):
        for card in values:
            await _click(pilot, next(t for t in cards.query(CardTile) if t.card.id == card))
            await settle(pilot, screen)
            await _click(pilot, list(cards.query(".title"))[row])
            await settle(pilot, screen)
    await _click(pilot, cards.query_one("#taken"))


async def answered(
    pilot: Pilot[None], booth: Booth, screen: TableScreen, asked: Asked, person: Person
) -> Answer:
    """Put the question and let the person answer it."""
    booth.given.clear()
    booth.put(asked)
    screen.changed(Change(fresh=True))
    await settle(pilot, screen)
    async with asyncio.timeout(30):
        while not booth.given:
            if screen.choice is not None:
                await person(pilot, screen, asked.answer)
            await settle(pilot, screen)
    return booth.given[0]
