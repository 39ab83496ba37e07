"""One callback sends what all links have for a tick; what goes wrong with one of them concerns nobody else."""

from __future__ import annotations

import asyncio

from protocol.codec import Codec
from server.config import Config
from server.metrics import Metrics
from server.transport.link import Outbox, WsLink


class Socket:
    """Notes what is written, or breaks."""

    address: str | None = None
    paused = False
    open = True

    def __init__(self, *, broken: bool) -> None:
        self.loop: asyncio.AbstractEventLoop = asyncio.get_running_loop()
        self.broken = broken
        self.written: list[list[bytes]] = []
        self.aborted = False

    def write(self, messages: list[bytes], text: bool) -> None:
        if self.broken:
            raise OSError("gone")
        self.written.append(messages)

    def unsent(self) -> int:
        return 0

    def fail(self, code: int, reason: str) -> None:
        raise AssertionError("nobody closes here")

    def abort(self) -> None:
        self.aborted = True


async def test_a_tick_is_one_write_each_and_a_broken_socket_is_cut() -> None:
    sockets = [Socket(broken=False), Socket(broken=True), Socket(broken=False)]
    outbox, config, metrics = Outbox(), Config(), Metrics()
    links = [WsLink(s, Codec.JSON, config, metrics, outbox, n) for n, s in enumerate(sockets)]
    for frame in (b"one", b"two"):
        for link in links:
            link.send(frame)
    await asyncio.sleep(0)
    assert [socket.written for socket in sockets] == [[[b"one", b"two"]], [], [[b"one", b"two"]]]
    assert [socket.aborted for socket in sockets] == [False, True, False]
