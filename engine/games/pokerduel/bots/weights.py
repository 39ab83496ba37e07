"""What the normal bot thinks things are worth, in hit points. Found by playing many games with other figures."""

from __future__ import annotations

from typing import Final

__all__ = [
    "AVERAGE",
    "BLACK_JOKER_KEPT",
    "BOLD",
    "DEATH",
    "ESCAPE",
    "FIRST_POINT",
    "HASTE",
    "KEPT",
    "LATER_POINT",
    "MINION_KEPT",
    "MOVING",
    "PATIENCE",
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
SHIELD: Final = 0.8
"""A point of a shield."""
PATIENCE: Final = 20
HASTE: Final = -0.2
"""Two who always heal and set shields can hardly hurt each other, and nobody would ever win. So healing in peace and new shields are worth
less with every turn, nothing after so many, and in the end even a little less than nothing."""

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

MOVING: Final = 3.0
"""Using a card rather than keeping it, once all other cards lie in the graveyard: what is played comes back shuffled, while what is
discarded goes under the pile and is drawn again soon. Two who only discard can turn over the same few cards for ever."""

SHIELD_NOW: Final = 0.5
"""A point of a ♦ that may still be set in this turn."""

SAVED: Final = 0.35
"""The chance that somebody who ought to die has a heart or a red joker for it."""
BOLD: Final = 2.5
"""What a point of a minion is worth that may still attack in this turn, and so what a block costs."""
