"""How a question behaves on the table screen: what stays, what is said, where the keyboard goes."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from clients.cli.full.app import PaijuApp
from clients.cli.full.screens.reading import Reading
from clients.cli.full.screens.table import TableScreen
from clients.cli.full.widgets.arrangement import Arrangement
from clients.cli.full.widgets.card import CardRow, CardTile
from clients.cli.full.widgets.countdown import Countdown
from clients.cli.full.widgets.details import Details
from clients.cli.full.widgets.offers import Offers, OfferTile
from clients.cli.full.widgets.seat import Seats
from clients.cli.model import Change
from clients.cli.places import Memory
from engine.core.ask import Answer, Ask, Cards, CardSet, Combos, Move, Number, Options, Pick, Sets
from engine.core.ask import Seats as SeatPick
from engine.core.events import Card, Face
from engine.core.ids import AskId, CardId, Seat
from engine.core.match import Match, PollView
from engine.core.view import ZoneView
from engine.registry import find_game
from tests.clients.full_booth import Asked, Booth, settle

HAND = [
    Card(CardId(n), Face(name)) for n, name in enumerate(["swap", "gift", "conjure", "defuse", "conjure"], 1)
]
PASS = Move("pass")


def asked(*moves: Move, ask: int = 1, default: Answer | None = None, hand: list[Card] = HAND) -> Asked:
    """A question of Dingti to the first of three players, who holds this."""
    view = Match.start(find_game("dingti"), 3, {}, bytes(32))[0].view(Seat(0))
    view.zones["hand.0"] = ZoneView("hand", Seat(0), len(hand), hand)
    question = Ask(Seat(0), "turn", list(moves), default or Answer(0), id=AskId(ask))
    return Asked("dingti", view, PollView("turn", [Seat(0)], {}), question, Answer(0))


@contextlib.asynccontextmanager
async def table(tmp_path: Path, first: Asked) -> AsyncIterator[tuple[Pilot[None], TableScreen, Booth]]:
    booth = Booth()
    app = PaijuApp(booth.guest.say, Memory(tmp_path / "players.json"))
    async with app.run_test(size=(80, 24)) as pilot:
        booth.put(first)
        screen = TableScreen(booth.guest)
        await app.push_screen(screen)
        await settle(pilot, screen)
        yield pilot, screen, booth


async def press(pilot: Pilot[None], screen: TableScreen, *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settle(pilot, screen)


def lines(screen: TableScreen) -> list[str]:
    return [f"{tile.key} {tile.offer.text}" for tile in screen.query_one("#offers").query(OfferTile)]


def cards(name: str, low: int, high: int, *, ordered: bool = False) -> Cards:
    return Cards(name, HAND, low, high, ordered)


async def test_a_card_with_one_use_is_played_by_enter(tmp_path: Path) -> None:
    ask = asked(PASS, Move("play", {"card": "conjure"}), Move("play", {"card": "gift"}))
    async with table(tmp_path, ask) as (pilot, screen, booth):
        hand = screen.query_one("#hand", CardRow)
        assert screen.focused is hand
        assert hand.cursor == HAND[1], "the cursor goes to the first card that can be used"
        await press(pilot, screen, "right")
        said = [str(label.render()) for label in screen.query("HintLabel")]
        assert "Enter play it at once" in said
        await press(pilot, screen, "enter")
        assert booth.given == [Answer(1)]


async def test_a_card_with_several_uses_leads_to_the_list_of_these(tmp_path: Path) -> None:
    pick = SeatPick("target", [Seat(1), Seat(2)])
    moves = [PASS, Move("play", {"card": "swap"}, [pick]), Move("recall", {"card": "swap"})]
    async with table(tmp_path, asked(*moves)) as (pilot, screen, booth):
        await press(pilot, screen, "enter")
        assert len(lines(screen)) == 2, "passing has nothing to do with the card"
        assert isinstance(screen.focused, Offers)
        await press(pilot, screen, "1")
        assert isinstance(screen.focused, Seats), "hand, list, targets"
        await press(pilot, screen, "escape")
        assert screen.choice is not None
        assert screen.choice.move is None
        await press(pilot, screen, "2", "3")
        assert booth.given == [Answer(1, [[2]])]


async def test_an_update_keeps_what_is_half_chosen(tmp_path: Path) -> None:
    discard = asked(Move("discard", {}, [cards("give", 2, 2)]))
    async with table(tmp_path, discard) as (pilot, screen, booth):
        await press(pilot, screen, "1")
        booth.put(discard)
        screen.changed(Change(fresh=True))
        await settle(pilot, screen)
        held = [tile.card.id for tile in screen.query(CardTile) if tile.has_class("-held")]
        assert held == [1]
        await press(pilot, screen, "4", "enter")
        assert booth.given == [Answer(0, [[1, 4]])]


async def test_cards_that_come_while_it_is_asked_are_of_no_use_yet(tmp_path: Path) -> None:
    play = Move("play", {"card": "conjure"})
    async with table(tmp_path, asked(PASS, play)) as (pilot, screen, booth):
        booth.put(asked(PASS, play, hand=[*HAND, Card(CardId(9), Face("conjure"))]))
        screen.changed(Change(fresh=True))
        await settle(pilot, screen)
        await press(pilot, screen, "end", "enter")
        assert not booth.given
        assert "nothing to do" in str(screen.query_one("#step", Static).render())


async def test_a_question_of_another_match_may_have_the_same_number(tmp_path: Path) -> None:
    async with table(tmp_path, asked(PASS, Move("look"))) as (pilot, screen, booth):
        await press(pilot, screen, "2")
        booth.put(asked(PASS, Move("take_own")))
        screen.changed(Change(begun=True))
        await settle(pilot, screen)
        await press(pilot, screen, "1")
        assert booth.given == [Answer(1), Answer(0)]


async def test_an_order_is_written_on_the_cards(tmp_path: Path) -> None:
    ordered = asked(Move("discard", {}, [cards("give", 3, 3, ordered=True)]))
    async with table(tmp_path, ordered) as (pilot, screen, booth):
        await press(pilot, screen, "4", "2")
        below = {int(tile.card.id): str(tile.render()).splitlines()[-1] for tile in screen.query(CardTile)}
        assert "1" in below[4]
        assert "2" in below[2]
        await press(pilot, screen, "1", "enter")
        assert booth.given == [Answer(0, [[4, 2, 1]])]


async def test_a_refused_answer_says_why_and_asks_again(tmp_path: Path) -> None:
    async with table(tmp_path, asked(PASS, Move("look"))) as (pilot, screen, booth):
        booth.refuse = True
        await press(pilot, screen, "2")
        assert "Too late." in str(screen.query_one("#step", Static).render())
        assert len(lines(screen)) == 2
        booth.refuse = False
        await press(pilot, screen, "1")
        assert booth.given == [Answer(0)]


async def test_the_keyboard_stays_where_somebody_writes(tmp_path: Path) -> None:
    async with table(tmp_path, asked(PASS, Move("look"))) as (pilot, screen, booth):
        chat = Input(id="elsewhere")
        await screen.mount(chat)
        chat.focus()
        await press(pilot, screen, "2", "h")
        booth.put(asked(PASS, Move("play", {"card": "conjure"}), ask=2))
        screen.changed(Change(ask=True))
        await settle(pilot, screen)
        await press(pilot, screen, "1")
        assert screen.focused is chat
        assert chat.value == "2h1"
        assert not booth.given


async def test_many_options_are_found_by_typing(tmp_path: Path) -> None:
    names = [
        "swap",
        "gift",
        "conjure",
        "defuse",
        "extra_turn",
        "favor",
        "gamble",
        "ghost",
        "miracle",
        "raider",
    ]
    options = Options("option", [f"cards.{name}.name" for name in names])
    async with table(tmp_path, asked(Move("guess", {}, [options]))) as (pilot, screen, booth):
        await press(pilot, screen, *"conj")
        assert len(lines(screen)) == 1
        await press(pilot, screen, "escape")
        assert len(lines(screen)) == len(names), "Escape takes the typed text back first"
        await press(pilot, screen, "1", "0", "enter")
        assert booth.given == [Answer(0, [[9]])], "a number means its own line"


async def test_a_number_is_stepped_and_typed_and_stays_in_its_span(tmp_path: Path) -> None:
    async with table(tmp_path, asked(Move("equip", {}, [Number("count", 2, 14)]))) as (pilot, screen, booth):
        await press(pilot, screen, "1", "left", "left", "right", "1", "enter")
        assert booth.given == [Answer(0, [[3]])], "31 would be too many"
        booth.put(asked(Move("equip", {}, [Number("count", 2, 14)]), ask=2))
        screen.changed(Change(ask=True))
        await settle(pilot, screen)
        await press(pilot, screen, "end", "right", "enter")
        assert booth.given[1:] == [Answer(0, [[14]])]


async def test_what_does_not_go_together_is_dimmed(tmp_path: Path) -> None:
    picks: list[Pick] = [
        Options("pair", ["cards.swap.name", "cards.gift.name"]),
        SeatPick("user", [Seat(0), Seat(1)]),
        SeatPick("target", [Seat(0), Seat(1)]),
    ]
    combos = [Combos([1, 2], [[[0], [1]], [[1], [0]]])]
    async with table(tmp_path, asked(Move("rewrite", {}, picks, combos))) as (pilot, screen, booth):
        await press(pilot, screen, "1", "1")
        targets = list(screen.query("Column")[2].query(OfferTile))
        assert [tile.offer.fits for tile in targets] == [False, True]
        await press(pilot, screen, "1")
        users = [tile.offer.held for tile in screen.query("Column")[1].query(OfferTile)]
        assert users == [False, False], "what it excludes is taken back"
        await press(pilot, screen, "2", "enter")
        assert booth.given == [Answer(0, [[0], [1], [0]])]


async def test_cards_are_put_in_order_on_top_and_below(tmp_path: Path) -> None:
    picks: list[Pick] = [cards("top", 0, 5, ordered=True), cards("bottom", 0, 5, ordered=True)]
    silence = Answer(0, [[1, 2, 3, 4, 5], []])
    ask = asked(Move("arrange", {}, picks, partition=True), default=silence)
    async with table(tmp_path, ask) as (pilot, screen, booth):
        assert isinstance(screen.focused, Arrangement)
        await press(pilot, screen, "space", "right", "space", "right", "space", "down", "space", "enter")
        assert booth.given == [Answer(0, [[2, 1, 4, 5], [3]])]


async def test_readings_of_the_cards_held_come_first(tmp_path: Path) -> None:
    sets = [
        CardSet([CardId(1)], "readings.one"),
        CardSet([CardId(1), CardId(2)], "readings.high"),
        CardSet([CardId(1), CardId(2)], "readings.low"),
    ]
    move = Move("play", {}, [Sets("cards", HAND[:2], sets)])
    async with table(tmp_path, asked(move)) as (pilot, screen, booth):
        assert "readings.low" in lines(screen)[0], "with nothing held the largest, the strongest"
        await press(pilot, screen, "enter")
        assert "readings.one" in lines(screen)[0]
        await press(pilot, screen, "right", "space")
        assert [line.rpartition("(")[2] for line in lines(screen)] == ["readings.high)", "readings.low)"]
        await press(pilot, screen, "1")
        assert booth.given == [Answer(0, [[1]])]


async def test_who_can_only_pass_is_told(tmp_path: Path) -> None:
    async with table(tmp_path, asked(PASS)) as (pilot, screen, booth):
        assert "only pass" in str(screen.query_one("#step", Static).render())
        booth.put(asked(PASS), polling="brisk")
        assert booth.guest.model is not None
        booth.guest.model.ask = None
        screen.changed(Change())
        await settle(pilot, screen)
        assert "answered for you" in str(screen.query_one("#step", Static).render())
        assert "Waiting for answers" in str(screen.query_one("#prompt", Static).render())


async def test_a_pass_that_goes_by_itself_takes_no_keys_and_every_other_one_does(tmp_path: Path) -> None:
    covered = asked(PASS, ask=2)
    covered.window.covered = True
    async with table(tmp_path, asked(PASS)) as (pilot, screen, booth):
        booth.put(covered, polling="brisk")
        screen.changed(Change(ask=True))
        await settle(pilot, screen)
        assert "by itself" in str(screen.query_one("#step", Static).render())
        await press(pilot, screen, "1", "enter", "space")
        assert not booth.given, "a key that comes too late would hit the next question"
        booth.put(asked(PASS, ask=3), polling="brisk")
        screen.changed(Change(ask=True))
        await settle(pilot, screen)
        await press(pilot, screen, "1")
        assert booth.given == [Answer(0)]


async def test_time_and_bank_are_shown(tmp_path: Path) -> None:
    async with table(tmp_path, asked(PASS, Move("look"))) as (pilot, screen, booth):
        clock = screen.query_one(Countdown)
        assert not clock.display, "no limit, no clock"
        booth.put(asked(PASS, Move("look"), ask=2), left_ms=600_000, bank_ms=120_000)
        screen.changed(Change(ask=True))
        await settle(pilot, screen)
        shown = str(clock.render())
        assert "▰" in shown
        assert "120 s bank" in shown


async def test_escape_closes_what_was_opened_before_it_takes_anything_back(tmp_path: Path) -> None:
    discard = asked(Move("discard", {}, [cards("give", 2, 2)]))
    async with table(tmp_path, discard) as (pilot, screen, _):
        await press(pilot, screen, "1", "I")
        assert screen.query_one(Details).display
        screen.query_one("#hand").focus()  # where a new question would take the keyboard
        await press(pilot, screen, "escape")
        assert not screen.query_one(Details).display
        await press(pilot, screen, "L")
        assert screen.focused is screen.query_one("#log")
        assert "scroll" in str(screen.query_one("#hints HintLabel", Static).render())
        await press(pilot, screen, "escape")
        assert screen.focused is screen.query_one("#hand")
        assert [tile.card.id for tile in screen.query(CardTile) if tile.has_class("-held")] == [1]
        await press(pilot, screen, "escape")
        assert not any(tile.has_class("-held") for tile in screen.query(CardTile))


async def test_a_question_mark_tells_the_card_or_the_keys_and_any_key_closes(tmp_path: Path) -> None:
    async with table(tmp_path, asked(PASS, Move("play", {"card": "conjure"}))) as (pilot, screen, booth):
        await press(pilot, screen, "?")
        assert isinstance(pilot.app.screen, Reading)
        assert "Conjure" in pilot.app.screen.title_text
        await press(pilot, screen, "x")
        assert isinstance(pilot.app.screen, TableScreen)
        screen.set_focus(None)
        await press(pilot, screen, "?")
        assert isinstance(pilot.app.screen, Reading)
        assert "Keys" in pilot.app.screen.title_text
        assert not booth.given


@pytest.mark.parametrize("width", [40, 80])
async def test_a_full_hand_narrows_and_then_scrolls(width: int, tmp_path: Path) -> None:
    hand = [Card(CardId(n), Face("defuse")) for n in range(1, 25)]
    pick = Cards("give", hand, 1, 2)
    async with table(tmp_path, asked(Move("discard", {}, [pick]), hand=hand)) as (pilot, screen, booth):
        await pilot.resize_terminal(width, 24)
        await press(pilot, screen, "end", "space", "enter")
        row = screen.query_one("#hand", CardRow)
        last = list(row.query(CardTile))[-1]
        assert row.region.contains_region(last.region), "the card under the cursor is seen whole"
        assert booth.given == [Answer(0, [[24]])]
