"""A store against its model: two owners, leases kept and used later, clocks that also go backwards, reopening.

The model is what base.py promises, written as one dictionary per room. Where a store can be open in several processes, the
owners have one each, and their clocks disagree.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    invariant,
    rule,
    run_state_machine_as_test,
)

from server.store import open_store
from server.store.base import Checkpoint, Conflict, Entry, Fenced, Lease, RoomId, Store, Stored
from tests.redis_server import FLAVOURS, RedisServer

T = TypeVar("T")
ROOMS = [RoomId("A"), RoomId("B")]
TTL = 5.0

positions = st.integers(0, 6)
off = st.sampled_from([0, 0, 0, 0, -1, 1])
"""How far a caller's idea of the last position is from the truth: mostly not at all."""


@dataclass
class Room:
    holder: Lease | None = None
    epoch: int = 0
    """The newest that any claim has had, also in an earlier life of the room."""
    exists: bool = False
    log: list[Entry] = field(default_factory=list)
    last: int = 0
    checkpoint: Checkpoint | None = None
    card: bytes | None = None

    @property
    def saved(self) -> int:
        return self.checkpoint.position if self.checkpoint else 0

    def stored(self) -> Stored | None:
        after = [entry for entry in self.log if entry.position > self.saved]
        return Stored(self.checkpoint, after, self.last) if self.exists else None


