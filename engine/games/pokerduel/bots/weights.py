"""What the normal bot thinks things are worth, in hit points. Found by playing many games with other figures."""

from __future__ import annotations

from typing import Final

__all__ = [
    "AVERAGE",
    "BLACK_JOKER_KEPT",
    "BOLD",
    "BOLDER",
    "DEATH",
    "ESCAPE",
    "FIRST_POINT",
    "HEART_NOW",
    "KEPT",
    "LATER_POINT",
    "MINION_KEPT",
    "MOVING",
    "QUICK_KEPT",
    "RED_JOKER_KEPT",
    "REPEATED",
    "SAVED",
    "SHIELD",
    "SHIELD_NOW",
]

FIRST_POINT: Final = 2.0
LATER_POINT: Final = 0.7
"""The first hit point, and the twenty-first; in between it goes down evenly."""
DEATH: Final = -60.0
ESCAPE: Final = 12.0
"""An escape that is still to be had."""
SHIELD: Final = 1.1
"""A point that a shield stops would count twice, but counter damage goes past it."""

KEPT: Final = 0.3
MINION_KEPT: Final = 0.4
"""A point of a card that waits for a later turn."""
QUICK_KEPT: Final = 1.3
"""A ♦ or ♥ that can answer an attack."""
BLACK_JOKER_KEPT: Final = 5.5
RED_JOKER_KEPT: Final = 9.0
REPEATED: Final = (1.0, 0.4, 0.1, 0.0)
"""The best card of a suit, the second best, and so on."""
AVERAGE: Final = 2.3
"""A card that is not known yet."""

MOVING: Final = 0.3
"""Using a card rather than keeping it: what is played comes back shuffled, while what is discarded goes under the pile and is drawn again
soon. Two who only discard can turn over the same few cards for ever."""

SHIELD_NOW: Final = 0.7
HEART_NOW: Final = 0.8
"""What may still be done with a card in this turn: with a point of it, or with what it heals."""

SAVED: Final = 0.35
"""The chance that somebody who ought to die has a heart or a red joker for it."""
BOLD: Final = 1.2
BOLDER: Final = 0.06
"""What a point of a minion is worth that may still attack in this turn, and so what a block costs; more with every turn gone by. Two who
always block first heal faster than they hurt, and nobody would ever win."""
