"""The link that heals itself, against a real server."""

from __future__ import annotations

import asyncio

import pytest

import protocol.messages as wire
from clients.cli.connection import Connection, Gone
from tests.e2e.house import server


def _link(port: int, token: str | None = None) -> Connection:
    return Connection(f"ws://127.0.0.1:{port}/", "Ann", token=token, longest_wait=0.2)


async def test_a_lost_connection_comes_back_as_the_same_player_and_says_so() -> None:
    async with server() as app:
        link = _link(app.transport.port)
        states: list[str] = []
        link.on_state = states.append
        first = await link.open()
        assert link.socket is not None
        link.socket.transport.abort()
        again = await asyncio.wait_for(link.inbox.get(), 5)
        assert isinstance(again, wire.Welcome)
        assert (again.player, again.token) == (first.player, first.token)
        assert states == ["online", "reconnecting", "online"]
        await link.close()


async def test_a_request_survives_the_connection_it_was_made_on() -> None:
    async with server() as app:
        link = _link(app.transport.port)
        await link.open()
        assert link.socket is not None
        link.socket.transport.abort()
        reply = await asyncio.wait_for(link.request(wire.ListRooms(action=link.action())), 5)
        assert isinstance(reply, wire.Rooms)
        await link.close()


async def test_a_server_that_has_forgotten_us_gets_a_new_player() -> None:
    async with server() as app:
        link = _link(app.transport.port, token="from another life")
        welcome = await link.open()
        assert welcome.token != "from another life"
        await link.close()


async def test_the_older_connection_ends_for_good_with_the_servers_reason() -> None:
    async with server() as app:
        old = _link(app.transport.port)
        token = (await old.open()).token
        new = _link(app.transport.port, token)
        await new.open()
        with pytest.raises(Gone, match=r"\w+ \w+"):
            await asyncio.wait_for(old.request(wire.ListRooms(action=old.action())), 5)
        assert old.state == "closed"
        await new.close()


async def test_nobody_there_is_a_sentence() -> None:
    with pytest.raises(Gone, match=r"127\.0\.0\.1"):
        await _link(9).open(0.5)
