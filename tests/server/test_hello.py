"""Who a connection is: the first message, tokens, names, versions, and the newest connection of a player."""

from __future__ import annotations

import asyncio

import pytest
from websockets.exceptions import ConnectionClosed

import protocol.messages as wire
from protocol.codec import Codec
from protocol.slugs import CloseCode, Slug
from tests.server.harness import Client, FakeRooms, count, serving, until


@pytest.mark.parametrize("codec", Codec)
async def test_a_new_player_gets_a_token_and_a_public_id(codec: Codec) -> None:
    async with serving() as app, Client(app, codec) as ann, Client(app, codec) as ben:
        first, second = await ann.hello(name="  Ann   Lee "), await ben.hello(name="本")
        assert (first.name, second.name) == ("Ann Lee", "本")
        assert first.version == wire.VERSION
        assert first.token != second.token and first.player != second.player
        assert len(first.token) >= 43  # 256 bits in base64
        assert first.token not in first.player and first.player[1:] not in first.token
        assert count(app, "paiju_hellos_total", kind="new") == 2


async def test_the_same_token_is_the_same_player_under_a_new_name() -> None:
    async with serving() as app:
        async with Client(app) as ann:
            before = await ann.hello()
        async with Client(app, Codec.MSGPACK) as ann:
            after = await ann.hello(before.token, "Anna")
        assert (after.player, after.token, after.name) == (before.player, before.token, "Anna")
        assert count(app, "paiju_hellos_total", kind="back") == 1


async def test_the_rooms_of_a_player_come_with_the_welcome() -> None:
    async with serving() as app, Client(app) as ann:
        welcome = await ann.hello()
        assert welcome.rooms == []
        await ann.ask(wire.Start(action="a", room="ABCD"))
        async with Client(app) as again:
            assert (await again.hello(welcome.token)).rooms == ["ABCD"]


@pytest.mark.parametrize(
    ("change", "slug"),
    [
        ({"version": "2.0"}, Slug.HELLO_VERSION),
        ({"version": ""}, Slug.HELLO_VERSION),
        ({"token": "never given out"}, Slug.HELLO_TOKEN),
        ({"token": ""}, Slug.HELLO_TOKEN),
        ({"name": "   "}, Slug.HELLO_NAME),
        ({"name": "a\u202egnp"}, Slug.HELLO_NAME),
        ({"name": "x" * 25}, Slug.HELLO_NAME),
        ({"name": "Z" + "\u0301" * 10}, Slug.HELLO_NAME),
        ({"name": "two\nlines\u0007"}, Slug.HELLO_NAME),
    ],
)
async def test_an_unacceptable_hello_is_refused_and_closes(change: dict[str, str], slug: Slug) -> None:
    rooms = FakeRooms()
    async with serving(rooms) as app, Client(app) as ann:
        refused = await ann.refusal({"type": "hello", "version": wire.VERSION, "name": "Ann"} | change)
        assert refused.slug == slug and refused.reason
        assert (await ann.closed())[0] == CloseCode.NO_HELLO
        assert count(app, "paiju_refusals_total", slug=slug) == 1
    assert rooms.calls == [("drain",)]


@pytest.mark.parametrize("version", ["1.0", "1.1", "1.99"])
async def test_every_minor_version_of_this_major_is_served(version: str) -> None:
    async with serving() as app, Client(app) as ann:
        hello = {"type": "hello", "version": version, "name": "Ann", "a_later_field": [1, {}]}
        assert isinstance(await ann.ask(hello), wire.Welcome)


async def test_anything_else_before_hello_closes_except_ping() -> None:
    async with serving() as app, Client(app) as ann:
        assert await ann.ask(wire.Ping(nonce=7)) == wire.Pong(nonce=7)
        refused = await ann.refusal(wire.ListRooms(action="a1"))
        assert (refused.slug, refused.action) == (Slug.HELLO_EXPECTED, "a1")
        assert (await ann.closed())[0] == CloseCode.NO_HELLO


async def test_a_second_hello_is_refused_and_changes_nothing() -> None:
    rooms = FakeRooms()
    async with serving(rooms) as app, Client(app) as ann:
        await ann.hello()
        refused = await ann.refusal(wire.Hello(version=wire.VERSION, name="Eve"))
        assert refused.slug == Slug.HELLO_EXPECTED
        assert isinstance(await ann.ask(wire.Start(action="a", room="ABCD")), wire.Done)
        assert [link.name for link in rooms.links.values()] == ["Ann"]


async def test_no_hello_in_time_closes() -> None:
    async with serving(hello_timeout=0.1) as app, Client(app) as ann:
        assert (await ann.closed())[0] == CloseCode.NO_HELLO


async def test_the_newest_connection_wins_and_the_older_is_told() -> None:
    """Case V1: the older one's late end touches nothing of the newer one's."""
    rooms = FakeRooms()
    async with serving(rooms) as app, Client(app) as old:
        welcome = await old.hello()
        async with Client(app) as new:
            await new.hello(welcome.token)
            notice = await old.hear()
            assert isinstance(notice, wire.Notice) and notice.slug == Slug.SESSION_REPLACED
            assert (await old.closed())[0] == CloseCode.REPLACED
            await until(lambda: len(app.transport.links()) == 1)
            assert isinstance(await new.ask(wire.Start(action="a", room="ABCD")), wire.Done)
            assert ("detach", welcome.player) not in rooms.calls
        await until(lambda: ("detach", welcome.player) in rooms.calls)
    assert rooms.calls.count(("replace", welcome.player)) == 1
    assert rooms.calls.count(("detach", welcome.player)) == 1


async def test_a_replaced_connection_is_not_heard_any_more() -> None:
    rooms = FakeRooms()
    rooms.takes = 0.2
    async with serving(rooms) as app, Client(app) as old, Client(app) as new:
        welcome = await old.hello()
        for number in range(5):
            await old.send(wire.Start(action=f"a{number}", room="ABCD"))
        await until(lambda: rooms.calls)
        await new.hello(welcome.token)
        await old.closed()
        await asyncio.sleep(0.3)
        assert rooms.calls.count(("handle", welcome.player, "Start")) == 1


async def test_an_address_makes_a_bounded_number_of_players() -> None:
    async with serving(new_players_burst=2) as app:
        async with Client(app) as ann, Client(app) as ben, Client(app) as eve:
            welcome = await ann.hello()
            await ben.hello()
            refused = await eve.refusal(wire.Hello(version=wire.VERSION, name="Eve"))
            assert refused.slug == Slug.SERVER_FULL
        async with Client(app) as back:
            assert (await back.hello(welcome.token)).player == welcome.player


async def test_a_hello_while_the_store_is_away_is_put_off_and_not_refused() -> None:
    """Who is refused at the door does not come again."""
    async with serving() as app:
        await app.store.close()
        async with Client(app) as ann:
            await ann.send(wire.Hello(version=wire.VERSION, name="Ann"))
            with pytest.raises(ConnectionClosed) as closed:
                await ann.hear()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013
