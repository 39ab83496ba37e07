"""Law 4: each operation is one happening, shown to whoever sees the source or the destination."""

from __future__ import annotations

import pytest

from engine.core.chance import Chance
from engine.core.errors import RuleFault
from engine.core.events import Face, Marked, Moved, Shown, Told
from engine.core.ids import CardId, Seat
from engine.core.table import Sight, Table
from tests.engine.core.tables import ACE, TEN, TWO, put, seen, three_hands


@pytest.fixture
def table() -> Table:
    return three_hands()


# -- moves ------------------------------------------------------------------------------------------------------------


def test_open_to_open_is_the_same_event_for_all(table: Table) -> None:
    was = put(table, "open", ACE, TWO)
    ids = table.move(was, "front.1", "gift", Seat(0))
    public, *seats = seen(table)
    assert public == [Moved("open", "front.1", 2, "gift", Seat(0), False, [ACE, TWO], was, ids)]
    assert all(seat == public for seat in seats)


def test_hand_to_open_shows_the_face_but_not_which_card_of_the_hand(table: Table) -> None:
    _, was = put(table, "hand.1", ACE, TWO)
    ids = table.move([was], "open", "put", Seat(1))
    public, first, owner, third = seen(table)
    assert public == first == third == [Moved("hand.1", "open", 1, "put", Seat(1), False, [TWO], None, ids)]
    assert owner == [Moved("hand.1", "open", 1, "put", Seat(1), False, [TWO], [was], ids)]


def test_open_to_hand_shows_the_face_but_not_the_new_id(table: Table) -> None:
    was = put(table, "open", TEN)
    ids = table.move(was, "hand.2", "take")
    public, first, second, owner = seen(table)
    assert public == first == second == [Moved("open", "hand.2", 1, "take", None, False, [TEN], was, None)]
    assert owner == [Moved("open", "hand.2", 1, "take", None, False, [TEN], was, ids)]


def test_hand_to_hand_is_seen_by_the_two(table: Table) -> None:
    was = put(table, "hand.0", ACE)
    ids = table.move(was, "hand.2", "steal", Seat(2))
    public, giver, other, taker = seen(table)
    assert public == other == [Moved("hand.0", "hand.2", 1, "steal", Seat(2))]
    assert giver == [Moved("hand.0", "hand.2", 1, "steal", Seat(2), False, [ACE], was, None)]
    assert taker == [Moved("hand.0", "hand.2", 1, "steal", Seat(2), False, [ACE], None, ids)]


def test_draw_is_seen_by_the_drawer(table: Table) -> None:
    was = put(table, "pile", ACE, TWO)
    ids = table.move(was[::-1], "hand.0", "draw", Seat(0))
    public, drawer, *others = seen(table)
    assert public == others[0] == others[1] == [Moved("pile", "hand.0", 2, "draw", Seat(0))]
    assert drawer == [Moved("pile", "hand.0", 2, "draw", Seat(0), False, [TWO, ACE], None, ids)]


def test_put_under_the_pile_is_known_to_who_put_it(table: Table) -> None:
    low = put(table, "pile", TEN)
    was = put(table, "hand.1", ACE, TWO)
    ids = table.move(was, "pile", "bury", Seat(1), under=True)
    public, _, owner, _ = seen(table)
    assert public == [Moved("hand.1", "pile", 2, "bury", Seat(1), True)]
    assert owner == [Moved("hand.1", "pile", 2, "bury", Seat(1), True, [ACE, TWO], was, None)]
    assert table.cards("pile") == [ids[1], ids[0], *low], "the last one named lies lowest"


def test_hidden_to_hidden_is_a_count_for_all(table: Table) -> None:
    was = put(table, "pile", ACE, TWO)
    table.move(was, "buried", "bury")
    public, *seats = seen(table)
    assert public == [Moved("pile", "buried", 2, "bury")] and seats == [public] * 3


def test_within_one_hand_the_owner_sees_both_ends(table: Table) -> None:
    one, two = put(table, "hand.0", ACE, TWO)
    ids = table.move([one], "hand.0", "sort")
    public, owner, *_ = seen(table)
    assert public == [Moved("hand.0", "hand.0", 1, "sort")]
    assert owner == [Moved("hand.0", "hand.0", 1, "sort", None, False, [ACE], [one], ids)]
    assert table.cards("hand", 0) == [two, *ids]


def test_created_cards_are_shown_to_who_sees_the_place(table: Table) -> None:
    hidden = table.create([ACE], "hand.1", "made", Seat(0))
    table.create([TWO], "pile", "made")
    shown = table.create([TEN], "open", "made")
    public, _, owner, _ = seen(table)
    assert public == [
        Moved(None, "hand.1", 1, "made", Seat(0)),
        Moved(None, "pile", 1, "made"),
        Moved(None, "open", 1, "made", None, False, [TEN], None, shown),
    ]
    assert owner == [Moved(None, "hand.1", 1, "made", Seat(0), False, [ACE], None, hidden), *public[1:]]


def test_figures_may_own_hidden_zones_that_nobody_sees(table: Table) -> None:
    table.data.figures.append("boss")
    table.add_zone("hand", 3, Sight.OWNER)
    table.create([ACE], "hand.3", "made")
    public, *seats = seen(table)
    assert public == [Moved(None, "hand.3", 1, "made")] and seats == [public] * 3


