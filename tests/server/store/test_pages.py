"""Small bytes by kind and key: their lifetimes, their order, their limits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

import pytest

from server.store.base import PAGE_LIMIT, Page, Store

KEYS = ["10", "2", "Z", "a", "ab", "b", "é", "牌", "🀄"]
"""In the order of their bytes."""


class Clock(Protocol):
    now: float


async def test_a_page_is_what_was_put_last_and_kinds_are_apart(store: Store) -> None:
    await store.put_page("ban", "ann", b"first", 10)
    await store.put_page("ban", "ann", b"\x00\xff", 10)
    await store.put_page("me", "ann", b"", None)
    assert await store.get_page("ban", "ann") == b"\x00\xff"
    assert await store.get_page("me", "ann") == b""
    assert await store.get_page("ban", "bob") is None
    assert await store.pages("none", 5) == []


async def test_a_page_lives_for_its_time_from_its_last_put(store: Store, clock: Clock) -> None:
    await store.put_page("ban", "good", b"stays", None)
    await store.put_page("ban", "longer", b"1", 10)
    await store.put_page("ban", "shorter", b"1", None)
    clock.now += 9
    await store.put_page("ban", "longer", b"2", 10)
    await store.put_page("ban", "shorter", b"2", 5)
    clock.now += 5
    assert await store.pages("ban", 5) == [Page("good", b"stays"), Page("longer", b"2")]
    assert await store.get_page("ban", "shorter") is None
    assert not await store.drop_page("ban", "shorter")
    clock.now += 200 * 24 * 3600.0
    assert await store.pages("ban", 5) == [Page("good", b"stays")]


async def test_a_page_that_has_run_out_can_be_put_anew(store: Store, clock: Clock) -> None:
    await store.put_page("ban", "good", b"", None)
    await store.put_page("ban", "ann", b"old", 5)
    clock.now += 5
    await store.put_page("ban", "ann", b"new", None)
    assert await store.pages("ban", 5) == [Page("ann", b"new"), Page("good", b"")]


async def test_a_dropped_page_is_gone_and_others_stay(store: Store) -> None:
    await store.put_page("ban", "one", b"1", None)
    await store.put_page("ban", "two", b"2", 10)
    assert await store.drop_page("ban", "one")
    assert not await store.drop_page("ban", "one")
    assert not await store.drop_page("other", "two")
    assert await store.pages("ban", 5) == [Page("two", b"2")]


@pytest.mark.parametrize("limit", [1, 2, 4, 100])
async def test_pages_are_read_in_the_order_of_their_keys(store: Store, clock: Clock, limit: int) -> None:
    for key in reversed(KEYS):
        await store.put_page("list", key, key.encode(), None)
        await store.put_page("list", key + "-", b"", 1)
    clock.now += 1
    read: list[Page] = []
    while some := await store.pages("list", limit, read[-1].key if read else ""):
        assert len(some) == limit or len(read) + len(some) == len(KEYS)
        read += some
    assert read == [Page(key, key.encode()) for key in KEYS]


async def test_a_page_has_a_largest_size(store: Store) -> None:
    await store.put_page("big", "key", bytes(PAGE_LIMIT), 10)
    with pytest.raises(ValueError, match="a page of 65537 bytes"):
        await store.put_page("big", "key", bytes(PAGE_LIMIT + 1), 10)
    assert await store.get_page("big", "key") == bytes(PAGE_LIMIT)


async def test_a_sweep_leaves_pages_that_are_live(store: Store, clock: Clock) -> None:
    for number in range(250):
        await store.put_page("ban", str(number), b"", 5)
    await store.put_page("ban", "good", b"", None)
    clock.now += 5
    while await store.sweep():
        pass
    assert await store.pages("ban", 5) == [Page("good", b"")]


async def test_pages_outlive_the_process(reopen: Callable[[], Awaitable[Store]]) -> None:
    store = await reopen()
    await store.put_page("ban", "good", b"1", None)
    await store.put_page("ban", "while", b"2", 10)
    assert await (await reopen()).pages("ban", 5) == [Page("good", b"1"), Page("while", b"2")]
