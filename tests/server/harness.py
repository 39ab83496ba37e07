"""A real server on loopback with a stand-in for the rooms, and a small client to talk to it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Self

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

import protocol.messages as wire
from protocol.codec import Codec
from server.app import App
from server.config import Config
from server.links import Link, PlayerId
from server.metrics import Metrics
from server.rooms.actor import Room
from server.store import open_store

WAIT = 5.0
"""Seconds that a test waits for anything before it fails."""
ELSEWHERE = "127.0.0.2"
"""A second address to come from."""
TWO_ADDRESSES = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8 without being told"
)


class FakeRooms:
    """Notes what the transport asks of the rooms. `takes` is how long a request takes; `flood` is sent for a `chat`."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, ...]] = []
        self.links: dict[PlayerId, Link] = {}
        self.takes = 0.0
        self.flood: list[bytes] = []
        self.drain_takes = 0.0

    @property
    def held(self) -> Mapping[str, Room]:
        return {}

    def at_once(self, link: Link, message: wire.ClientMessage) -> bool:
        return False

    async def handle(self, link: Link, message: wire.ClientMessage) -> None:
        self.links[link.player] = link
        self.calls.append(("handle", link.player, type(message).__name__))
        await asyncio.sleep(self.takes)
        if isinstance(message, wire.Surrender):
            seed = f"seed of {len(self.calls)}"  # a local variable, which no traceback may show
            raise RuntimeError("a fault in the rooms" if seed else "")
        if isinstance(message, wire.Chat):
            for frame in self.flood:
                link.send(frame)
        assert not isinstance(message, wire.Hello | wire.Ping)
        link.send(link.codec.encode(wire.Done(action=message.action)))

    def detach(self, link: Link) -> None:
        self.calls.append(("detach", link.player))

    def replace(self, old: Link, new: Link) -> None:
        assert old is not new
        self.calls.append(("replace", new.player))

    def drained(self, link: Link) -> None:
        self.calls.append(("drained", link.player))

    async def cards(self, game: str | None) -> list[wire.RoomCard]:
        card = wire.RoomCard(
            room="ABCD", name="Table", game="highcard", phase="lobby", seats=4, free=3, locked=False
        )
        return [card] if game in (None, "highcard") else []

    async def rooms_of(self, player: PlayerId) -> list[str]:
        return ["ABCD"] if player in self.links else []

    async def rooms_with(self, link: Link) -> list[str]:
        return await self.rooms_of(link.player)

    def look_for_rooms(self) -> None:
        self.calls.append(("look",))

    async def restore(self) -> int:
        return 0

    async def drain(self) -> None:
        self.calls.append(("drain",))
        await asyncio.sleep(self.drain_takes)


@asynccontextmanager
async def serving(rooms: FakeRooms | None = None, **settings: object) -> AsyncIterator[App]:
    """A running server; `settings` override a test's defaults."""
    config = msgspec.convert(
        {"port": 0, "store": "memory:", "games": ["highcard"], "close_timeout": 0.5, "drain_timeout": 3.0}
        | settings,
        Config,
    )
    app = App(config, await open_store(config.store), rooms or FakeRooms(), Metrics())
    await app.start()
    try:
        yield app
    finally:
        await app.drain()


class Client:
    """One connection. Messages in and out are the protocol's types; `raw` is the WebSocket."""

    def __init__(self, app: App, codec: Codec = Codec.JSON, **options: object) -> None:
        options.setdefault("compression", None)
        self.codec = codec
        self._connect = connect(
            f"ws://127.0.0.1:{app.transport.port}/",
            subprotocols=[Subprotocol(codec.value)],
            open_timeout=WAIT,
            close_timeout=0.2,
            **options,  # type: ignore[arg-type] # handed through
        )
        self.raw: ClientConnection

    async def __aenter__(self) -> Self:
        self.raw = await self._connect.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._connect.__aexit__(kind, error, trace)

    async def send(self, message: wire.ClientMessage | Mapping[str, object]) -> None:
        await self.raw.send(self.codec.encode(message), text=not self.codec.binary)

    async def hear(self) -> wire.ServerMessage:
        async with asyncio.timeout(WAIT):
            return self.codec.read_server(await self.raw.recv(decode=False))

    async def ask(self, message: wire.ClientMessage | Mapping[str, object]) -> wire.ServerMessage:
        await self.send(message)
        return await self.hear()

    async def hello(
        self, token: str | None = None, name: str = "Ann", key: str | None = None
    ) -> wire.Welcome:
        welcome = await self.ask(wire.Hello(version=wire.VERSION, name=name, token=token, key=key))
        assert isinstance(welcome, wire.Welcome), welcome
        return welcome

    async def refusal(self, message: wire.ClientMessage | Mapping[str, object]) -> wire.Refused:
        refused = await self.ask(message)
        assert isinstance(refused, wire.Refused), refused
        return refused

    async def closed(self) -> tuple[int, str]:
        """The close code and reason, once the server has closed; what it sends before that is read over."""
        async with asyncio.timeout(WAIT):
            try:
                while True:
                    await self.raw.recv(decode=False)
            except ConnectionClosed as closed:
                return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd is not None else (1006, "")


def count(app: App, name: str, **labels: str) -> float:
    """The value of a counter or gauge, 0 where it never counted."""
    return app.metrics.registry.get_sample_value(name, labels) or 0.0


async def until(condition: Callable[[], object], patience: float = WAIT) -> None:
    """Wait until `condition()` is true; the test fails if it is not within `patience` seconds."""
    async with asyncio.timeout(patience):
        while not condition():  # noqa: ASYNC110 - what is waited for is another object's state
            await asyncio.sleep(0.01)
