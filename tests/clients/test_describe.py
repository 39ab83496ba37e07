"""Sentences for what a room shows, for any game."""

from __future__ import annotations

import pytest

import protocol.messages as wire
from clients.cli.describe import Describer
from clients.cli.model import RoomModel
from clients.cli.plain.answering import Draft
from clients.cli.speech import Speech
from engine.core.ask import Answer, Ask, Cards, CardSet, Move, Sets
from engine.core.events import Card, Face
from engine.core.ids import CardId, Seat
from engine.core.view import MarkView, View
from protocol.codec import Codec

WORDS = {
    "marks.current": "{value:seat} is on turn",
    "marks.turn": "turn",
    "moves.attack": "Attack",
    "picks.cards": "cards",
    "prompts.turn": "Your turn",
    "readings.strong": "strength {n}",
}
CARDS = [Card(CardId(1), Face("S3", "S", 3)), Card(CardId(2), Face("CK", "C", 13))]
SETS = [CardSet([CardId(1)], "readings.strong", {"n": 3}), CardSet([CardId(2)], "readings.strong", {"n": 13})]


@pytest.fixture
def describe() -> Describer:
    seats = [wire.SeatInfo(kind="person", name=name) for name in ("Ann", "Bea")]
    info = wire.RoomInfo(
        room="ABCD", name="", game="toy", phase="playing", seats=seats, options={}, clock=wire.Clock(),
        polling="brisk", listed=False, locked=False, host=None,
    )  # fmt: skip
    return Describer(
        Speech("en"), WORDS, RoomModel(Codec.JSON, wire.Snapshot(room="ABCD", seq=1, you=0, info=info))
    )


def test_a_mark_of_the_table_may_name_the_first_seat(describe: Describer) -> None:
    marks = {"turn": MarkView({}, 0), "current": MarkView({}, 0)}
    assert describe.table(View(None, 2, [], {}, marks))[0] == "Ann is on turn"


def test_a_move_with_one_reading_shows_it(describe: Describer) -> None:
    assert (
        describe.move(Move("attack", {}, [Sets("cards", CARDS[:1], SETS[:1])])) == "Attack: ♠3 (strength 3)"
    )
    assert describe.move(Move("attack", {}, [Sets("cards", CARDS, SETS)])) == "Attack → cards"


def test_a_chosen_move_is_named_once(describe: Describer) -> None:
    draft = Draft(
        Ask(Seat(0), "turn", [Move("pass"), Move("attack", {}, [Sets("cards", CARDS, SETS)])], Answer(0)),
        describe,
    )
    assert draft.take("2") is None
    assert draft.lines()[:3] == ["Attack – cards", "  1 ♠3 (strength 3)", "  2 ♣K (strength 13)"]


def test_an_exact_number_of_cards_is_asked_for_as_one(describe: Describer) -> None:
    three = [*CARDS, Card(CardId(3), Face("D2", "D", 2))]
    give = Move("attack", {}, [Cards("cards", three, 2, 2, True)])
    draft = Draft(Ask(Seat(0), "turn", [give], Answer(0, [[1, 2]])), describe)
    assert draft.lines()[-1].startswith("Type 2 numbers with commas")
