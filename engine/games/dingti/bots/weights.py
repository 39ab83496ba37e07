"""What was tuned by playing. Change one, let `paiju arena dingti --bots normal,random` and four normals play, and keep what wins more.

Strengths are in the unit in which a bare hit point is LIFE; cards are worth about 0.5 (a trifle) to 5.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "AVERAGE",
    "BOSS_OURS",
    "BOSS_THEIRS",
    "COST",
    "EXTRA_ESCAPE",
    "EXTRA_TURN",
    "FLAMES",
    "GHOST",
    "GHOST_ENDS",
    "GIFT_IS_BOMB",
    "HAND_HALF",
    "HAND_MOST",
    "LIFE",
    "MARGIN",
    "MIRACLE",
    "PEACE",
    "PICKED",
    "SHIELDS",
    "SPIRIT",
    "SWAP_TRIES",
    "USES_DEFUSE",
]

LIFE: Final = 10.0
HAND_MOST: Final = 12.0
"""What the largest hand is worth: with one play a turn it is soon more than can be used."""
HAND_HALF: Final = 12.0
"""Worth of the cards at which a hand counts half of that."""
SHIELDS: Final = (0.0, 1.0, 3.0, 3.6, 5.5, 5.8, 6.0)
"""By number: two stop a point, four a bomb."""
MIRACLE: Final = 8.0
SPIRIT: Final = 4.0
"""Equipped, and the ghost likewise."""
GHOST: Final = 4.0
GHOST_ENDS: Final = 1.0
"""A ghost with rounds left; in its last round it wins only if all others go first."""

BOSS_OURS: Final = 0.05
BOSS_THEIRS: Final = 0.15
"""Half points of the boss that a unit of strength fells in time. Others count more than we do: they are struck in our place."""
PEACE: Final = 15.0
"""Percent added to everybody's part while the boss lives: whose the game is matters less than that it be anybody's."""

AVERAGE: Final = 1.8
PICKED: Final = 4.0
"""Worth of an unknown card; of the best one of a hand, which a Master Raider takes."""
COST: Final = 0.7
"""What a card in the hand counts when it is spent: most hands end with cards unplayed."""
MARGIN: Final = 1.01
"""An override must be better than letting it stand by this factor."""
EXTRA_TURN: Final = 3.0
EXTRA_ESCAPE: Final = 0.4
"""What the turn of an Extra Turn is worth beside its two cards, and how often it saves who would die."""
FLAMES: Final = 1.2
"""Hellfire burns again in later rounds: its chance in this one, times this."""

GIFT_IS_BOMB: Final = 0.5
"""How often a Gift to an opponent is a Bomb."""
SWAP_TRIES: Final = 4
"""Cards of a hidden hand that count when a Bomb may come from it by a Swap: those who choose well give it, the others seldom."""
USES_DEFUSE: Final = 0.7
"""How often a Defuse in a hidden hand is played in time and stands."""
