"""§2 The cards: ranks in the order of this game, jokers, one deck or two.

Rules reckon with *grades*: 0 for a 3, 1 for a 4, … 10 for a king, 11 for an ace, 12 for a 2. Suits mean nothing (§2.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.core.events import Face

__all__ = [
    "ACE",
    "GRADES",
    "JOKER",
    "JOKERS",
    "LABELS",
    "SUITS",
    "TWO",
    "Holding",
    "deck",
    "grade_of",
    "holding_of",
    "only_jokers",
]

LABELS: Final = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
"""§2.2 What is printed on a card of each grade."""
GRADES: Final = len(LABELS)
ACE: Final = 11
"""§4.4 The highest grade in a sequence."""
TWO: Final = 12
JOKER: Final = 13
"""Stands where a grade stands, for a card that has none."""

SUITS: Final = 4
JOKERS: Final = 2
"""Cards of a rank, and jokers, in one deck."""

_RANKS: Final = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1, 2)
_GRADE_OF_RANK: Final = (JOKER, *(_RANKS.index(rank) for rank in range(1, 14)))

Holding = tuple[int, ...]
"""How many cards of each grade there are, and last the jokers: 14 numbers."""


def deck(decks: int) -> list[Face]:
    """§2.1 54 cards for each of one or two decks, unshuffled."""
    cards = [
        Face(suit + label, suit, rank) for suit in "SHCD" for label, rank in zip(LABELS, _RANKS, strict=True)
    ]
    return [*cards, Face("small_joker"), Face("big_joker")] * decks


def grade_of(face: Face) -> int:
    """The grade of a card, JOKER for a joker."""
    return _GRADE_OF_RANK[face.rank]


def holding_of(faces: Iterable[Face]) -> Holding:
    """These cards, counted."""
    counts = [0] * (GRADES + 1)
    grades = _GRADE_OF_RANK
    for face in faces:
        counts[grades[face.rank]] += 1
    return tuple(counts)


def only_jokers(holding: Holding) -> bool:
    """§6.1"""
    return not any(holding[:JOKER])
