"""A small world for rooms: a clock that is moved by hand, players with links that keep what they are sent, and crashes."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import msgspec

import protocol.messages as wire
from engine.core.ask import Ask, sample
from engine.core.chance import Chance
from engine.core.events import Event
from engine.core.match import PollView
from engine.core.view import View, fold
from protocol.codec import Codec
from protocol.slugs import CloseCode
from server.links import PlayerId
from server.metrics import Metrics
from server.rooms import Rooms, RoomSettings
from server.rooms.parts import BreakOff
from server.store import open_store
from server.store.base import Store
from tests.server.rooms.clockwork import Time, luck_of

__all__ = ["Player", "Time", "World", "luck_of"]


class FakeLink:
    """A link that keeps what it is sent. `stuck` bytes are claimed to be unsent."""

    arrivals = itertools.count(1)

    def __init__(self, player: str, codec: Codec) -> None:
        self.arrival = next(self.arrivals)
        self.player = PlayerId(player)
        self.name = player.title()
        self.codec = codec
        self.frames: list[bytes] = []
        self.stuck = 0
        self.closed: CloseCode | None = None

    @property
    def ended(self) -> bool:
        return self.closed is not None

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    def backlog(self) -> int:
        return self.stuck

    def close(self, code: CloseCode, reason: str) -> None:
        self.closed = code


class Player:
    """One person and his connection. Folds what he is sent, strictly: a gap or a message before the first snapshot is a failure."""

    def __init__(self, world: World, name: str, codec: Codec = Codec.MSGPACK) -> None:
        self.world = world
        self.name = name
        self.codec = codec
        self.link = FakeLink(name, codec)
        self.room = ""
        self.heard: list[wire.ServerMessage] = []
        self.snapshot: wire.Snapshot | None = None
        self.seq = -1
        self.view: View | None = None
        self.ask: Ask | None = None
        self.window: wire.Window | None = None
        self.info: wire.RoomInfo | None = None
        self.over: wire.Over | None = None
        self.you: int | None = None
        self.events: list[Event] = []
        self.chat: list[str] = []
        self._actions = itertools.count(1)
        self._read = 0

    # -- acting -------------------------------------------------------------------------------------------------------

    def action(self) -> str:
        return f"{self.name}-{next(self._actions)}"

    async def send(self, message: Any) -> wire.ServerMessage:
        """Send a request; returns its `done`, `refused` or other answer."""
        await self.world.rooms.handle(self.link, message)
        await self.world.settle()
        return self.answer_to(message.action)

    def answer_to(self, action: str) -> wire.ServerMessage:
        self.listen()
        mine = [m for m in self.heard if getattr(m, "action", None) == action]
        assert mine, f"no answer to {action} among {self.heard[-3:]}"
        return mine[-1]

    async def do(self, kind: type, **fields: Any) -> wire.ServerMessage:
        """Send a request of this kind to his room."""
        return await self.send(kind(action=self.action(), room=self.room, **fields))

    async def ok(self, kind: type, **fields: Any) -> wire.Done:
        answer = await self.do(kind, **fields)
        assert isinstance(answer, wire.Done), answer
        return answer

    async def refused(self, kind: type, **fields: Any) -> str:
        """The slug of the refusal; nothing may have been told to anybody."""
        before = self.seq
        answer = await self.do(kind, **fields)
        assert isinstance(answer, wire.Refused), answer
        assert answer.reason
        assert self.seq == before
        return answer.slug

    async def create(self, game: str = "highcard", seats: int = 2, **fields: Any) -> str:
        message = wire.CreateRoom(action=self.action(), game=game, seats=seats, **fields)
        answer = await self.send(message)
        assert isinstance(answer, wire.Done), answer
        assert answer.room is not None
        self.room = answer.room
        self.listen()
        return self.room

    async def enter(
        self, room: str, since: int | None = None, password: str | None = None
    ) -> wire.ServerMessage:
        self.room = room
        return await self.send(wire.Enter(action=self.action(), room=room, since=since, password=password))

    async def answer_ask(self, chance: Chance | None = None) -> wire.ServerMessage:
        """Answer the open question: at random, or with its default."""
        self.listen()
        assert self.ask is not None
        given = self.ask.default if chance is None else sample(self.ask, chance)
        return await self.do(wire.Answer, ask=self.ask.id, move=given.move, picks=given.picks)

    # -- connections --------------------------------------------------------------------------------------------------

    async def drop(self) -> None:
        self.world.rooms.detach(self.link)
        await self.world.settle()

    async def back(self, *, resume: bool = True) -> wire.ServerMessage:
        """Connect anew and enter again, with the number seen last (or without)."""
        self.listen()
        self.link = FakeLink(self.name, self.codec)
        self._read = 0
        return await self.enter(self.room, self.seq if resume else None)

    # -- listening ----------------------------------------------------------------------------------------------------

    def listen(self) -> None:
        """Read and fold what has come."""
        for frame in self.link.frames[self._read :]:
            message = self.codec.read_server(frame)
            self.heard.append(message)
            if isinstance(message, wire.Snapshot):
                self._start(message)
            elif isinstance(message, wire.Update):
                self._update(message)
        self._read = len(self.link.frames)

    def updates(self) -> list[wire.Update]:
        self.listen()
        return [m for m in self.heard if isinstance(m, wire.Update)]

    def _start(self, snapshot: wire.Snapshot) -> None:
        self.snapshot = snapshot
        self.seq, self.you, self.info, self.over = snapshot.seq, snapshot.you, snapshot.info, snapshot.over
        self.view = self._payload(View, snapshot.view)
        self.ask, self.window = self._payload(Ask, snapshot.ask), snapshot.window
        self.chat = [said.text for said in snapshot.chat]

    def _update(self, update: wire.Update) -> None:
        assert self.snapshot is not None, "an update before the first snapshot"
        assert update.seq in (self.seq, self.seq + 1), f"a gap: {update.seq} after {self.seq}"
        if update.seq == self.seq:
            assert not update.events and update.said is None and update.over is None and not update.begun
        self.seq = update.seq
        if update.info is not None:
            self.info, self.you = update.info, update.you
            if update.info.phase == "lobby":
                self.view, self.over = None, None
        if update.begun:
            self.view, self.over = self._payload(View, update.view), None
        for raw in update.events:
            event = self._payload(Event, raw)
            self.events.append(event)
            assert self.view is not None
            fold(self.view, event)
        if update.said is not None:
            self.chat.append(update.said.text)
        if update.over is not None:
            self.over = update.over
        self.ask, self.window = self._payload(Ask, update.ask), update.window

    def _payload(self, kind: Any, raw: msgspec.Raw | None) -> Any:
        if raw is None:
            return None
        if self.codec is Codec.MSGPACK:
            return msgspec.msgpack.decode(raw, type=kind)
        return msgspec.json.decode(raw, type=kind)

    def poll(self) -> PollView:
        self.listen()
        assert self.window is not None
        poll: PollView = self._payload(PollView, self.window.poll)
        return poll

    def picture(self) -> dict[str, Any]:
        """All that he knows of the room, as plain data; times left out, and numbers, which leap when a room is restored."""
        return self.state() | {"seq": None}

    def state(self) -> dict[str, Any]:
        """The same with the number."""
        self.listen()
        assert self.info is not None
        return {
            "seq": self.seq,
            "you": self.you,
            "info": msgspec.to_builtins(self.info),
            "view": msgspec.to_builtins(self.view),
            "ask": msgspec.to_builtins(self.ask),
            "poll": None if self.window is None else msgspec.to_builtins(self.poll()),
            "over": None if self.over is None else self.over.record,
            "chat": self.chat,
        }


async def _same_secret() -> bytes:
    return bytes(32)


class World:
    """The rooms of one server over a store that outlives them."""

    def __init__(self, store: Store, time: Time, **settings: Any) -> None:
        self.time = time
        self.players: list[Player] = []
        self.store = store
        self.settings = RoomSettings(**({"bot_delay": (0.0, 0.0)} | settings))
        self.rooms = self._new_rooms()
        self._lives = 0

    @classmethod
    async def open(cls, url: str = "memory:", **settings: Any) -> World:
        time = Time()
        store = await open_store(url, clock=time.clock)
        store.secret = _same_secret  # type: ignore[method-assign] # so that codes are the same in every run
        world = cls(store, time, **settings)
        await world.rooms.restore()
        return world

    async def crash(self, down: float = 0.0) -> None:
        """The process is killed, and another one starts `down` seconds later over the same store. All connections are gone."""
        await self.kill()
        self.time.now += down
        self.rooms = self._new_rooms()
        await self.rooms.restore()
        for room in await self.store.list_rooms():
            await self.rooms.holdings.find(
                room
            )  # the store has not been closed in between: its leases still stand in the old name
        await self.settle()

    async def sleep(self) -> None:
        """The process looks after nothing any more; its rooms wake up when they are asked for something."""
        await self._end(self.rooms.holdings.upkeep.task)

    async def kill(self) -> None:
        """Nothing of the old process runs any more, and nothing was said or written by it at the end."""
        held = self.rooms.holdings
        await self._end(*held._tasks.values(), held.upkeep.task)  # noqa: SLF001 - a process has no word in it

    @staticmethod
    async def _end(*tasks: asyncio.Task[None] | None) -> None:
        running = [task for task in tasks if task is not None]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def close(self) -> None:
        await self.rooms.drain()
        await self.kill()
        await self.store.close()

    async def settle(self) -> None:
        """Let everything run (bots play on without a pause), and everybody read what has come."""
        before: list[int] | None = None
        while before != (now := self._seqs()):
            before = now
            await self.time.settle()
        for player in self.players:
            player.listen()

    async def pass_(self, seconds: float) -> None:
        """Let so much time go by."""
        await self.time.pass_(seconds)
        await self.settle()

    def player(self, name: str, codec: Codec = Codec.MSGPACK) -> Player:
        player = Player(self, name, codec)
        self.players.append(player)
        return player

    def adopt(self, *players: Player) -> None:
        """From now on these play in this world."""
        for player in players:
            player.world = self
            self.players.append(player)

    async def table(
        self, *names: str, bots: int = 0, codec: Codec = Codec.MSGPACK, **fields: Any
    ) -> list[Player]:
        """A room with these persons (and bots) seated and ready; the first is its host."""
        players = [self.player(name, codec) for name in names]
        host = players[0]
        code = await host.create(seats=len(players) + bots, **fields)
        for seat, player in enumerate(players[1:], 1):
            await player.enter(code)
            await player.ok(wire.TakeSeat, seat=seat)
        for seat in range(len(players), len(players) + bots):
            await host.ok(wire.SetBot, seat=seat, level="random")
        for player in players:
            await player.ok(wire.Ready, nonce="00ff")
        return players

    async def match(self, *names: str, bots: int = 0, **fields: Any) -> list[Player]:
        """A table at which the match has begun."""
        players = await self.table(*names, bots=bots, **fields)
        await players[0].ok(wire.Start)
        return players

    async def break_off(self, room: str, reason: str) -> bool:
        """The people who run the server have the match voided; whether one was running."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.rooms.held[room].post(BreakOff(reason, done))
        await self.settle()
        return done.result()

    async def play_out(self, players: list[Player], steps: int = 500) -> None:
        """Let the persons answer at random until the match is over."""
        chance = Chance(b"play", "test")
        for _ in range(steps):
            asked = [p for p in players if p.ask is not None]
            if any(p.over is not None for p in players):
                return
            if asked:
                await asked[0].answer_ask(chance)
            else:
                await self.pass_(1.0)
        raise AssertionError("the match does not end")

    def _seqs(self) -> list[int]:
        return [r.fold.state.seq for r in self.rooms.holdings.rooms.values()]

    def _new_rooms(self) -> Rooms:
        self._lives = getattr(self, "_lives", 0) + 1
        return Rooms(
            self.store, self.settings, Metrics(), self.time.clock, luck_of(self._lives), self.time.later
        )
