"""Results, ratings and names as pages of the store, written when a match ends and read when a player asks.

| kind | key | what | names whom |
|---|---|---|---|
| `results` | PLAYER/GAME/END/RECORD | one match as it counts for one person | him; others by public id only |
| `ratings` | GAME/PLAYER | what his results in the game come to, for the table | him |
| `players` | PLAYER | what he was called at his last match | him |
| `erased`  | PLAYER | when he had everything deleted | nobody |

**No result is lost or counted twice.** It is a page of its own, so that two rooms that end at the same time write different ones, and its
key follows from player and match, so that a room that was killed in the middle and does it again (`results_of`) changes nothing. All else
is derived: it is put as the results have it, and then they are read once more; where they are others by now it is put again (`_settle`). So
whoever is the last to write has seen all.

**Nothing comes back of who is erased.** Who erases marks the player first and then drops what is there; who writes a result looks for the
mark afterwards. Whichever is later drops it. Others' results keep a number that leads to nobody. The mark is about matches that had begun
by then: a player may come back under the same number, with an invitation, and begins anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Protocol

import msgspec

from engine.registry import game_ids
from server.links import PlayerId
from server.profiles.ratings import Skill
from server.profiles.results import Finished, Result, read_result, results_of, tally
from server.store.base import Page

__all__ = ["MOST_RESULTS", "Book", "Pages", "Standing", "blank_book"]

MOST_RESULTS = 100
"""Results kept of a person in one game; older ones go. A rating goes on from where the oldest one found it."""
CHUNK = 60
"""Pages read at a time."""
MOST_STANDINGS = 10_000
"""Players in the table of a game; a server with more has some that are not in it."""


class Pages(Protocol):
    """What the book needs of `server.store.base.Store`."""

    async def put_page(self, kind: str, key: str, data: bytes, ttl: float | None) -> None: ...

    async def get_page(self, kind: str, key: str) -> bytes | None: ...

    async def pages(self, kind: str, limit: int, after: str = "") -> list[Page]: ...

    async def drop_page(self, kind: str, key: str) -> bool: ...


class Standing(msgspec.Struct, frozen=True):
    """A line of the table of a game, as it is kept."""

    name: str
    skill: Skill
    played: int
    won: int


_encode = msgspec.msgpack.Encoder().encode
_read_standing = msgspec.msgpack.Decoder(Standing).decode


class Book:
    """Any call raises what the store raises."""

    def __init__(self, store: Pages, *, keep: float, records: float, rated: bool) -> None:
        """Results are kept for `keep` seconds after the match (0: none are, and nothing else is), records for `records`."""
        self._store = store
        self._keep = keep
        self._records = records
        self.rated = rated

    @property
    def kept(self) -> bool:
        """Whether anything is kept at all."""
        return self._keep > 0

    # -- when a match ends --------------------------------------------------------------------------------------------

    async def note(self, match: Finished) -> None:
        """Keep what the match leaves of each person in it. Doing it again changes nothing."""
        if not self.kept:
            return
        players = list(match.names)
        found = await asyncio.gather(*(self._results(player, match.game) for player in players))
        known = dict(zip(players, found, strict=True))
        for player, result in results_of(match, known, rated=self.rated):
            await self._store.put_page("results", _key(player, result), _encode(result), self._keep)
            known[player] = sorted([*known[player], result], key=_by_time)
        gone = await self.erased(players)
        for player, name in match.names.items():
            until = gone.get(player)
            if until is not None and match.started <= until:
                await self._wipe(player, until)
                continue
            await self._store.put_page("players", player, name.encode(), self._keep)
            left = await self._settle(player, match.game, known[player])
            if match.record not in {result.record for result in left}:  # he has gone just now
                await self._settle_name(player)

    async def _settle(self, player: PlayerId, game: str, results: list[Result]) -> list[Result]:
        """Make the table say what the results come to. `results` are what is thought to be there; returns what is."""
        key = f"{game}/{player}"
        while True:
            for old in results[:-MOST_RESULTS]:
                await self._store.drop_page("results", _key(player, old))
            results = results[-MOST_RESULTS:]
            sums = tally(results)
            if sums.skill is None:
                await self._store.drop_page("ratings", key)
            elif self.rated:
                standing = Standing(results[-1].name, sums.skill, sums.played, sums.won)
                await self._store.put_page("ratings", key, _encode(standing), self._keep)
            now = await self._results(player, game, results)
            if now == results:
                return now
            results = now

    async def _settle_name(self, player: PlayerId) -> None:
        """The same for his name."""
        results = await self.results(player)
        while True:
            if results:
                await self._store.put_page("players", player, results[-1].name.encode(), self._keep)
            else:
                await self._store.drop_page("players", player)
            before, results = results, await self.results(player)
            if results == before:
                return

    # -- when somebody asks -------------------------------------------------------------------------------------------

    async def results(self, player: PlayerId) -> list[Result]:
        """All that are kept of the player, oldest first."""
        return sorted(await self._results(player), key=_by_time)

    async def name(self, player: PlayerId) -> str | None:
        """What he was called at his last match; None for somebody of whom nothing is kept."""
        data = await self._store.get_page("players", player)
        return None if data is None else data.decode()

    async def names(self, players: Iterable[PlayerId]) -> dict[PlayerId, str | None]:
        wanted = list(dict.fromkeys(players))
        return dict(zip(wanted, await asyncio.gather(*map(self.name, wanted)), strict=True))

    async def standings(self, game: str) -> list[tuple[PlayerId, Standing]]:
        """Everybody who is rated in the game, in no order to rely on."""
        found = []
        async for key, data in self._under("ratings", f"{game}/"):
            found.append((PlayerId(key.partition("/")[2]), _read_standing(data)))
            if len(found) >= MOST_STANDINGS:
                break
        return found

    # -- when somebody goes -------------------------------------------------------------------------------------------

    async def erase(self, player: PlayerId, now: int) -> None:
        """Drop all that is kept of the player, also of matches that have begun and end later. `now` is Unix milliseconds. Doing it again
        does no harm."""
        # Longer than any page or record in which others may come upon him.
        await self._store.put_page("erased", player, str(now).encode(), self._keep + self._records)
        await self._wipe(player, now)

    async def erased(self, players: Iterable[PlayerId]) -> dict[PlayerId, int]:
        """Those of them who had everything deleted, and when: Unix milliseconds."""
        players = list(players)
        marks = await asyncio.gather(*(self._store.get_page("erased", player) for player in players))
        return {player: int(mark) for player, mark in zip(players, marks, strict=True) if mark is not None}

    async def _wipe(self, player: PlayerId, until: int) -> None:
        """Drop the results of matches that had begun by then, and what follows from them."""
        for result in await self._results(player):
            if result.started <= until:
                await self._store.drop_page("results", _key(player, result))
        for game in game_ids(hidden=True):
            await self._settle(player, game, await self._results(player, game))
        await self._settle_name(player)

    # -- inside -------------------------------------------------------------------------------------------------------

    async def _results(self, player: PlayerId, game: str = "", known: Sequence[Result] = ()) -> list[Result]:
        """Of one game, oldest first, or of all. What is `known` is not read again: a result never changes."""
        have = {_key(player, result): result for result in known}
        prefix = f"{player}/{game}/" if game else f"{player}/"
        return [have.get(key) or read_result(data) async for key, data in self._under("results", prefix)]

    async def _under(self, kind: str, prefix: str) -> AsyncIterator[tuple[str, bytes]]:
        """The pages whose keys begin so, in order."""
        after = prefix
        while True:
            some = await self._store.pages(kind, CHUNK, after)
            for page in some:
                if not page.key.startswith(prefix):
                    return
                yield page.key, page.data
            if len(some) < CHUNK:
                return
            await asyncio.sleep(0)  # an embedded store answers on the spot: others want their turn
            after = some[-1].key


def _by_time(result: Result) -> tuple[int, str]:
    return result.ended, result.record


def _key(player: PlayerId, result: Result) -> str:
    return f"{player}/{result.game}/{result.ended:015d}/{result.record}"


def blank_book(store: Pages) -> Book:
    """One in which nothing is written."""
    return Book(store, keep=0.0, records=0.0, rated=False)
