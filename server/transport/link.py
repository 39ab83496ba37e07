"""One connection as the rest of the server sees it: frames out, batched and bounded, and a way to end it.

All frames of a loop tick go out in one write. Nothing here ever waits for a client: what he does not take is counted, and past the hard
limit, or after taking nothing for too long, he is cut off. No task runs for sending; a callback is scheduled by the first frame of a tick.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

import structlog

from protocol.codec import Codec
from protocol.slugs import CloseCode
from server.config import Config
from server.links import PlayerId
from server.metrics import Metrics

__all__ = ["Outbox", "Pipe", "WsLink"]

log = structlog.get_logger()


class Pipe(Protocol):
    """What a link needs of its socket. A faster transport stands in behind this."""

    loop: asyncio.AbstractEventLoop
    address: str | None
    paused: bool
    """Whether the socket has more to send than `soft_backlog`."""

    @property
    def open(self) -> bool:
        """Whether messages can still be written."""

    def write(self, messages: list[bytes], text: bool) -> None:
        """Send each as a WebSocket message, all in one write. Only where it is open."""

    def unsent(self) -> int:
        """Bytes that the system has not taken yet."""

    def fail(self, code: int, reason: str) -> None:
        """Send a closing frame, and take nothing more."""

    def abort(self) -> None:
        """End the connection now."""


class Outbox:
    """The links that have something to send in this tick of the loop: one callback for all of them."""

    def __init__(self) -> None:
        self._links: list[WsLink] = []

    def add(self, link: WsLink, loop: asyncio.AbstractEventLoop) -> None:
        if not self._links:
            loop.call_soon(self._flush)
        self._links.append(link)

    def _flush(self) -> None:
        links, self._links = self._links, []
        for link in links:
            try:
                link.flush()
            except Exception:
                log.exception("cannot send", link=link.number)
                link.abort()


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
        "_outbox",
        "_pending",
        "_pipe",
        "_soft",
        "_text",
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

    def __init__(
        self, pipe: Pipe, codec: Codec, config: Config, metrics: Metrics, outbox: Outbox, number: int
    ) -> None:
        self.player = PlayerId("")
        self.name = ""
        self.arrival = 0
        self.greeted = False
        self.codec = codec
        self.address = pipe.address or ""
        self.number = number
        self.closing: int | None = None
        self.on_drained: Callable[[], None] | None = None
        self.close_timeout = config.close_timeout
        self._pipe = pipe
        self._text = not codec.binary
        self._loop = pipe.loop
        self._metrics = metrics
        self._outbox = outbox
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
            self._outbox.add(self, self._loop)
        self._pending.append(frame)
        self._bytes += len(frame)
        if self._bytes > self._soft:
            self._weigh(self.backlog())

    def backlog(self) -> int:
        return 0 if self.closing is not None else self._bytes + self._pipe.unsent()

    def flush(self) -> None:
        """Hand the frames of this tick to the socket, in one write."""
        if not self._pending:
            return
        frames, self._pending = self._pending, []
        size, self._bytes = self._bytes, 0
        pipe = self._pipe
        if not pipe.open:
            return
        pipe.write(frames, self._text)
        self._metrics.writes.counts[()] += 1
        self._metrics.sent_bytes.counts[()] += size
        if pipe.paused:
            self._weigh(pipe.unsent())
        elif self._behind:
            self.caught_up()

    def _weigh(self, backlog: int) -> None:
        """More is waiting for the client than should be."""
        self._behind = True
        if backlog > self._hard:
            self.close(CloseCode.TOO_SLOW, "you do not read what you are sent")

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
        if not self._pipe.open:
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
        self._pipe.fail(code, reason)
        self._cut = self._loop.call_later(self.close_timeout, self._pipe.abort)

    def abort(self) -> None:
        """End the connection at once, without a word."""
        self._pipe.abort()

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
