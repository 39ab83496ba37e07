"""What must hold for every game, over random matches of Herokill at every number of players."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.events import Happening, Moved, Told, seen_by
from engine.core.match import Match
from engine.games.herokill import GAME
from engine.games.herokill.state import Role
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
        "max_reshuffles": st.integers(1, 8),
        "turn_cap": st.integers(10, 60),
        "yin_ren_cap": st.sampled_from([0, 6]),
        "zhan_bu": st.sampled_from(["five", "living"]),
    },
)
ROOMS = st.one_of(
    st.tuples(st.integers(2, 10), OPTIONS),
    st.tuples(st.sampled_from([6, 8, 10]), OPTIONS.map(lambda options: options | {"spies": "two"})),
)
SEEDS = st.integers(0, 2**64)
OWN = ("hand", "equipment", "trial", "aside")


@settings(max_examples=8)
@given(ROOMS, SEEDS, st.sampled_from([0, 10]))
def test_every_course_is_sound(room: tuple[int, dict[str, object]], seed: int, leaving: int) -> None:
    """Cases E8, E9: every silence is legal, and every card in exactly one zone, at every step."""
    check_course(GAME, *room, seed_of(seed), restless, leaving=leaving)


@pytest.mark.parametrize("seats", [2, 5, 10])
def test_a_table_of_sleepers_draws(seats: int) -> None:
    """§10.2, §10.3 Nobody plays anything, so only a bound ends it."""
    outcome = play(GAME, seats, {}, seed_of(seats), silent).match.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.places) == ([], "reshuffles", [1] * seats)


class Deaths:
    """Who dies, and that the dead get nothing (§1.7)."""

    def __init__(self, match: Match) -> None:
        self.dead: list[object] = []

    def __call__(self, match: Match, happened: list[Happening] | None) -> None:
        for event in seen_by(None, happened or []):
            if isinstance(event, Told) and event.key == "died":
                assert event.params["target"] not in self.dead
                self.dead.append(event.params["target"])
            elif isinstance(event, Moved):
                assert not any(event.dst == f"{zone}.{seat}" for zone in OWN for seat in self.dead)


@pytest.mark.parametrize("seats", [3, 6, 9])
def test_nobody_dies_twice(seats: int) -> None:
    """Case D4"""
    watchers: list[Deaths] = []

    def watch(match: Match) -> Deaths:
        watchers.append(Deaths(match))
        return watchers[-1]

    for number in range(4):
        play(GAME, seats, {}, seed_of(number), watchers=[watch], audited=False)
    assert sum(len(one.dead) for one in watchers) > seats


@pytest.mark.parametrize("seats", range(2, 11))
def test_an_end_is_one_side_s(seats: int) -> None:
    """§9.1–§9.7 The winners are a whole side, or one spy, and all roles are open."""
    for number in range(3):
        match = play(GAME, seats, {}, seed_of(number), audited=False).match
        outcome, roles = match.outcome, [match.table.get("role", seat) for seat in range(seats)]
        assert outcome is not None and match.table.data.marks["role"].shown
        assert len(match.table.data.marks["role"].shown) == seats
        winners = {roles[seat] for seat in outcome.winners}
        sides = {"lord": {Role.LORD, Role.LOYALIST}, "rebels": {Role.REBEL}, "spy": {Role.SPY}}
        assert winners <= sides.get(outcome.reason, set())
        assert bool(winners) == (outcome.reason in sides)
        if outcome.reason in ("lord", "rebels"):
            side = [seat for seat in range(seats) if roles[seat] in sides[outcome.reason]]
            assert outcome.winners == side


@settings(max_examples=4)
@given(ROOMS, SEEDS)
def test_records_verify_and_forgeries_do_not(room: tuple[int, dict[str, object]], seed: int) -> None:
    check_record(GAME, *room, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4, 5, 8, 10])
def test_nobody_sees_what_he_may_not(seats: int) -> None:
    """Hands, the draw pile, and roles: a bystander cannot tell who is a rebel from anything but deeds."""
    compared = check_non_interference(GAME, seats, {}, range(8))
    assert compared.pairs == 48 and compared.steps > 300


@pytest.mark.slow
def test_string_hashes_decide_nothing() -> None:
    check_hash_seeds("herokill", 5, {}, 6)
