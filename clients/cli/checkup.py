"""Looking at a server from outside, one step after the other: name, port, TLS, WebSocket, distance, hello, clock. The first step that fails
ends it, since none behind it could tell anything new."""

from __future__ import annotations

import asyncio
import contextlib
import enum
import secrets
import socket
import ssl
import statistics
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import urlsplit

import websockets
from websockets.asyncio.client import ClientConnection
from websockets.typing import Subprotocol

import protocol.messages as wire
from clients.cli.places import Place
from protocol.codec import BadFrame, Codec
from protocol.slugs import Slug

__all__ = ["Finding", "Level", "examine"]

PATIENCE = 5.0
"""Seconds that each step may take."""
SOON = 14
"""Days before a certificate's end that are worth a word; who renews by himself does so a month before."""
SKEW = 5.0
"""Seconds between two clocks that are worth a word."""
FAR = 300.0
"""Milliseconds there and back from which on a game feels slow."""
PINGS = 5
CODEC = Codec.JSON

_CERTIFICATE = {
    9: "tls_early",
    10: "tls_expired",
    18: "tls_unknown",
    19: "tls_unknown",
    20: "tls_unknown",
    62: "tls_name",
    64: "tls_name",
}
"""OpenSSL's verdicts (X509_V_ERR_…) and our sentences."""
_HTTP: dict[int, str] = {
    HTTPStatus.OK: "http_page",
    HTTPStatus.BAD_REQUEST: "http_upgrade",
    HTTPStatus.UPGRADE_REQUIRED: "http_upgrade",
    HTTPStatus.UNAUTHORIZED: "http_forbidden",
    HTTPStatus.FORBIDDEN: "http_forbidden",
    HTTPStatus.NOT_FOUND: "http_nothing",
    HTTPStatus.BAD_GATEWAY: "http_gateway",
    HTTPStatus.GATEWAY_TIMEOUT: "http_gateway",
    HTTPStatus.SERVICE_UNAVAILABLE: "http_busy",
}

_REFUSED: dict[str, str] = {
    Slug.HELLO_KEY: "hello_key",
    Slug.HELLO_UNINVITED: "hello_uninvited",
    Slug.HELLO_VERSION: "hello_version",
}


