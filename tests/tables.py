"""Tables of people who play match after match over sockets, and check everything that they are told.

After every match: each answer that a player was told to be taken stands in the record exactly once, and in the order in which he gave
them; the record verifies; and what each player folded together is what a fresh snapshot shows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

import protocol.messages as wire
from clients.cli.connection import Connection
from clients.cli.verbs.bot import BotPlayer
from engine.core.match import Answered
from engine.core.record import Record, read_record, verify
from engine.registry import find_game
from protocol.codec import Codec
from protocol.slugs import Slug

__all__ = ["GAMES", "Table"]

GAMES: dict[str, dict[str, int | str | bool]] = {
    "dingti": {},
    "gandengyan": {"hands": 2},
    "highcard": {},
    "pokerduel": {},
    "herokill": {},
}
"""Every game, with options that keep a match short."""

NOT_YET = {Slug.ROOM_NOT_READY, Slug.ROOM_NOT_HOST, Slug.ROOM_NOT_IN, Slug.ROOM_UNKNOWN}
"""Refusals after which everybody sits down once more: somebody lost his connection in the lobby, or came to another process."""


class Table:
    """One room with `people` (bots of the client) and `bots` of the server. `taken` counts the answers that were acknowledged and found in
    a record."""

    def __init__(
        self, ports: Sequence[int], number: int, game: str, people: int, bots: int, think: float = 0.0
    ) -> None:
        """The people connect to the `ports` by turns."""
        codec = (Codec.MSGPACK, Codec.JSON)[number % 2]
        urls = [f"ws://127.0.0.1:{ports[i % len(ports)]}/" for i in range(people)]
        self.game = game
        self.links = [
            Connection(url, f"p{number}{i}", codec=codec, longest_wait=0.5) for i, url in enumerate(urls)
        ]
        self.players = [BotPlayer(link, "random", think) for link in self.links]
        self.matches = 0
        self.taken = 0
        self.room = ""
        self._bots = bots

    async def open(self) -> None:
        for link in self.links:
            await link.open(30.0)
        seats = len(self.links) + self._bots
        first = self.links[0]
        made = await first.insist(
            wire.CreateRoom(
                action=first.action(), game=self.game, seats=seats, options=GAMES[self.game], listed=False
            )
        )
        assert isinstance(made, wire.Done) and made.room is not None, made
        self.room = made.room
        await self._sit_down()
        for seat in range(len(self.links), seats):
            await self._as_host(partial(self._set_bot, seat))

    async def play(self, stop: asyncio.Event) -> None:
        """Matches until `stop`; the one that runs then is finished."""
        while True:
            for player in self.players:
                player.acknowledged.clear()
            await self._sit_down()
            await self._as_host(lambda action: wire.Start(action=action, room=self.room))
            overs = await asyncio.gather(*(player.play() for player in self.players))
            assert all(over is not None and over.fault is None for over in overs), overs
            await self._check()
            self.matches += 1
            if stop.is_set():
                return
            await self._as_host(lambda action: wire.Rematch(action=action, room=self.room))

    @property
    def answers(self) -> int:
        """Answers of this match that were acknowledged."""
        return sum(len(player.acknowledged) for player in self.players)

    async def close(self) -> None:
        for link in self.links:
            await link.close()

    def _set_bot(self, seat: int, action: str) -> wire.ClientMessage:
        return wire.SetBot(action=action, room=self.room, seat=seat, level="random")

    async def _sit_down(self) -> None:
        for player in self.players:
            await player.sit(self.room)

    async def _as_host(self, message: Callable[[str], wire.ClientMessage]) -> None:
        """Whoever is the host by now asks for it, until it is so."""
        for _ in range(60):
            for player in self.players:
                link = player.link
                reply = await link.insist(message(link.action()))
                if isinstance(reply, wire.Done) or reply.slug == Slug.ROOM_RUNNING:  # type: ignore[union-attr]
                    return
                assert isinstance(reply, wire.Refused) and reply.slug in NOT_YET, reply
            await asyncio.sleep(0.3)
            await self._sit_down()
        raise AssertionError("the table does not get ready")

    async def _check(self) -> None:
        """The record against what was acknowledged, and the folded views against fresh snapshots."""
        record = await self._record()
        verify(record, find_game(record.game))
        for player in self.players:
            model = player.model
            assert model is not None and model.you is not None
            given = [i for i in record.inputs if isinstance(i, Answered) and i.seat == model.you]
            places = []
            for ask, answer in player.acknowledged:
                same = [place for place, i in enumerate(given) if i.ask == ask.id]
                assert [given[place].answer for place in same] == [answer], (
                    f"{ask.prompt}: {answer} became {same}"
                )
                places += same
            assert places == sorted(places), "answers stand in another order than they were given in"
            self.taken += len(player.acknowledged)
            link = player.link
            done = await link.insist(wire.Enter(action=link.action(), room=self.room))
            assert isinstance(done, wire.Done), done
            assert (await player.arrive(self.room)).view == model.view

    async def _record(self) -> Record:
        link, model = self.links[0], self.players[0].model
        assert model is not None and model.over is not None and model.over.record is not None
        wanted = model.over.record
        reply = await link.insist(wire.GetRecord(action=link.action(), record=wanted))
        assert isinstance(reply, wire.RecordFile), reply
        return read_record(reply.data.encode())
