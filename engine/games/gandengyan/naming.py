"""Readings in words: text keys and parameters for asks, marks and the log, and back."""

from __future__ import annotations

from functools import cache

from engine.core.events import Param
from engine.games.gandengyan.cards import JOKER, LABELS
from engine.games.gandengyan.combos import Kind, Reading

__all__ = ["deed", "described", "label", "params", "read", "read_deed"]


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


@cache
def deed(on: Reading | None, grades: tuple[int, ...]) -> str:
    """An entry of the mark `deeds`: what was to be beaten (nothing for a lead), `>`, and what was played (nothing for a pass). J is a jack,
    W a joker."""
    cards = ["W" if grade == JOKER else LABELS[grade] for grade in grades]
    return " ".join([*(() if on is None else map(str, described(on))), ">", *cards])


@cache
def read_deed(text: str) -> tuple[Reading | None, tuple[int, ...]]:
    """What `deed` was given."""
    on, _, cards = text.partition(">")
    grades = [JOKER if card == "W" else LABELS.index(card) for card in cards.split()]
    return read(*on.split()) if on else None, tuple(grades)


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
