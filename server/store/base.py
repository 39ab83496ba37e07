"""What the server asks of a store: a log per room behind a fence, the room's checkpoint and card, sessions,
records, pages.

StoreError
├── CannotOpen     opening was refused; the sentence tells the operator what to do
├── Fenced         the lease is no longer the newest of its room: its holder must stop writing
├── Conflict       the log does not stand where the caller thinks; `actual` is where it stands
├── Unavailable    the store cannot be reached, or cannot be written now; trying again later may help
└── Damaged        what is stored cannot be read

**One owner, fenced.** A room is written by the holder of its newest lease. Every successful claim gets an
epoch greater than all that claims of this room have had, also before it was deleted and made anew. A write
names its lease and is refused once somebody else has claimed the room: by the epoch, not by the clock. The
clock decides only when *others* may claim. So an owner that slept past its lease (a suspended laptop, a clock
set forward) goes on if nobody took the room, and can do no harm if somebody did.

**One clock.** It is this machine's where one process has the store for itself, and that of the store's server
where several share it, so that theirs need not agree.

**Positions.** The entries of a room are numbered 1, 2, 3 … without gaps for as long as the room exists;
trimming does not renumber.

A store knows bytes. What an entry, a checkpoint or a card means is the rooms' business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NewType, Protocol

import msgspec

__all__ = [
    "PAGE_LIMIT",
    "CannotOpen",
    "Checkpoint",
    "Clock",
    "Conflict",
    "Damaged",
    "Durability",
    "Entry",
    "Fenced",
    "Lease",
    "Page",
    "RoomId",
    "Store",
    "StoreError",
    "Stored",
    "Unavailable",
]

RoomId = NewType("RoomId", str)
"""Names a room in all processes that share the store, from its first claim until it is deleted."""

Clock = Callable[[], float]
"""Unix time in seconds. Tests bring their own, in place of the store's."""


PAGE_LIMIT = 65_536
"""Bytes of a page at most: a page is read and written whole."""


class Durability(StrEnum):
    """What a returned write survives. The order of writes survives either way: what is lost is lost from the
    end. A Redis is durable as its operator made it (docs/hosting.md); one that is known to keep less is not
    opened."""

    PROCESS = "process"
    """`kill -9` of the server. A power cut may cost about the last second."""
    POWER = "power"
    """The loss of power too, where the disk keeps what it says it has kept. Each commit waits for the
    disk."""


class StoreError(Exception):
    """Root of everything that a store raises on purpose."""


class CannotOpen(StoreError):
    """Raised only while opening. The message is a sentence for the operator."""


class Fenced(StoreError):
    """The room has been claimed anew, released or deleted since this lease was given. Nothing was written."""

    def __init__(self, room: RoomId, epoch: int) -> None:
        super().__init__(f"the lease with epoch {epoch} no longer holds room {room}")
        self.room = room
        self.epoch = epoch


class Conflict(StoreError):
    """A position that does not fit what is stored. Nothing was written.

    An `actual` behind what the holder of the newest lease has appended means that the store itself has lost its
    last writes, as a Redis can.
    """

    def __init__(self, room: RoomId, expected: int, actual: int) -> None:
        super().__init__(f"room {room} stands at position {actual}, not at {expected}")
        self.room = room
        self.expected = expected
        self.actual = actual


class Unavailable(StoreError):
    """Locked, full, out of reach, or closed. An append refused like this may be tried again with the same
    position: at worst it meets Conflict, when the first attempt reached a remote store after all."""


class Damaged(StoreError):
    """The stored bytes are not what was written: a broken file, or a log with a gap."""


class Lease(msgspec.Struct, frozen=True):
    """The right to write a room, as given by `claim` or `renew`."""

    room: RoomId
    owner: str
    epoch: int
    expires: float
    """Unix seconds by the store's clock; from then on others may claim the room."""


class Entry(msgspec.Struct, frozen=True):
    position: int
    data: bytes


class Checkpoint(msgspec.Struct, frozen=True):
    """The state of a room after the entry at `position`; 0 is before the first entry."""

    position: int
    data: bytes


class Stored(msgspec.Struct, frozen=True):
    """All that is needed to go on with a room: the newest checkpoint and every entry after it, in order and
    complete."""

    checkpoint: Checkpoint | None
    entries: list[Entry]
    last: int
    """Position of the last entry ever appended, 0 if there is none: what the next append must expect."""


class Page(msgspec.Struct, frozen=True):
    key: str
    data: bytes