class Level(enum.StrEnum):
    """`WARN` is worth a word and keeps nobody from playing."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True)
class Finding:
    """`key` names the sentence in the texts, under `doctor`; `params` are its fields."""

    level: Level
    key: str
    params: Mapping[str, str | int] = field(default_factory=dict)


class _Failed(Exception):
    def __init__(self, key: str, **params: str | int) -> None:
        super().__init__(key)
        self.finding = Finding(Level.FAIL, key, params)


async def examine(place: Place, *, remembered: bool = False) -> AsyncIterator[Finding]:
    """What is found at a place, as it is found. Ends after the first FAIL.

    It says hello as a new player, and the key of `place` only where nobody is let in without one: whoever says an invitation takes the
    place of the friend whose it is. `remembered`: this client has a key for the server, which is not tried."""
    parts = urlsplit(place.url)
    host, port, secure = parts.hostname or "", parts.port or 0, parts.scheme == "wss"
    try:
        yield await _resolve(host, port)
        yield await _reach(host, port)
        if secure:
            yield await _tls(host, port)
        async with await _upgrade(place.url, host, port) as line:
            yield Finding(Level.OK, "upgrade_ok")
            yield await _distance(line)
            answer = await _hello(line, None)
        if _wants_key(answer) and place.key is not None:
            async with await _upgrade(place.url, host, port) as line:
                answer = await _hello(line, place.key)
        if _wants_key(answer) and remembered and place.key is None:
            yield Finding(Level.OK, "hello_remembered")
            return
        welcome = _welcomed(answer)
        yield Finding(Level.OK, "hello_ok", {"server": welcome.server, "version": welcome.version})
        yield _clock(welcome)
    except _Failed as failed:
        yield failed.finding


async def _resolve(host: str, port: int) -> Finding:
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise _Failed("dns_none", host=host, reason=str(error)) from None
    addresses = ", ".join(sorted({str(entry[4][0]) for entry in found}))
    return Finding(Level.OK, "dns_ok", {"host": host, "addresses": addresses})


async def _reach(host: str, port: int) -> Finding:
    try:
        async with asyncio.timeout(PATIENCE):
            _, writer = await asyncio.open_connection(host, port)
    except TimeoutError:
        raise _Failed("port_silent", host=host, port=port) from None
    except ConnectionRefusedError:
        raise _Failed("port_closed", host=host, port=port) from None
    except OSError as error:
        # Where a name has several addresses, asyncio names all that it tried in one error without a number.
        refused = "refused" in str(error).lower()
        raise _Failed(
            "port_closed" if refused else "port_away", host=host, port=port, reason=str(error)
        ) from None
    await _hang_up(writer)
    return Finding(Level.OK, "port_ok", {"port": port})


async def _hang_up(writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


async def _tls(host: str, port: int) -> Finding:
    try:
        async with asyncio.timeout(PATIENCE):
            _, writer = await asyncio.open_connection(host, port, ssl=ssl.create_default_context())
    except ssl.SSLCertVerificationError as error:
        key = _CERTIFICATE.get(error.verify_code, "tls_other")
        raise _Failed(key, host=host, reason=error.verify_message) from None
    except (OSError, TimeoutError) as error:
        raise _Failed("tls_none", host=host, port=port, reason=str(error) or "no answer") from None
    certificate = writer.get_extra_info("peercert")
    await _hang_up(writer)
    ends = ssl.cert_time_to_seconds(certificate["notAfter"])
    days = int((ends - time.time()) // 86_400)
    params: Mapping[str, str | int] = {"date": time.strftime("%Y-%m-%d", time.gmtime(ends)), "days": days}
    return Finding(Level.WARN, "tls_soon", params) if days < SOON else Finding(Level.OK, "tls_ok", params)


async def _upgrade(url: str, host: str, port: int) -> ClientConnection:
    try:
        return await websockets.connect(
            url, subprotocols=[Subprotocol(CODEC.value)], compression=None, open_timeout=PATIENCE
        )
    except websockets.InvalidStatus as answered:
        status = answered.response.status_code
        said = answered.response.body[:200].decode(errors="replace").strip().partition("\n")[0]
        raise _Failed(_HTTP.get(status, "http_other"), status=status, said=said) from None
    except websockets.NegotiationError:
        raise _Failed("other_server") from None
    except (OSError, TimeoutError, websockets.WebSocketException) as error:
        if url.startswith("ws:") and await _speaks_tls(host, port):
            raise _Failed("tls_wanted") from None
        raise _Failed("no_http", reason=str(error) or type(error).__name__) from None


async def _speaks_tls(host: str, port: int) -> bool:
    """Whether there is TLS, whoever's it is: nothing is said over it."""
    whoever = ssl.create_default_context()
    whoever.check_hostname, whoever.verify_mode = False, ssl.CERT_NONE
    try:
        async with asyncio.timeout(PATIENCE):
            _, writer = await asyncio.open_connection(host, port, ssl=whoever)
    except (OSError, TimeoutError):
        return False
    await _hang_up(writer)
    return True


async def _ask(line: ClientConnection, message: wire.ClientMessage) -> wire.ServerMessage:
    """Raises _Failed where no sense comes back."""
    try:
        async with asyncio.timeout(PATIENCE):
            await line.send(CODEC.encode(message), text=True)
            return CODEC.read_server(await line.recv(decode=False))
    except (TimeoutError, websockets.ConnectionClosed, BadFrame) as error:
        raise _Failed("silent", reason=str(error) or "no answer") from None


async def _hello(line: ClientConnection, key: str | None) -> wire.ServerMessage:
    name = f"doctor {secrets.token_hex(3)}"
    return await _ask(line, wire.Hello(version=wire.VERSION, name=name, key=key, client="paiju doctor"))


def _wants_key(answer: wire.ServerMessage) -> bool:
    return isinstance(answer, wire.Refused) and answer.slug in (Slug.HELLO_KEY, Slug.HELLO_UNINVITED)


def _welcomed(answer: wire.ServerMessage) -> wire.Welcome:
    """Raises _Failed for any other answer to hello."""
    match answer:
        case wire.Welcome():
            return answer
        case wire.Refused(slug=slug, reason=reason):
            raise _Failed(_REFUSED.get(slug, "hello_refused"), reason=reason, version=wire.VERSION)
        case wire.Notice(reason=reason):
            raise _Failed("hello_refused", reason=reason)
        case _:
            raise _Failed("other_server")


def _clock(welcome: wire.Welcome) -> Finding:
    skew = abs(welcome.now / 1000 - time.time())
    params = {"seconds": f"{skew:.1f}"}
    return Finding(Level.WARN, "clock_off", params) if skew > SKEW else Finding(Level.OK, "clock_ok", params)


async def _distance(line: ClientConnection) -> Finding:
    took = []
    for number in range(PINGS):
        before = time.perf_counter()
        await _ask(line, wire.Ping(nonce=number))
        took.append((time.perf_counter() - before) * 1000)
    middle = statistics.median(took)
    params: Mapping[str, str | int] = {"ms": round(middle), "n": PINGS}
    return Finding(Level.WARN, "far", params) if middle > FAR else Finding(Level.OK, "near", params)
