"""§2 The decks, §3.1 the deal, and the figures of the source."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.events import Face
from engine.games.gandengyan.cards import JOKER, LABELS, deck, grade_of
from tests.engine.games.gandengyan.table import dealt


@pytest.mark.parametrize("decks", [1, 2])
def test_2_1_decks(decks: int) -> None:
    cards = deck(decks)
    assert len(cards) == 54 * decks
    copies = Counter(cards)
    assert set(copies.values()) == {decks} and len(copies) == 54
    ranks = Counter(card.rank for card in cards)
    assert ranks == {0: 2 * decks} | dict.fromkeys(range(1, 14), 4 * decks)


def test_2_2_the_order_of_the_ranks() -> None:
    printed = [Face("", "S", rank) for rank in (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1, 2)]
    assert [grade_of(face) for face in printed] == list(range(13))
    assert LABELS == ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")


def test_2_3_jokers_have_no_rank_and_are_alike() -> None:
    jokers = [card for card in deck(1) if not card.rank]
    assert [card.name for card in jokers] == ["small_joker", "big_joker"]
    assert {grade_of(card) for card in jokers} == {JOKER}


@pytest.mark.parametrize(
    ("decks", "seats", "pile"),
    [
        ("one", 4, 34), ("one", 5, 29), ("one", 6, 24),
        ("two", 4, 88), ("two", 5, 83), ("two", 6, 78),
    ],
)  # fmt: skip
def test_3_1_pile_sizes(decks: str, seats: int, pile: int) -> None:
    """The source's figures are those before the leader's card (§3.3)."""
    match = dealt(seats, seats, decks=decks)
    (ask,) = match.waiting()
    assert len(match.table.cards("draw")) == pile - 1
    hands = [len(match.table.cards("hand", seat)) for seat in range(seats)]
    assert hands == [6 if seat == ask.seat else 5 for seat in range(seats)]


def test_9_2_points_at_the_start() -> None:
    assert [dealt(0).table.get("points", seat) for seat in range(4)] == [500] * 4
    assert [dealt(0, 5, points=60).table.get("points", seat) for seat in range(5)] == [60] * 5
