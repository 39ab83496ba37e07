"""§4 What can be played: every combination of a hand, with every reading of its jokers.

A *reading* says what a play is: kind, lowest grade, number of cards. A *combo* says which cards make it: real cards by grade, and how many
jokers. Which of several equal cards are taken, and which joker, makes no difference (§2.4), so a combo names none."""

from __future__ import annotations

import enum
from functools import lru_cache
from typing import NamedTuple

from engine.games.gandengyan.cards import ACE, GRADES, JOKER, Holding

__all__ = ["Combo", "Kind", "Reading", "combos", "readings"]


class Kind(enum.StrEnum):
    SINGLE = "single"
    PAIR = "pair"
    STRAIGHT = "straight"
    PAIR_RUN = "pair_run"
    BOMB = "bomb"


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
    return (
        *_singles(holding),
        *_alike(holding, Kind.PAIR, 2, 2),
        *_straights(holding),
        *_pair_runs(holding),
        *_alike(holding, Kind.BOMB, 3, most),
    )


def readings(holding: Holding, most: int) -> list[Reading]:
    """§4.8 All that exactly these cards can be, played together; none if they are no combination."""
    n = sum(holding)
    return [combo.reading for combo in combos(holding, most) if combo.reading.size == n]


def _singles(holding: Holding) -> list[Combo]:
    """§4.2 A joker alone is nothing (§4.6)."""
    return [Combo(Reading(Kind.SINGLE, grade, 1), (grade,), 0) for grade in range(GRADES) if holding[grade]]


def _alike(holding: Holding, kind: Kind, least: int, most: int) -> list[Combo]:
    """§4.3, §4.7 Equal cards, at least one of them real."""
    jokers = holding[JOKER]
    found = []
    for grade in range(GRADES):
        have = holding[grade]
        for size in range(least, min(most, have + jokers) + 1 if have else 0):
            reading = Reading(kind, grade, size)
            for wild in range(max(0, size - have), min(jokers, size - 1) + 1):
                found.append(Combo(reading, (grade,) * (size - wild), wild))
    return found


def _straights(holding: Holding) -> list[Combo]:
    """§4.4 From each lowest grade on, card by card: the real one if there is one, or a joker while there are any."""
    jokers = holding[JOKER]
    found = []
    for low in range(ACE - 1):
        ways: list[tuple[tuple[int, ...], int]] = [((), 0)]
        for grade in range(low, ACE + 1):
            have = holding[grade]
            longer = [((*real, grade), wild) for real, wild in ways] if have else []
            ways = longer + [(real, wild + 1) for real, wild in ways if wild < jokers]
            if not ways:
                break
            if grade >= low + 2:
                reading = Reading(Kind.STRAIGHT, low, grade - low + 1)
                found += [Combo(reading, real, wild) for real, wild in ways if real]
    return found


def _pair_runs(holding: Holding) -> list[Combo]:
    """§4.5 The same, pair by pair: each of two real cards, one, or none."""
    jokers = holding[JOKER]
    found = []
    for low in range(ACE):
        ways: list[tuple[tuple[int, ...], int]] = [((), 0)]
        for grade in range(low, ACE + 1):
            have = holding[grade]
            longer: list[tuple[tuple[int, ...], int]] = []
            for wild in range(max(0, 2 - have), 3):
                pair = (grade,) * (2 - wild)
                longer += [(real + pair, used + wild) for real, used in ways if used + wild <= jokers]
            ways = longer
            if not ways:
                break
            if grade > low:
                reading = Reading(Kind.PAIR_RUN, low, 2 * (grade - low + 1))
                found += [Combo(reading, real, wild) for real, wild in ways if real]
    return found
