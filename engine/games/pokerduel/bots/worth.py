"""What hit points, shields and cards are worth to whoever has them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from engine.core.events import Face
from engine.games.pokerduel.bots import weights
from engine.games.pokerduel.deck import (
    BLACK_JOKER,
    CLUB,
    DIAMOND,
    FULL,
    HAND,
    HEART,
    RED_JOKER,
    SPADE,
    is_minion,
    is_quick,
    suits_of,
)
from engine.games.pokerduel.sums import heal

__all__ = ["hand_worth", "life", "order", "stock"]

_SLOPE = (weights.FIRST_POINT - weights.LATER_POINT) / FULL
_LIFE = [0.0, *accumulate(weights.FIRST_POINT - _SLOPE * point for point in range(FULL))]


def life(hp: int) -> float:
    """Of so many hit points."""
    return _LIFE[hp] if hp > 0 else weights.DEATH


def order(hand: Sequence[Face], patience: float) -> list[tuple[float, int]]:
    """What each card adds to the hand, with its place in it, the worthiest first. One card of a suit can be used in a turn, so the
    second best waits and the third is hardly needed."""
    found: list[tuple[float, int]] = []
    have: dict[str, int] = {}
    for worth, place in sorted(((_alone(face, patience), i) for i, face in enumerate(hand)), reverse=True):
        suit = suits_of(hand[place])
        found.append((worth * weights.REPEATED[min(have.get(suit, 0), len(weights.REPEATED) - 1)], place))
        have[suit] = have.get(suit, 0) + 1
    return sorted(found, reverse=True)


def stock(hand: Sequence[Face], patience: float) -> float:
    """Of the hand after the end of the turn (§3.7): the best four, or as many cards more as are missing."""
    kept = order(hand, patience)[:HAND]
    return sum(worth for worth, _ in kept) + weights.AVERAGE * (HAND - len(kept))


def _alone(face: Face, patience: float) -> float:
    if face.name == RED_JOKER:
        return weights.RED_JOKER_KEPT
    if face.name == BLACK_JOKER:
        return weights.BLACK_JOKER_KEPT
    if is_minion(face):
        return weights.MINION_KEPT * face.rank
    return weights.KEPT * patience * face.rank + (weights.QUICK_KEPT if is_quick(face) else 0.0)


def hand_worth(hand: Sequence[Face], spent: str, hp: int, patience: float, *, shielded: bool) -> float:
    """Of a hand in a turn in which the suits in `spent` cannot be used any more: the best card of each other suit still may."""
    total = stock(hand, patience)
    for suit in (SPADE, CLUB):
        total += weights.BOLD * _best(hand, suit, spent)
    if not shielded:
        total += weights.SHIELD_NOW * patience * _best(hand, DIAMOND, spent)
    if heart := _best(hand, HEART, spent):
        total += patience * (life(heal(hp, heart)) - life(hp))
    return total


def _best(hand: Sequence[Face], suit: str, spent: str) -> int:
    return 0 if suit in spent else max((face.rank for face in hand if suits_of(face) == suit), default=0)
