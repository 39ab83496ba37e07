"""A room's log, checkpoint and card."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from server.store.base import Checkpoint, Conflict, Entry, Fenced, Lease, RoomId, Store, Stored

ROOM = RoomId("K7QX")


async def held(store: Store, room: RoomId = ROOM) -> Lease:
    lease = await store.claim(room, "a", 60)
    assert lease is not None
    return lease


async def test_positions_count_from_one(store: Store) -> None:
    lease = await held(store)
    assert await store.append(lease, 0, [b"one"]) == 1
    assert await store.append(lease, 1, [b"two", b""]) == 3
    assert await store.append(lease, 3, []) == 3
    assert await store.read(ROOM) == [Entry(1, b"one"), Entry(2, b"two"), Entry(3, b"")]
    assert await store.read(ROOM, after=1) == [Entry(2, b"two"), Entry(3, b"")]
    assert await store.read(ROOM, after=3) == []


@pytest.mark.parametrize("expected", [0, 1, 3])
async def test_an_append_elsewhere_than_at_the_end_is_refused_whole(store: Store, expected: int) -> None:
    lease = await held(store)
    await store.append(lease, 0, [b"one", b"two"])
    with pytest.raises(Conflict) as refused:
        await store.append(lease, expected, [b"x", b"y"])
    assert (refused.value.room, refused.value.expected, refused.value.actual) == (ROOM, expected, 2)
    assert await store.load(ROOM) == Stored(None, [Entry(1, b"one"), Entry(2, b"two")], 2)


async def test_a_refusal_harms_no_other_append_of_the_tick(store: Store) -> None:
    rooms = [RoomId(name) for name in "ABCDE"]
    leases = [await held(store, room) for room in rooms]
    stale, _ = leases[1], await held(store, rooms[1])
    outcomes = await asyncio.gather(
        store.append(leases[0], 0, [b"a"]),
        store.append(stale, 0, [b"b"]),
        store.append(leases[2], 7, [b"c"]),
        store.append(leases[3], 0, [b"d", b"dd"]),
        store.append(leases[4], 0, [b"e"]),
        return_exceptions=True,
    )
    assert [outcome if isinstance(outcome, int) else type(outcome) for outcome in outcomes] == [
        1, Fenced, Conflict, 2, 1,
    ]  # fmt: skip
    assert [[entry.data for entry in await store.read(room)] for room in rooms] == [
        [b"a"], [], [], [b"d", b"dd"], [b"e"],
    ]  # fmt: skip


async def test_writes_of_one_tick_keep_their_order(store: Store) -> None:
    lease = await held(store)
    outcomes = await asyncio.gather(
        store.append(lease, 0, [b"one"]),
        store.append(lease, 0, [b"late"]),
        store.append(lease, 1, [b"two"]),
        store.checkpoint(lease, 2, b"at two"),
        store.trim(lease, 2),
        store.append(lease, 2, [b"three"]),
        return_exceptions=True,
    )
    assert isinstance(outcomes[1], Conflict) and outcomes[1].actual == 1
    assert [outcome for outcome in outcomes if not isinstance(outcome, Conflict)] == [1, 2, None, None, 3]
    assert await store.load(ROOM) == Stored(Checkpoint(2, b"at two"), [Entry(3, b"three")], 3)
    assert await store.read(ROOM) == [Entry(3, b"three")]


async def test_a_claim_of_the_tick_fences_what_is_called_after_it(store: Store) -> None:
    lease = await held(store)
    outcomes = await asyncio.gather(
        store.append(lease, 0, [b"one"]),
        store.claim(ROOM, "a", 60),
        store.append(lease, 1, [b"two"]),
        return_exceptions=True,
    )
    assert outcomes[0] == 1
    assert isinstance(outcomes[1], Lease) and outcomes[1].epoch > lease.epoch
    assert isinstance(outcomes[2], Fenced)


async def test_a_cancelled_caller_leaves_the_others_alone(store: Store) -> None:
    lease, other = await held(store), await held(store, RoomId("OTHER"))
    gone = asyncio.create_task(store.append(lease, 0, [b"one"]))
    stays = asyncio.create_task(store.append(other, 0, [b"uno"]))
    await asyncio.sleep(0)
    gone.cancel()
    assert await stays == 1
    with pytest.raises(asyncio.CancelledError):
        await gone
    stored = await store.load(ROOM)
    assert await store.append(lease, stored.last if stored else 0, [b"next"]) in (1, 2)


async def test_load_gives_the_newest_checkpoint_and_what_came_after(store: Store) -> None:
    assert await store.load(ROOM) is None
    lease = await held(store)
    assert await store.load(ROOM) is None, "a claim makes no room"
    await store.checkpoint(lease, 0, b"lobby")
    assert await store.load(ROOM) == Stored(Checkpoint(0, b"lobby"), [], 0)
    await store.append(lease, 0, [b"one", b"two", b"three"])
    await store.checkpoint(lease, 2, b"at two")
    await store.checkpoint(lease, 1, b"older than what is kept")
    assert await store.load(ROOM) == Stored(Checkpoint(2, b"at two"), [Entry(3, b"three")], 3)
    await store.checkpoint(lease, 2, b"at two, again")
    assert await store.load(ROOM) == Stored(Checkpoint(2, b"at two, again"), [Entry(3, b"three")], 3)


async def test_no_checkpoint_of_what_has_not_happened(store: Store) -> None:
    lease = await held(store)
    await store.append(lease, 0, [b"one"])
    with pytest.raises(Conflict) as refused:
        await store.checkpoint(lease, 2, b"at two")
    assert refused.value.actual == 1
    assert await store.load(ROOM) == Stored(None, [Entry(1, b"one")], 1)


async def test_trimming_drops_what_the_checkpoint_covers_and_renumbers_nothing(store: Store) -> None:
    lease = await held(store)
    await store.append(lease, 0, [b"one", b"two", b"three"])
    with pytest.raises(Conflict) as refused:
        await store.trim(lease, 1)
    assert refused.value.actual == 0
    await store.checkpoint(lease, 3, b"at three")
    await store.trim(lease, 2)
    assert await store.read(ROOM) == [Entry(3, b"three")]
    await store.trim(lease, 3)
    await store.trim(lease, 1)
    assert await store.load(ROOM) == Stored(Checkpoint(3, b"at three"), [], 3)
    assert await store.append(lease, 3, [b"four"]) == 4
    assert await store.load(ROOM) == Stored(Checkpoint(3, b"at three"), [Entry(4, b"four")], 4)


async def test_the_directory_lists_what_exists(store: Store) -> None:
    lease, other = await held(store), await held(store, RoomId("OTHER"))
    assert await store.list_rooms() == []
    await store.put_card(lease, b"card")
    await store.append(other, 0, [b"one"])
    assert sorted(await store.list_rooms()) == [ROOM, "OTHER"]
    await store.put_card(lease, b"newer card")
    assert await store.cards() == {ROOM: b"newer card"}


async def test_a_deleted_room_leaves_nothing_but_its_records(store: Store) -> None:
    lease, other = await held(store), await held(store, RoomId("OTHER"))
    for each in (lease, other):
        await store.append(each, 0, [b"one"])
        await store.checkpoint(each, 1, b"at one")
        await store.put_card(each, b"card")
        await store.put_record(f"r-{each.room}", b"record", each.room, 60)
    await store.delete(lease)
    assert await store.load(ROOM) is None
    assert await store.read(ROOM) == []
    assert await store.list_rooms() == ["OTHER"]
    assert await store.cards() == {"OTHER": b"card"}
    assert await store.records(ROOM) == []
    assert await store.get_record(f"r-{ROOM}") == b"record"
    assert await store.load(RoomId("OTHER")) == Stored(Checkpoint(1, b"at one"), [], 1)
    again = await held(store)
    assert await store.append(again, 0, [b"anew"]) == 1


async def test_everything_is_there_after_opening_again(reopen: Callable[[], Awaitable[Store]]) -> None:
    store = await reopen()
    lease = await held(store)
    await store.append(lease, 0, [b"one", b"two"])
    await store.checkpoint(lease, 1, b"at one")
    await store.put_card(lease, b"card")
    await store.put_session(b"hash", b"session", 60)
    await store.put_record("r1", b"record", ROOM, 60)
    await held(store, RoomId("CLAIMED"))
    store = await reopen()
    assert await store.list_rooms() == [ROOM]
    assert await store.load(ROOM) == Stored(Checkpoint(1, b"at one"), [Entry(2, b"two")], 2)
    assert await store.cards() == {ROOM: b"card"}
    assert await store.get_session(b"hash") == b"session"
    assert await store.records(ROOM) == ["r1"]
    assert await store.append(await held(store), 2, [b"three"]) == 3


async def test_a_log_trimmed_to_nothing_goes_on_where_it_was(reopen: Callable[[], Awaitable[Store]]) -> None:
    store = await reopen()
    lease = await held(store)
    await store.append(lease, 0, [b"one", b"two"])
    await store.checkpoint(lease, 2, b"at two")
    await store.trim(lease, 2)
    store = await reopen()
    assert await store.load(ROOM) == Stored(Checkpoint(2, b"at two"), [], 2)
    assert await store.append(await held(store), 2, [b"three"]) == 3


async def test_writes_called_before_closing_are_kept(reopen: Callable[[], Awaitable[Store]]) -> None:
    store = await reopen()
    lease = await held(store)
    last = asyncio.create_task(store.append(lease, 0, [b"one"]))
    await asyncio.sleep(0)
    store = await reopen()
    assert await last == 1
    assert await store.read(ROOM) == [Entry(1, b"one")]