class Machine(RuleBasedStateMachine):
    kind = ""
    address: Callable[[str], str]
    leases = Bundle("leases")

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self.skew = dict.fromkeys("ab", 0.0)
        self.words = 0
        self.rooms = {room: Room() for room in ROOMS}
        self.runner = asyncio.Runner()
        self.url = type(self).address(self.kind)
        self.stores: dict[str, Store] = {}
        self.open("a")

    @property
    def shared(self) -> bool:
        return self.kind in FLAVOURS

    def open(self, owner: str) -> None:
        """For both owners, where there can be one process only."""
        clock = partial(self.clock, owner if self.shared else "a")
        store: Store = self.run(open_store(self.url, clock=clock))
        for each in owner if self.shared else "ab":
            self.stores[each] = store
        if self.shared and len(self.stores) < 2:
            self.open("b")

    def clock(self, owner: str) -> float:
        return self.now + self.skew[owner]

    def at(self, owner: str) -> float:
        """The time by the clock of the process that serves this owner."""
        return self.clock(owner if self.shared else "a")

    def of(self, lease: Lease) -> Store:
        return self.stores[lease.owner]

    def run(self, call: Awaitable[T]) -> T:
        async def wait() -> T:
            return await call

        return self.runner.run(wait())

    def word(self) -> bytes:
        self.words += 1
        return b"%d" % self.words

    def holds(self, lease: Lease) -> bool:
        holder = self.rooms[lease.room].holder
        return holder is not None and holder.epoch == lease.epoch

    def writes(self, lease: Lease, call: Awaitable[T], conflict: int | None = None) -> T | None:
        """The result of a fenced call, None where it was rightly refused. `conflict`: the position it must be
        refused with if the lease is good."""
        if not self.holds(lease):
            with pytest.raises(Fenced):
                self.run(call)
        elif conflict is not None:
            with pytest.raises(Conflict) as refused:
                self.run(call)
            assert refused.value.actual == conflict
        else:
            return self.run(call)
        return None

    @rule(target=leases, room=st.sampled_from(ROOMS), owner=st.sampled_from("ab"))
    def claim(self, room: RoomId, owner: str) -> Lease:
        holder = self.rooms[room].holder
        lease = self.run(self.stores[owner].claim(room, owner, TTL))
        if holder is not None and holder.owner != owner and self.at(owner) < holder.expires:
            assert lease is None
            return holder
        assert lease == Lease(room, owner, lease.epoch if lease else 0, self.at(owner) + TTL)
        assert lease.epoch > self.rooms[room].epoch
        self.rooms[room].epoch = lease.epoch
        self.rooms[room].holder = lease
        return lease

    @rule(target=leases, lease=leases)
    def renew(self, lease: Lease) -> Lease:
        renewed = self.writes(lease, self.of(lease).renew(lease, TTL))
        if renewed is None:
            return lease
        assert renewed == Lease(lease.room, lease.owner, lease.epoch, self.at(lease.owner) + TTL)
        self.rooms[lease.room].holder = renewed
        return renewed

    @rule(lease=consumes(leases))
    def release(self, lease: Lease) -> None:
        room = self.rooms[lease.room]
        self.run(self.of(lease).release(lease))
        if self.holds(lease):
            room.holder = None

    @rule(lease=leases, off=off, count=st.integers(0, 3))
    def append(self, lease: Lease, off: int, count: int) -> None:
        room = self.rooms[lease.room]
        words = [self.word() for _ in range(count)]
        call = self.of(lease).append(lease, room.last + off, words)
        if self.writes(lease, call, room.last if off else None) is not None:
            self.appended(room, words)

    def appended(self, room: Room, words: list[bytes]) -> None:
        room.exists = True
        room.log += [Entry(position, word) for position, word in enumerate(words, room.last + 1)]
        room.last += len(words)

    @rule(calls=st.lists(st.tuples(leases, off), min_size=2, max_size=4))
    def append_in_one_tick(self, calls: list[tuple[Lease, int]]) -> None:
        appends: list[Awaitable[int]] = []
        expected: list[int | type[Exception]] = []
        for lease, off in calls:
            room, word = self.rooms[lease.room], self.word()
            appends.append(self.of(lease).append(lease, room.last + off, [word]))
            if not self.holds(lease):
                expected.append(Fenced)
            elif off:
                expected.append(Conflict)
            else:
                self.appended(room, [word])
                expected.append(room.last)

        async def all_at_once() -> list[int | BaseException]:
            return await asyncio.gather(*appends, return_exceptions=True)

        outcomes = self.run(all_at_once())
        assert [outcome if isinstance(outcome, int) else type(outcome) for outcome in outcomes] == expected

    @rule(lease=leases, position=positions)
    def checkpoint(self, lease: Lease, position: int) -> None:
        room, state = self.rooms[lease.room], self.word()
        call = self.of(lease).checkpoint(lease, position, state)
        self.writes(lease, call, room.last if position > room.last else None)
        if self.holds(lease) and room.saved <= position <= room.last:
            room.exists = True
            room.checkpoint = Checkpoint(position, state)

    @rule(lease=leases, before=positions)
    def trim(self, lease: Lease, before: int) -> None:
        room = self.rooms[lease.room]
        self.writes(lease, self.of(lease).trim(lease, before), room.saved if before > room.saved else None)
        if self.holds(lease) and before <= room.saved:
            room.log = [entry for entry in room.log if entry.position > before]

    @rule(lease=leases)
    def put_card(self, lease: Lease) -> None:
        room, card = self.rooms[lease.room], self.word()
        self.writes(lease, self.of(lease).put_card(lease, card))
        if self.holds(lease):
            room.exists, room.card = True, card

    @rule(lease=leases)
    def delete(self, lease: Lease) -> None:
        self.writes(lease, self.of(lease).delete(lease))
        if self.holds(lease):
            self.rooms[lease.room] = Room(epoch=self.rooms[lease.room].epoch)

    @rule(seconds=st.sampled_from([1, TTL - 1, TTL, 3 * TTL, -TTL]))
    def time_passes(self, seconds: float) -> None:
        self.now += seconds

    @rule(owner=st.sampled_from("ab"), seconds=st.sampled_from([-TTL, -1.0, 0.0, 2.0, TTL]))
    def a_clock_is_set(self, owner: str, seconds: float) -> None:
        self.skew[owner] = seconds

    @rule(owner=st.sampled_from("ab"))
    def sweep(self, owner: str) -> None:
        self.run(self.stores[owner].sweep())
        for room in self.rooms.values():
            if room.exists or room.holder is None:
                continue
            over = room.holder.expires <= self.at(owner)
            # Where clocks disagree a sweep may come to it later. This append changes nothing.
            refusal = self.refusal(self.of(room.holder).append(room.holder, -1, []))
            assert refusal is Conflict or over
            assert refusal is Fenced or not over or self.shared
            if refusal is Fenced:
                room.holder = None

    def refusal(self, call: Awaitable[object]) -> type[Exception]:
        with pytest.raises((Fenced, Conflict)) as refused:
            self.run(call)
        return refused.type

    @rule(owner=st.sampled_from("ab"))
    def reopen(self, owner: str) -> None:
        if self.kind == "memory":
            return
        self.run(self.stores[owner].close())
        self.open(owner)
        if not self.shared:
            for room in self.rooms.values():
                room.holder = None

    @invariant()
    def what_is_read_is_what_was_written(self) -> None:
        store = self.stores["b"]
        for name, room in self.rooms.items():
            assert self.run(store.load(name)) == room.stored()
            assert self.run(store.read(name)) == room.log
        assert set(self.run(store.list_rooms())) == {name for name, room in self.rooms.items() if room.exists}
        assert self.run(store.cards()) == {
            n: room.card for n, room in self.rooms.items() if room.card is not None
        }

    def teardown(self) -> None:
        for store in self.stores.values():
            self.run(store.close())
        self.runner.close()


@pytest.mark.slow
@pytest.mark.timeout(300)  # a failure is made small before it is shown
@pytest.mark.parametrize("kind", ["sqlite", "memory", *FLAVOURS])
def test_a_store_does_what_its_model_does(
    kind: str, tmp_path: Path, redis_servers: Callable[[str], list[RedisServer]]
) -> None:
    lives = itertools.count()

    def address(kind: str) -> str:
        """Of a store with nothing in it yet."""
        match kind:
            case "sqlite":
                return f"sqlite:{tmp_path}/{next(lives)}.db"
            case "memory":
                return "memory:"
        return f"{redis_servers(kind)[0].url}?prefix={tmp_path.name}-{next(lives)}"

    phases = [Phase.reuse, Phase.generate, Phase.shrink]
    run_state_machine_as_test(
        type("Machine", (Machine,), {"kind": kind, "address": staticmethod(address)}),
        settings=settings(max_examples=40, stateful_step_count=35, deadline=None, phases=phases),
    )
