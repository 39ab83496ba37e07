"""How far a hand is from being played out, and what a sensible player does with it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.games.gandengyan.bots.packed import BOMB, REAL, UNIT, Packed, Step, count, reading_of, steps
from engine.games.gandengyan.cards import JOKER, TWO
from engine.games.gandengyan.combos import EACH, Kind

__all__ = ["burden", "patient", "sensible"]

COST: Final = {Kind.SINGLE: 12, Kind.PAIR: 10, Kind.STRAIGHT: 9, Kind.PAIR_RUN: 9, Kind.BOMB: 4}
TWO_COST: Final = 5
"""What it takes to get rid of one combination: the easier it is to beat the more."""
CARD: Final = 10
PARTS: Final = 3
"""Weights of a card left, and of the cost of the parts into which they divide. Found by letting such players meet."""
STUCK: Final = 10_000
"""Jokers and nothing else: as good as lost (§6.1)."""
SHORT: Final = 2
"""Cards that often go in one play."""
ONES: Final = sum(UNIT)
FOURS: Final = 12 * ONES
"""Added to a hand, one of each makes a count of three reach the bits of four and eight."""


@lru_cache(maxsize=1 << 15)
def burden(hand: Packed, most: int) -> int:
    """0 for an empty hand; more the harder it will be to play out."""
    if not hand:
        return 0
    return CARD * count(hand) + PARTS * _strain(hand, most) if hand >= REAL else STUCK


@lru_cache(maxsize=1 << 15)
def _strain(hand: Packed, most: int) -> int:
    """The cost of the cheapest division into combinations; every division has a part with the lowest real card."""
    if hand < REAL:
        return STUCK if hand else 0
    unit = next(unit for unit in UNIT[:JOKER] if hand & 15 * unit)
    left = hand & 15 * unit
    return min(
        _cost(step.code) + _strain(step.rest, most)
        for step in steps(hand, 0, most)
        if step.rest & 15 * unit < left
    )


@lru_cache(maxsize=1 << 9)
def _cost(code: int) -> int:
    reading = reading_of(code)
    return TWO_COST if reading.low == TWO and reading.kind is not Kind.BOMB else COST[reading.kind]


def patient(fewest: int) -> bool:
    """Whether it is a time to keep bombs: nobody could be gone with one play, oneself included."""
    return fewest > SHORT


def sensible(hand: Packed, top: int, most: int, keep: bool) -> Step | None:
    """What to lead (`top` 0) or how to beat `top`; None to pass. To `keep` is to play no bomb unless it is the last play.

    Every card that is got rid of is worth a little disorder among those that are left; beating is worth more than that, for
    whoever beats draws nothing."""
    if top and not (hand & 15 or hand & _needed(top) or hand + ONES & FOURS):
        return None
    return _best(hand, top, most, keep)


@lru_cache(maxsize=1 << 9)
def _needed(top: int) -> int:
    """Bits of the grades of which a hand without jokers and without a bomb must have one to beat `top`."""
    kind, low, size = reading_of(top)
    if kind is Kind.BOMB:
        return 0
    if kind in EACH:
        return 15 * UNIT[min(low + size // EACH[kind], JOKER - 1)]
    return 15 * (UNIT[min(low + 1, TWO)] | UNIT[TWO])


@lru_cache(maxsize=1 << 16)
def _best(hand: Packed, top: int, most: int, keep: bool) -> Step | None:
    ways = steps(hand, top, most)
    if keep:
        ways = tuple(step for step in ways if step.code < BOMB or not step.rest)
    if not ways:
        return None
    best = min(ways, key=lambda step: burden(step.rest, most))
    return best if not top or burden(best.rest, most) <= burden(hand, most) + CARD else None
