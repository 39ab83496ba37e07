"""Drawing and reshuffling: the discard becomes the pile at the instant a card is needed, under what is left of it."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.chance import Chance
from engine.core.events import Face, Moved, seen_by
from engine.core.ids import Seat
from engine.core.piles import draw, refill
from engine.core.table import Sight, Table, TableData


def laid(pile: int, discard: int) -> Table:
    table = Table(TableData(2), audited=True)
    table.add_zone("draw", sight=Sight.NOBODY)
    table.add_zone("discard")
    table.add_zone("process")
    for seat in range(2):
        table.add_zone("hand", seat, Sight.OWNER)
    table.create([Face(f"p{n}") for n in range(pile)], "draw", "deck")
    table.create([Face(f"d{n}") for n in range(discard)], "discard", "deck")
    table.create([Face("resolving")], "process", "deck")
    table.take_happenings()
    return table


def names(table: Table, kind: str, seat: int | None = None) -> list[str]:
    return [table.name(card) for card in table.cards(kind, seat)]


def test_the_top_is_drawn_first() -> None:
    table = laid(5, 0)
    cards = draw(table, Chance(b"x"), Seat(1), 2, "fetch")
    assert names(table, "hand", 1) == ["p4", "p3"] and cards == table.cards("hand", 1)
    assert names(table, "draw") == ["p0", "p1", "p2"]
    (event,) = seen_by(Seat(1), table.take_happenings())
    assert event == Moved("draw", "hand.1", 2, "fetch", Seat(1), False, [Face("p4"), Face("p3")], None, cards)


def test_a_reshuffle_in_the_middle_goes_under_what_is_left() -> None:
    table = laid(2, 8)
    assert len(draw(table, Chance(b"x"), Seat(0), 5)) == 5
    assert names(table, "hand", 0)[:2] == ["p1", "p0"]
    assert Counter(names(table, "draw") + names(table, "hand", 0)[2:]) == Counter(f"d{n}" for n in range(8))
    assert names(table, "discard") == [] and names(table, "process") == ["resolving"]
    told = [(e.why, e.n, e.faces) for e in seen_by(None, table.take_happenings()) if isinstance(e, Moved)]
    assert [(why, n) for why, n, _ in told] == [("draw", 2), ("reshuffle", 8), ("draw", 3)]
    assert told[2][2] is None, "where the discards lie now is nobody's to know"


def test_piles_of_other_names_are_reshuffled_too() -> None:
    table = Table(TableData(1), audited=True)
    table.add_zone("stock", sight=Sight.NOBODY)
    table.add_zone("graveyard")
    table.add_zone("hand", 0, Sight.OWNER)
    table.create([Face("top")], "stock", "deck")
    table.create([Face("buried")], "graveyard", "deck")
    drawn = draw(table, Chance(b"x"), Seat(0), 2, pile="stock", discard="graveyard")
    assert [table.name(card) for card in drawn] == names(table, "hand", 0) == ["top", "buried"]


def test_refill_leaves_the_rest_of_the_pile_on_top() -> None:
    table = laid(2, 6)
    top = table.cards("draw")[:]
    assert refill(table, Chance(b"x"), 5)
    assert table.cards("draw")[-2:] == top and len(table.cards("draw")) == 8
    assert names(table, "draw")[:6] != [f"d{n}" for n in range(6)]


def test_every_order_comes_out_of_a_reshuffle() -> None:
    orders: Counter[str] = Counter()
    for seed in range(300):
        table = laid(1, 3)
        assert refill(table, Chance(seed.to_bytes(2, "little")), 2)
        orders["".join(names(table, "draw"))] += 1
    assert len(orders) == 6 and min(orders.values()) > 25


@pytest.mark.parametrize(
    ("pile", "discard", "need", "enough"),
    [(3, 0, 3, True), (3, 0, 4, False), (0, 0, 1, False), (1, 1, 3, False)],
)
def test_refill_says_whether_there_is_enough(pile: int, discard: int, need: int, enough: bool) -> None:
    table = laid(pile, discard)
    assert refill(table, Chance(b"x"), need) is enough
    assert len(table.cards("draw")) == pile + (discard if pile < need else 0)


def test_both_piles_empty_deal_what_there_is() -> None:
    table = laid(1, 1)
    assert len(draw(table, Chance(b"x"), Seat(0), 5)) == 2
    assert draw(table, Chance(b"x"), Seat(0), 1) == [] and draw(table, Chance(b"x"), Seat(0), 0) == []
