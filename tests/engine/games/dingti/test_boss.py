"""§10 The row of its strikes, and when it is rolled for."""

from __future__ import annotations

import pytest

from engine.core.chance import Chance
from engine.core.table import Table, TableData
from engine.games.dingti import GAME, boss
from engine.games.dingti.board import Board
from engine.games.dingti.options import DingtiOptions
from engine.games.dingti.state import BossRoll

ROLLS = 400
"""Enough that 20, 50 and 70 % lie more than five deviations apart."""


def board(seed: int = 0, option: str = "on") -> Board:
    table = Table(TableData(2), audited=False)
    chance = Chance(seed.to_bytes(4, "big"))
    return Board(GAME.setup(DingtiOptions(boss=option), table, chance), table, chance)  # type: ignore[arg-type]


def share_that_come(setting: BossRoll, round_: int, hellfire: int) -> float:
    """Of many boards, in how many the boss comes."""
    come = 0
    for seed in range(ROLLS):
        on = board(seed)
        on.state.boss_roll = setting
        on.table.set("round", round_)
        on.table.set("hellfire", hellfire)
        boss.roll(on)
        come += on.boss_alive
    return come / ROLLS


def test_10_3_the_row_of_strikes_begins_with_one_point() -> None:
    assert [boss.cycle(5, now) for now in range(5, 14)] == [2, 4, 4, 8, 2, 4, 4, 8, 2]


@pytest.mark.parametrize(
    ("setting", "round_", "hellfire", "share"),
    [
        (BossRoll.WAITING, 5, 0, 0.5),
        (BossRoll.WAITING, 5, 5, 0.7),
        (BossRoll.WAITING, 5, 4, 0.5),  # burnt out
        (BossRoll.AGAIN, 7, 9, 0.2),
        (BossRoll.WAITING, 4, 6, 0),
        (BossRoll.FAILED, 6, 0, 0),
        (BossRoll.DONE, 6, 7, 0),
    ],
)
def test_10_1_chances_of_its_coming(setting: BossRoll, round_: int, hellfire: int, share: float) -> None:
    assert share_that_come(setting, round_, hellfire) == pytest.approx(share, abs=0.07)


@pytest.mark.parametrize(
    ("setting", "after"),
    [
        (BossRoll.WAITING, BossRoll.WAITING),  # before round 5 it only raises the chance
        (BossRoll.FAILED, BossRoll.AGAIN),
        (BossRoll.AGAIN, BossRoll.AGAIN),
        (BossRoll.DONE, BossRoll.DONE),
    ],
)
def test_10_1_hellfire_after_the_failed_roll_brings_one_more(setting: BossRoll, after: BossRoll) -> None:
    on = board()
    on.state.boss_roll = setting
    boss.hellfire_played(on)
    assert on.state.boss_roll is after


def test_10_1_there_is_only_one_more_roll() -> None:
    on = board()
    on.state.boss_roll = BossRoll.AGAIN
    boss.roll(on)
    assert on.state.boss_roll is BossRoll.DONE


def test_12_1_without_the_boss_nothing_is_rolled() -> None:
    on = board(option="off")
    before = on.chance.drawn
    on.table.set("round", 5)
    boss.roll(on)
    boss.take_aim(on)
    assert (on.chance.drawn, on.boss_alive, boss.attack(on)) == (before, False, [])


def test_10_12_healing_never_goes_beyond_the_first_hit_points() -> None:
    on = board()
    for half, after in ((15, 16), (16, 16), (3, 5)):
        on.set_boss_hp(half)
        boss.heal(on)
        assert on.table.get("hp", on.boss) == after
