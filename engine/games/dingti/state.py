"""What is saved of a match of Dingti, and the zones and marks of its table.

Amounts of damage, shields and hit points are whole *half points* everywhere: a shield stops 1 (2 under Bedrock), one point is 2, 1.5 is 3.
Seats are 0 .. n-1; the boss, if the room lets it come, is the figure `n` (text key `boss`).

Zones of the table (all public except `draw`, which nobody sees):

    draw        the pile, top last
    discard     used cards, newest last
    removed     destroyed cards
    table       cards being resolved; a Detonate in force waits here too (mark `detonate`)

Zones of a seat (`hand` and `aside` for its owner's eyes only, the others public):

    hand
    aside       the face-down card of a Gift until it is resolved or overridden
    shields     the own row
    lent        shields borrowed from others, oldest loan first (mark `lenders`)
    equipment   miracle, ghost, heir_blade, crown, trickster
    bombs       bombs hanging on the seat; the boss has this zone and no other

Marks of a seat:

    life         "living", "ghost", "dead", or "returning" (dead, recalled for the next round start)
    ghost_until  the round in whose settlement the ghost runs out, None for who is none
    cap          shields that the own row may hold now: 4 less those lent this round
    lenders      list of seats: whose shield each card of `lent` is, in the order of that zone
    bedrock      True while the shields with or lent by this seat stop a whole point
    team         "team_a", "team_b", or None when everybody plays alone
    contributed  True once the seat has had a part in killing the boss

Mark of the boss:

    hp           half points left (16 at first); None before it has come, 0 when it is dead

Marks of the table:

    round        number of the round, 1 for the first, 0 before it
    first        first seat of the round, None before round 1
    current      whose turn it is, None outside turns
    detonate     True while a Detonate is in force
    hellfire     the last round at whose end Hellfire burns, 0 when it does not
    boss_target  whom the boss will strike this round, None without one
    boss_damage  half points of that strike (2, 4, 4, 8), 0 without one
"""

from __future__ import annotations

import enum

import msgspec

from engine.core.game import State
from engine.core.ids import Seat
from engine.games.dingti.options import DingtiOptions

__all__ = ["BossRoll", "DingtiState", "Life", "Owed"]


class Life(enum.StrEnum):
    """Values of the mark `life`."""

    LIVING = "living"
    GHOST = "ghost"
    DEAD = "dead"
    RETURNING = "returning"


class BossRoll(enum.Enum):
    """Where the rolls for the boss stand (§10.1)."""

    WAITING = "waiting"
    """Round 5 is still to come."""
    FAILED = "failed"
    """It stayed away; a Hellfire would bring one more roll."""
    AGAIN = "again"
    """Hellfire was played after that; the next round start rolls once more."""
    DONE = "done"
    """It came, or it never will."""


class Owed(msgspec.Struct, frozen=True):
    """A Legacy that the Heir Blade pays at the next round start (§8.11, §8.13). `half` is its strength in half points."""

    to: Seat
    half: int


class DingtiState(State):
    """Complete between rounds, together with the table. `idle` counts the rounds in a row in which nothing was played and
    nothing could be drawn (§11.6); `boss_since` is the round in which the boss came, 0 before."""

    options: DingtiOptions
    owed: list[Owed] = msgspec.field(default_factory=list)
    boss_roll: BossRoll = BossRoll.WAITING
    boss_since: int = 0
    idle: int = 0
