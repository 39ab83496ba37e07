"""§2 The cards, and what each of them counts as."""

from __future__ import annotations

from typing import Final

from engine.core.events import Face

__all__ = [
    "BLACK_JOKER",
    "CLUB",
    "DIAMOND",
    "FULL",
    "HAND",
    "HEART",
    "RED_JOKER",
    "SPADE",
    "is_heart",
    "is_minion",
    "is_quick",
    "is_shield",
    "suits_of",
    "whole_deck",
]

SPADE: Final = "♠"
HEART: Final = "♥"
CLUB: Final = "♣"
DIAMOND: Final = "♦"
_SUITS: Final = {"S": SPADE, "H": HEART, "C": CLUB, "D": DIAMOND}
"""As they stand on a face, and as the mark `spent` shows them."""

BLACK_JOKER: Final = "black_joker"
RED_JOKER: Final = "red_joker"

FULL: Final = 21
"""§1.3 Hit points at first, and never more."""
HAND: Final = 4
"""§3.7 Cards in a hand after its turn."""
QUICKEST: Final = 6
"""§2.3 Ranks up to this one work at once."""

_RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def whole_deck(decks: int) -> list[Face]:
    """§2.1 54 cards for each deck, unshuffled."""
    pips = [Face(f"{suit}{name}", suit, rank) for suit in _SUITS for rank, name in enumerate(_RANKS, 1)]
    return [*pips, Face(BLACK_JOKER), Face(RED_JOKER)] * decks


def suits_of(face: Face) -> str:
    """§2.4, §2.5 The suits that the card uses up: two for the black joker, ♥ for the red one."""
    if face.name == BLACK_JOKER:
        return SPADE + CLUB
    return HEART if face.name == RED_JOKER else _SUITS[face.suit]


def is_quick(face: Face) -> bool:
    """§2.3 Ace to six; no joker is."""
    return 1 <= face.rank <= QUICKEST


def is_minion(face: Face) -> bool:
    """§2.2, §2.4"""
    return face.suit in ("S", "C") or face.name == BLACK_JOKER


def is_shield(face: Face) -> bool:
    """§2.2"""
    return face.suit == "D"


def is_heart(face: Face) -> bool:
    """§2.2 A potion; the red joker is none (§5.7)."""
    return face.suit == "H"
