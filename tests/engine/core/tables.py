"""A table for tests, and what each of its viewers is told."""

from __future__ import annotations

from engine.core.events import Face, seen_by
from engine.core.ids import CardId, Seat
from engine.core.table import Sight, Table, TableData

__all__ = ["ACE", "TEN", "TWO", "put", "seen", "three_hands"]

ACE, TWO, TEN = Face("SA", "S", 1), Face("H2", "H", 2), Face("DT", "D", 10)


def three_hands() -> Table:
    """Three seats with hands; `pile` is seen by nobody, `open` by all."""
    table = Table(TableData(3), audited=True)
    table.add_zone("pile", sight=Sight.NOBODY)
    table.add_zone("buried", sight=Sight.NOBODY)
    table.add_zone("open")
    for seat in range(3):
        table.add_zone("hand", seat, Sight.OWNER)
        table.add_zone("front", seat)
    return table


def put(table: Table, zone: str, *faces: Face) -> list[CardId]:
    ids = table.create(faces, zone, "deck")
    table.take_happenings()
    return ids


def seen(table: Table) -> tuple[list[object], list[object], list[object], list[object]]:
    """The happenings since the last call, as the public and the seats 0, 1, 2 see them."""
    happened = table.take_happenings()
    views = [list[object](seen_by(viewer, happened)) for viewer in (None, Seat(0), Seat(1), Seat(2))]
    return views[0], views[1], views[2], views[3]
