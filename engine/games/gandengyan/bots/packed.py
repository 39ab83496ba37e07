"""Hands and plays as plain numbers: a thought ahead makes some ten thousand decisions.

A packed hand has four bits for each count of a Holding, the jokers' lowest. A play's code has its kind, lowest grade and size; 0 is no
play, and every bomb is at least BOMB."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from engine.games.gandengyan.beats import answers
from engine.games.gandengyan.cards import GRADES, JOKER, Holding
from engine.games.gandengyan.combos import Combo, Kind, Reading, combos

__all__ = [
    "BOMB",
    "REAL",
    "UNIT",
    "Packed",
    "Step",
    "code_of",
    "count",
    "pack",
    "reading_of",
    "size_of",
    "steps",
]

Packed = int

UNIT: Final = (*(16 << 4 * grade for grade in range(GRADES)), 1)
"""One card of each grade, one joker."""
REAL: Final = 16
"""A hand below has no card but jokers."""
SIZE: Final = 5
"""Bits of a code for the size, with four more for the grade above them: a run of twelve pairs has 24 cards."""
KINDS: Final = (Kind.SINGLE, Kind.PAIR, Kind.STRAIGHT, Kind.PAIR_RUN, Kind.BOMB)
BOMB: Final = len(KINDS) << SIZE + 4


class Step(NamedTuple):
    """A way to play: its code, and what is left of the hand then."""

    code: int
    rest: Packed


def pack(holding: Holding) -> Packed:
    return sum(UNIT[grade] * n for grade, n in enumerate(holding))


@lru_cache(maxsize=1 << 15)
def unpack(hand: Packed) -> Holding:
    return (*(hand >> 4 * grade & 15 for grade in range(1, GRADES + 1)), hand & 15)


def count(hand: Packed) -> int:
    """How many cards; at most 14, since that is where the sum of the digits stops being the remainder by 15."""
    return hand % 15


@cache
def code_of(reading: Reading) -> int:
    return (KINDS.index(reading.kind) + 1 << SIZE + 4) + (reading.low << SIZE) + reading.size


@cache
def reading_of(code: int) -> Reading:
    return Reading(KINDS[(code >> SIZE + 4) - 1], code >> SIZE & 15, size_of(code))


def size_of(code: int) -> int:
    return code & (1 << SIZE) - 1


@lru_cache(maxsize=1 << 15)
def steps(hand: Packed, top: int, most: int) -> tuple[Step, ...]:
    """All ways to lead (`top` 0) or to beat `top`, in the order in which an ask offers them."""
    holding = unpack(hand)
    offered = answers(holding, most, reading_of(top)) if top else combos(holding, most)
    return tuple(Step(code_of(combo.reading), hand - _cards(combo)) for combo in offered)


def _cards(combo: Combo) -> Packed:
    return sum(UNIT[grade] for grade in combo.real) + combo.jokers * UNIT[JOKER]
