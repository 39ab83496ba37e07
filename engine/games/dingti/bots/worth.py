"""What a card is worth in the hand: what is given up by spending it, gained by taking it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from engine.games.dingti import deck
from engine.games.dingti.bots import tune

__all__ = ["hand_worth", "worth"]

Hand = Counter[str]

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


def _bomb(hand: Hand, room: int) -> float:
    """Worth as much as there are cards to hang it with."""
    return 3.5 if hand[deck.GIFT] + hand[deck.SWAP] else 1.5


def _gift(hand: Hand, room: int) -> float:
    return 3.0 if hand[deck.BOMB] else 1.0


def _swap(hand: Hand, room: int) -> float:
    return 3.5 if hand[deck.BOMB] else 1.5


def _shield(hand: Hand, room: int) -> float:
    """Shields of the hand up to the room for them protect soon; more wait for their turn."""
    held = hand[deck.SHIELD]
    soon = min(held, room)
    return (tune.S1 * soon + tune.S2 * (held - soon)) / held


def _number(hand: Hand, room: int) -> float:
    """The fourth number makes the set."""
    different = sum(hand[name] > 0 for name in deck.NUMBERS)
    held = sum(hand[name] for name in deck.NUMBERS)
    return (0.0, 0.3, 1.6, 4.5, 8.8)[different] / held


def _defuse(hand: Hand, room: int) -> float:
    """One is at hand when it is needed; the others wait behind it."""
    held = hand[deck.DEFUSE]
    return (tune.D1 + tune.D2 * held) / held


def _detonate(hand: Hand, room: int) -> float:
    return 2.0 + min(2, hand[deck.BOMB])


_IN_CONTEXT: Final[Mapping[str, Callable[[Hand, int], float]]] = {
    deck.BOMB: _bomb,
    deck.GIFT: _gift,
    deck.SWAP: _swap,
    deck.SHIELD: _shield,
    deck.DEFUSE: _defuse,
    deck.DETONATE: _detonate,
    **dict.fromkeys(deck.NUMBERS, _number),
}


def worth(name: str, hand: Hand, room: int) -> float:
    """The worth of one card of this name in a hand that holds it; `room`: shields that can still be equipped."""
    rule = _IN_CONTEXT.get(name)
    return _PLAIN[name] if rule is None else rule(hand, room)


def hand_worth(hand: Hand, room: int) -> float:
    """The worth of all cards together: a Bomb and a Gift are worth more than each."""
    return sum(n * worth(name, hand, room) for name, n in hand.items() if n)
