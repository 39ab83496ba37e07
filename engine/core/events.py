"""What clients are told. Each operation on the table makes one happening, and a happening knows what each viewer may see of it.

A happening has one event for the public (players without a privilege and spectators alike) and, where a seat sees more, a private
event for that seat in its place. Nothing else leaves the engine, so the log, the deltas, the replay and the spectators are projected by
the same few lines (law 4).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from engine.core.ids import CardId, Seat

__all__ = [
    "Card",
    "Event",
    "Face",
    "Happening",
    "MarkValue",
    "Marked",
    "Moved",
    "Param",
    "Shown",
    "Told",
    "seen_by",
    "seen_by_each",
]

MarkValue = int | str | bool | Sequence[int | str] | None
Param = int | str | bool | Sequence[int | str] | None


class Face(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What is printed on a card. `name` is the code name (texts have its Chinese and English); `suit` is one of S H C D or empty;
    `rank` is 1 (ace) .. 13, 0 where the card has none."""

    name: str
    suit: str = ""
    rank: int = 0


class Card(msgspec.Struct, frozen=True, gc=False):
    """A card in sight: where it can be pointed at (`id`) and what it is."""

    id: CardId
    face: Face


class Moved(msgspec.Struct, frozen=True, gc=False, tag="moved", omit_defaults=True):
    """`n` cards went from zone `src` (None: they were made just now) to zone `dst`.

    `faces` is there for whoever sees the source or the destination, `was` (ids in the source) for whoever sees the source,
    `ids` (ids in the destination, in order; the last one lies on top) for whoever sees the destination. `under`: put below the pile,
    so the last one lies lowest. `why` is a text key of the log, `by` the acting seat."""

    src: str | None
    dst: str
    n: int
    why: str
    by: Seat | None = None
    under: bool = False
    faces: list[Face] | None = None
    was: list[CardId] | None = None
    ids: list[CardId] | None = None

    def cut(self, *, source: bool, target: bool) -> Moved:
        """What is left of a move with everything in it, for somebody who sees its source, its target, or neither."""
        return Moved(
            self.src,
            self.dst,
            self.n,
            self.why,
            self.by,
            self.under,
            self.faces if source or target else None,
            self.was if source else None,
            self.ids if target else None,
        )


class Marked(msgspec.Struct, frozen=True, gc=False, tag="marked", omit_defaults=True):
    """The mark `name` of `seat` (None: of the table) became `value`; `hidden` says that the viewer may not know to what."""

    name: str
    seat: Seat | None
    value: MarkValue = None
    hidden: bool = False


class Shown(msgspec.Struct, frozen=True, gc=False, tag="shown", omit_defaults=True):
    """`n` cards of `zone` were looked at by the seats `to` (None: everybody). `faces` is there for those who looked."""

    zone: str
    n: int
    why: str
    to: list[Seat] | None = None
    faces: list[Face] | None = None


class Told(msgspec.Struct, frozen=True, gc=False, tag="told", omit_defaults=True):
    """A line of the log: a text key and its parameters."""

    key: str
    params: dict[str, Param] = {}


Event = Moved | Marked | Shown | Told


Happening = tuple[Event | None, dict[Seat, Event] | None]
"""One operation as the public sees it (None: not at all), and as the seats of the second part, if there are any, see it instead."""


def seen_by(viewer: Seat | None, happenings: Iterable[Happening]) -> Sequence[Event]:
    """What `viewer` (None: a spectator) sees of these happenings, in order."""
    events: list[Event] = []
    for public, private in happenings:
        event = public if private is None or viewer is None else private.get(viewer, public)
        if event is not None:
            events.append(event)
    return events


def seen_by_each(viewers: Iterable[Seat | None], happenings: Sequence[Happening]) -> list[Sequence[Event]]:
    """`seen_by` for several viewers. All who see no more than the public get the very same sequence, so that it is encoded once."""
    public: list[Event] = []
    privileged: set[Seat] = set()
    for event, private in happenings:
        if event is not None:
            public.append(event)
        if private is not None:
            privileged.update(private)
    each: list[Sequence[Event]] = []
    for viewer in viewers:
        each.append(seen_by(viewer, happenings) if viewer in privileged else public)
    return each
