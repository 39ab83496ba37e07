"""The table: zones of cards and marks per seat, changed only through a few operations that are the events (law 4).

A zone has an owner and a sight. A face is shown to whoever sees the source or the destination of a move, everyone else gets a
count. No rule writes to the wire, so no rule can leak.

A card's id is minted anew by every move (see `CardId`): rules keep what `move` returns. The top of a pile is the end of its list.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence

import msgspec

from engine.core.chance import Chance
from engine.core.errors import AuditFailed, BudgetSpent, RuleFault
from engine.core.events import Card, Event, Face, Happening, Marked, MarkValue, Moved, Param, Shown, Told
from engine.core.ids import CardId, Seat

__all__ = ["Mark", "Sight", "Table", "TableData", "Zone", "zone_id"]

MAX_OPERATIONS = 20_000
"""Operations between two questions. A real step makes a few hundred at most (a deal to twelve seats); more is a rule in a loop."""


class Sight(enum.Enum):
    """Who sees the faces in a zone, or the value of a mark."""

    ALL = "all"
    OWNER = "owner"
    NOBODY = "nobody"


class Zone(msgspec.Struct):
    """Cards in order. `seat` is the owner (a seat, a figure, or None for the table's own zones)."""

    kind: str
    seat: Seat | None
    sight: Sight
    cards: list[CardId] = []


class Mark(msgspec.Struct):
    """One named value per seat (key -1: the table's own). `shown` lists the seats whose value has been revealed to all."""

    sight: Sight
    values: dict[int, MarkValue] = {}
    shown: list[int] = []


class TableData(msgspec.Struct):
    """Everything on the table, as it is saved. `figures` are text keys of the non-players numbered from `seats` on."""

    seats: int
    figures: list[str] = []
    zones: dict[str, Zone] = {}
    faces: dict[CardId, Face] = {}
    marks: dict[str, Mark] = {}
    next_id: int = 1


_NAMES: dict[tuple[str, int | None], str] = {}
_OF_TABLE = -1


def zone_id(kind: str, seat: int | None = None) -> str:
    """`hand.2` for the zone of a seat, `discard` for one of the table's own."""
    key = (kind, seat)
    name = _NAMES.get(key)
    if name is None:
        name = _NAMES[key] = kind if seat is None else f"{kind}.{seat}"
    return name


class Table:
    """The operations. `data` is what is saved; `happenings` collects what clients will be told until the match takes it."""

    __slots__ = ("_operations", "_where", "audited", "data", "faces", "happenings", "zones")

    def __init__(self, data: TableData, *, audited: bool = False) -> None:
        """`audited` checks after every operation that each card lies in exactly one zone (on in tests)."""
        self.data = data
        self.zones = data.zones
        self.faces = data.faces
        self.audited = audited
        self.happenings: list[Happening] = []
        self._where: dict[CardId, str] = {c: name for name, zone in data.zones.items() for c in zone.cards}
        self._operations = 0
        if audited:
            self.audit()

    # -- looking ------------------------------------------------------------------------------------------------------

    def cards(self, kind: str, seat: int | None = None) -> list[CardId]:
        """The live list of a zone, for reading only."""
        return self.zones[_NAMES.get((kind, seat)) or zone_id(kind, seat)].cards

    def face(self, card: CardId) -> Face:
        return self.faces[card]

    def name(self, card: CardId) -> str:
        return self.faces[card].name

    def named(self, name: str, kind: str, seat: int | None = None) -> list[CardId]:
        """The cards called `name` in a zone, in order."""
        faces = self.faces
        return [c for c in self.cards(kind, seat) if faces[c].name == name]

    def where(self, card: CardId) -> str | None:
        """The zone in which the card lies, None if the id is stale (the card has moved on)."""
        return self._where.get(card)

    def shown(self, cards: Iterable[CardId]) -> list[Card]:
        """Cards with their faces, for an ask."""
        faces = self.faces
        return [Card(c, faces[c]) for c in cards]

    def get(self, name: str, seat: int | None = None) -> MarkValue:
        return self.data.marks[name].values[_OF_TABLE if seat is None else seat]

    def number(self, name: str, seat: int | None = None) -> int:
        """The value of a mark that is always an integer."""
        value = self.data.marks[name].values[_OF_TABLE if seat is None else seat]
        if not isinstance(value, int):
            raise RuleFault(f"mark {name} of {seat} is {value!r}, not a number")
        return value

    # -- building -----------------------------------------------------------------------------------------------------

    def add_zone(self, kind: str, seat: int | None = None, sight: Sight = Sight.ALL) -> str:
        """Make an empty zone, silently (a snapshot shows it). Returns its id."""
        if sight is Sight.OWNER and seat is None:
            raise RuleFault(f"zone {kind} is for its owner's eyes and has no owner")
        name = zone_id(kind, seat)
        if name in self.zones:
            raise RuleFault(f"zone {name} is there already")
        self.zones[name] = Zone(kind, None if seat is None else Seat(seat), sight, [])
        return name

    def add_mark(self, name: str, value: MarkValue, seats: Iterable[int] | None = None, sight: Sight = Sight.ALL) -> None:
        """Make a mark, silently, with the same first value for each of `seats` (None: one value of the table)."""
        keys = (_OF_TABLE,) if seats is None else seats
        self.data.marks[name] = Mark(sight, {int(k): value for k in keys}, [])

    # -- operations ---------------------------------------------------------------------------------------------------

    def create(self, faces: Sequence[Face], dst: str, why: str, by: Seat | None = None) -> list[CardId]:
        """Make new cards in the zone `dst`."""
        zone = self.zones[dst]
        ids = self._mint(faces, zone, dst)
        self._tell_move(None, zone, dst, len(ids), why, by, False, list(faces), None, ids)
        return ids

    def move(
        self, cards: Sequence[CardId], dst: str, why: str, by: Seat | None = None, *, under: bool = False
    ) -> list[CardId]:
        """Move cards, in order, onto (or `under`) the zone `dst`; returns their new ids. One event per source zone in a row.

        Raises RuleFault on a stale id."""
        new: list[CardId] = []
        run: list[CardId] = []
        source: str | None = None
        for card in cards:
            here = self._where.get(card)
            if here is None:
                raise RuleFault(f"card {card} is nowhere")
            if here != source and run:
                new += self._move_run(run, source, dst, why, by, under)
                run = []
            source = here
            run.append(card)
        if run:
            new += self._move_run(run, source, dst, why, by, under)
        return new

    def set(self, name: str, value: MarkValue, seat: int | None = None) -> None:
        """Give a mark a new value. An unchanged public value makes no event; a hidden mark always does, lest silence tells."""
        mark = self.data.marks[name]
        key = _OF_TABLE if seat is None else seat
        public = mark.sight is Sight.ALL or key in mark.shown
        if public and mark.values[key] == value:
            return
        mark.values[key] = value
        self._tell_mark(name, mark, key, public)

    def add(self, name: str, change: int, seat: int | None = None) -> int:
        """Change a number by `change`; returns the new value."""
        value = self.number(name, seat) + change
        self.set(name, value, seat)
        return value

    def reveal(self, name: str, seat: int) -> None:
        """Turn a hidden mark over, for all and for good."""
        mark = self.data.marks[name]
        if mark.sight is not Sight.ALL and seat not in mark.shown:
            mark.shown.append(seat)
            self._tell_mark(name, mark, seat, True)

    def show(self, cards: Sequence[CardId], why: str, to: Sequence[Seat] | None = None) -> None:
        """Let the seats `to` (None: everybody) look at cards of one zone, without moving them."""
        zone = self._where[cards[0]]
        faces = [self.faces[c] for c in cards]
        seen = Shown(zone, len(faces), why, None if to is None else list(to), faces)
        if to is None:
            self._happen(seen)
        else:
            self._happen(Shown(zone, len(faces), why, list(to)), dict.fromkeys(to, seen))

    def tell(self, key: str, **params: Param) -> None:
        """A line of the log for everybody. Only public facts belong into it."""
        self._happen(Told(key, params))

    def tell_only(self, seats: Sequence[Seat], key: str, **params: Param) -> None:
        """A line of the log for some seats; the others get nothing at all."""
        told: Event = Told(key, params)
        self._happen(None, dict.fromkeys(seats, told))

    def shuffle(self, zone: str, chance: Chance) -> None:
        """Shuffle a hidden zone; its ids go with the cards and nobody has seen them."""
        chance.shuffle(self.zones[zone].cards)
        self._happen(Told("shuffle", {"zone": zone}))

    # -- for the match ------------------------------------------------------------------------------------------------

    def take_happenings(self) -> list[Happening]:
        """What has happened since the last call; also starts the operation budget anew."""
        self._operations = 0
        taken, self.happenings = self.happenings, []
        return taken

    def audit(self) -> None:
        """Each card lies in exactly one zone. Raises AuditFailed."""
        lying = [c for zone in self.zones.values() for c in zone.cards]
        if len(lying) != len(set(lying)) or set(lying) != set(self.faces) or set(lying) != set(self._where):
            raise AuditFailed("a card lies in no zone or in two")
        for name, zone in self.zones.items():
            if any(self._where[c] != name for c in zone.cards):
                raise AuditFailed(f"zone {name} holds a card that is remembered elsewhere")

    # -- inside -------------------------------------------------------------------------------------------------------

    def _mint(self, faces: Sequence[Face], zone: Zone, name: str, under: bool = False) -> list[CardId]:
        first = self.data.next_id
        self.data.next_id = first + len(faces)
        ids = [CardId(i) for i in range(first, first + len(faces))]
        for card, face in zip(ids, faces, strict=True):
            self.faces[card] = face
            self._where[card] = name
        if under:
            zone.cards[:0] = ids[::-1]
        else:
            zone.cards += ids
        return ids

    def _move_run(
        self, run: list[CardId], src: str | None, dst: str, why: str, by: Seat | None, under: bool
    ) -> list[CardId]:
        assert src is not None
        source, zone = self.zones[src], self.zones[dst]
        faces = []
        for card in run:
            source.cards.remove(card)
            del self._where[card]
            faces.append(self.faces.pop(card))
        ids = self._mint(faces, zone, dst, under)
        self._tell_move(source, zone, dst, len(run), why, by, under, faces, run, ids)
        return ids

    def _tell_move(
        self,
        source: Zone | None,
        zone: Zone,
        dst: str,
        n: int,
        why: str,
        by: Seat | None,
        under: bool,
        faces: list[Face],
        was: list[CardId] | None,
        ids: list[CardId],
    ) -> None:
        src = None if source is None else zone_id(source.kind, source.seat)

        def seen(at_source: bool, at_target: bool) -> Moved:
            return Moved(
                src,
                dst,
                n,
                why,
                by,
                under,
                faces if at_source or at_target else None,
                was if at_source else None,
                ids if at_target else None,
            )

        src_open = source is not None and source.sight is Sight.ALL
        dst_open = zone.sight is Sight.ALL
        owners = {z.seat for z in (source, zone) if z is not None and z.sight is Sight.OWNER and z.seat is not None}
        private: dict[Seat, Event] = {}
        for seat in sorted(owners):
            at_source = src_open or (source is not None and source.sight is Sight.OWNER and source.seat == seat)
            private[seat] = seen(at_source, dst_open or (zone.sight is Sight.OWNER and zone.seat == seat))
        self._happen(seen(src_open, dst_open), private or None)

    def _tell_mark(self, name: str, mark: Mark, key: int, public: bool) -> None:
        seat = None if key == _OF_TABLE else Seat(key)
        told = Marked(name, seat, mark.values[key])
        if public:
            self._happen(told)
        else:
            private: dict[Seat, Event] | None = {seat: told} if mark.sight is Sight.OWNER and seat is not None else None
            self._happen(Marked(name, seat, None, True), private)

    def _happen(self, public: Event | None, private: dict[Seat, Event] | None = None) -> None:
        self._operations += 1
        if self._operations > MAX_OPERATIONS:
            raise BudgetSpent(f"more than {MAX_OPERATIONS} operations without a question")
        self.happenings.append(Happening(public, private))
        if self.audited:
            self.audit()


