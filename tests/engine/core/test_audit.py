"""An ask that somebody could not answer is found when it is put."""

from __future__ import annotations

import pytest

from engine.core.ask import Answer, Ask, Cards, CardSet, Combos, Move, Options, Pick, Seats, Sets
from engine.core.audit import audit_ask, audit_outcome
from engine.core.errors import AuditFailed
from engine.core.events import Card, Face
from engine.core.ids import CardId, Seat
from engine.core.poll import Outcome
from engine.core.table import Table
from tests.engine.core.tables import ACE, TEN, TWO, put, three_hands


@pytest.fixture
def table() -> Table:
    table = three_hands()
    put(table, "hand.0", ACE, TWO, TEN)
    return table


def asking(*picks: Pick, combos: tuple[Combos, ...] = (), partition: bool = False) -> Ask:
    return Ask(
        Seat(0), "act", [Move("pass"), Move("do", {}, list(picks), list(combos), partition)], Answer(0)
    )


def hand(table: Table, low: int = 1, high: int = 1, *, name: str = "cards") -> Cards:
    return Cards(name, table.shown(table.cards("hand", 0)), low, high)


def test_a_sound_ask_passes(table: Table) -> None:
    one, two, three = table.cards("hand", 0)
    rows: list[list[list[int]]] = [[[one], [1]], [[two], [2]]]
    audit_ask(asking(hand(table, 0, 9), Options("how", ["a"])), table)
    audit_ask(asking(hand(table), Seats("who", [Seat(1), Seat(2)]), combos=(Combos([0, 1], rows),)), table)
    audit_ask(asking(hand(table, 1, 2), hand(table, 0, 2, name="rest"), partition=True), table)
    audit_ask(asking(Sets("set", table.shown([one, three]), [CardSet([one, three], "pair")])), table)
    audit_ask(Ask(Seat(1), "rest", [Move("pass")], Answer(0)), table)


@pytest.mark.parametrize(
    ("picks", "complaint"),
    [
        ([Cards("c", [], 1, 1)], "wants 1 to 1 of 0"),
        ([Options("o", ["a"], 2, 1)], "wants 2 to 1"),
        ([Options("o", ["a"], -1, 1)], "wants -1"),
        ([Seats("s", [Seat(1), Seat(1)])], "twice"),
        ([Seats("s", [Seat(3)])], "not there"),
        ([Seats("s", [Seat(-1)])], "not there"),
        ([Cards("c", [Card(CardId(99), ACE)])], "does not lie"),
        ([Cards("c", [Card(CardId(1), TWO)])], "does not lie"),
        ([Sets("s", [Card(CardId(1), ACE)], [CardSet([CardId(2)], "x")])], "face is not given"),
        ([Sets("s", [Card(CardId(1), Face("other"))], [CardSet([CardId(1)], "x")])], "does not lie"),
    ],
)
def test_a_pick_must_be_possible(table: Table, picks: list[Pick], complaint: str) -> None:
    with pytest.raises(AuditFailed, match=f"act/do/[cos].*{complaint}"):
        audit_ask(asking(*picks), table)


@pytest.mark.parametrize(
    ("combos", "complaint"),
    [
        ((Combos([0, 2], [[[1], [1]]]),), "does not have"),
        ((Combos([0, -1], [[[1], [1]]]),), "does not have"),
        ((Combos([0], [[[1]]]), Combos([0, 1], [[[1], [1]]])), "twice"),
        ((Combos([0, 1], []),), "no combination"),
        ((Combos([0, 1], [[[1]]]),), "not one choice for each"),
        ((Combos([0, 1], [[[1], [1]], [[7], [1]]]),), "does not offer 7"),
        ((Combos([0, 1], [[[], [1]]]),), "takes 1, not 0"),
    ],
)
def test_combinations_must_be_of_what_is_offered(
    table: Table, combos: tuple[Combos, ...], complaint: str
) -> None:
    with pytest.raises(AuditFailed, match=complaint):
        audit_ask(asking(hand(table), Seats("who", [Seat(1), Seat(2)]), combos=combos), table)


def test_a_partition_must_fit_its_cards(table: Table) -> None:
    fewer = Cards("rest", table.shown(table.cards("hand", 0)[:2]), 0, 2)
    for ask in (
        asking(hand(table, 0, 1), hand(table, 0, 1), partition=True),
        asking(hand(table, 2, 3), hand(table, 2, 3), partition=True),
        asking(hand(table, 0, 3), fewer, partition=True),
        asking(hand(table, 0, 3), hand(table, 0, 3), combos=(Combos([0], [[[1]]]),), partition=True),
        asking(partition=False, combos=(Combos([0], [[[1]]]),)),
    ):
        with pytest.raises(AuditFailed):
            audit_ask(ask, table)


def test_outcomes() -> None:
    audit_outcome(Outcome([], "draw"), 2)
    audit_outcome(Outcome([Seat(1)], "won", [2, 1], [0, 5]), 2)
    with pytest.raises(AuditFailed, match="not different players"):
        audit_outcome(Outcome([Seat(2)], "won"), 2)
    with pytest.raises(AuditFailed, match="one place or score"):
        audit_outcome(Outcome([Seat(1)], "won", [1]), 2)
