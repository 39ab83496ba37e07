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
    lord = next(seat for seat in range(view.seats) if view.mark("role", seat) == Role.LORD)
    hidden = _hidden(view)
    suspects = _suspects(view, living, role, hidden)
    hunch = _hunch(hidden)
    sides = {seat: -FRIEND if seat in suspects else side_of(view, seat, hunch) for seat in living}
    found = [0] * view.seats
    for seat in living:
        if role is Role.SPY:
            found[seat] = _of_spy(sides, seat, lord, hidden, me in suspects)
        else:
            found[seat] = -sides[seat] if role is Role.REBEL else sides[seat]
    found[me] = FRIEND
    return found


def _suspects(view: View, living: list[int], role: Role, hidden: list[Role]) -> list[int]:
    """Once no rebel is left: those who have done least for the lord, as many as there are spies. So the lord's side sees the others, and a
    spy everybody."""
    spies = hidden.count(Role.SPY) + (role is Role.SPY)
    if role is Role.REBEL or Role.REBEL in hidden or not spies:
        return []
    unknown = [seat for seat in living if view.mark("role", seat) in (None, Role.SPY)]
    return sorted(unknown, key=lambda seat: _deeds(view, seat))[:spies]


def _deeds(view: View, seat: int) -> int:
    deeds = view.mark("deeds", seat)
    return deeds if isinstance(deeds, int) else 0


def side_of(view: View, seat: int, hunch: int) -> int:
    """For the lord (FRIEND) or against him (-FRIEND), as far as deeds tell; `hunch` of whoever has done nothing. A hunch that leaves no
    doubt outweighs deeds."""
    if view.mark("role", seat) == Role.LORD:
        return FRIEND
    done = _deeds(view, seat)
    if not done or abs(hunch) == FRIEND:
        return hunch
    return max(-FRIEND, min(FRIEND, done * FRIEND // PLAIN))


def _hidden(view: View) -> list[Role]:
    """The roles that may still be hidden, from the viewer."""
    left = roles_for(view.seats, "one")
    for seat in range(view.seats):
        role = view.mark("role", seat)
        if role in left:
            left.remove(Role(str(role)))
    return left


def _hunch(left: list[Role]) -> int:
    """What the roles that may still be hidden, from me, say about each of the others."""
    friends = left.count(Role.LOYALIST)
    if not friends or friends == len(left):
        return FRIEND if friends else -FRIEND
    return HUNCH * (2 * friends - len(left)) // len(left)


def _of_spy(sides: dict[int, int], seat: int, lord: int, hidden: list[Role], accused: bool) -> int:
    """A spy stands by the lord to the last and fights the rebels as a loyalist would, but lifts no finger for anybody else: the better his
    name when the last rebel falls, the sooner the lord's side takes one of its own for the spy. From then on he looks on and saves his
    cards for the lord, unless he is `accused` himself."""
    if len(sides) == 2:
        return -FRIEND
    rebels = Role.REBEL in hidden
    if seat == lord:
        return FRIEND if rebels or Role.LOYALIST in hidden else 1
    if rebels:
        return min(0, sides[seat])
    return -FRIEND if accused else 0
