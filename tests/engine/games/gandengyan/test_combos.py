"""§4 Combinations, against the long way of finding them and against the figures of the source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.gandengyan.cards import LABELS, Holding, deck, holding_of
from engine.games.gandengyan.combos import Combo, Kind, Reading, combos, readings
from tests.engine.games.gandengyan.brute import Found, Hand, every_hand, playable

MOST = {1: 4, 2: 8}


def holding(cards: str) -> Holding:
    """`4 5 W` in the game's own counts; W is a joker."""
    counts = Counter(cards.split())
    assert set(counts) <= {*LABELS, "W"}
    return (*(counts[label] for label in LABELS), counts["W"])


def said(reading: Reading) -> str:
    return f"{reading.kind.value} {LABELS[reading.low]} {reading.size}"


def read(cards: str, decks: int = 1) -> set[str]:
    found = readings(holding(cards), MOST[decks])
    assert len(found) == len(set(found))
    return {said(reading) for reading in found}


# -- the long way -----------------------------------------------------------------------------------------------------


def as_found(combo: Combo) -> Found:
    kind, low, size = combo.reading
    return (kind.value, low + 3, size), tuple(grade + 3 for grade in combo.real), combo.jokers


def held(hand: Hand) -> Holding:
    real, jokers = hand
    return (*(real.count(rank) for rank in range(3, 16)), jokers)


def check(hands: Iterable[Hand], decks: int) -> int:
    count = 0
    for hand in hands:
        found = [as_found(combo) for combo in combos(held(hand), MOST[decks])]
        assert len(found) == len(set(found)), hand
        assert set(found) == playable(hand, MOST[decks]), hand
        count += 1
    return count


HANDS = {1: (14, 105, 559, 2366, 8450, 26390), 2: (14, 105, 560, 2380, 8567, 27118)}
"""Decks → how many hands there are of one card, of two, and so on."""


@pytest.mark.parametrize("decks", [1, 2])
def test_4_1_every_hand_of_up_to_four_cards(decks: int) -> None:
    for size in range(1, 5):
        assert check(every_hand(size, decks), decks) == HANDS[decks][size - 1]


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("size", [5, 6])
def test_4_1_every_hand_of_five_and_six_cards(size: int, decks: int) -> None:
    assert check(every_hand(size, decks), decks) == HANDS[decks][size - 1]


@given(st.lists(st.integers(3, 15), min_size=1, max_size=8), st.integers(0, 4), st.sampled_from([1, 2]))
def test_4_1_any_cards(ranks: list[int], jokers: int, decks: int) -> None:
    check([(tuple(sorted(ranks)), jokers)], decks)


# -- the source's figures ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "plays"),
    [
        ("8", {"single 8 1"}),
        ("8 8", {"pair 8 2"}),
        ("8 W", {"pair 8 2"}),
        ("8 8 8 W", {"bomb 8 4"}),
        ("8 8 W", {"bomb 8 3"}),
        ("3 W 5", {"straight 3 3"}),
        ("3 3 4 4 5 W", {"pair_run 3 6"}),
        ("3 3 4 4 W W", {"pair_run 3 6"}),
        ("2 W", {"pair 2 2"}),
        ("2 2 W", {"bomb 2 3"}),
        ("Q K A", {"straight Q 3"}),
        ("K K A A", {"pair_run K 4"}),
        ("5 5 5", {"bomb 5 3"}),
    ],
)
def test_4_6_what_cards_and_jokers_make(cards: str, plays: set[str]) -> None:
    """§4.2, §4.3 and the source's examples; ruling 5: each joker stands for one card, and two may stand for the same rank."""
    assert read(cards) == plays


