"""Sentences that a game's words make of marks and moves, whatever the game."""

from __future__ import annotations

import protocol.messages as wire
from clients.cli.describe import Describer
from clients.cli.model import RoomModel
from clients.cli.speech import Speech
from engine.core.ask import CardSet, Move, Sets
from engine.core.events import Card, Face, Marked
from engine.core.ids import CardId
from engine.core.view import MarkView, View
from protocol.codec import Codec

WORDS = {
    "marks.standing.straight": "straight {1}–{2}",
    "marks.list": "list {value}",
    "log.mark.standing.straight": "a straight, {1} to {2}",
    "moves.play": "Play",
    "picks.cards": "which cards",
    "plays.single": "single {rank}",
}


def describer() -> Describer:
    info = wire.RoomInfo(
        room="ABCD", name="", game="toy", phase="playing", seats=[], options={}, clock=wire.Clock(),
        polling="brisk", listed=False, locked=False, host=None,
    )  # fmt: skip
    model = RoomModel(Codec.JSON, wire.Snapshot(room="ABCD", seq=1, you=0, info=info))
    return Describer(Speech("en"), WORDS, model)


def test_a_list_that_begins_with_a_word_is_a_sentence_of_its_own() -> None:
    say = describer()
    marks = {
        "standing": MarkView(table=["straight", "3", "5"]),
        "unknown": MarkView(table=["pair", "3"]),
        "list": MarkView(table=[1, 2]),
    }
    assert say.table(View(None, 0, [], {}, marks)) == ["straight 3–5 · list 1, 2"]
    assert say.event(Marked("standing", None, ["straight", "3", "5"])) == "a straight, 3 to 5"
    assert say.event(Marked("standing", None, ["pair", "3"])) is None
    assert say.event(Marked("standing", None, None)) is None


def test_the_only_set_of_cards_is_named_with_its_move() -> None:
    cards = [Card(CardId(1), Face("S5", "S", 5)), Card(CardId(2), Face("S2", "S", 2))]
    sets = [
        CardSet([CardId(1)], "plays.single", {"rank": "5"}),
        CardSet([CardId(2)], "plays.single", {"rank": "2"}),
    ]
    say = describer()
    assert say.move(Move("play", {}, [Sets("cards", cards, sets)])) == "Play → which cards"
    assert say.move(Move("play", {}, [Sets("cards", cards, sets[1:])])) == "Play: ♠2 (single 2)"
