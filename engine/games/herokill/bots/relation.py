"""How much of a friend everybody is: from one's own role, the roles that lie open, and the deeds that all have seen (§11.4)."""

from __future__ import annotations

from engine.core.view import View
from engine.games.herokill.opening import roles_for
from engine.games.herokill.state import Life, Role

__all__ = ["FRIEND", "relations", "side_of"]

FRIEND = 10
"""Of oneself, and of whoever wins and loses with one. An enemy is -FRIEND."""
PLAIN = 6
"""Deeds from which on a side is taken as certain."""
HUNCH = 3
"""What the number of hidden friends and foes says about somebody who has done nothing, if it leaves doubt."""


def relations(view: View, me: int) -> list[int]:
    """By seat, -FRIEND to FRIEND; 0 for the dead."""
    role = Role(str(view.mark("role", me)))
    living = [seat for seat in range(view.seats) if view.mark("life", seat) == Life.LIVING]
    hunch = _hunch(view, me)
    sides = {seat: side_of(view, seat, hunch) for seat in living}
    lord = next(seat for seat in range(view.seats) if view.mark("role", seat) == Role.LORD)
    found = [0] * view.seats
    for seat in living:
        if role is Role.SPY:
            found[seat] = _of_spy(sides, seat, lord)
        else:
            found[seat] = -sides[seat] if role is Role.REBEL else sides[seat]
    found[me] = FRIEND
    return found


def side_of(view: View, seat: int, hunch: int) -> int:
    """For the lord (FRIEND) or against him (-FRIEND), as far as deeds tell; `hunch` of whoever has done nothing. A hunch that leaves no
    doubt outweighs deeds."""
    if view.mark("role", seat) == Role.LORD:
        return FRIEND
    deeds = view.mark("deeds", seat)
    done = deeds if isinstance(deeds, int) else 0
    if not done or abs(hunch) == FRIEND:
        return hunch
    return max(-FRIEND, min(FRIEND, done * FRIEND // PLAIN))


def _hunch(view: View, me: int) -> int:
    """What the roles that may still be hidden, from me, say about each of the others."""
    left = roles_for(view.seats, "one")
    known = [view.mark("role", seat) for seat in range(view.seats)]
    for role in known:
        if role in left:
            left.remove(Role(str(role)))
    friends = left.count(Role.LOYALIST)
    if not friends or friends == len(left):
        return FRIEND if friends else -FRIEND
    return HUNCH * (2 * friends - len(left)) // len(left)


def _of_spy(sides: dict[int, int], seat: int, lord: int) -> int:
    """A spy keeps the balance: the weaker side is to live a while, the lord to the end, and nobody beyond it."""
    if len(sides) == 2:
        return -FRIEND
    balance = sum(side for other, side in sides.items() if other != lord)
    if seat == lord:
        return FRIEND // 2 if balance < 0 or len(sides) > 3 else -1
    stronger = sides[seat] * balance > 0
    return -FRIEND * 2 // 3 if stronger else -FRIEND // 5
