"""The table: zones of cards and marks per seat, changed only through a few operations that are the events (law 4).

A zone has an owner and a sight. A face is shown to whoever sees the source or the destination of a move, everyone else gets a
count. No rule writes to the wire, so no rule can leak.

A card's id is minted anew by every move (see `CardId`): rules keep what `move` returns. The top of a pile is the end of its list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import cast

from engine.core.chance import Chance
from engine.core.errors import AuditFailed, BudgetSpent, RuleFault
from engine.core.events import Card, Event, Face, Happening, Marked, MarkValue, Moved, Param, Shown, Told
from engine.core.ids import CardId, Seat
from engine.core.zones import OF_TABLE, ZONE_IDS, Mark, Sight, TableData, Zone, zone_id

__all__ = ["Mark", "Sight", "Table", "TableData", "Zone", "zone_id"]

MAX_OPERATIONS = 20_000
"""Operations between two questions. A real step makes a few hundred at most (a deal to twelve seats); more is a rule in a loop."""

_ALL, _OWNER = Sight.ALL, Sight.OWNER
_SCALAR = (int, str, type(None))
"""What nobody can change, so that it can be shared. A tuple: a union of types would be made anew at every look."""


class Table:
    """The operations. `data` is what is saved; `happenings` collects what clients will be told until the match takes it."""

    __slots__ = ("_limit", "_where", "audited", "data", "faces", "happenings", "laid", "marks", "zones")

    def __init__(self, data: TableData, *, audited: bool = False, laid: bool = False) -> None:
        """`audited` checks after every operation that each card lies in exactly one zone (on in tests). `laid`: the set-up is over."""
        self.data = data
        self.zones = data.zones
        self.faces = data.faces
        self.marks = data.marks
        self.audited = audited
        self.laid = laid
        self.happenings: list[Happening] = []
        self._limit = MAX_OPERATIONS
        self._where: dict[CardId, str] = {c: name for name, zone in data.zones.items() for c in zone.cards}
        if audited:
            self.audit()

    # -- looking ------------------------------------------------------------------------------------------------------

    def cards(self, kind: str, seat: int | None = None) -> list[CardId]:
        """The live list of a zone, for reading only."""
        return self.zones[ZONE_IDS.get((kind, seat)) or zone_id(kind, seat)].cards

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
        return [Card(card, faces[card]) for card in cards]

    def get(self, name: str, seat: int | None = None) -> MarkValue:
        return self.marks[name].values[OF_TABLE if seat is None else seat]

    def number(self, name: str, seat: int | None = None) -> int:
        """The value of a mark that is always an integer."""
        value = self.marks[name].values[OF_TABLE if seat is None else seat]
        if not isinstance(value, int):
            raise RuleFault(f"mark {name} of {seat} is {value!r}, not a number")
        return value

    # -- building -----------------------------------------------------------------------------------------------------

    def add_zone(self, kind: str, seat: int | None = None, sight: Sight = Sight.ALL) -> str:
        """Make an empty zone, silently (the first snapshot shows it); so only in a game's set-up. Returns its id."""
        name = zone_id(kind, seat)
        if sight is Sight.OWNER and seat is None:
            raise RuleFault(f"zone {kind} is for its owner's eyes and has no owner")
        if self.laid or name in self.zones:
            raise RuleFault(
                f"zone {name} is there already" if name in self.zones else f"zone {name} comes too late"
            )
        self.zones[name] = Zone(kind, None if seat is None else Seat(seat), sight, [])
        return name

    def add_mark(
        self, name: str, value: MarkValue, seats: Iterable[int] | None = None, sight: Sight = Sight.ALL
    ) -> None:
        """Make a mark, silently, with the same first value for each of `seats` (None: one value of the table). Only in the set-up."""
        if sight is Sight.OWNER and seats is None:
            raise RuleFault(f"mark {name} is for its owner's eyes and has no owner")
        if self.laid or name in self.marks:
            raise RuleFault(
                f"mark {name} is there already" if name in self.marks else f"mark {name} comes too late"
            )
        keys = (OF_TABLE,) if seats is None else seats
        self.marks[name] = Mark(sight, {int(key): _own(value) for key in keys}, [])

    # -- operations ---------------------------------------------------------------------------------------------------

    def create(self, faces: Sequence[Face], dst: str, why: str, by: Seat | None = None) -> list[CardId]:
        """Make new cards in the zone `dst`."""
        if not faces:
            return []
        zone = self.zones[dst]
        ids = self._mint(len(faces))
        self.faces.update(zip(ids, faces, strict=True))
        self._where.update(dict.fromkeys(ids, dst))
        zone.cards += ids
        self._tell_move(None, zone, Moved(None, dst, len(ids), why, by, False, list(faces), None, ids))
        return ids.copy()

    def move(
        self, cards: Sequence[CardId], dst: str, why: str, by: Seat | None = None, *, under: bool = False
    ) -> list[CardId]:
        """Move cards, in order, onto (or `under`) the zone `dst`; returns their new ids. One event per source zone in a row.

        Raises RuleFault on a stale id."""
        if len(cards) == 1:
            return self._move_run([cards[0]], self._where.get(cards[0]), dst, why, by, under)
        runs = [(src, list(run)) for src, run in groupby(cards, self._where.get)]
        if any(src is None for src, _ in runs):
            raise RuleFault(f"one of the cards {list(cards)} is nowhere")
        new: list[CardId] = []
        for src, run in runs:
            new += self._move_run(run, src, dst, why, by, under)
        return new

    def set(self, name: str, value: MarkValue, seat: int | None = None) -> None:
        """Give a mark a new value. An unchanged public value makes no event; a hidden mark always does, lest silence tells."""
        mark = self.marks[name]
        key = OF_TABLE if seat is None else seat
        public = mark.sight is _ALL or key in mark.shown
        value = _own(value)
        if public and mark.values[key] == value:
            return
        mark.values[key] = value
        self._tell_mark(name, mark, key, public)

    def add(self, name: str, change: int, seat: int | None = None) -> int:
        """Change a number by `change`; returns the new value."""
        value = self.number(name, seat) + change
        self.set(name, value, seat)
        return value

    def reveal(self, name: str, seat: int | None = None) -> None:
        """Turn a hidden mark over, for all and for good."""
        mark = self.marks[name]
        key = OF_TABLE if seat is None else seat
        if mark.sight is not _ALL and key not in mark.shown:
            mark.shown.append(key)
            self._tell_mark(name, mark, key, True)

    def show(self, cards: Sequence[CardId], why: str, to: Sequence[Seat] | None = None) -> None:
        """Let the seats `to` (None: everybody) look at cards of one zone, without moving them. No cards: nothing happens."""
        zones = {self._where.get(card) for card in cards}
        if len(zones) > 1 or None in zones:
            raise RuleFault(f"cards to be shown lie in {len(zones)} zones, or nowhere")
        for zone in zones:
            assert zone is not None
            faces = [self.faces[c] for c in cards]
            seen = Shown(zone, len(faces), why, None if to is None else list(to), faces)
            if to is None:
                self._happen(seen)
            else:
                self._happen(Shown(zone, len(faces), why, list(to)), dict.fromkeys(to, seen))

    def tell(self, key: str, **params: Param) -> None:
        """A line of the log for everybody. Only public facts belong into it."""
        self._happen(Told(key, {name: _own(value) for name, value in params.items()}))

    def tell_only(self, seats: Sequence[Seat], key: str, **params: Param) -> None:
        """A line of the log for some seats; the others get nothing at all."""
        told: Event = Told(key, {name: _own(value) for name, value in params.items()})
        self._happen(None, dict.fromkeys(seats, told))

    def shuffle(
        self, zone: str, chance: Chance, *, lowest: int | None = None, why: str | None = "shuffle"
    ) -> None:
        """Shuffle a zone that nobody sees (None), or its `lowest` cards only. `why` None: an event beside it tells of it already.

        Cards keep their ids: nobody was told any, and a rule that knows one goes on meaning the card, not its place."""
        pile = self.zones[zone]
        if pile.sight is not Sight.NOBODY:
            raise RuleFault(f"zone {zone} is seen, so it cannot be shuffled")
        part = pile.cards if lowest is None else pile.cards[:lowest]
        chance.shuffle(part)
        if lowest is not None:
            pile.cards[:lowest] = part
        if why is not None:
            self._happen(Told(why, {"zone": zone}))

    # -- for the match ------------------------------------------------------------------------------------------------

    def take_happenings(self) -> list[Happening]:
        """What has happened since the last call; also starts the operation budget anew."""
        taken, self.happenings = self.happenings, []
        self._limit = MAX_OPERATIONS
        return taken

    def renew_budget(self) -> None:
        """Count the operations anew from here on, as a table would that was restored now."""
        self._limit = len(self.happenings) + MAX_OPERATIONS

    def audit(self) -> None:
        """Each card lies in exactly one zone. Raises AuditFailed."""
        lying = [c for zone in self.zones.values() for c in zone.cards]
        if len(lying) != len(set(lying)) or set(lying) != set(self.faces) or set(lying) != set(self._where):
            raise AuditFailed("a card lies in no zone or in two")
        for name, zone in self.zones.items():
            if any(self._where[c] != name for c in zone.cards):
                raise AuditFailed(f"zone {name} holds a card that is remembered elsewhere")

    # -- inside -------------------------------------------------------------------------------------------------------

    def _mint(self, n: int) -> list[CardId]:
        first = self.data.next_id
        self.data.next_id = after = first + n
        if n == 1:
            return [CardId(first)]
        return cast("list[CardId]", list(range(first, after)))

    def _move_run(
        self, run: list[CardId], src: str | None, dst: str, why: str, by: Seat | None, under: bool
    ) -> list[CardId]:
        """Move cards of one zone. All or none: a stale id is found before anything moves."""
        if src is None:
            raise RuleFault(f"card {run[0]} is nowhere")
        source, zone = self.zones[src], self.zones[dst]
        lying, all_faces, where = source.cards, self.faces, self._where
        ids, faces = self._mint(len(run)), []
        for place, card in enumerate(run):
            lying.remove(card)
            del where[card]
            face, new = all_faces.pop(card), ids[place]
            all_faces[new] = face
            where[new] = dst
            faces.append(face)
        if under:
            zone.cards[:0] = ids[::-1]
        else:
            zone.cards += ids
        self._tell_move(source, zone, Moved(src, dst, len(run), why, by, under, faces, run, ids))
        return ids.copy()

    def _tell_move(self, source: Zone | None, zone: Zone, whole: Moved) -> None:
        """`whole` has all there is to know. Whoever sees neither end gets a count, and an owner his own end."""
        sight = None if source is None else source.sight
        from_open, to_open = sight is _ALL, zone.sight is _ALL
        if from_open and to_open:
            self._happen(whole)
            return
        giver = source.seat if source is not None and sight is _OWNER else None
        taker = zone.seat if zone.sight is _OWNER else None
        private: dict[Seat, Event] | None = None
        if giver is not None:
            private = {giver: whole if to_open or giver == taker else whole.cut(source=True, target=False)}
        if taker is not None and taker != giver:
            private = {} if private is None else private
            private[taker] = whole if from_open else whole.cut(source=False, target=True)
        self._happen(whole.cut(source=from_open, target=to_open), private)

    def _tell_mark(self, name: str, mark: Mark, key: int, public: bool) -> None:
        seat = None if key == OF_TABLE else Seat(key)
        told = Marked(name, seat, mark.values[key])
        if public:
            self._happen(told)
        else:
            private: dict[Seat, Event] | None = (
                {seat: told} if mark.sight is _OWNER and seat is not None else None
            )
            self._happen(Marked(name, seat, None, True), private)

    def _happen(self, public: Event | None, private: dict[Seat, Event] | None = None) -> None:
        if len(self.happenings) >= self._limit:
            raise BudgetSpent(f"more than {MAX_OPERATIONS} operations without a question")
        self.happenings.append((public, private))
        if self.audited:
            self.audit()


def _own(value: MarkValue) -> MarkValue:
    """The value, no longer shared with the rule that gave it; a sequence as the list that a restored match would have."""
    return value if isinstance(value, _SCALAR) else list(value)
