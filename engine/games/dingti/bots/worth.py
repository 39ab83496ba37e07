"""What a card is worth in the hand: what is given up by spending it, gained by taking it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from engine.games.dingti import deck

__all__ = ["hand_worth"]

_PLAIN: Final[Mapping[str, float]] = {
    deck.SCAVENGER: 0.7,
    deck.TOP_SCAVENGER: 3.0,
    deck.RAIDER: 0.9,
    deck.TOP_RAIDER: 3.5,
    deck.CONJURE: 1.8,
    deck.EXTRA_TURN: 5.0,
    deck.GAMBLE: 3.0,
    deck.MIRACLE: 14.0,
    deck.GHOST: 8.0,
    deck.HEIR_BLADE: 1.5,
    deck.CROWN: 0.5,
    deck.FAVOR: 0.5,
    deck.BEDROCK: 2.0,
    deck.HELLFIRE: 0.5,
    deck.TRICKSTER: 3.0,
    deck.LEGACY: 4.0,
    deck.EMBER: 3.0,
}
"""One card of this name, whatever lies beside it."""


def hand_worth(hand: Counter[str], room: int) -> float:
    """The worth of all cards together; `room`: shields that can be equipped now."""
    total = sum(n * _PLAIN[name] for name, n in hand.items() if n and name in _PLAIN)
    return total + sum(family(hand, room) for family in _FAMILIES)


def _bombs(hand: Counter[str], room: int) -> float:
    """A Bomb wants a card to hang it with, and the other way round."""
    bombs, gifts, swaps = hand[deck.BOMB], hand[deck.GIFT], hand[deck.SWAP]
    if bombs and gifts + swaps:
        return 3.5 * bombs + 3.0 * gifts + 3.5 * swaps
    return 1.5 * bombs + 1.0 * gifts + 1.5 * swaps


def _shields(hand: Counter[str], room: int) -> float:
    """Those that fit protect in the next free action; the others replace what breaks."""
    held = hand[deck.SHIELD]
    soon = min(held, room)
    return 3.5 * soon + 2.0 * (held - soon)


def _numbers(hand: Counter[str], room: int) -> float:
    """§7.17 The fourth number makes the set; a second copy is worth nothing yet."""
    return (0.0, 0.3, 1.6, 4.5, 8.8)[sum(hand[name] > 0 for name in deck.NUMBERS)]


def _defuses(hand: Counter[str], room: int) -> float:
    """One is there when it is needed; the others wait behind it."""
    return 2.0 + 0.5 * hand[deck.DEFUSE] if hand[deck.DEFUSE] else 0.0


def _detonate(hand: Counter[str], room: int) -> float:
    return 2.0 + min(2, hand[deck.BOMB]) if hand[deck.DETONATE] else 0.0


_FAMILIES: Final[tuple[Callable[[Counter[str], int], float], ...]] = (
    _bombs,
    _shields,
    _numbers,
    _defuses,
    _detonate,
)
"""Cards whose worth hangs on what lies beside them."""
