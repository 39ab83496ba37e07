"""§1.2–§1.4 Roles: how many of each, dealt by chance, and hidden."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.errors import BadOptions
from engine.core.ids import Seat
from engine.core.match import Match
from engine.games.herokill import GAME
from engine.games.herokill.state import Role
from tests.engine.properties import seed_of

LORD, LOYALIST, REBEL, SPY = Role.LORD, Role.LOYALIST, Role.REBEL, Role.SPY
ROLES = {
    2: {LORD: 1, REBEL: 1},
    3: {LORD: 1, REBEL: 1, SPY: 1},
    4: {LORD: 1, LOYALIST: 1, REBEL: 1, SPY: 1},
    5: {LORD: 1, LOYALIST: 1, REBEL: 2, SPY: 1},
    6: {LORD: 1, LOYALIST: 1, REBEL: 3, SPY: 1},
    7: {LORD: 1, LOYALIST: 2, REBEL: 3, SPY: 1},
    8: {LORD: 1, LOYALIST: 2, REBEL: 4, SPY: 1},
    9: {LORD: 1, LOYALIST: 3, REBEL: 4, SPY: 1},
    10: {LORD: 1, LOYALIST: 3, REBEL: 5, SPY: 1},
}
TWO_SPIES = {
    6: {LORD: 1, LOYALIST: 1, REBEL: 2, SPY: 2},
    8: {LORD: 1, LOYALIST: 2, REBEL: 3, SPY: 2},
    10: {LORD: 1, LOYALIST: 3, REBEL: 4, SPY: 2},
}


def dealt(match: Match) -> list[Role]:
    return [Role(str(match.table.get("role", seat))) for seat in range(match.saved.seats)]


def started(seats: int, number: int = 0, options: dict[str, object] | None = None) -> Match:
    return Match.start(GAME, seats, options or {}, seed_of(number))[0]


@pytest.mark.parametrize("seats", ROLES)
def test_as_many_of_each_role_as_the_book_says(seats: int) -> None:
    """§1.2, ruling 4"""
    assert Counter(dealt(started(seats))) == ROLES[seats]


@pytest.mark.parametrize("seats", range(2, 11))
def test_a_second_spy_takes_a_rebel_s_place(seats: int) -> None:
    """§10.1, ruling 8: where the sides stay even."""
    if seats in TWO_SPIES:
        assert Counter(dealt(started(seats, options={"spies": "two"}))) == TWO_SPIES[seats]
    else:
        with pytest.raises(BadOptions):
            started(seats, options={"spies": "two"})


def test_every_seat_may_have_any_role() -> None:
    """§1.2, ruling 5"""
    found = {(seat, role) for number in range(60) for seat, role in enumerate(dealt(started(5, number)))}
    assert found == {(seat, role) for seat in range(5) for role in ROLES[5]}


def test_a_role_is_its_owner_s_alone_but_for_the_lord_s() -> None:
    """§1.3, ruling 5"""
    match = started(8)
    roles = dealt(match)
    for viewer in [None, *(Seat(seat) for seat in range(8))]:
        view = match.view(viewer)
        for seat, role in enumerate(roles):
            seen = view.mark("role", seat)
            assert seen == (role if role is LORD or seat == viewer else None)
