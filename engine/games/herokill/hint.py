"""What a bot must know of a card or skill to judge a move with it: plain numbers, in tenths of a card."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["NO_HINT", "Hint"]


@dataclass(frozen=True, slots=True)
class Hint:
    """`own`: what it is worth to whoever does it, beside the cards that it takes. `target`: what it is worth to each player it is aimed at,
    below 0 for harm. `keep`: what one such card is worth in a hand. `per_card`: what each card put into it brings back.
    `wound`: how much more `target` weighs for each hit point that the target lacks (harm finds the weak, help the hurt)."""

    own: int = 0
    target: int = 0
    keep: int = 10
    per_card: int = 0
    wound: int = 0


NO_HINT = Hint()
