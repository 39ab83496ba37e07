"""The book over a store: rooms that end at the same time, die in the middle, and players who go."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.links import PlayerId
from server.profiles.book import MOST_RESULTS, Book, Pages
from server.profiles.results import Finished, Result, Tally, tally
from server.store import open_store
from server.store.base import Page, Store, Unavailable
from tests.server.profiles.matches import PEOPLE, finished, matches


class Shaky:
    """A store that lets others go first before each call, now and then for long, and from call `fails` on is out of reach."""

    def __init__(self, store: Pages, luck: random.Random, fails: int | None = None) -> None:
        self.store = store
        self.luck = luck
        self.fails = fails

    async def _pause(self) -> None:
        for _ in range(self.luck.choice((0, 1, 2, 3, 100))):
            await asyncio.sleep(0)
        if self.fails is not None:
            self.fails -= 1
            if self.fails < 0:
                raise Unavailable("the test says so")

    async def put_page(self, kind: str, key: str, data: bytes, ttl: float | None) -> None:
        await self._pause()
        await self.store.put_page(kind, key, data, ttl)

    async def get_page(self, kind: str, key: str) -> bytes | None:
        await self._pause()
        return await self.store.get_page(kind, key)

    async def pages(self, kind: str, limit: int, after: str = "") -> list[Page]:
        await self._pause()
        return await self.store.pages(kind, limit, after)

    async def drop_page(self, kind: str, key: str) -> bool:
        await self._pause()
        return await self.store.drop_page(kind, key)


def book_over(store: Pages) -> Book:
    return Book(store, keep=1000.0, records=100.0, rated=True)


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    store = await open_store("memory:")
    yield store
    await store.close()


async def everything(store: Store) -> dict[str, list[Page]]:
    return {kind: await store.pages(kind, 1000) for kind in ("results", "ratings", "players", "erased")}


async def check(store: Store, played: list[Finished], gone: set[str]) -> None:
    """Each match is once with each of its people who had not himself deleted after its begin, the table and the names say what the results
    come to, and there is nothing else."""
    book = book_over(store)
    table = dict(await book.standings("highcard"))
    for player in map(PlayerId, PEOPLE):
        until = 1500 if player in gone else 0
        mine = [match.record for match in played if player in match.names and match.started > until]
        results = await book.results(player)
        assert sorted(result.record for result in results) == sorted(mine)
        assert (await book.name(player) is None) == (not mine)
        sums = tally(results)
        if sums.skill is None:
            assert player not in table
        else:
            line = table[player]
            assert (line.skill, line.played, line.won) == (sums.skill, sums.played, sums.won)


@settings(max_examples=60)
@given(st.data())
def test_rooms_that_end_at_the_same_time_lose_nothing(data: st.DataObject) -> None:
    """Any number of rooms, in any order, each cut off anywhere and begun again, while players have themselves deleted."""
    played = [data.draw(matches(number)) for number in range(1, data.draw(st.integers(1, 5)) + 1)]
    gone = data.draw(st.sets(st.sampled_from(PEOPLE), max_size=2))
    seed = data.draw(st.integers(0, 10_000))

    async def insist(work: Callable[[Book], Awaitable[None]], store: Store, luck: random.Random) -> None:
        for fails in luck.choice(((None,), (luck.randrange(25), luck.randrange(25), None))):
            try:
                await work(book_over(Shaky(store, luck, fails)))
                return
            except Unavailable:
                continue

    async def run() -> None:
        store, luck = await open_store("memory:"), random.Random(seed)
        ends = [insist(lambda book, m=match: book.note(m), store, luck) for match in played]  # type: ignore[misc]
        goes = [insist(lambda book, p=player: book.erase(PlayerId(p), 1500), store, luck) for player in gone]  # type: ignore[misc]
        await asyncio.gather(*luck.sample(ends + goes, len(ends) + len(goes)))
        await check(store, played, gone)
        await store.close()

    asyncio.run(run())


async def test_who_is_deleted_leaves_a_number_that_leads_to_nobody(store: Store) -> None:
    book = book_over(store)
    await book.note(finished(["pann", "pben"], [1, 2]))
    await book.erase(PlayerId("pann"), 1500)
    kept = await everything(store)
    assert b"Ann" not in b"".join(page.data for pages in kept.values() for page in pages)
    assert [(page.key, page.data) for page in kept["erased"]] == [("pann", b"1500")]
    assert await book.results(PlayerId("pann")) == []
    (theirs,) = await book.results(PlayerId("pben"))
    assert await book.names(chair.player for chair in theirs.chairs if chair.player) == {
        "pann": None,
        "pben": "Ben",
    }
    running = msgspec.structs.replace(finished(["pann", "pben"], [2, 1], number=2, ended=2000), started=1400)
    await book.note(running)
    assert await book.results(PlayerId("pann")) == [], "nor does a match that ends later bring him back"
    assert [player for player, _ in await book.standings("highcard")] == ["pben"]
    assert await book.erased([PlayerId("pann"), PlayerId("pben")]) == {"pann": 1500}


async def test_who_comes_back_under_the_same_number_begins_anew(store: Store) -> None:
    book, ann = book_over(store), PlayerId("pann")
    await book.note(finished(["pann", "pben"], [1, 2]))
    await book.erase(ann, 1500)
    await book.note(finished(["pann", "pben"], [2, 1], number=2, ended=2000))
    assert [(result.ended, result.before) for result in await book.results(ann)] == [(2000, Tally())]
    assert await book.name(ann) == "Ann"
    assert {player for player, _ in await book.standings("highcard")} == {"pann", "pben"}
    await book.erase(ann, 1500)
    assert len(await book.results(ann)) == 1, "an old request that is repeated"


async def test_the_oldest_results_go_and_the_count_goes_on(store: Store) -> None:
    book, many = book_over(store), MOST_RESULTS + 3
    for number in range(many):
        await book.note(finished(["pann", None], [1, 2], number=number, ended=number * 10))
    results: list[Result] = await book.results(PlayerId("pann"))
    assert [result.ended for result in results] == [number * 10 for number in range(3, many)]
    assert tally(results).played == many


async def test_nothing_is_kept_where_the_host_wants_none(store: Store) -> None:
    book = Book(store, keep=0.0, records=100.0, rated=False)
    await book.note(finished(["pann", "pben"], [1, 2]))
    assert not any((await everything(store)).values())


async def test_without_ratings_there_are_results(store: Store) -> None:
    book = Book(store, keep=1000.0, records=100.0, rated=False)
    await book.note(finished(["pann", "pben"], [1, 2]))
    assert tally(await book.results(PlayerId("pann"))).won == 1
    assert await book.standings("highcard") == []


class Gated(Shaky):
    """Stops before its first call of `call` about a page of `kind` until it is let through."""

    def __init__(self, store: Pages, call: str, kind: str) -> None:
        super().__init__(store, random.Random(1))
        self.reached, self.through = asyncio.Event(), asyncio.Event()
        self.call = call, kind

    async def _gate(self, *call: str) -> None:
        if call == self.call:
            self.reached.set()
            await self.through.wait()

    async def put_page(self, kind: str, key: str, data: bytes, ttl: float | None) -> None:
        await self._gate("put", kind)
        await super().put_page(kind, key, data, ttl)

    async def drop_page(self, kind: str, key: str) -> bool:
        await self._gate("drop", kind)
        return await super().drop_page(kind, key)


@pytest.mark.parametrize("kind", ["results", "players", "ratings"])
async def test_who_goes_while_a_room_writes_is_gone(store: Store, kind: str) -> None:
    """Wherever the room is when all of him is deleted."""
    gated = Gated(store, "put", kind)
    writing = asyncio.create_task(book_over(gated).note(finished(["pann", "pben"], [1, 2])))
    await gated.reached.wait()
    await book_over(store).erase(PlayerId("pann"), 1500)
    gated.through.set()
    await writing
    left = await everything(store)
    assert [
        page.key for kind in ("results", "ratings", "players") for page in left[kind] if "pann" in page.key
    ] == []
    assert [page.data for page in left["players"]] == [b"Ben"]


@pytest.mark.parametrize("kind", ["results", "players", "ratings"])
async def test_who_comes_back_while_he_is_being_deleted_is_there(store: Store, kind: str) -> None:
    """Whatever is about to be dropped when his new match ends."""
    await book_over(store).note(finished(["pann", "pben"], [1, 2]))
    gated = Gated(store, "drop", kind)
    going = asyncio.create_task(book_over(gated).erase(PlayerId("pann"), 1500))
    await gated.reached.wait()
    new = finished(["pann", "pben"], [2, 1], number=2, ended=2000)
    await book_over(store).note(new)
    gated.through.set()
    await going
    book = book_over(store)
    assert [result.record for result in await book.results(PlayerId("pann"))] == [new.record]
    assert await book.name(PlayerId("pann")) == "Ann"
    assert {player for player, _ in await book.standings("highcard")} == {"pann", "pben"}
