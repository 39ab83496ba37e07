"""A room's log in the store: append, checkpoint, load; fenced by the room's lease (laws 7 and 8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter

from engine.core.errors import RecordMismatch
from server.metrics import Metrics
from server.rooms.effects import Effects
from server.rooms.entries import Tick, read_tick, write_tick
from server.rooms.fold import Fold
from server.store.base import Conflict, Fenced, Lease, RoomId, Store, Stored

__all__ = ["Journal", "refold"]


class Journal:
    """`position` is that of the last entry; `behind` counts the entries since the last checkpoint. By `clock` (seconds) the lease is live
    until `live_until`, or somewhat longer."""

    def __init__(
        self,
        store: Store,
        lease: Lease,
        ttl: float,
        clock: Callable[[], float],
        began: float,
        metrics: Metrics,
    ) -> None:
        """`began` is the time by `clock` before the lease was asked for."""
        self.lease = lease
        self.position = 0
        self.behind = 0
        self.live_until = began + ttl
        self._ttl = ttl
        self._clock = clock
        self._store = store
        self._metrics = metrics

    async def append(self, tick: Tick) -> None:
        """Make a tick durable. Raises Unavailable (and may be called again with the same tick), Fenced, or Conflict where the store has
        lost entries that it had taken."""
        began = perf_counter()
        try:
            self.position = await self._store.append(self.lease, self.position, [write_tick(tick)])
        except Conflict as conflict:
            # An attempt before this one has reached a remote store after all: nobody else can write under this lease.
            if conflict.actual != self.position + 1:
                raise
            self.position = conflict.actual
        self.behind += 1
        self._metrics.append.observe(perf_counter() - began)

    async def checkpoint(self, fold: Fold) -> None:
        """Keep the room as it is after the last entry, and drop the entries before. Raises Unavailable or Fenced."""
        await self._store.checkpoint(self.lease, self.position, fold.to_bytes())
        await self._store.trim(self.lease, self.position)
        self.behind = 0

    async def put_record(self, record: str, data: bytes, ttl: float) -> None:
        await self._store.put_record(record, data, self.lease.room, ttl)

    async def load(self) -> tuple[Fold, list[Effects]]:
        """The room as the store has it, and what the replayed entries brought. Raises Unavailable, or whatever `refold` does."""
        stored = await self._store.load(self.lease.room)
        if stored is None:
            raise LookupError(f"room {self.lease.room} is not in the store")
        self.position, self.behind = stored.last, len(stored.entries)
        fold, past = refold(stored)
        if fold.voided:
            await self.checkpoint(fold)  # whoever comes next finds it void already
        return fold, past

    async def delete(self) -> None:
        """Raises Unavailable (and may be called again) or Fenced."""
        try:
            await self._store.delete(self.lease)
        except Fenced:
            if await self._store.load(self.lease.room) is not None:
                raise
            # An attempt before this one has reached a remote store after all.

    async def release(self) -> None:
        await self._store.release(self.lease)

    def lapsed(self, now: float) -> bool:
        """Whether somebody else may have the room by then."""
        return now >= self.live_until

    async def renew(self) -> None:
        """Raises Unavailable or Fenced."""
        began = self._clock()
        self.lease = await self._store.renew(self.lease, self._ttl)
        self.live_until = began + self._ttl

    async def put_card(self, card: bytes, people: Sequence[str]) -> None:
        await self._store.put_card(self.lease, card, people)

    @classmethod
    async def claim(
        cls, store: Store, room: str, owner: str, ttl: float, clock: Callable[[], float], metrics: Metrics
    ) -> Journal | None:
        """The journal of a room that no other owner has; None otherwise. The room need not exist."""
        began = clock()
        lease = await store.claim(RoomId(room), owner, ttl)
        return None if lease is None else cls(store, lease, ttl, clock, began, metrics)


def refold(stored: Stored) -> tuple[Fold, list[Effects]]:
    """The stored room. A match that was played under other rules than there are now (a record would refuse it too) is void; everything
    else of the room is kept. Raises UnknownGame or msgspec.MsgspecError where this is not a room of this program."""
    ticks = [read_tick(entry.data) for entry in stored.entries]
    saved = stored.checkpoint
    fold = Fold.create(ticks.pop(0)) if saved is None else Fold.restore(saved.data)
    try:
        fold.resume_match()
        return fold, [fold.replay(tick) for tick in ticks]
    except RecordMismatch as error:
        last = ticks[-1] if ticks else None
        seq, at_ms = (fold.state.seq, 0) if last is None else (last.seq, last.at_ms)
        fold.void(str(error), seq, at_ms)
        return fold, []
