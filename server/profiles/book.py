"""Results, ratings and names as pages of the store, written when a match ends and read when a player asks.

| kind | key | what | names whom |
|---|---|---|---|
| `results` | PLAYER/GAME/END/RECORD | one match as it counts for one person | public ids only |
| `ratings` | GAME/PLAYER | what his results in the game come to, for the table | him |
| `players` | PLAYER | what he was called at his last match | him |
| `erased`  | PLAYER | he had everything deleted | nobody |

**No result is lost or counted twice.** It is a page of its own, so that two rooms that end at the same time write different ones, and its
key follows from player and match, so that a room that was killed in the middle and does it again (`results_of`) changes nothing. All else
is derived: a rating is put, and then the results are read once more; where others have come meanwhile it is put again. So whoever is the
last to write has seen all.

**Nothing comes back of who is erased.** Who erases marks the player first and then drops what is there; who writes looks for the mark
afterwards. Whichever is later drops it. Others' results keep a number that leads to nobody.
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
        fresh = results_of(match, known, rated=self.rated)
        for player, result in fresh:
            await self._store.put_page("results", _key(player, result), _encode(result), self._keep)
            known[player] = sorted([*known[player], result], key=_by_time)
        for player, name in match.names.items():
            await self._store.put_page("players", player, name.encode(), self._keep)
            await self._stand(player, name, match.game, known[player])
        for player in await self.erased(players):
            await self._wipe(player)

    async def _stand(self, player: PlayerId, name: str, game: str, results: list[Result]) -> None:
        """Put what the results come to, until it is what they come to."""
        while True:
            for old in results[:-MOST_RESULTS]:
                await self._store.drop_page("results", _key(player, old))
            results = results[-MOST_RESULTS:]
            sums = tally(results)
            if self.rated and sums.skill is not None:
                standing = Standing(name, sums.skill, sums.played, sums.won)
                await self._store.put_page("ratings", f"{game}/{player}", _encode(standing), self._keep)
            now = await self._results(player, game, results)
            if now == results:
                return
            results = now

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

    async def erase(self, player: PlayerId) -> None:
        """Drop all that is kept of the player, also of matches that end later. Doing it again does no harm."""
        # Longer than any page or record in which others may come upon him.
        await self._store.put_page("erased", player, b"", self._keep + self._records)
        await self._wipe(player)

    async def erased(self, players: Iterable[PlayerId]) -> list[PlayerId]:
        """Those of them who had everything deleted."""
        players = list(players)
        marks = await asyncio.gather(*(self._store.get_page("erased", player) for player in players))
        return [player for player, mark in zip(players, marks, strict=True) if mark is not None]

    async def _wipe(self, player: PlayerId) -> None:
        for result in await self._results(player):
            await self._store.drop_page("results", _key(player, result))
        for game in game_ids(hidden=True):
            await self._store.drop_page("ratings", f"{game}/{player}")
        await self._store.drop_page("players", player)

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
