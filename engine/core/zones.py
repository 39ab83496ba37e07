"""What lies on a table, as it is saved: zones of cards and marks. Data only; `Table` has the operations."""

from __future__ import annotations

import enum

import msgspec

from engine.core.events import Face, MarkValue
from engine.core.ids import CardId, Seat

__all__ = ["OF_TABLE", "ZONE_IDS", "Mark", "Sight", "TableData", "Zone", "zone_id"]

OF_TABLE = -1
"""Key of a mark's value that belongs to the table and to no seat."""


class Sight(enum.Enum):
    """Who sees the faces in a zone, or the value of a mark."""

    ALL = "all"
    OWNER = "owner"
    NOBODY = "nobody"


class Zone(msgspec.Struct):
    """Cards in order, the top last. `seat` is the owner (a seat, a figure, or None for the table's own zones)."""

    kind: str
    seat: Seat | None
    sight: Sight
    cards: list[CardId] = []


class Mark(msgspec.Struct):
    """One named value per seat (key `OF_TABLE`: the table's own). `shown` lists the keys whose value has been revealed to all."""

    sight: Sight
    values: dict[int, MarkValue] = {}
    shown: list[int] = []


class TableData(msgspec.Struct):
    """Everything on the table. `figures` are text keys of the non-players numbered from `seats` on; `next_id` is the next card's id."""

    seats: int
    figures: list[str] = []
    zones: dict[str, Zone] = {}
    faces: dict[CardId, Face] = {}
    marks: dict[str, Mark] = {}
    next_id: int = 1


ZONE_IDS: dict[tuple[str, int | None], str] = {}


def zone_id(kind: str, seat: int | None = None) -> str:
    """`hand.2` for the zone of a seat, `discard` for one of the table's own."""
    key = (kind, seat)
    name = ZONE_IDS.get(key)
    if name is None:
        name = ZONE_IDS[key] = kind if seat is None else f"{kind}.{seat}"
    return name
