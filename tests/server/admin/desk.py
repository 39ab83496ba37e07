"""What the tests of the administration share: an admin's requests over a real socket."""

from __future__ import annotations

from typing import TypeVar

import protocol.admin as a
from clients.cli.admin.channel import ask
from server.app import App

__all__ = ["TOKEN", "get", "order", "refused"]

TOKEN = "0123456789abcdef"
A = TypeVar("A", bound=a.AdminAnswer)


async def order(app: App, request: a.AdminRequest) -> a.AdminAnswer:
    """The server's answer to an admin."""
    return await ask(f"127.0.0.1:{app.admin.port}", TOKEN, request)


async def get(app: App, request: a.AdminRequest, kind: type[A]) -> A:
    """The same, which must be of this kind."""
    answer = await order(app, request)
    assert isinstance(answer, kind), answer
    return answer


async def refused(app: App, request: a.AdminRequest) -> str:
    """The slug of the refusal."""
    return (await get(app, request, a.RefusedOrder)).slug
