"""The small numbers that everything else is keyed by."""

from __future__ import annotations

from typing import NewType

__all__ = ["AskId", "CardId", "Seat"]

Seat = NewType("Seat", int)
"""A place at the table, 0 .. n-1 in clockwise order. A game may add *figures* behind them (n, n+1, …):
things that are targets like players but never asked, such as the boss of Dingti."""

CardId = NewType("CardId", int)
"""A card *in the place where it lies now*. Every move gives the card a new id, so that an id seen once
tells nothing after the card went out of sight, and a stale id names nothing at all."""

AskId = NewType("AskId", int)
"""Number of a question within its match, growing in the order in which questions are put."""
