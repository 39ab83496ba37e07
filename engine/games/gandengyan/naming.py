"""Readings in words: text keys and parameters for asks, marks and the log, and back."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from engine.core.events import Param
from engine.games.gandengyan.cards import JOKER, LABELS
from engine.games.gandengyan.combos import Kind, Reading

__all__ = ["Deed", "deed", "described", "label", "params", "read", "read_deed"]


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
def described(reading: Reading) -> tuple[str, ...]:
    """The value of the mark `standing`: the kind, then the values of `params` in order."""
    return (reading.kind.value, *(str(value) for value in params(reading).values()))


class Deed(NamedTuple):
    """What somebody has done: `grades` put `on` something (None: a lead; no grades: a pass) when the shortest hand had `fewest` cards."""

    fewest: int
    on: Reading | None
    grades: tuple[int, ...]


@lru_cache(maxsize=1 << 14)  # of these there are more than a server that runs for months should keep
def deed(done: Deed) -> str:
    """An entry of the mark `deeds`: `3 single 10 > J`, for a lead `3 > 4 4 W` (W is a joker), for a pass `3 pair 4 >`."""
    on = () if done.on is None else described(done.on)
    cards = ["W" if grade == JOKER else LABELS[grade] for grade in done.grades]
    return " ".join([str(done.fewest), *on, ">", *cards])


@lru_cache(maxsize=1 << 14)
def read_deed(text: str) -> Deed:
    before, _, cards = text.partition(">")
    fewest, *on = before.split()
    grades = [JOKER if card == "W" else LABELS.index(card) for card in cards.split()]
    return Deed(int(fewest), read(*on) if on else None, tuple(grades))


@cache
def read(kind: str, low: str, *more: str) -> Reading:
    """The reading that `described` gave these values."""
    grade = LABELS.index(low)
    if kind == Kind.BOMB:
        return Reading(Kind.BOMB, grade, int(more[0]))
    if more:
        each = 2 if kind == Kind.PAIR_RUN else 1
        return Reading(Kind(kind), grade, each * (LABELS.index(more[0]) - grade + 1))
    return Reading(Kind(kind), grade, 1 if kind == Kind.SINGLE else 2)
