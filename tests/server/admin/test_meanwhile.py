"""A token is taken back while its holder says hello: at whatever moment that is, he is not here when both are done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

import protocol.admin as a
import protocol.messages as wire
from server.app import App
from server.identity import player_of, token_hash
from tests.e2e.house import server
from tests.server.admin.desk import TOKEN, get
from tests.server.harness import Client

BOBS = "invitation-for-bob-0001"
STEPS = ("get_session", "put_session", "get_page")
"""What a hello asks of the store, in this order. It is held when the store has done it and the hello does not know yet."""


def hold(app: App, step: str, monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Event, asyncio.Event]:
    """The next such call sets the first event when it is carried out, and returns when the second one is set."""
    there, go = asyncio.Event(), asyncio.Event()
    really: Callable[..., Awaitable[object]] = getattr(app.store, step)

    async def held(*given: object) -> object:
        found = await really(*given)
        if not there.is_set():
            there.set()
            await go.wait()
        return found

    monkeypatch.setattr(app.store, step, held)
    return there, go


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("invited", [True, False], ids=["invitation", "token"])
async def test_a_token_that_is_taken_back_during_a_hello(
    step: str, invited: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    guests = [BOBS] if invited else []
    async with server(invited=guests, admin_port=-1, admin_token=f"ann:{TOKEN}") as app:
        token = BOBS
        if not invited:
            async with Client(app) as before:
                token = (await before.hello(name="Bob")).token
        hello = wire.Hello(version=wire.VERSION, name="Bobby", **{"key" if invited else "token": token})
        there, go = hold(app, step, monkeypatch)
        async with Client(app) as bob:
            await bob.send(hello)
            await there.wait()
            await get(app, a.Revoke(player=player_of(token)), a.Carried)
            go.set()
            await bob.closed()
            assert (await get(app, a.ListPlayers(), a.Players)).lines == []
        async with Client(app) as again:
            assert isinstance(await again.ask(hello), wire.Refused)
        assert await app.store.get_session(token_hash(token)) is None
