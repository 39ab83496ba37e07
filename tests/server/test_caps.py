"""What one address, one player and the whole server may have, on a whole server: each cap, and who is not concerned by it."""

from __future__ import annotations

import pytest

import protocol.messages as wire
from protocol.slugs import CloseCode, Slug
from server.app import App
from tests.e2e.house import server
from tests.server.harness import ELSEWHERE, TWO_ADDRESSES, Client


def room(action: str) -> wire.CreateRoom:
    return wire.CreateRoom(action=action, game="highcard", seats=2)


async def answer(client: Client, message: wire.ClientMessage) -> wire.Done | wire.Refused:
    """The answer to a request, past what else is said meanwhile."""
    await client.send(message)
    while True:
        heard = await client.hear()
        if isinstance(heard, wire.Done | wire.Refused) and heard.action == message.action:  # type: ignore[union-attr]
            return heard


async def refusal(client: Client, message: wire.ClientMessage) -> str:
    refused = await answer(client, message)
    assert isinstance(refused, wire.Refused) and refused.reason
    return refused.slug


async def made(client: Client, action: str = "make") -> str:
    done = await answer(client, room(action))
    assert isinstance(done, wire.Done) and done.room is not None
    return done.room


async def test_rooms_in_all() -> None:
    async with server(max_rooms=1) as app, Client(app) as ann, Client(app) as ben:
        await ann.hello()
        await ben.hello()
        code = await made(ann)
        assert await refusal(ben, room("b1")) == Slug.SERVER_FULL
        assert isinstance(await answer(ben, wire.Enter(action="b2", room=code)), wire.Done)


async def test_rooms_of_a_player() -> None:
    async with server(rooms_per_player=1) as app, Client(app) as ann, Client(app) as ben:
        await ann.hello()
        await ben.hello()
        await made(ann)
        assert await refusal(ann, room("a2")) == Slug.ROOM_TOO_MANY
        await made(ben)


async def test_people_in_a_room() -> None:
    async with server(people_per_room=1) as app, Client(app) as ann, Client(app) as ben:
        await ann.hello()
        await ben.hello()
        code = await made(ann)
        assert await refusal(ben, wire.Enter(action="b1", room=code)) == Slug.ROOM_FULL


@TWO_ADDRESSES
async def test_connections_of_an_address_and_not_of_another() -> None:
    async with server(connections_per_address=1) as app, Client(app) as ann:
        await ann.hello()
        async with Client(app) as second, Client(app, local_addr=(ELSEWHERE, 0)) as ben:
            assert (await second.closed())[0] == CloseCode.TOO_MANY_CONNECTIONS
            await ben.hello()


@TWO_ADDRESSES
@pytest.mark.parametrize("behind_a_proxy", [False, True])
async def test_new_players_of_an_address_and_not_of_another(behind_a_proxy: bool) -> None:
    def whence(app: App, here: bool) -> Client:
        if behind_a_proxy:
            return Client(app, additional_headers={"X-Forwarded-For": f"203.0.113.{1 + here}"})
        return Client(app, local_addr=("127.0.0.1" if here else ELSEWHERE, 0))

    trusted = ["127.0.0.0/8"] if behind_a_proxy else []
    async with server(new_players_burst=1, trust_proxy=trusted) as app:
        async with whence(app, True) as ann:
            token = (await ann.hello()).token
        async with whence(app, True) as eve:
            assert (await eve.refusal(wire.Hello(version=wire.VERSION, name="Eve"))).slug == Slug.SERVER_FULL
        async with whence(app, True) as ann, whence(app, False) as ben:
            await ann.hello(token)
            await ben.hello()
