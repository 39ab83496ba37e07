"""What is saved of a match of Pokerduel, and the zones and marks of its table. A round of the match is one turn (§3.2).

Zones of the table:

    draw        the pile, top last; nobody sees it
    graveyard   used cards, newest last
    fight       minions that fight now

Zones of a seat:

    hand        for its owner's eyes only
    minions     prepared for an attack (mark `aim`)
    shield      one card, or none (marks `shield`, `preparing`)

Marks of a seat, all public:

    hp          hit points, 0 to 21
    shield      what the shield still stops, 0 without one
    preparing   True while it does not stop anything yet
    aim         the seat that the prepared minions will attack, None without any
    spent       the suits used in the current turn, such as "♠♦"
    escaped     True once the seat has used its escape
    safe        True in the rest of the turn in which it escaped
    undying     True in the rest of the turn in which it used a red joker
    owes        True until the first-turn discard is made
    turns       turns that it has begun
    dead

Marks of the table:

    turn        number of the turn, 1 for the first, 0 before it
    current     whose turn it is; between turns, whose turn comes next
"""

from __future__ import annotations

import msgspec

from engine.core.game import State
from engine.core.ids import Seat
from engine.games.pokerduel.options import PokerduelOptions

__all__ = ["PokerduelState"]


class PokerduelState(State):
    """Complete between turns, together with the table. `fallen`: the dead, first to last."""

    options: PokerduelOptions
    fallen: list[Seat] = msgspec.field(default_factory=list)