@pytest.mark.parametrize(
    ("cards", "decks", "plays"),
    [
        ("4 5 W", 1, {"straight 3 3", "straight 4 3"}),
        ("5 W W", 1, {"bomb 5 3", "straight 3 3", "straight 4 3", "straight 5 3"}),
        ("5 5 W W", 1, {"bomb 5 4", "pair_run 4 4", "pair_run 5 4"}),
        ("3 4 5 W", 1, {"straight 3 4"}),
        ("Q K A W", 1, {"straight J 4"}),
        ("K A W", 1, {"straight Q 3"}),
        ("4 5 W W", 1, {"straight 3 4", "straight 4 4", "pair_run 4 4"}),
        (
            "5 W W W",
            2,
            {"bomb 5 4", *(f"straight {low} 4" for low in ("3", "4", "5")), "pair_run 4 4", "pair_run 5 4"},
        ),
    ],
)
def test_4_8_all_readings(cards: str, decks: int, plays: set[str]) -> None:
    """Rulings 2 and 35."""
    assert read(cards, decks) == plays


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("3 3 4 4 W", "five cards are no run of pairs (ruling 1)"),
        ("8 8 8 8 W", "five of a kind from one deck (ruling 6)"),
        ("W", "a joker alone (ruling 4)"),
        ("W W", "jokers alone"),
        ("A 2 3", "not round behind the ace"),
        ("K A 2", "a 2 in a straight"),
        ("A 2 W", "a 2 in a straight with a joker"),
        ("Q K 2 W", "a joker cannot make room for a 2"),
        ("A A 2 2", "a 2 in a run of pairs"),
        ("3 4", "two cards are no straight"),
        ("3 4 6", "a gap"),
        ("3 3 4", "a pair and a half"),
        ("3 3 5 5", "pairs with a gap"),
        ("3 3 3 4", "three with one"),
        ("3 3 4 4 5 5 6", "pairs with one"),
    ],
)
def test_4_9_what_is_nothing(cards: str, why: str) -> None:
    assert read(cards) == set(), why


@pytest.mark.parametrize(
    ("cards", "decks", "size"),
    [("8 8 8 8 8 8 W W", 2, 8), ("8 8 8 8 W W W W", 2, 8), ("3 3 3 3 3", 2, 5), ("8 8 8 W", 1, 4)],
)
def test_4_7_bombs_up_to_what_the_decks_have(cards: str, decks: int, size: int) -> None:
    (made,) = read(cards, decks)
    assert made.startswith("bomb") and made.endswith(f" {size}")


def test_4_7_nine_of_a_kind_are_nothing() -> None:
    assert read("8 8 8 8 8 8 8 8 W", 2) == set()


def test_4_4_the_longest_sequences() -> None:
    """Ruling 12: from 3 to the ace."""
    assert read(" ".join(LABELS[:12])) == {"straight 3 12"}
    assert read(" ".join(LABELS[:12] * 2)) == {"pair_run 3 24"}
    assert read(" ".join(LABELS)) == set()


def test_2_4_the_order_of_the_cards_means_nothing() -> None:
    """S4, ruling 31: the cards of a hand are counted, so no order can come in."""
    cards = [card for card in deck(1) if card.name in ("S5", "H5", "S6", "small_joker", "big_joker")]
    assert len({holding_of(order) for order in permutations(cards)}) == 1


def test_2_4_of_equal_cards_each_is_its_own() -> None:
    """S7: two copies of one card are two cards."""
    twins = [card for card in deck(2) if card.name == "H8"]
    assert len(twins) == 2 and twins[0] == twins[1]
    assert {said(reading) for reading in readings(holding_of(twins), 8)} == {"pair 8 2"}


def test_singles_are_listed_first_and_from_the_lowest() -> None:
    """§10.4 rests on it."""
    for cards in ("2 3 W", "A K 5 5 5 5", "W W 2"):
        first = combos(holding(cards), 4)[0]
        assert first.reading.kind is Kind.SINGLE and first.jokers == 0
        assert LABELS[first.reading.low] == min(set(cards.split()) - {"W"}, key=LABELS.index)
