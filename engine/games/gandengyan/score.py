"""§7 What a hand costs its losers."""

from __future__ import annotations

from typing import Final

__all__ = ["UNPLAYED", "bomb_factor", "penalty"]

UNPLAYED: Final = 5
"""§7.2 As many cards left count as not having played."""


def bomb_factor(size: int) -> int:
    """§7.3 What a bomb of so many cards multiplies all penalties by."""
    return 1 << size - 2


def penalty(left: int, *, played: bool, factor: int) -> int:
    """§7.1–§7.4 What a loser with `left` cards pays. `factor` is the product of the hand's bombs."""
    twice = not played or left >= UNPLAYED
    return left * (2 if twice else 1) * factor
