"""Listening: WebSocket handshakes, the loop that reads a connection, and the HTTP answers on the same port."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import Awaitable, Callable
from typing import Protocol

import structlog
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.frames import CloseCode as Standard
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol
from websockets.typing import Origin, Subprotocol

from protocol.codec import SUBPROTOCOLS, Codec
from protocol.slugs import CloseCode
from server.config import Config
from server.http import Pages
from server.metrics import Metrics
from server.transport.limits import Bucket, Doorkeeper, Entry
from server.transport.link import Outbox, WsLink
from server.transport.tls import Certificate
from server.transport.whence import Whence
from server.transport.wire import Wire
from server.turnstile import Turnstile

__all__ = ["Conversation", "Transport"]

log = structlog.get_logger()

HUGE = 4
"""A message of more than `max_frame` is refused; one of more than this many times as much is not even read, and ends the connection. So do
this many times as many messages as a connection is told to slow down for."""
NOT_FROM_THERE = "The host of this server does not let your network in.\n"


class Conversation(Protocol):
    """What is behind a connection."""

    def hear(self, frame: bytes) -> Awaitable[None] | None:
        """A message has come. The next one waits until what is returned is done."""

    def over(self) -> None:
        """The connection is gone. Called once."""


class Transport:
    """The listening sockets and all connections. `converse` makes the conversation of a new connection."""

    def __init__(
        self, config: Config, pages: Pages, metrics: Metrics, converse: Callable[[WsLink], Conversation]
    ) -> None:
        self._config = config
        self._pages = pages
        self._metrics = metrics
        self._converse = converse
        self._certificate: Certificate | None = None
        self._whence = Whence(config)
        self._door = Doorkeeper(config.connections_per_address, config.max_connections)
        self._links: set[WsLink] = set()
        self._outbox = Outbox()
        self._servers: list[Server] = []
        self._number = 0
        self.port = 0
        """Where it listens, once started."""
        self.ops_port = 0
        """Where the health pages are: `port`, unless they have a port of their own."""
        metrics.count(metrics.connections, lambda: len(self._links))

    async def start(self) -> int:
        """Listen. Returns the port. Raises OSError if it is taken, or the certificate cannot be read."""
        config = self._config
        main = await serve(
            self._handle,
            config.host,
            config.port,
            ssl=self.tls(),
            origins=[None, *(Origin(o) for o in config.origins)],
            subprotocols=[Subprotocol(name) for name in SUBPROTOCOLS],
            compression="deflate" if config.compression else None,
            process_request=self._request,
            server_header=None,
            open_timeout=config.hello_timeout,
            ping_interval=config.ping_interval,
            ping_timeout=config.ping_timeout,
            close_timeout=config.close_timeout,
            max_size=config.max_frame * HUGE,
            write_limit=(config.soft_backlog, config.soft_backlog // 4),
            create_connection=self._wire,  # type: ignore[arg-type] # it may be any factory, says its documentation
        )
        self._servers.append(main)
        self.port = self.ops_port = _port(main)
        if config.ops_port:
            ops = await serve(
                _no_socket,
                config.ops_host,
                max(config.ops_port, 0),
                process_request=self._pages.answer,
                server_header=None,
                open_timeout=config.hello_timeout,
            )
            self._servers.append(ops)
            self.ops_port = _port(ops)
        return self.port

    def tls(self) -> ssl.SSLContext | None:
        """For whatever listens beyond this machine, None without a certificate; `reload_certificate` reaches all of it. Raises OSError
        where the certificate cannot be read."""
        if self._certificate is None and self._config.tls_cert:
            self._certificate = Certificate(self._config.tls_cert, self._config.tls_key)
        return None if self._certificate is None else self._certificate.context

    @property
    def inside(self) -> int:
        """TCP connections that are open now, in whatever state."""
        return self._door.inside

    def reload_certificate(self) -> None:
        """Read the certificate again: new connections get it, those that stand are not touched. A broken one is logged and not taken."""
        if self._certificate is None:
            log.warning("there is no certificate to read again; tls_cert names one")
            return
        try:
            self._certificate.reload()
        except OSError as error:
            log.error("the new certificate cannot be used; the old one stays", error=str(error))
        else:
            log.info("certificate read again", file=self._config.tls_cert)

    def links(self) -> list[WsLink]:
        """The connections that are open now."""
        return list(self._links)

    def stop_listening(self) -> None:
        """Take no more connections; those that are there stay."""
        for server in self._servers[:1]:
            server.close(close_connections=False)

    async def stop(self, code: CloseCode, reason: str) -> None:
        """Close every connection and return when all are gone. Bounded by `close_timeout`."""
        self.stop_listening()
        for link in self.links():
            link.close(code, reason)
        for server in self._servers:
            server.close()
        # close_with cuts after close_timeout; handshakes that hang are cut by websockets in the same time.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._config.close_timeout + 1.0):
                await asyncio.gather(*(server.wait_closed() for server in self._servers))

    # -- inside -------------------------------------------------------------------------------------------------------

    def _wire(self, protocol: ServerProtocol, server: Server, **settings: object) -> Wire:
        wire = Wire(protocol, server, **settings)  # type: ignore[arg-type] # handed through from serve()
        wire.door = self._door
        wire.whence = self._whence
        wire.stall_timeout = self._config.stall_timeout
        config, now = self._config, wire.loop.time()
        wire.control = Bucket(config.messages_per_second, config.messages_burst, now)
        at_once = HUGE * (config.messages_burst + config.flood_patience)
        wire.messages = Bucket(HUGE * config.messages_per_second, at_once, now)
        wire.said = Turnstile(lambda error: self._failed(wire, error))
        return wire

    def _request(self, wire: ServerConnection, request: Request) -> Response | None:
        assert isinstance(wire, Wire)
        wire.hear_headers(request)
        if wire.entry is Entry.CUT:
            wire.transport.abort()
            return wire.respond(503, "")
        if not self._whence.admits(wire.client):
            self._metrics.turned_away.labels("network").inc()
            return wire.respond(403, NOT_FROM_THERE)
        if request.path.partition("?")[0] == self._config.path:
            return self._pages.knock(wire)
        if self._config.ops_port:
            return wire.respond(404, "There is nothing here.\n")
        return self._pages.answer(wire, request)

    async def _handle(self, wire: ServerConnection) -> None:
        assert isinstance(wire, Wire)
        assert wire.subprotocol is not None  # websockets refuses who offers none of ours
        self._number += 1
        link = WsLink(wire, Codec(wire.subprotocol), self._config, self._metrics, self._outbox, self._number)
        wire.link = link
        if wire.entry is not Entry.IN:
            self._turn_away(link, wire.entry)
            return
        self._links.add(link)
        conversation = self._converse(link)
        try:
            wire.converse(conversation.hear)
            await wire.wait_closed()  # what close() cuts after its time
            await wire.said.finished()
        finally:
            self._links.discard(link)
            conversation.over()
            link.dispose()
            self._note(wire)

    def _failed(self, wire: Wire, error: Exception) -> None:
        self._metrics.faults.labels("connection").inc()
        if (link := wire.link) is not None:
            log.error("connection failed", link=link.number, player=link.player, exc_info=error)
            link.close_with(Standard.INTERNAL_ERROR, "internal error")

    def _turn_away(self, link: WsLink, entry: Entry) -> None:
        self._metrics.turned_away.labels(entry.value).inc()
        if entry is Entry.ADDRESS_FULL:
            link.close(CloseCode.TOO_MANY_CONNECTIONS, "too many connections from this address")
        else:
            link.close_with(Standard.TRY_AGAIN_LATER, "this server is full")

    def _note(self, wire: Wire) -> None:
        """Count what websockets closed by itself: frames that are too large or break RFC 6455, heartbeats that were not answered."""
        closed = wire.protocol.close_exc
        sent = closed.sent
        if sent is not None and not closed.rcvd_then_sent and sent.code < 4000:
            self._metrics.closes.labels(str(int(sent.code))).inc()


async def _no_socket(wire: ServerConnection) -> None:
    """The health port answers every request before a socket could open."""


def _port(server: Server) -> int:
    port: int = next(iter(server.sockets)).getsockname()[1]
    return port
