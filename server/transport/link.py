"""One connection as the rest of the server sees it: frames out, batched and bounded, and a way to end it.

All frames of a loop tick go out in one write. Nothing here ever waits for a client: what he does not take is counted, and past the hard
limit, or after taking nothing for too long, he is cut off. No task runs for sending; a callback is scheduled by the first frame of a tick.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

import structlog
from websockets.protocol import State

from protocol.codec import Codec
from protocol.slugs import CloseCode
from server.config import Config
from server.links import PlayerId
from server.metrics import Metrics

if TYPE_CHECKING:
    from server.transport.wire import Wire

__all__ = ["WsLink"]

log = structlog.get_logger()


class WsLink:
    """Implements `server.links.Link` over a WebSocket. `address` is the peer's, as limits count it; `number` is for the log.

    `arrival` is larger for a player's newer connection, in all processes. `on_drained` is called when a client that was more than
    `soft_backlog` behind has caught up. `greeted`: it has been told who it is; nothing is said to it before."""

    __slots__ = (
        "_behind",
        "_bytes",
        "_cut",
        "_hard",
        "_loop",
        "_metrics",
        "_pending",
        "_soft",
        "_text",
        "_wire",
        "address",
        "arrival",
        "close_timeout",
        "closing",
        "codec",
        "greeted",
        "name",
        "number",
        "on_drained",
        "player",
    )

    def __init__(self, wire: Wire, codec: Codec, config: Config, metrics: Metrics, number: int) -> None:
        self.player = PlayerId("")
        self.name = ""
        self.arrival = 0
        self.greeted = False
        self.codec = codec
        self.address = wire.address or ""
        self.number = number
        self.closing: int | None = None
        self.on_drained: Callable[[], None] | None = None
        self.close_timeout = config.close_timeout
        self._wire = wire
        self._text = not codec.binary
        self._loop = wire.loop
        self._metrics = metrics
        self._soft = config.soft_backlog
        self._hard = config.hard_backlog
        self._pending: list[bytes] = []
        self._bytes = 0
        self._behind = False
        self._cut: asyncio.TimerHandle | None = None

    @property
    def ended(self) -> bool:
        return self.closing is not None

    def send(self, frame: bytes) -> None:
        if self.closing is not None:
            return
        if not self._pending:
            self._loop.call_soon(self.flush)
        self._pending.append(frame)
        self._bytes += len(frame)
        backlog = self.backlog()
        if backlog > self._soft:
            self._behind = True
            if backlog > self._hard:
                self.close(CloseCode.TOO_SLOW, "you do not read what you are sent")

    def backlog(self) -> int:
        if self.closing is not None:
            return 0
        return self._bytes + self._wire.transport.get_write_buffer_size()

    def flush(self) -> None:
        """Hand the frames of this tick to the socket, in one write."""
        if not self._pending:
            return
        protocol, transport = self._wire.protocol, self._wire.transport
        frames, self._pending = self._pending, []
        size, self._bytes = self._bytes, 0
        if protocol.state is not State.OPEN or transport.is_closing():
            return
        send = protocol.send_text if self._text else protocol.send_binary
        for frame in frames:
            send(frame)
        transport.write(b"".join(protocol.data_to_send()))
        self._metrics.writes.counts[()] += 1
        self._metrics.sent_bytes.counts[()] += size
        if self._behind and not self._wire.paused:
            self.caught_up()

    def caught_up(self) -> None:
        """The socket has taken what was waiting."""
        if self._behind and self.closing is None:
            self._behind = False
            if self.on_drained is not None:
                self.on_drained()

    def close(self, code: CloseCode, reason: str) -> None:
        self.close_with(int(code), str(reason))

    def close_with(self, code: int, reason: str) -> None:
        """Close with any code of RFC 6455 §7.4. The client's own closing frame is not waited for; what he still sends is thrown away."""
        if self.closing is not None:
            return
        self.flush()
        self.closing = code
        if self._wire.protocol.state is not State.OPEN or self._wire.transport.is_closing():
            return
        self._metrics.closes.labels(str(code)).inc()
        log.info(
            "connection closed by server",
            link=self.number,
            player=self.player,
            address=self.address,
            code=code,
            reason=reason,
        )
        self._wire.protocol.fail(code, reason)
        self._wire.send_data()
        self._cut = self._loop.call_later(self.close_timeout, self._wire.transport.abort)

    def stalled(self) -> None:
        """The client has taken nothing for too long."""
        self.close(CloseCode.TOO_SLOW, "you do not read what you are sent")

    def dispose(self) -> None:
        """The connection is gone."""
        if self.closing is None:
            self.closing = 0
        self.on_drained = None
        self._pending.clear()
        if self._cut is not None:
            self._cut.cancel()
            self._cut = None
