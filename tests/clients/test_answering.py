"""Typed numbers to answers: whatever can be typed gives a legal answer or a sentence, never anything else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import protocol.messages as wire
from clients.cli.describe import Describer
from clients.cli.model import RoomModel
from clients.cli.plain.answering import Draft, NotUnderstood
from clients.cli.speech import Speech
from engine.core.ask import Answer, Ask, Cards, CardSet, Combos, Move, Number, Options, Seats, Sets, check
from engine.core.events import Card, Face
from engine.core.ids import CardId, Seat
from protocol.codec import Codec


def _describer() -> Describer:
    seats = [wire.SeatInfo(kind="person", name=name) for name in ("Ann", "Bea", "Cat")]
    info = wire.RoomInfo(
        room="ABCD", name="", game="dingti", phase="playing", seats=seats, options={}, clock=wire.Clock(),
        polling="brisk", listed=False, locked=False, host=None,
    )  # fmt: skip
    model = RoomModel(Codec.JSON, wire.Snapshot(room="ABCD", seq=1, you=0, info=info))
    return Describer(Speech("en"), {"cards.gift.name": "Gift"}, model)


def _cards(*numbers: int) -> list[Card]:
    return [Card(CardId(n), Face("gift")) for n in numbers]


RICH = Ask(
    Seat(0),
    "turn",
    [
        Move("pass"),
        Move("give", {}, [Cards("card", _cards(11, 12, 13)), Seats("to", [Seat(1), Seat(2)])]),
        Move("some", {}, [Cards("cards", _cards(11, 12, 13), 0, 2)]),
        Move(
            "pair",
            {},
            [Seats("a", [Seat(0), Seat(1)]), Seats("b", [Seat(0), Seat(1)])],
            [Combos([0, 1], [[[0], [1]], [[1], [0]]])],
        ),
        Move(
            "lay",
            {},
            [Cards("top", _cards(11, 12), 0, 2, True), Cards("under", _cards(11, 12), 0, 2, True)],
            [],
            True,
        ),
        Move("bid", {}, [Number("n", 2, 5)]),
        Move(
            "read", {}, [Sets("as", _cards(11, 12), [CardSet([CardId(11)], "x"), CardSet([CardId(12)], "y")])]
        ),
        Move("say", {}, [Options("what", ["a", "b", "c"])]),
    ],
    Answer(0),
)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (["1"], Answer(0)),
        (["2 3 1"], Answer(1, [[13], [1]])),
        (["2", "3", "1"], Answer(1, [[13], [1]])),
        (["3 1,3"], Answer(2, [[11, 13]])),
        (["3 0"], Answer(2, [[]])),
        (["3", ""], Answer(2, [[]])),
        (["4 2"], Answer(3, [[1], [0]])),
        (["5 2,1 0"], Answer(4, [[12, 11], []])),
        (["6 4"], Answer(5, [[4]])),
        (["7 2"], Answer(6, [[1]])),
        (["8 3"], Answer(7, [[2]])),
    ],
)
def test_numbers_make_the_answer(typed: list[str], answer: Answer) -> None:
    """A pick that an earlier one has settled (the other seat of a pair) is not asked for."""
    draft = Draft(RICH, _describer())
    made = [draft.take(line) for line in typed]
    assert made == [None] * (len(typed) - 1) + [answer]
    check(RICH, answer)


@pytest.mark.parametrize("typed", ["9", "0", "x", "2 4 1", "2 1 3", "3 1,1", "3 1,2,3", "6 9", "1 1"])
def test_what_is_not_offered_is_not_understood(typed: str) -> None:
    draft = Draft(RICH, _describer())
    with pytest.raises(NotUnderstood, match=r"\w"):
        draft.take(typed)


def test_a_half_made_choice_can_be_taken_back() -> None:
    draft = Draft(RICH, _describer())
    assert draft.take("2 1") is None
    assert draft.reset()
    assert draft.take("1") == Answer(0)


@given(st.lists(st.text(alphabet="0123456789 ,-x", max_size=6), max_size=8))
def test_anything_typed_is_legal_or_explained(lines: list[str]) -> None:
    draft = Draft(RICH, _describer())
    for line in lines:
        assert isinstance(draft.lines(), list)
        try:
            answer = draft.take(line)
        except NotUnderstood:
            continue
        if answer is not None:
            if not RICH.moves[answer.move].partition:
                check(RICH, answer)
            return
