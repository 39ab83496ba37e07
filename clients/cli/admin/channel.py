"""The admin channel from the tool's side: open, ask, close."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

import msgspec
from websockets.asyncio.client import connect, unix_connect
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.typing import Subprotocol

import protocol.admin as a

__all__ = ["NoAdmin", "ask"]

PATIENCE = 10.0
"""Seconds for opening, and for an answer: a server waits some seconds for its other processes."""
LARGEST = 64 * 1024 * 1024
"""Bytes of an answer."""
SOCKET = "unix:"
"""Begins the path of a Unix socket."""
_REFUSALS: dict[int, str] = {HTTPStatus.UNAUTHORIZED: "token", HTTPStatus.TOO_MANY_REQUESTS: "tries"}


class NoAdmin(Exception):
    """There is no answer. `key` names the sentence that says why, `detail` what is known beyond it."""

    def __init__(self, key: str, detail: str = "") -> None:
        super().__init__(key)
        self.key = key
        self.detail = detail


async def ask(address: str, token: str, request: a.AdminRequest) -> a.AdminAnswer:
    """`address` is `host:port`, `ws://…`, `wss://…` or `unix:PATH`. Raises NoAdmin."""
    try:
        async with asyncio.timeout(PATIENCE), _connection(address, token) as wire:
            await wire.send(a.write(request).decode())
            return a.read_answer(await wire.recv(decode=False))
    except InvalidStatus as refused:
        status = refused.response.status_code
        raise NoAdmin(_REFUSALS.get(status, "not_admin"), f"HTTP {status}") from None
    except (OSError, WebSocketException, ValueError, msgspec.MsgspecError) as error:
        raise NoAdmin("unreachable", str(error) or type(error).__name__) from None


def _connection(address: str, token: str) -> connect:
    settings: dict[str, Any] = {
        "subprotocols": [Subprotocol(a.SUBPROTOCOL)],
        "additional_headers": {"Authorization": f"Bearer {token}"},
        "compression": None,
        "max_size": LARGEST,
        "close_timeout": 1,
    }
    if address.startswith(SOCKET):
        return unix_connect(address.removeprefix(SOCKET), **settings)
    return connect(address if "://" in address else f"ws://{address}/", **settings)
