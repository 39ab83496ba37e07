"""What a bot must know of a card or skill to judge a move with it: plain numbers, in tenths of a card."""

from __future__ import annotations

import enum
from dataclasses import dataclass

__all__ = ["NO_HINT", "Hint", "Scope"]


class Scope(enum.Enum):
    """Whom `Hint.target` is about where the move does not let one choose."""

    PICKED = "picked"
    SELF = "self"
    OTHERS = "others"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Hint:
    """`own`: what it is worth to whoever does it, beside the cards that it takes; of equipment, to wear it. `target`: what it is worth to
    each player it is aimed at, below 0 for harm. `wound`: so much more, in the same direction, for each hit point that the target lacks
    (harm finds the weak, help the hurt; help of worth 0 is for the hurt alone). `keep`: what one such card is worth in a hand. `per_card`:
    what each card that is put into it brings back; the bot puts in all that promise less. `needs`: without one of these cards in hand it
    is worth nothing. `scope`: see there."""

    own: int = 0
    target: int = 0
    wound: int = 0
    keep: int = 10
    per_card: int = 0
    needs: tuple[str, ...] = ()
    scope: Scope = Scope.PICKED


NO_HINT = Hint()
