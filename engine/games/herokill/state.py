"""What is saved of a match of Herokill, and the zones and marks of its table.

Zones of the table (all public except `draw`, which nobody sees):

    draw        the pile, top last
    discard     used cards, newest last
    table       cards being used, judged or compared: not in the discard pile, so no reshuffle takes them
    pool        the open cards of a Harvest

Zones of a seat (`hand` and `aside` for its owner's eyes only, the others public):

    hand
    aside       cards looked at (Liu Bowen), or put face down for a comparison
    equipment
    trial       delayed tricks, newest last; what they are is in the mark `trial_names`

Marks of a seat:

    role        "lord", "loyalist", "rebel", "spy": for its owner's eyes until it is turned over
    hero        the hero's name, None before the choice
    hp, max_hp  hit points, None before the choice
    life        "living" or "dead"
    skills      names of the skills in force, the lord's own included; None before the choice
    trial_names what the cards of `trial` count as, in the order of that zone
    deeds       what the seat's public acts say: above 0 for the lord, below 0 against him (§11.4)

and the marks that single heroes declare. Marks of the table:

    current     whose turn it is, None before the first
    phase       the phase of that turn
    order       all seats in the order of turns, the dead included: neighbours are neighbours in it
    turn        number of the turn, from 1
"""

from __future__ import annotations

import enum

from engine.core.game import State
from engine.games.herokill.options import HerokillOptions

__all__ = ["Faction", "Gender", "HerokillState", "Life", "Phase", "Role"]


class Role(enum.StrEnum):
    """§1.2 Values of the mark `role`."""

    LORD = "lord"
    LOYALIST = "loyalist"
    REBEL = "rebel"
    SPY = "spy"


class Faction(enum.StrEnum):
    """§1.5 君, 臣, 民: printed on the hero."""

    RULER = "ruler"
    MINISTER = "minister"
    PEOPLE = "people"


class Gender(enum.StrEnum):
    """§1.5 Printed on the hero."""

    MALE = "male"
    FEMALE = "female"


class Life(enum.StrEnum):
    """Values of the mark `life`."""

    LIVING = "living"
    DEAD = "dead"


class Phase(enum.StrEnum):
    """§3.1 The phases of a turn, in order; values of the mark `phase`."""

    START = "start"
    JUDGE = "judge"
    DRAW = "draw"
    PLAY = "play"
    DISCARD = "discard"
    END = "end"


class HerokillState(State):
    """Complete between turns, together with the table. `opened`: heroes are chosen and the first hands dealt. `reshuffles` counts how
    often the discard pile has become the draw pile."""

    options: HerokillOptions
    opened: bool = False
    reshuffles: int = 0
