"""§5 What beats what: the relation, the source's table, and the cases of section 5."""

from __future__ import annotations

from itertools import product

import pytest

from engine.games.gandengyan.beats import answers, beats
from engine.games.gandengyan.cards import ACE, GRADES, LABELS
from engine.games.gandengyan.combos import Combo, Kind, Reading, combos
from tests.engine.games.gandengyan.brute import every_hand, is_beaten_by


def every_reading(most: int) -> list[Reading]:
    """All that can lie on a table."""
    equal = [
        Reading(kind, low, size)
        for kind, sizes in ((Kind.SINGLE, (1,)), (Kind.PAIR, (2,)), (Kind.BOMB, range(3, most + 1)))
        for size in sizes
        for low in range(GRADES)
    ]
    rows = [
        Reading(kind, low, each * length)
        for kind, each, shortest in ((Kind.STRAIGHT, 1, 3), (Kind.PAIR_RUN, 2, 2))
        for low in range(ACE)
        for length in range(shortest, ACE - low + 2)
    ]
    return equal + rows


READINGS = every_reading(8)


def play(text: str) -> Reading:
    kind, low, size = text.split()
    return Reading(Kind(kind), LABELS.index(low), int(size))


def test_5_6_the_table() -> None:
    assert len(READINGS) == 13 + 13 + 6 * 13 + 55 + 66
    for old, new in product(READINGS, repeat=2):
        plain = [(r.kind.value, r.low + 3, r.size) for r in (old, new)]
        assert beats(new, old) == is_beaten_by(*plain), (old, new)


def test_nothing_beats_itself_and_nothing_beats_what_beats_it() -> None:
    for old, new in product(READINGS, repeat=2):
        assert not (beats(new, old) and beats(old, new))
    assert not any(beats(one, one) for one in READINGS)


def test_5_5_only_eight_twos_are_never_beaten_with_two_decks() -> None:
    """Ruling 8."""
    unbeaten = [old for old in READINGS if not any(beats(new, old) for new in READINGS)]
    assert unbeaten == [Reading(Kind.BOMB, 12, 8)]
    eight_threes = Reading(Kind.BOMB, 0, 8)
    assert all(beats(eight_threes, old) for old in READINGS if old.size < 8 or old.kind is not Kind.BOMB)


@pytest.mark.parametrize(
    ("new", "old", "does"),
    [
        ("single 6 1", "single 5 1", True),
        ("single 7 1", "single 5 1", False),
        ("single 2 1", "single 5 1", True),
        ("single 2 1", "single A 1", True),
        ("single 2 1", "single 2 1", False),
        ("pair 2 2", "pair 5 2", True),
        ("pair 2 2", "pair 2 2", False),  # S1
        ("pair 2 2", "single 5 1", False),
        ("single 2 1", "pair 5 2", False),
        ("straight 4 3", "straight 3 3", True),
        ("straight 5 3", "straight 3 3", False),
        ("straight 4 4", "straight 3 3", False),
        ("straight 4 4", "pair_run 3 4", False),
        ("pair_run 4 4", "pair_run 3 4", True),
        ("pair_run 4 6", "pair_run 3 4", False),
        ("bomb 3 3", "single 2 1", True),
        ("bomb 3 3", "pair 2 2", True),
        ("bomb 3 3", "straight 3 12", True),  # S1
        ("bomb 3 5", "bomb 2 4", True),
        ("bomb 9 3", "bomb 5 3", True),
        ("bomb 5 3", "bomb 9 3", False),  # S8
        ("bomb 2 3", "bomb 3 4", False),
        ("bomb 2 8", "bomb 3 8", True),
    ],
)
def test_5_cases(new: str, old: str, does: bool) -> None:
    assert beats(play(new), play(old)) == does


@pytest.mark.parametrize(("decks", "most"), [(1, 4), (2, 8)])
def test_4_1_answers_are_the_combos_that_beat(decks: int, most: int) -> None:
    tables = every_reading(most)
    for real, jokers in every_hand(3, decks):
        holding = (*(real.count(rank) for rank in range(3, 16)), jokers)
        all_of_them = combos(holding, most)
        for old in tables[::5]:
            expected: tuple[Combo, ...] = tuple(one for one in all_of_them if beats(one.reading, old))
            assert answers(holding, most, old) == expected
