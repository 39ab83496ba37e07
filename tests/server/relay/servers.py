"""Several servers in one process, over a real Redis; the bus between them loses, and holds up, what a test says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from typing import TypeVar

import msgspec
from websockets.exceptions import ConnectionClosed

import protocol.messages as wire
from server.app import App
from server.relay.bus import ALL, RedisBus
from server.relay.letters import Batch, Letter, read_letter
from server.store.redis_wires import Wires
from tests.e2e.house import server
from tests.server.harness import Client, count, until

__all__ = [
    "LEASE",
    "LossyBus",
    "Servers",
    "changed",
    "hear",
    "hear_answer",
    "in_dialect",
    "last_words",
    "letters",
    "open_with",
    "request",
]

LEASE = 3.0
"""Seconds, the servers' default."""


def _none(to: str, data: bytes) -> bool:
    return False


class LossyBus(RedisBus):
    """Loses posts on their way out: all for which `loses` is true; those for which `holds` is are late. What goes out is as `changes`
    makes it, as another release might say it."""

    made: list[LossyBus] = []

    def __init__(self, wires: Wires, name: str) -> None:
        super().__init__(wires, name)
        self.name = name
        self.lost = 0
        self.loses: Callable[[str, bytes], bool] = _none
        self.holds: Callable[[str, bytes], bool] = _none
        self.changes: Callable[[bytes], bytes] = bytes
        self.held: list[tuple[str, bytes]] = []
        self.made.append(self)

    async def send(self, posts: Sequence[tuple[str, bytes]]) -> None:
        kept = [post for post in posts if not self.loses(*post)]
        self.lost += len(posts) - len(kept)
        self.held += [post for post in kept if self.holds(*post)]
        await super().send([(to, self.changes(data)) for to, data in kept if not self.holds(to, data)])

    async def release(self) -> None:
        """Send what was held, late."""
        self.holds = _none
        held, self.held = self.held, []
        await super().send(held)

    def lose(self, to: str, many: int = 1) -> None:
        """Lose the next batches with letters for that process."""
        end = self.lost + many

        def loses(receiver: str, data: bytes) -> bool:
            if self.lost >= end or receiver != to or receiver == ALL:
                return False
            letter = read_letter(data)
            return isinstance(letter, Batch) and bool(letter.letters)

        self.loses = loses


class Servers:
    """Running apps over one Redis, each of which has heard of all others; `buses` are theirs."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.apps: list[App] = []
        self.buses: list[LossyBus] = []
        self._ends: list[AsyncExitStack] = []

    async def start(self, many: int = 1, **settings: object) -> list[App]:
        """So many more of them. Returns all, a list that changes."""
        for _ in range(many):
            stack = AsyncExitStack()
            self.apps.append(await stack.enter_async_context(server(store=self.url, lease=LEASE, **settings)))
            self._ends.append(stack)
            self.buses.append(LossyBus.made.pop())
        await until(lambda: all(count(a, "paiju_relay_processes") == len(self.apps) - 1 for a in self.apps))
        return self.apps

    def bus(self, app: App) -> LossyBus:
        return self.buses[self.apps.index(app)]

    def lose(self, source: App, to: App, many: int = 1) -> None:
        """Lose the next batches between these two."""
        self.bus(source).lose(self.bus(to).name, many)

    def hold(self, source: App) -> None:
        """Keep what this process tells all others of arrivals, until `release`."""
        bus = self.bus(source)
        bus.holds = lambda to, data: to == ALL and bool(getattr(read_letter(data), "arrivals", None))

    async def release(self, source: App) -> None:
        await self.bus(source).release()

    def rooms(self, app: App) -> int:
        """How many rooms the app holds."""
        return int(count(app, "paiju_rooms"))

    async def end(self, app: App) -> None:
        """Drain this one."""
        place = self.apps.index(app)
        del self.apps[place], self.buses[place]
        await self._ends.pop(place).aclose()

    async def close(self) -> None:
        for app in list(self.apps):
            await self.end(app)


def changed(data: bytes, change: Callable[[list[object]], None]) -> bytes:
    """What another release would say in place of this."""
    values = msgspec.msgpack.decode(data)
    change(values)
    return msgspec.msgpack.encode(values)


def in_dialect(data: bytes, dialect: str) -> bytes:
    """The same from a process that speaks that dialect; none at all where it is empty, as before there were any."""

    def say(values: list[object]) -> None:
        values[0] = f"{str(values[0])[0]}{dialect}"
        if dialect:
            values[2:] = [{"nothing": "here is where it was"}]

    return changed(data, say)


def letters(data: bytes) -> list[Letter]:
    """What a post carries about rooms and their players: nothing, where it is a sign of life."""
    letter = read_letter(data)
    return letter.letters if isinstance(letter, Batch) else []


T = TypeVar("T", bound=wire.ServerMessage)


async def hear(client: Client, kind: type[T]) -> T:
    """The next message of a kind, over others."""
    while True:
        message = await client.hear()
        if isinstance(message, kind):
            return message


async def last_words(client: Client) -> tuple[list[wire.ServerMessage], int]:
    """All that he hears until the server closes the connection, and the code."""
    heard = []
    while True:
        try:
            heard.append(await client.hear())
        except ConnectionClosed as closed:
            return heard, closed.rcvd.code if closed.rcvd is not None else 1006


async def request(client: Client, message: wire.ClientMessage) -> wire.Done | wire.Refused:
    """The answer to a request, over what the room says meanwhile."""
    await client.send(message)
    while (answer := await hear_answer(client)).action != message.action:  # type: ignore[union-attr] # hello has none
        pass
    return answer


async def hear_answer(client: Client) -> wire.Done | wire.Refused:
    """The next answer to any request."""
    while not isinstance(answer := await client.hear(), wire.Done | wire.Refused):
        pass
    return answer


async def open_with(client: Client, **fields: object) -> str:
    """A room of two seats at highcard that this one makes, its code."""
    settings: dict[str, object] = {"action": "make", "game": "highcard", "seats": 2}
    done = await request(client, wire.CreateRoom(**(settings | fields)))  # type: ignore[arg-type] # as given
    assert isinstance(done, wire.Done) and done.room is not None, done
    return done.room
