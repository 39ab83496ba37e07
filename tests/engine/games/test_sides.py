"""Who wins with whom, in every game."""

from __future__ import annotations

import pytest

from engine.core.ask import sample
from engine.core.chance import Chance
from engine.core.ids import Seat
from engine.core.match import Answered, Match
from engine.registry import find_game


@pytest.mark.parametrize(
    ("name", "seats", "options", "shared"),
    [
        ("dingti", 4, {"teams": "2v2", "boss": "off"}, [2, 2]),
        ("dingti", 4, {}, [1, 1, 1, 1]),
        ("herokill", 5, {}, [1, 2, 2]),
        ("pokerduel", 3, {}, [1, 1, 1]),
        ("gandengyan", 4, {"hands": 2}, [1, 1, 1, 1]),
        ("highcard", 3, {"tricks": 2}, [1, 1, 1]),
    ],
)
def test_a_side_wins_or_loses_as_one(
    name: str, seats: int, options: dict[str, object], shared: list[int]
) -> None:
    """`shared` is the size of each side, for those who play for themselves 1."""
    game = find_game(name)
    for number in range(2):
        luck = Chance(bytes([number]), "sides")
        match, _ = Match.start(game, seats, options, bytes([number]) * 32)
        while not match.over:
            ask = match.waiting()[0]
            match.put(Answered(ask.seat, ask.id, sample(ask, luck)))
        assert match.outcome is not None
        sides: dict[str, list[int]] = {}
        for seat in range(seats):
            sides.setdefault(game.side(match.table, Seat(seat)) or f"#{seat}", []).append(seat)
        assert sorted(map(len, sides.values())) == shared
        for side in sides.values():
            assert len({seat in match.outcome.winners for seat in side}) == 1
            assert len({match.outcome.places[seat] for seat in side}) == 1
