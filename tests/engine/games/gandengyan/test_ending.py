"""§8 Who is a person, and how a match ends."""

from __future__ import annotations

import pytest

from engine.core.ids import Seat
from engine.core.match import Answered, Left, Match
from engine.core.poll import Outcome
from tests.engine.games.gandengyan.table import laid

BROKE: dict[str, int | str] = {"points.1": 1, "points.0": 999}
"""Seat 1 will be out after this hand."""


def win(match: Match) -> None:
    """Seat 0 plays his only card."""
    (ask,) = match.waiting()
    assert ask.seat == 0
    match.put(Answered(ask.seat, ask.id, ask.default))


def five(**more: object) -> Match:
    return laid(["S9", "S10", "D3", "C3", "C5"], **more)  # type: ignore[arg-type]


def test_8_3_the_last_person_is_out() -> None:
    """Ruling 25: the source ends when its one person has lost everything, though four are left."""
    match = five(marks=BROKE, bots=[0, 2, 3, 4])
    win(match)
    assert match.outcome == Outcome([Seat(0)], "nobody_left", [1, 5, 2, 2, 2], [1007, -1, 498, 498, 498])


@pytest.mark.parametrize("bots", [(), (0, 2, 3), (2, 3, 4)])
def test_8_3_somebody_is_left(bots: tuple[int, ...]) -> None:
    match = five(marks=BROKE, bots=bots)
    win(match)
    assert not match.over


def test_8_3_a_table_of_bots_plays_on() -> None:
    match = five(marks=BROKE, bots=range(5))
    win(match)
    assert not match.over


def test_8_3_who_leaves_is_no_person_any_more() -> None:
    """Ruling 41."""
    match = five(marks=BROKE, bots=[2, 3, 4])
    match.put(Left(Seat(0)))
    win(match)
    assert match.outcome is not None and match.outcome.reason == "nobody_left"


def test_8_3_it_is_so_after_a_restart() -> None:
    match = five(marks=BROKE, bots=[0, 2, 3])
    win(match)
    again = Match.restore(match.game, match.saved, b"table", match.inputs)
    assert again.state.bots == [0, 2, 3]