# -- marks ------------------------------------------------------------------------------------------------------------


def test_public_marks_tell_each_change_once(table: Table) -> None:
    table.add_mark("hp", 4, range(3))
    table.add_mark("round", None)
    table.set("hp", 4, 1)
    table.set("round", None)
    assert table.take_happenings() == []
    assert table.add("hp", -1, 1) == 3
    table.set("round", 7)
    public, *seats = seen(table)
    assert public == [Marked("hp", Seat(1), 3), Marked("round", None, 7)] and seats == [public] * 3
    assert (table.number("hp", 1), table.number("hp", 0), table.get("round")) == (3, 4, 7)


def test_a_hidden_mark_tells_that_it_was_set_even_to_the_same(table: Table) -> None:
    table.add_mark("role", "rebel", range(3), Sight.OWNER)
    table.add_mark("fate", 0, range(3), Sight.NOBODY)
    table.set("role", "rebel", 1)
    table.set("fate", 5, 1)
    public, first, owner, _ = seen(table)
    assert public == first == [Marked("role", Seat(1), None, True), Marked("fate", Seat(1), None, True)]
    assert owner == [Marked("role", Seat(1), "rebel"), Marked("fate", Seat(1), None, True)]


def test_a_revealed_mark_stays_open(table: Table) -> None:
    table.add_mark("role", "rebel", range(3), Sight.OWNER)
    table.add_mark("omen", "rain", None, Sight.NOBODY)
    table.reveal("role", 2)
    table.reveal("role", 2)
    table.reveal("omen")
    table.set("role", "lord", 2)
    public, *seats = seen(table)
    assert public == [
        Marked("role", Seat(2), "rebel"),
        Marked("omen", None, "rain"),
        Marked("role", Seat(2), "lord"),
    ]
    assert seats == [public] * 3


def test_a_mark_s_list_is_not_shared(table: Table) -> None:
    order = [0, 1, 2]
    table.add_mark("order", order)
    order.append(9)
    assert table.get("order") == [0, 1, 2]
    table.set("order", order)
    order.append(9)
    table.set("order", (0, 1, 2, 9))
    assert table.get("order") == [0, 1, 2, 9] and table.take_happenings() == [
        (Marked("order", None, [0, 1, 2, 9]), None)
    ]


def test_a_number_must_be_one(table: Table) -> None:
    table.add_mark("role", "rebel", [0])
    with pytest.raises(RuleFault, match="not a number"):
        table.add("role", 1, 0)


# -- showing, telling, shuffling --------------------------------------------------------------------------------------


def test_shown_faces_go_to_those_who_look(table: Table) -> None:
    cards = put(table, "pile", ACE, TWO, TEN)
    table.show(cards[1:], "look", [Seat(0), Seat(2)])
    table.show(cards[:1], "turn")
    public, first, other, third = seen(table)
    turned = Shown("pile", 1, "turn", None, [ACE])
    assert public == other == [Shown("pile", 2, "look", [Seat(0), Seat(2)]), turned]
    assert first == third == [Shown("pile", 2, "look", [Seat(0), Seat(2)], [TWO, TEN]), turned]
    assert table.cards("pile") == cards


def test_only_cards_of_one_zone_can_be_shown(table: Table) -> None:
    (one,) = put(table, "pile", ACE)
    (two,) = put(table, "open", ACE)
    for cards in ([one, two], [CardId(99)], [one, CardId(99)]):
        with pytest.raises(RuleFault, match="shown"):
            table.show(cards, "look")


def test_told_to_some_is_nothing_to_others(table: Table) -> None:
    seats = [1, 2]
    table.tell("weather", seats=seats)
    table.tell_only([Seat(1)], "hint", by=0)
    seats.clear()
    public, first, second, third = seen(table)
    assert public == first == third == [Told("weather", {"seats": [1, 2]})]
    assert second == [*public, Told("hint", {"by": 0})]


def test_a_shuffle_keeps_cards_and_their_ids(table: Table) -> None:
    cards = put(table, "pile", *(Face(str(n)) for n in range(20)))
    names = {card: table.name(card) for card in cards}
    table.shuffle("pile", Chance(b"seed"))
    assert table.cards("pile") != cards and sorted(table.cards("pile")) == cards
    assert {card: table.name(card) for card in cards} == names
    public, *seats = seen(table)
    assert public == [Told("shuffle", {"zone": "pile"})] and seats == [public] * 3


def test_the_lowest_cards_can_be_shuffled_alone_and_unsaid(table: Table) -> None:
    cards = put(table, "pile", *(Face(str(n)) for n in range(20)))
    table.shuffle("pile", Chance(b"seed"), lowest=12, why=None)
    pile = table.cards("pile")
    assert pile[12:] == cards[12:] and pile[:12] != cards[:12] and sorted(pile) == cards
    assert table.take_happenings() == []


@pytest.mark.parametrize("zone", ["open", "hand.0"])
def test_what_is_seen_cannot_be_shuffled(table: Table, zone: str) -> None:
    with pytest.raises(RuleFault, match="seen"):
        table.shuffle(zone, Chance(b"seed"))