class Store(Protocol):
    """Each call is atomic and durable when it returns, to the degree that the store was opened with. Writes
    of one process take effect in the order in which they were called. A read sees every write that has
    returned; of writes still awaited it may see none.

    Any call may raise Unavailable or Damaged. Calls that take a lease may raise Fenced. A call whose awaiting
    task is cancelled, and a write that raised Unavailable, may still take effect.

    A shared store forgets a room that nobody has claimed or renewed for a month.
    """

    async def claim(self, room: RoomId, owner: str, ttl: float) -> Lease | None:
        """Take a room for `ttl` seconds. None while a lease of another owner is live.

        A second claim by the same owner succeeds at once and fences the first: a process that comes back
        under its old name gets its rooms without waiting, and what is left of its former life can no longer
        write. The room need not exist; a claim does not make it exist.
        """

    async def renew(self, lease: Lease, ttl: float) -> Lease:
        """The same lease (same epoch), live for `ttl` seconds from now, also when it had run out and nobody
        had claimed the room."""

    async def release(self, lease: Lease) -> None:
        """Let others claim the room at once. The lease is void from here on. Does nothing where it already
        was."""

    async def append(self, lease: Lease, expected: int, entries: Sequence[bytes]) -> int:
        """Put `entries` after the one at position `expected` and return the new last position. All or none.
        The room exists from here on.

        Raises Conflict where the last position is another.
        """

    async def checkpoint(self, lease: Lease, position: int, data: bytes) -> None:
        """Keep the state after entry `position` in place of an older state; one behind what is kept already
        is dropped. The room exists from here on. Raises Conflict where `position` is past the last entry.
        """

    async def trim(self, lease: Lease, before: int) -> None:
        """Drop the entries up to and including `before`. Raises Conflict where `before` is past the
        checkpoint (`actual`), since the room could not be restored then.
        """

    async def read(self, room: RoomId, after: int = 0) -> list[Entry]:
        """The entries past `after` that have not been trimmed; empty for an unknown room."""

    async def load(self, room: RoomId) -> Stored | None:
        """None if the room does not exist. Needs no lease, but only a holder of one may rely on nobody
        writing meanwhile."""

    async def delete(self, lease: Lease) -> None:
        """Remove log, checkpoint, card and lease. Records stay readable by their id, no longer by the
        room."""

    async def list_rooms(self) -> list[RoomId]:
        """Every room that exists, claimed or not, in no order to rely on. With several processes one may be
        gone before it is loaded."""

    async def holder(self, room: RoomId) -> str | None:
        """The owner whose lease of the room is live, None where there is none: others may claim it."""

    async def unclaimed(self, limit: int) -> list[RoomId]:
        """At most so many rooms that exist and that others may claim, in no order to rely on. A hint: what it
        leaves out now it names within seconds, and what it names may be claimed by the time it is read."""

    async def put_card(self, lease: Lease, data: bytes, people: Sequence[str] = ()) -> None:
        """What the directory shows of the room, and the people who belong to it, in place of an earlier card,
        until the room is deleted. The room exists from here on."""

    async def cards(self) -> dict[RoomId, bytes]:
        """The cards of all rooms that have one."""

    async def rooms_of(self, person: str) -> list[RoomId]:
        """The rooms whose card names this person, in no order to rely on. With several processes one may be
        gone, and one may be named that he has just left."""

    async def secret(self) -> bytes:
        """32 random bytes, made when the store was first opened: the same for all processes, for as long as
        the store exists."""

    async def put_session(self, token_hash: bytes, data: bytes, ttl: float) -> None:
        """Keep `data` for `ttl` seconds, in place of what was kept. Tokens themselves never come here, only
        hashes of them."""

    async def get_session(self, token_hash: bytes) -> bytes | None:
        """None once the session has expired, was deleted, or never was."""

    async def delete_session(self, token_hash: bytes) -> None:
        """Does nothing for an unknown session."""

    async def put_record(self, record_id: str, data: bytes, room: RoomId, ttl: float) -> None:
        """Keep the record of a finished game for `ttl` seconds. A record never changes: putting its id again,
        as a restored room does that was killed between record and checkpoint, leaves the first."""

    async def get_record(self, record_id: str) -> bytes | None:
        """None once the record has expired or where there never was one."""

    async def records(self, room: RoomId) -> list[str]:
        """Ids of the unexpired records of a room, oldest first; none after its deletion."""

    async def put_page(self, kind: str, key: str, data: bytes, ttl: float | None) -> None:
        """Keep `data` under the key for `ttl` seconds, in place of what was kept; None: for good, which in a shared
        store ends a year after the last page of the kind was put. Who reads and then puts is not alone: the last
        one wins.

        `kind` is a plain word; a kind lies together, in one slot of a Cluster. `key` is not empty. Raises ValueError
        where `data` is longer than PAGE_LIMIT.
        """

    async def get_page(self, kind: str, key: str) -> bytes | None:
        """None once the page has run out, was dropped, or never was."""

    async def pages(self, kind: str, limit: int, after: str = "") -> list[Page]:
        """At most so many of a kind, ordered by the bytes of their keys, from the first one past `after` on. Fewer than `limit`:
        there are no more."""

    async def drop_page(self, kind: str, key: str) -> bool:
        """Whether there was one."""

    async def sweep(self) -> int:
        """Remove what has run out and does not go by itself: sessions, records, pages, and claims of rooms that never
        came to exist. Returns how much was removed; one call takes a bounded amount, so call again soon where
        it is not 0."""

    async def ping(self) -> None:
        """Return if the store can take a write now, else raise."""

    async def close(self) -> None:
        """Finish what was called before and let go of the store. Later calls raise Unavailable; closing again
        does nothing."""
