"""§5 What shields make of a hit, §6.4 what Detonate makes of it."""

from __future__ import annotations

import pytest

from engine.core.chance import Chance
from engine.core.events import Face
from engine.core.ids import Seat
from engine.core.table import Table, TableData, zone_id
from engine.games.dingti import GAME, deck
from engine.games.dingti.board import Board
from engine.games.dingti.damage import absorb, break_shields, points, strengths, strike
from engine.games.dingti.options import DingtiOptions
from engine.games.dingti.state import Life

A, B, C = Seat(0), Seat(1), Seat(2)


def board(**options: str) -> Board:
    """Three players with nothing in their hands, before the first round."""
    table = Table(TableData(3), audited=True)
    chance = Chance(b"damage")
    state = GAME.setup(DingtiOptions(**options), table, chance)  # type: ignore[arg-type]
    return Board(state, table, chance)


def give_shields(on: Board, seat: Seat, own: int, lenders: list[Seat] | None = None) -> None:
    on.table.create([Face(deck.SHIELD)] * own, zone_id("shields", seat), "test")
    on.table.create([Face(deck.SHIELD)] * len(lenders or []), zone_id("lent", seat), "test")
    on.set_lenders(seat, lenders or [])


@pytest.mark.parametrize(
    ("amount", "strengths", "broken", "left"),
    [
        (2, [1, 1, 1], 2, 0),  # one point, two shields, the third stays
        (3, [1, 1, 1], 3, 0),  # 1.5 points are stopped exactly by three
        (3, [1, 1], 2, 1),  # and not by two
        (4, [1, 1, 1], 3, 1),
        (8, [1] * 8, 8, 0),
        (2, [2, 2], 1, 0),  # Bedrock
        (3, [2, 2, 2], 2, 0),  # half a point is lost
        (8, [2] * 4, 4, 0),
        (3, [2, 1, 1], 2, 0),  # borrowed under Bedrock first, then one's own
        (3, [1, 2, 2], 2, 0),
        (2, [], 0, 2),
    ],
)
def test_5_2_absorption(amount: int, strengths: list[int], broken: int, left: int) -> None:
    assert absorb(amount, strengths) == (broken, left)


def test_5_4_borrowed_shields_break_first_and_the_oldest_loan_before_the_younger() -> None:
    on = board()
    give_shields(on, A, 2, lenders=[B, C, C])
    assert not break_shields(on, A, 2)
    assert on.lenders(A) == [C]
    assert (len(on.table.cards("lent", A)), len(on.table.cards("shields", A))) == (1, 2)
    assert break_shields(on, A, 4)
    assert on.lenders(A) == []
    assert len(on.table.cards("discard")) == 5


def test_7_15_bedrock_covers_what_lies_with_its_user_and_what_he_lent() -> None:
    on = board()
    give_shields(on, A, 1, lenders=[B, C])
    assert strengths(on, A) == [1, 1, 1]
    on.table.set("bedrock", True, B)
    assert strengths(on, A) == [2, 1, 1]  # the lender's alone: a borrower's own stay at half
    on.table.set("bedrock", True, A)
    assert strengths(on, A) == [2, 2, 2]


def test_6_4_detonate_doubles_a_hit_that_shields_stop_and_is_used_up() -> None:
    on = board()
    give_shields(on, A, 4)
    on.table.create([Face(deck.DETONATE)], "table", "test")
    on.table.set("detonate", True)
    assert list(strike(on, [(A, 2)], "hit", B)) == []  # nobody is asked anything
    assert on.table.cards("shields", A) == []
    assert (on.detonate, on.table.cards("table")) == (False, [])
    assert len(on.table.named(deck.DETONATE, "discard")) == 1
    assert on.life(A) is Life.LIVING


def test_6_6_doubling_is_of_the_hit_and_the_boss_loses_half_points() -> None:
    on = board()
    on.set_boss_hp(16)
    on.table.set("detonate", True)
    list(strike(on, [(on.boss, 3)], "hit", B))  # a Legacy of 1.5 points becomes 3
    assert on.table.get("hp", on.boss) == 10
    list(strike(on, [(on.boss, 3)], "hit", B))
    assert on.table.get("hp", on.boss) == 7
    assert on.table.get("contributed", B) is True
    assert on.table.get("contributed", A) is False


def test_8_6_a_ghost_loses_shields_and_nothing_else() -> None:
    on = board()
    give_shields(on, A, 1)
    on.set_life(A, Life.GHOST, 3)
    list(strike(on, [(A, 4)], "hit", B))
    assert on.table.cards("shields", A) == []
    assert on.is_ghost(A)


def test_points_for_people() -> None:
    assert [points(half) for half in (1, 2, 3, 8)] == ["0.5", "1", "1.5", "4"]
