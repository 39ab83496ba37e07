"""What must hold for every game, over random matches of Pokerduel at every number of players."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.ask import Answer, Ask
from engine.core.chance import Chance
from engine.core.match import Match
from engine.core.poll import Outcome
from engine.games.pokerduel import GAME
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

CAPS = st.fixed_dictionaries({"turn_cap": st.integers(1, 12)})
ROOMS: st.SearchStrategy[tuple[int, dict[str, object]]] = st.one_of(
    st.tuples(st.integers(2, 4), st.just({})),
    st.tuples(st.integers(2, 8), CAPS),
    st.tuples(st.integers(2, 12), CAPS.map(lambda options: options | {"decks": 2})),
)
"""A match of twelve is long: it is played to the turn limit."""
SEEDS = st.integers(0, 2**64)


def normal(match: Match, ask: Ask, chance: Chance) -> Answer:
    return GAME.bots["normal"](partial(match.view, ask.seat), ask, chance)


@given(ROOMS, SEEDS, st.sampled_from([0, 30]))
def test_every_course_is_sound(room: tuple[int, dict[str, object]], seed: int, leaving: int) -> None:
    check_course(GAME, *room, seed_of(seed), restless, leaving=leaving)


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (8, 1), (12, 2)])
def test_a_table_of_sleepers_draws_at_the_turn_cap(seats: int, decks: int) -> None:
    """§8.2 Nobody has lost a hit point."""
    outcome = play(GAME, seats, {"decks": decks, "turn_cap": 7}, seed_of(seats), silent).match.outcome
    assert outcome == Outcome([], "turn_cap", [1] * seats)


@pytest.mark.parametrize(("seats", "cap"), [(2, 60), (3, 60), (8, 6)])
def test_normal_bots_play_a_sound_course(seats: int, cap: int) -> None:
    for seed in range(2):
        check_course(GAME, seats, {"turn_cap": cap}, seed_of(seed), normal)


@given(ROOMS, SEEDS)
def test_records_verify_and_forgeries_do_not(room: tuple[int, dict[str, object]], seed: int) -> None:
    check_record(GAME, *room, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (3, 1), (4, 1), (6, 1), (8, 1), (3, 2), (12, 2)])
def test_nobody_sees_what_he_may_not(seats: int, decks: int) -> None:
    compared = check_non_interference(GAME, seats, {"decks": decks}, range(12))
    assert compared.pairs == 72 and compared.steps > 300


@pytest.mark.slow
def test_string_hashes_decide_nothing() -> None:
    check_hash_seeds("pokerduel", 4, {}, 15)
