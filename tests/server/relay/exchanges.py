"""Exchanges of several processes, with stand-ins for their rooms, between which a test carries what is said."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import protocol.messages as wire
from server.links import Link
from server.metrics import Metrics
from server.relay.bus import ALL
from server.relay.exchange import Exchange
from server.relay.lines import Lines
from tests.server.harness import FakeRooms

__all__ = ["LIMIT", "Process", "chat", "settle"]

LIMIT = 1_000


class Process:
    """An exchange, and the rooms behind it, which note who is `here` by what was asked last."""

    def __init__(self, name: str, net: dict[str, Process]) -> None:
        self.name = name
        self.lines = Lines(name, lambda: 0.0, 3.0, Metrics())
        self.exchange = Exchange(_NoBus(), self.lines, LIMIT)
        self.rooms = Listening()
        self.exchange.connect(self.rooms, lambda player, number: None, lambda: None, lambda: None)
        self._net = net
        net[name] = self

    def post(self, *, beat: bool = False) -> None:
        for to, data in self.lines.posts(beat=beat):
            for name, process in self._net.items():
                if to in (ALL, name):
                    process.lines.hear(data)


class Listening(FakeRooms):
    def __init__(self) -> None:
        super().__init__()
        self.here: list[Link] = []
        self.heard: list[wire.ClientMessage] = []

    def at_once(self, link: Link, message: wire.ClientMessage) -> bool:
        if link not in self.here:
            self.here.append(link)
        self.heard.append(message)
        return True

    def detach(self, link: Link) -> None:
        self.here.remove(link)


class _NoBus:
    """Nothing goes by itself here."""

    async def start(self, hear: Callable[[bytes], None], missed: Callable[[], None]) -> None:
        raise NotImplementedError

    async def send(self, posts: Sequence[tuple[str, bytes]]) -> None:
        raise NotImplementedError

    async def number(self) -> int:
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError


def settle(net: dict[str, Process], *, beat: bool = False) -> None:
    for _ in range(4):
        for process in net.values():
            process.post(beat=beat)


def chat(room: str) -> wire.Chat:
    return wire.Chat(action="a", room=room, text="hello")
