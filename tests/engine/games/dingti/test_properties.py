"""What must hold for every game, over random matches of Dingti at every number of players and in teams."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.ask import Answer, Ask
from engine.core.chance import Chance
from engine.core.ids import Seat
from engine.core.match import Match
from engine.core.poll import Outcome
from engine.games.dingti import GAME
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

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "boss": st.sampled_from(["on", "off"]),
        "drawn_bombs": st.sampled_from(["hand", "hang"]),
        "first_seat": st.sampled_from(["random", "rotate"]),
        "round_cap": st.integers(1, 30),
    },
)
ROOMS = st.one_of(
    st.tuples(st.integers(2, 6), OPTIONS),
    st.tuples(st.just(4), OPTIONS.map(lambda options: options | {"teams": "2v2"})),
)
SEEDS = st.integers(0, 2**64)


@given(ROOMS, SEEDS, st.sampled_from([0, 30]))
def test_every_course_is_sound(room: tuple[int, dict[str, object]], seed: int, leaving: int) -> None:
    check_course(GAME, *room, seed_of(seed), restless, leaving=leaving)


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_table_of_sleepers_draws(seats: int) -> None:
    """§11.6 ends a match in which nothing is played and nothing can be drawn."""
    outcome = play(GAME, seats, {"boss": "off"}, seed_of(seats), silent).match.outcome
    assert outcome == Outcome([], "idle", [1] * seats)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_normal_bots_play_a_sound_course(seats: int) -> None:
    def normal(match: Match, ask: Ask, chance: Chance) -> Answer:
        return GAME.bots["normal"](lambda: match.view(Seat(ask.seat)), ask, chance)

    for seed in range(3):
        check_course(GAME, seats, {}, seed_of(seed), normal)


@given(ROOMS, SEEDS)
def test_records_verify_and_forgeries_do_not(room: tuple[int, dict[str, object]], seed: int) -> None:
    check_record(GAME, *room, seed)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        *((seats, {}) for seats in range(2, 7)),
        (4, {"teams": "2v2"}),
        (3, {"drawn_bombs": "hang"}),
        (5, {"boss": "off", "first_seat": "rotate"}),
    ],
)
def test_nobody_sees_what_he_may_not(seats: int, options: dict[str, object]) -> None:
    compared = check_non_interference(GAME, seats, options, range(12))
    assert compared.pairs == 72 and compared.steps > 300


@pytest.mark.slow
def test_string_hashes_decide_nothing() -> None:
    check_hash_seeds("dingti", 4, {}, 15)
