"""§4 What can be played: every combination of a hand, with every reading of its jokers.

A *reading* says what a play is: kind, lowest grade, number of cards. A *combo* says which cards make it: real cards by grade, and how many
jokers. Which of several equal cards are taken, and which joker, makes no difference (§2.4), so a combo names none."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from engine.games.gandengyan.cards import ACE, GRADES, JOKER, Holding

__all__ = ["EACH", "Combo", "Kind", "Reading", "bombs", "combos", "equal", "readings", "rows"]


class Kind(enum.StrEnum):
    SINGLE = "single"
    PAIR = "pair"
    STRAIGHT = "straight"
    PAIR_RUN = "pair_run"
    BOMB = "bomb"


EACH: Final = {Kind.STRAIGHT: 1, Kind.PAIR_RUN: 2}
"""Cards of each grade in a sequence."""
SHORTEST: Final = {Kind.STRAIGHT: 3, Kind.PAIR_RUN: 2}
"""Grades in a sequence at least."""


class Reading(NamedTuple):
    """`low` is the grade of equal cards and the lowest one of a sequence, `size` the number of cards."""

    kind: Kind
    low: int
    size: int


class Combo(NamedTuple):
    """`real` has the grades of the real cards in order, equal ones repeated."""

    reading: Reading
    real: tuple[int, ...]
    jokers: int


@lru_cache(maxsize=1 << 14)
def combos(holding: Holding, most: int) -> tuple[Combo, ...]:
    """§4.1 All that these cards can be played as when leading. `most`: cards in the greatest bomb (§4.7).

    Singles come first and the lowest of them before all, then pairs, straights, runs of pairs, bombs; of a kind the lower ones first."""
    found = equal(holding, Kind.SINGLE, range(GRADES), 1, 1)
    found += equal(holding, Kind.PAIR, range(GRADES), 2, 2)
    for kind, each in EACH.items():
        for low in range(ACE):
            if holding[low] + holding[JOKER] >= each:
                found += rows(holding, kind, low, SHORTEST[kind], GRADES)
    return (*found, *bombs(holding, most))


@lru_cache(maxsize=1 << 14)
def bombs(holding: Holding, most: int) -> tuple[Combo, ...]:
    """§4.7 From three cards to `most`."""
    return tuple(equal(holding, Kind.BOMB, range(GRADES), 3, most))


def readings(holding: Holding, most: int) -> list[Reading]:
    """§4.8 All that exactly these cards can be, played together; none if they are no combination."""
    n = sum(holding)
    return [combo.reading for combo in combos(holding, most) if combo.reading.size == n]


def equal(holding: Holding, kind: Kind, grades: Iterable[int], least: int, most: int) -> list[Combo]:
    """§4.2, §4.3, §4.7 `least` to `most` cards of one of these grades, at least one of them real (§4.6)."""
    jokers = holding[JOKER]
    found = []
    for grade in grades:
        have = holding[grade]
        if not have:
            continue
        for size in range(least, min(most, have + jokers) + 1):
            reading = Reading(kind, grade, size)
            for wild in range(max(0, size - have), min(jokers, size - 1) + 1):
                found.append(Combo(reading, (grade,) * (size - wild), wild))
    return found


def rows(holding: Holding, kind: Kind, low: int, shortest: int, longest: int) -> list[Combo]:
    """§4.4, §4.5 Sequences of `shortest` to `longest` grades from `low` up: at each grade real cards as far as there are any, or jokers
    in their place as far as there are any."""
    jokers, each = holding[JOKER], EACH[kind]
    found = []
    ways: list[tuple[tuple[int, ...], int]] = [((), 0)]
    for grade in range(low, min(low + longest, ACE + 1)):
        have = holding[grade]
        longer: list[tuple[tuple[int, ...], int]] = []
        for wild in range(max(0, each - have), each + 1):
            cards = (grade,) * (each - wild)
            longer += [(real + cards, used + wild) for real, used in ways if used + wild <= jokers]
        ways = longer
        if not ways:
            break
        if grade - low + 1 >= shortest:
            reading = Reading(kind, low, each * (grade - low + 1))
            found += [Combo(reading, real, wild) for real, wild in ways if real]
    return found
