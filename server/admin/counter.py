"""The endpoint: a WebSocket on an address of its own, for those who show an admin's token in the opening request."""

from __future__ import annotations

import asyncio
import contextlib
import http
import ipaddress
import ssl
import time
from pathlib import Path
from typing import Any

import msgspec
import structlog
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

import protocol.admin as a
from server.admin.keys import Keys
from server.admin.office import Office
from server.config import Config, ConfigError
from server.transport.limits import Buckets

__all__ = ["Counter"]

log = structlog.get_logger()

TRIES, TRIES_PER_SECOND = 30, 0.5
"""Openings from one address, good and bad: a person makes a few, a guess of 16 characters needs more than there will ever be."""
MOST = 20
"""Admins' connections at a time."""
FRAME = 16_384
"""Bytes of a request."""
PRIVATE = 0o600
IN_THE_OPEN = "admin tokens will cross the network in the open; set tls_cert, or admin_host to loopback"


class Counter:
    """Raises ConfigError where it is to be open and nobody has a token."""

    def __init__(self, config: Config, keys: Keys, office: Office) -> None:
        self._config = config
        self._keys = keys
        self._office = office
        self._tries = Buckets(TRIES_PER_SECOND, TRIES)
        self._inside = 0
        self._servers: list[Server] = []
        self.port = 0
        """Where it listens, 0 where it does not."""
        if (config.admin_port or config.admin_socket) and not len(keys):
            raise ConfigError("admin_port and admin_socket need a token: set admin_token or admin_token_file")

    async def start(self, tls: ssl.SSLContext | None) -> None:
        """Open what the settings say, with `tls` beyond loopback. Raises OSError."""
        config, socket = self._config, self._config.admin_socket
        if config.admin_port:
            if _is_loopback(config.admin_host):
                tls = None
            elif tls is None:
                log.warning(IN_THE_OPEN)
            server = await self._open(host=config.admin_host, port=max(config.admin_port, 0), ssl=tls)
            self.port = int(next(iter(server.sockets)).getsockname()[1])
            log.info("admin open", host=config.admin_host, port=self.port, tls=tls is not None)
        if socket:
            path = Path(socket).expanduser()
            if path.is_socket():
                path.unlink()  # of a server that was killed
            await self._open(path=str(path), unix=True)
            path.chmod(PRIVATE)
            log.info("admin open", socket=str(path))

    async def stop(self) -> None:
        """Bounded by `close_timeout`."""
        for server in self._servers:
            server.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._config.close_timeout):
                await asyncio.gather(*(server.wait_closed() for server in self._servers))
        self._servers.clear()
        if self._config.admin_socket:
            with contextlib.suppress(OSError):
                Path(self._config.admin_socket).expanduser().unlink()

    async def _open(self, **where: Any) -> Server:
        server = await serve(
            self._handle,
            origins=[None],  # no page of a browser has business here
            subprotocols=[Subprotocol(a.SUBPROTOCOL)],
            process_request=self._admit,
            server_header=None,
            compression=None,
            open_timeout=self._config.hello_timeout,
            close_timeout=1.0,
            max_size=FRAME,
            max_queue=4,
            **where,
        )
        self._servers.append(server)
        return server

    def _admit(self, wire: ServerConnection, request: Request) -> Response | None:
        address = _address(wire)
        if not self._tries.take(address, time.monotonic()):
            log.warning("admin: too many tries", address=address)
            return wire.respond(http.HTTPStatus.TOO_MANY_REQUESTS, "too many tries; wait a minute\n")
        given = request.headers.get_all("Authorization")
        who = self._keys.who(given[0] if len(given) == 1 else None)
        if who is None:
            log.warning("admin: no good token", address=address)
            response = wire.respond(http.HTTPStatus.UNAUTHORIZED, "this needs the token of an admin\n")
            response.headers["WWW-Authenticate"] = "Bearer"
            return response
        if self._inside >= MOST:
            return wire.respond(http.HTTPStatus.SERVICE_UNAVAILABLE, "too many admins at work\n")
        wire.username = who
        return None

    async def _handle(self, wire: ServerConnection) -> None:
        self._inside += 1
        try:
            async for frame in wire:
                answer = await self._answer(wire.username, frame)
                await wire.send(a.write(answer).decode())
        except ConnectionClosed:
            pass  # whoever hangs up has heard enough
        finally:
            self._inside -= 1

    async def _answer(self, by: str, frame: str | bytes) -> a.AdminAnswer:
        try:
            request = a.read_request(frame.encode() if isinstance(frame, str) else frame)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return a.RefusedOrder(slug=a.AdminSlug.MALFORMED, reason=str(error))
        return await self._office.serve(by, request)


def _address(wire: ServerConnection) -> str:
    peer = wire.remote_address
    return str(peer[0]) if isinstance(peer, tuple) and peer else "local"


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
