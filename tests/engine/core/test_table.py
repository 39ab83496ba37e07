"""What the operations do to the table, and their bounds."""

from __future__ import annotations

import pytest

from engine.core import table as module
from engine.core.errors import AuditFailed, BudgetSpent, RuleFault
from engine.core.events import Card, Moved
from engine.core.table import Sight, Table, zone_id
from tests.engine.core.tables import ACE, TEN, TWO, put, seen, three_hands


@pytest.fixture
def table() -> Table:
    return three_hands()


# -- what a move does -------------------------------------------------------------------------------------------------


def test_every_move_mints_new_ids(table: Table) -> None:
    (was,) = put(table, "hand.0", ACE)
    (card,) = table.move([was], "open", "put")
    assert card != was and table.where(was) is None and table.where(card) == "open"
    assert table.face(card) == ACE and table.name(card) == "SA" and table.shown([card]) == [Card(card, ACE)]
    with pytest.raises(KeyError):
        table.face(was)


def test_one_event_for_each_source_in_a_row(table: Table) -> None:
    one, two = put(table, "hand.0", ACE, TWO)
    (three,) = put(table, "open", TEN)
    ids = table.move([one, three, two], "open", "pay")
    public, *_ = seen(table)
    assert [(e.src, e.n) for e in public if isinstance(e, Moved)] == [
        ("hand.0", 1),
        ("open", 1),
        ("hand.0", 1),
    ]
    assert [table.face(i) for i in ids] == [ACE, TEN, TWO] and table.cards("open") == ids


def test_a_whole_live_zone_can_be_moved(table: Table) -> None:
    put(table, "hand.0", ACE, TWO, TEN)
    ids = table.move(table.cards("hand", 0), "open", "all")
    assert table.cards("hand", 0) == [] and [table.face(i) for i in ids] == [ACE, TWO, TEN]


def test_no_cards_no_event(table: Table) -> None:
    assert table.move([], "open", "none") == table.create([], "open", "none") == []
    table.show([], "none")
    assert table.take_happenings() == []


def test_a_stale_id_moves_nothing(table: Table) -> None:
    one, two = put(table, "hand.0", ACE, TWO)
    table.move([one], "open", "put")
    table.take_happenings()
    for cards in ([one], [two, one]):
        with pytest.raises(RuleFault):
            table.move(cards, "pile", "again")
    assert table.take_happenings() == [] and table.cards("hand", 0) == [two]


def test_what_is_returned_is_the_rule_s_own(table: Table) -> None:
    ids = table.create([ACE], "open", "made")
    ids += table.move(ids[:1], "front.0", "moved")
    ids.clear()
    made, moved = (public for public, _ in table.take_happenings())
    assert isinstance(made, Moved) and isinstance(moved, Moved)
    assert made.ids and moved.was == made.ids and moved.ids == table.cards("front", 0)


# -- building ---------------------------------------------------------------------------------------------------------


def test_zones_and_marks_are_made_once_with_an_owner_and_in_time(table: Table) -> None:
    table.add_mark("hp", 1, [0])
    for wrong in (
        lambda: table.add_zone("open"),
        lambda: table.add_zone("purse", None, Sight.OWNER),
        lambda: table.add_mark("hp", 1),
        lambda: table.add_mark("role", 1, None, Sight.OWNER),
    ):
        with pytest.raises(RuleFault):
            wrong()
    table.laid = True
    with pytest.raises(RuleFault, match="too late"):
        table.add_zone("late")
    with pytest.raises(RuleFault, match="too late"):
        table.add_mark("late", 0)


def test_zone_names() -> None:
    assert (zone_id("hand", 2), zone_id("discard"), zone_id("hand", 0)) == ("hand.2", "discard", "hand.0")


# -- bounds and audits ------------------------------------------------------------------------------------------------


def test_operations_have_a_budget(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_OPERATIONS", 5)
    table.take_happenings()
    for _ in range(5):
        table.tell("again")
    with pytest.raises(BudgetSpent):
        table.tell("again")
    table.renew_budget()
    for _ in range(5):
        table.tell("again")
    with pytest.raises(BudgetSpent):
        table.tell("again")
    assert len(table.take_happenings()) == 10
    table.tell("again")


def test_an_audit_finds_cards_that_were_moved_by_hand(table: Table) -> None:
    (card,) = put(table, "open", ACE)
    table.cards("pile").append(card)
    with pytest.raises(AuditFailed, match="in two"):
        table.audit()
    table.cards("open").remove(card)
    with pytest.raises(AuditFailed, match="remembered elsewhere"):
        table.audit()
    table.cards("pile").remove(card)
    with pytest.raises(AuditFailed, match="no zone"):
        table.tell("anything")
