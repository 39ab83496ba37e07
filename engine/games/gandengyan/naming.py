"""Readings in words: text keys and parameters for asks, marks and the log."""

from __future__ import annotations

from functools import cache

from engine.core.events import Param
from engine.games.gandengyan.cards import LABELS
from engine.games.gandengyan.combos import Kind, Reading

__all__ = ["described", "label", "params"]


@cache
def label(kind: Kind) -> str:
    return f"plays.{kind.value}"


@cache
def params(reading: Reading) -> dict[str, Param]:
    """`low` and `high` of a sequence, else `rank`; with `n` cards for a bomb. Shared: for reading only."""
    low = LABELS[reading.low]
    if reading.kind is Kind.STRAIGHT:
        return {"low": low, "high": LABELS[reading.low + reading.size - 1]}
    if reading.kind is Kind.PAIR_RUN:
        return {"low": low, "high": LABELS[reading.low + reading.size // 2 - 1]}
    return {"rank": low, "n": reading.size} if reading.kind is Kind.BOMB else {"rank": low}


def described(reading: Reading) -> list[int | str]:
    """The value of the mark `standing`: the kind, then the values of `params` in order."""
    values = [reading.kind.value, *params(reading).values()]
    return [value for value in values if isinstance(value, int | str)]
