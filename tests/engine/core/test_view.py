"""A snapshot holds what its viewer may know, and equals the fold of the events before it."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import Chance
from engine.core.events import Card, Event, Face, Happening, Marked, Moved, Shown, Told, seen_by, seen_by_each
from engine.core.ids import Seat
from engine.core.table import Sight, Table
from engine.core.view import MarkView, View, ZoneView, fold, look
from tests.engine.core.tables import ACE, TEN, TWO, put, three_hands

VIEWERS = [None, Seat(0), Seat(1), Seat(2)]


@pytest.fixture
def table() -> Table:
    table = three_hands()
    put(table, "hand.0", ACE, TWO)
    put(table, "open", TEN)
    put(table, "pile", ACE)
    table.add_mark("hp", 4, range(3))
    table.add_mark("role", "rebel", range(3), Sight.OWNER)
    table.add_mark("fate", 1, range(2), Sight.NOBODY)
    table.add_mark("round", 7)
    table.add_mark("omen", "rain", None, Sight.NOBODY)
    return table


def test_each_viewer_sees_his_own(table: Table) -> None:
    table.data.figures.append("boss")
    table.reveal("role", 2)
    public, owner, other, _ = (look(table, viewer) for viewer in VIEWERS)
    one, two = table.cards("hand", 0)
    assert (public.viewer, public.seats, public.figures) == (None, 3, ["boss"])
    assert public.zone("hand", 0) == other.zone("hand", 0) == ZoneView("hand", Seat(0), 2)
    assert owner.cards("hand", 0) == [Card(one, ACE), Card(two, TWO)] and public.cards("hand", 0) == []
    assert all(view.zone("pile") == ZoneView("pile", None, 1) for view in (public, owner, other))
    assert all(view.cards("open")[0].face == TEN for view in (public, owner, other))
    assert public.marks == {
        "hp": MarkView({Seat(0): 4, Seat(1): 4, Seat(2): 4}),
        "role": MarkView({Seat(2): "rebel"}),
        "fate": MarkView(),
        "round": MarkView({}, 7),
        "omen": MarkView(),
    }
    assert (owner.mark("role", 0), owner.mark("role", 1), owner.mark("role", 2)) == ("rebel", None, "rebel")
    assert (other.mark("round"), other.mark("omen"), other.mark("fate", 1)) == (7, None, None)


def test_a_revealed_table_mark_is_seen(table: Table) -> None:
    view = look(table, None)
    table.reveal("omen")
    for event in seen_by(None, table.take_happenings()):
        fold(view, event)
    assert view == look(table, None) and view.mark("omen") == "rain"


def test_folding_counts_what_it_cannot_see(table: Table) -> None:
    view = look(table, None)
    fold(view, Moved("pile", "hand.1", 1, "draw"))
    assert (view.zone("pile").n, view.zone("hand", 1)) == (0, ZoneView("hand", Seat(1), 1))
    before = msgspec.msgpack.encode(view)
    fold(view, Told("weather"))
    fold(view, Shown("pile", 1, "look", None, [ACE]))
    assert msgspec.msgpack.encode(view) == before


def test_a_hidden_change_makes_a_known_value_unknown() -> None:
    view = View(None, 1, [], {}, {"role": MarkView({Seat(0): "rebel"}), "omen": MarkView({}, "rain")})
    fold(view, Marked("role", Seat(0), None, True))
    fold(view, Marked("omen", None, None, True))
    assert view.marks == {"role": MarkView(), "omen": MarkView()}


ZONES = ["pile", "buried", "open", *(f"{kind}.{seat}" for kind in ("hand", "front") for seat in range(3))]
moves = st.tuples(
    st.just("move"), st.sampled_from(ZONES), st.sampled_from(ZONES), st.integers(1, 3), st.booleans()
)
makes = st.tuples(st.just("make"), st.sampled_from(ZONES), st.integers(0, 2))
sets = st.tuples(
    st.just("set"), st.sampled_from(["hp", "role", "fate"]), st.integers(0, 1), st.integers(0, 2)
)
reveals = st.tuples(st.just("reveal"), st.sampled_from(["hp", "role", "fate"]), st.integers(0, 1))
shuffles = st.tuples(st.just("shuffle"), st.sampled_from(["pile", "buried"]))


def operate(table: Table, step: tuple[object, ...], chance: Chance) -> None:
    match step:
        case ("move", str(src), str(dst), int(n), bool(under)):
            cards = table.zones[src].cards
            table.move(chance.sample(cards, min(n, len(cards))), dst, "moved", under=under)
        case ("make", str(dst), int(n)):
            table.create([ACE, TWO, TEN][:n], dst, "made")
        case ("set", str(name), int(seat), value):
            table.set(name, value if isinstance(value, int) else None, seat)
        case ("reveal", str(name), int(seat)):
            table.reveal(name, seat)
        case ("shuffle", str(zone)):
            table.shuffle(zone, chance)


@given(st.lists(st.one_of(moves, makes, sets, reveals, shuffles), max_size=30), st.integers(0, 999))
def test_a_snapshot_is_the_fold_of_all_before_it(steps: list[tuple[object, ...]], seed: int) -> None:
    table, chance = three_hands(), Chance(seed.to_bytes(2, "little"))
    for zone in ZONES:
        put(table, zone, ACE, TWO, TEN)
    table.add_mark("hp", 4, range(2))
    table.add_mark("role", 0, range(2), Sight.OWNER)
    table.add_mark("fate", 0, range(2), Sight.NOBODY)
    views = {viewer: look(table, viewer) for viewer in VIEWERS}
    for step in steps:
        operate(table, step, chance)
        happened = table.take_happenings()
        for viewer in VIEWERS:
            for event in seen_by(viewer, happened):
                fold(views[viewer], msgspec.json.decode(msgspec.json.encode(event), type=Event))
            assert views[viewer] == msgspec.json.decode(msgspec.json.encode(look(table, viewer)), type=View)


def test_projections_for_many_share_what_is_public() -> None:
    told, secret = Told("weather"), Told("hint")
    happened: list[Happening] = [(told, None), (None, {Seat(1): secret}), (told, {Seat(2): secret})]
    spectator, first, second, third = seen_by_each(VIEWERS, happened)
    assert spectator == [told, told] and first is spectator
    assert (second, third) == ([told, secret, told], [told, secret])
    assert [list(events) for events in seen_by_each(VIEWERS, happened)] == [
        list(seen_by(v, happened)) for v in VIEWERS
    ]
    assert seen_by_each(VIEWERS, []) == [[]] * 4


def test_no_event_has_what_its_viewer_may_not_know() -> None:
    table = three_hands()
    put(table, "pile", Face("needle"))
    table.move(table.cards("pile"), "hand.1", "draw", Seat(1))
    table.move(table.cards("hand", 1), "hand.2", "give", Seat(1))
    table.move(table.cards("hand", 2), "buried", "bury", Seat(2))
    happened = table.take_happenings()
    found = {viewer: msgspec.json.encode(seen_by(viewer, happened)).count(b"needle") for viewer in VIEWERS}
    assert found == {None: 0, Seat(0): 0, Seat(1): 2, Seat(2): 2}
