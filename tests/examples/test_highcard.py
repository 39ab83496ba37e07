"""The tutorial game: its rules by paragraph, and the properties that every game must have."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.ask import Answer
from engine.core.events import Face, Marked, Moved
from engine.core.ids import CardId, Seat
from engine.core.journal import Answered
from engine.core.match import Match
from engine.core.poll import Outcome
from examples.highcard import GAME
from tests.engine.properties import (
    check_course,
    check_hash_seeds,
    check_non_interference,
    check_record,
    play,
    restless,
    seed_of,
    silent,
)

SEATS = st.integers(2, 4)
OPTIONS = st.fixed_dictionaries({}, optional={"tricks": st.integers(1, 13)})
SEEDS = st.integers(0, 2**64)


def dealt(*hands: list[int]) -> Match:
    """A match in which these ranks were dealt, all of hearts of their own seat."""
    match, _ = Match.start(GAME, len(hands), {"tricks": len(hands[0])}, seed_of(0), audited=True)
    for seat, ranks in enumerate(hands):
        for card, rank in zip(match.table.cards("hand", seat), ranks, strict=True):
            match.table.faces[card] = Face(f"{'SHCD'[seat]}{rank}", "SHCD"[seat], rank)
    # The first question was made before the hands were changed: begin the round again.
    saved = msgspec.structs.replace(match.saved, state=msgspec.msgpack.encode(match.state))
    return Match.restore(GAME, saved, seed_of(0), audited=True)


def put(match: Match, *ranks: int) -> list[object]:
    """Whoever is asked puts a card of this rank; what the public was told by the last."""
    told: list[object] = []
    for rank in ranks:
        (ask,) = match.waiting()
        (card,) = [c for c in match.table.cards("hand", ask.seat) if match.table.face(c).rank == rank]
        happened = match.put(Answered(ask.seat, ask.id, Answer(0, [[card]])))
        told = [public for public, _ in happened or []]
    return told


def test_1_1_everybody_gets_as_many_cards_as_there_are_tricks() -> None:
    match, _ = Match.start(GAME, 4, {"tricks": 13}, seed_of(1))
    assert [len(match.table.cards("hand", seat)) for seat in range(4)] == [13] * 4
    assert (len(match.table.cards("draw")), len(match.table.faces)) == (0, 52)
    assert len({face.name for face in match.table.faces.values()}) == 52


def test_1_2_the_leader_puts_first_then_the_others_in_turn() -> None:
    match = dealt([5, 1], [9, 2], [3, 13])
    order = []
    for rank in (5, 9, 3, 2, 13, 1):
        order.append(match.waiting()[0].seat)
        put(match, rank)
    assert order == [0, 1, 2, 1, 2, 0]


def test_1_3_the_highest_takes_the_trick_and_leads() -> None:
    match = dealt([5, 1], [9, 2], [3, 13])
    told = put(match, 5, 9, 3)
    assert isinstance(told[0], Moved) and told[0].dst == "trick" and told[0].faces == [Face("C3", "C", 3)]
    assert told[1] == Marked("score", Seat(1), 1)
    assert isinstance(told[2], Moved) and (told[2].src, told[2].dst, told[2].n, told[2].by) == (
        "trick",
        "discard",
        3,
        1,
    )
    assert match.waiting()[0].seat == 1 and match.table.cards("trick") == []


def test_1_3_of_equals_the_earlier_wins() -> None:
    match = dealt([7, 1], [7, 13])
    assert put(match, 7, 7)[1] == Marked("score", Seat(0), 1)


def test_1_3_an_ace_is_one() -> None:
    match = dealt([1, 4], [2, 3])
    assert put(match, 1, 2)[1] == Marked("score", Seat(1), 1)


def test_1_4_most_tricks_win() -> None:
    match = dealt([5, 6, 1], [9, 2, 3], [4, 13, 12])
    put(match, 5, 9, 4, 2, 13, 6, 12, 1, 3)
    assert match.outcome == Outcome([Seat(2)], "most_tricks", [3, 2, 1], [0, 1, 2])


def test_1_4_equals_share_the_win() -> None:
    match = dealt([5, 1], [4, 2])
    put(match, 5, 4, 1, 2)
    assert match.outcome == Outcome([Seat(0), Seat(1)], "most_tricks", [1, 1], [1, 1])


def test_a_silence_puts_the_oldest_card() -> None:
    match = dealt([5, 1], [4, 2])
    (ask,) = match.waiting()
    assert ask.default == Answer(0, [[CardId(match.table.cards("hand", 0)[0])]])
    assert play(GAME, 2, {"tricks": 2}, seed_of(3), silent).match.outcome is not None


# -- properties -------------------------------------------------------------------------------------------------------


@given(SEATS, OPTIONS, SEEDS, st.sampled_from([0, 50]))
def test_every_course_is_sound(seats: int, options: dict[str, object], seed: int, leaving: int) -> None:
    check_course(GAME, seats, options, seed_of(seed), restless, leaving=leaving)


@given(SEATS, OPTIONS, SEEDS)
def test_records_verify_and_forgeries_do_not(seats: int, options: dict[str, object], seed: int) -> None:
    check_record(GAME, seats, options, seed)


@pytest.mark.parametrize(("seats", "tricks"), [(2, 5), (3, 13), (4, 13)])
def test_nobody_sees_what_he_may_not(seats: int, tricks: int) -> None:
    compared = check_non_interference(GAME, seats, {"tricks": tricks}, range(15))
    assert compared.pairs == 90 and compared.steps > 400


def test_string_hashes_decide_nothing() -> None:
    check_hash_seeds("highcard", 4, {"tricks": 13}, 20)
