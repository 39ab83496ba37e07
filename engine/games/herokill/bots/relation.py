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
"""What the number of roles still hidden says about somebody who has done nothing."""


def relations(view: View, me: int) -> list[int]:
    """By seat, -FRIEND to FRIEND; 0 for the dead."""
    role = Role(str(view.mark("role", me)))
    living = [seat for seat in range(view.seats) if view.mark("life", seat) == Life.LIVING]
    sides = {seat: side_of(view, seat) for seat in living}
    lord = next(seat for seat in range(view.seats) if view.mark("role", seat) == Role.LORD)
    found = [0] * view.seats
    for seat in living:
        if role is Role.SPY:
            found[seat] = _of_spy(sides, seat, lord)
        else:
            found[seat] = -sides[seat] if role is Role.REBEL else sides[seat]
    found[me] = FRIEND
    return found


def side_of(view: View, seat: int) -> int:
    """For the lord (FRIEND) or against him (-FRIEND), as far as the public can tell."""
    shown = view.mark("role", seat)
    if shown == Role.LORD:
        return FRIEND
    deeds = view.mark("deeds", seat)
    done = deeds if isinstance(deeds, int) else 0
    if done:
        return max(-FRIEND, min(FRIEND, done * FRIEND // PLAIN))
    return _hunch(view)


def _hunch(view: View) -> int:
    """Of those whose roles are hidden to all, more are rebels than loyalists, or fewer."""
    left = roles_for(view.seats, "one")
    for seat in range(view.seats):
        shown = view.mark("role", seat)
        if view.mark("life", seat) == Life.DEAD and shown in left:
            left.remove(Role(str(shown)))
    return HUNCH * (left.count(Role.LOYALIST) - left.count(Role.REBEL)) // max(1, len(left) - 1)


def _of_spy(sides: dict[int, int], seat: int, lord: int) -> int:
    """A spy keeps the balance: the weaker side is to live a while, the lord to the end, and nobody beyond it."""
    if len(sides) == 2:
        return -FRIEND
    balance = sum(side for other, side in sides.items() if other != lord)
    if seat == lord:
        return FRIEND // 2 if balance < 0 or len(sides) > 3 else -1
    stronger = sides[seat] * balance > 0
    return -FRIEND * 2 // 3 if stronger else -FRIEND // 5
