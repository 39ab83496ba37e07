"""What one viewer sees of the table: a snapshot, and the folding of events into it.

A snapshot equals the fold of all events before it (a property test holds that), so whoever reconnects sees what he would have seen.
"""

from __future__ import annotations

from typing import cast

import msgspec

from engine.core.events import Card, Event, Face, Marked, MarkValue, Moved
from engine.core.ids import CardId, Seat
from engine.core.table import Mark, Sight, Table
from engine.core.zones import OF_TABLE

__all__ = ["MarkView", "View", "ZoneView", "fold", "look"]

_ALL, _OWNER = Sight.ALL, Sight.OWNER


class ZoneView(msgspec.Struct, omit_defaults=True):
    """A zone: `n` cards, and which (bottom first) where the viewer sees them, else None."""

    kind: str
    seat: Seat | None
    n: int
    cards: list[Card] | None = None


class MarkView(msgspec.Struct, omit_defaults=True):
    """A mark's values by seat; seats whose value the viewer may not know are missing. `table` is the table's own value."""

    seats: dict[Seat, MarkValue] = {}
    table: MarkValue = None


class View(msgspec.Struct):
    """The table as `viewer` (None: the public) sees it. `seats` is the number of players, `figures` the text keys of the
    non-players that are numbered from `seats` on."""

    viewer: Seat | None
    seats: int
    figures: list[str]
    zones: dict[str, ZoneView]
    marks: dict[str, MarkView]

    def zone(self, kind: str, seat: int | None = None) -> ZoneView:
        return self.zones[kind if seat is None else f"{kind}.{seat}"]

    def cards(self, kind: str, seat: int | None = None) -> list[Card]:
        """The cards of a zone in sight, an empty list where they are hidden."""
        return self.zone(kind, seat).cards or []

    def mark(self, name: str, seat: int | None = None) -> MarkValue:
        """A mark's value, None where it is hidden (or really None)."""
        mark = self.marks[name]
        return mark.table if seat is None else mark.seats.get(Seat(seat))


def look(table: Table, viewer: Seat | None) -> View:
    """The snapshot of the table for one viewer (None: the public)."""
    zones: dict[str, ZoneView] = {}
    for name, zone in table.zones.items():
        sight, seat, cards = zone.sight, zone.seat, zone.cards
        sees = sight is _ALL or (sight is _OWNER and seat == viewer and viewer is not None)
        zones[name] = ZoneView(zone.kind, seat, len(cards), table.shown(cards) if sees else None)
    marks = {name: _seen(mark, viewer) for name, mark in table.data.marks.items()}
    return View(viewer, table.data.seats, list(table.data.figures), zones, marks)


def _seen(mark: Mark, viewer: Seat | None) -> MarkView:
    """A mark belongs to seats or to the table, never to both; most are open."""
    values, shown = mark.values, mark.shown
    if OF_TABLE in values:
        return MarkView({}, values[OF_TABLE] if mark.sight is _ALL or OF_TABLE in shown else None)
    if mark.sight is _ALL:
        return MarkView(cast("dict[Seat, MarkValue]", values.copy()))
    own = viewer if mark.sight is _OWNER else None
    return MarkView({Seat(key): value for key, value in values.items() if key in shown or key == own})


def fold(view: View, event: Event) -> None:
    """Apply one event to a view, in place. Events that only tell something change nothing."""
    if isinstance(event, Moved):
        _fold_move(view, event)
    elif isinstance(event, Marked):
        mark = view.marks[event.name]
        if event.seat is None:
            mark.table = None if event.hidden else event.value
        elif event.hidden:
            mark.seats.pop(event.seat, None)
        else:
            mark.seats[event.seat] = event.value


def _fold_move(view: View, event: Moved) -> None:
    if event.src is not None:
        source = view.zones[event.src]
        source.n -= event.n
        if source.cards is not None and event.was is not None:
            gone = set(event.was)
            source.cards = [c for c in source.cards if c.id not in gone]
    target = view.zones[event.dst]
    target.n += event.n
    if target.cards is not None and event.ids is not None and event.faces is not None:
        arrived = _cards(event.ids, event.faces)
        target.cards = arrived[::-1] + target.cards if event.under else target.cards + arrived


def _cards(ids: list[CardId], faces: list[Face]) -> list[Card]:
    return [Card(i, f) for i, f in zip(ids, faces, strict=True)]
