"""What must hold for every game, over matches of Gandengyan at every table; and that points only change hands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import Chance
from engine.core.match import Match
from engine.core.table import Table
from engine.games.gandengyan import GAME
from engine.games.gandengyan.state import Status
from tests.engine.games.gandengyan.table import dealt, play_bots
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

SEATS = st.integers(4, 6)
OPTIONS = st.fixed_dictionaries(
    {"hands": st.integers(1, 3)},
    optional={"decks": st.sampled_from(["one", "two"]), "points": st.integers(10, 60)},
)
SEEDS = st.integers(0, 2**64)


@pytest.mark.timeout(180)
@given(SEATS, OPTIONS, SEEDS, st.sampled_from([0, 20]))
def test_every_course_is_sound(seats: int, options: dict[str, object], seed: int, leaving: int) -> None:
    check_course(GAME, seats, options, seed_of(seed), restless, leaving=leaving)


@given(SEATS, OPTIONS, SEEDS)
def test_records_verify_and_forgeries_do_not(seats: int, options: dict[str, object], seed: int) -> None:
    check_record(GAME, seats, options, seed)


@pytest.mark.parametrize(("seats", "decks"), [(4, "one"), (5, "two"), (6, "one")])
def test_nobody_sees_what_he_may_not(seats: int, decks: str) -> None:
    """Also S12 and the section on leaks: what is told follows from what may be seen."""
    compared = check_non_interference(GAME, seats, {"hands": 4, "decks": decks}, range(12))
    assert compared.pairs == 72 and compared.steps > 400


@pytest.mark.parametrize("decks", ["one", "two"])
def test_string_hashes_decide_nothing(decks: str) -> None:
    """R1."""
    check_hash_seeds("gandengyan", 5, {"hands": 6, "decks": decks}, 6)


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_a_table_of_sleepers_ends(seats: int) -> None:
    """§10.4 Leaders play their lowest singles and nobody else plays anything."""
    outcome = play(GAME, seats, {"points": 30}, seed_of(seats), silent).match.outcome
    assert outcome is not None and outcome.reason == "few_left" and sum(outcome.scores) == 30 * seats


@given(SEATS, st.sampled_from(["one", "two"]), SEEDS)
def test_7_5_points_only_change_hands(seats: int, decks: str, seed: int) -> None:
    """At any moment all totals together are 500 for each seat; who is out keeps what he has and gets no cards."""
    match = dealt(seed % 2**200, seats, decks=decks, hands=6)
    luck = Chance(seed_of(seed), "bots")
    frozen: dict[int, int] = {}
    while not match.over:
        play_bots(match, ["random"] * seats, luck, windows=1)
        assert sum(points(match.table)) == 500 * seats
        for seat in range(seats):
            out = match.table.get("status", seat) == Status.OUT
            assert out == (points(match.table)[seat] <= 0)
            if out:
                assert frozen.setdefault(seat, points(match.table)[seat]) == points(match.table)[seat]
                assert match.outcome is not None or not match.table.cards("hand", seat)


def points(table: Table) -> list[int]:
    return [table.number("points", seat) for seat in range(table.data.seats)]


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seats", [4, 5, 6])
@pytest.mark.parametrize("decks", ["one", "two"])
def test_whole_matches_end(seats: int, decks: str) -> None:
    """§8.2 In matches of 60 points, by plan and at random."""
    for number in range(40):
        match: Match = dealt(number, seats, decks=decks, points=60)
        play_bots(
            match, ["normal" if seat % 2 else "random" for seat in range(seats)], Chance(b"%d" % number)
        )
        assert match.outcome is not None and match.outcome.reason == "few_left"
        staying = [seat for seat in range(seats) if match.outcome.scores[seat] > 0]
        assert len(staying) <= 3 and sum(match.outcome.scores) == 60 * seats
