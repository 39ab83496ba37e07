"""Readings in words: text keys and parameters for asks, marks and the log, and back."""

from __future__ import annotations

from functools import cache

from engine.core.events import Param
from engine.games.gandengyan.cards import LABELS
from engine.games.gandengyan.combos import Kind, Reading

__all__ = ["described", "in_short", "label", "params", "read"]


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


@cache
def described(reading: Reading) -> tuple[int | str, ...]:
    """The value of the mark `standing`: the kind, then the values of `params` in order."""
    return (reading.kind.value, *(str(value) for value in params(reading).values()))


@cache
def in_short(reading: Reading) -> str:
    """One entry of the mark `declined`: the same in one text."""
    return " ".join(map(str, described(reading)))


@cache
def read(short: str) -> Reading:
    """What `in_short` has written."""
    kind, low, *more = short.split()
    grade = LABELS.index(low)
    size = {Kind.SINGLE: 1, Kind.PAIR: 2}.get(Kind(kind), 0)
    if kind == Kind.BOMB:
        size = int(more[0])
    elif more:
        size = (LABELS.index(more[0]) - grade + 1) * (2 if kind == Kind.PAIR_RUN else 1)
    return Reading(Kind(kind), grade, size)
