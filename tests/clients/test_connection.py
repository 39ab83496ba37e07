"""The link that heals itself, against a real server."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import protocol.messages as wire
from clients.cli.connection import Connection, Gone
from clients.cli.places import Memory, Place
from clients.cli.plain.app import PlainClient
from clients.cli.speech import Speech
from clients.cli.verbs.common import connect, talk
from protocol.slugs import Slug
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


async def test_who_is_refused_at_the_door_does_not_come_again_and_knows_why() -> None:
    async with server(server_key="key-of-the-host") as app:
        with pytest.raises(Gone, match="invite link") as gone:
            await _link(app.transport.port).open()
        assert gone.value.slug == Slug.HELLO_KEY


async def test_a_network_that_is_kept_out_hears_it_in_words() -> None:
    async with server(block=["127.0.0.0/8"]) as app:
        with pytest.raises(Gone, match="does not let your network in"):
            await _link(app.transport.port).open(60)


@pytest.mark.parametrize(("language", "word"), [("en", "private"), ("zh", "私人服务器")])
async def test_the_person_is_told_in_his_language(language: str, word: str, tmp_path: Path) -> None:
    async with server(server_key="key-of-the-host") as app:
        place, memory = Place(f"ws://127.0.0.1:{app.transport.port}/"), Memory(tmp_path / "memory")
        with pytest.raises(Gone, match=word):
            await talk(place, "Ann", Speech(language), _nothing, memory=memory)


async def test_a_key_that_was_taken_is_said_by_itself_next_time(tmp_path: Path) -> None:
    async with server(server_key="key-of-the-host") as app:
        url, memory = f"ws://127.0.0.1:{app.transport.port}/", tmp_path / "memory"
        first = await connect(Place(url, key="key-of-the-host"), "Ann", memory=Memory(memory))
        await first.close()
        again = await connect(Place(url), "Ann", memory=Memory(memory))
        assert first.welcome is not None and again.welcome is not None
        assert first.welcome.player == again.welcome.player
        await again.close()
        with pytest.raises(Gone):
            await connect(Place(url, key="wrong-key"), "Ann", memory=Memory(memory))
        assert Memory(memory).key(url) == "key-of-the-host", "a wrong one is not kept"


async def _nothing(client: PlainClient) -> None:
    """Nobody comes this far."""
