"""The newest connection of a player counts, to whichever processes he has connected in whichever order it becomes known."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

import protocol.messages as wire
from protocol.codec import Codec
from protocol.slugs import CloseCode, Slug
from server.relay.bus import ALL
from tests.redis_server import RedisServer
from tests.server.harness import Client, until
from tests.server.relay.servers import Servers, hear, last_words, letters, open_with


async def replaced(client: Client) -> None:
    """He is told so, and the connection is closed."""
    heard, code = await last_words(client)
    notices = [message.slug for message in heard if isinstance(message, wire.Notice)]
    assert (notices, code) == ([Slug.SESSION_REPLACED], CloseCode.REPLACED)


async def alive(client: Client) -> None:
    """He is still there."""
    await client.send(wire.Ping(nonce=77))
    while await client.hear() != wire.Pong(nonce=77):
        pass


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 0)])
async def test_a_connection_to_another_process_replaces_the_older_one(
    servers: Servers, before: int, after: int
) -> None:
    apps = await servers.start(2)
    async with Client(apps[before]) as old, Client(apps[after], Codec.MSGPACK) as new:
        token = (await old.hello()).token
        room = await open_with(old)
        welcome = await new.hello(token)
        await replaced(old)
        assert welcome.rooms in ([room], []), "the list of all rooms may be a second old"
        await new.send(wire.Enter(action="e", room=room))
        snapshot = await hear(new, wire.Snapshot)
        assert snapshot.you == 0 and snapshot.info.seats[0].connected
        await alive(new)


async def test_an_older_arrival_that_is_announced_late_harms_nobody(servers: Servers) -> None:
    apps = await servers.start(2)
    async with Client(apps[0]) as first, Client(apps[0]) as old, Client(apps[1]) as new:
        token = (await first.hello()).token
        servers.hold(apps[0])
        await old.hello(token)
        await replaced(first)
        servers.hold(apps[1])
        await new.hello(token)
        await servers.release(apps[0])
        await servers.release(apps[1])
        await replaced(old)
        await alive(new)


async def test_whoever_hears_of_an_older_connection_says_that_there_is_a_newer_one(servers: Servers) -> None:
    """The newer one's announcement was lost; the older one's comes late."""
    apps = await servers.start(2)
    async with Client(apps[0]) as old, Client(apps[1]) as new:
        servers.hold(apps[0])
        token = (await old.hello()).token
        bus = servers.bus(apps[1])
        bus.loses = lambda to, data: to == ALL
        await new.hello(token)
        await until(lambda: bus.lost)
        bus.loses = lambda to, data: False
        await servers.release(apps[0])
        await replaced(old)
        await alive(new)


async def test_of_many_at_once_one_stays(servers: Servers) -> None:
    """Everywhere at the same time, with one token."""
    apps = await servers.start(3)
    async with AsyncExitStack() as stack:
        token = (await (await stack.enter_async_context(Client(apps[0]))).hello()).token
        clients = [await stack.enter_async_context(Client(apps[n % 3])) for n in range(15)]
        hello = wire.Hello(version=wire.VERSION, name="Ann", token=token)
        await asyncio.gather(*(client.send(hello) for client in clients))

        async def closed(client: Client) -> int | None:
            try:
                async with asyncio.timeout(2.0):
                    return (await client.closed())[0]
            except TimeoutError:
                return None

        codes = await asyncio.gather(*map(closed, clients))
        assert sorted(codes, key=str) == [CloseCode.REPLACED] * 14 + [None]
        (stays,) = [client for client, code in zip(clients, codes, strict=True) if code is None]
        await alive(stays)


@pytest.mark.parametrize("late", [False, True])
async def test_a_room_knows_who_is_newer_before_the_processes_do(servers: Servers, late: bool) -> None:
    """The announcements are held up. `late`: what the older one has said before comes to the room after the newer one."""
    apps = await servers.start(3)
    async with Client(apps[0]) as host, Client(apps[1]) as old, Client(apps[2]) as new:
        await host.hello(name="Host")
        room = await open_with(host)
        token = (await old.hello()).token
        enter = wire.Enter(action="e", room=room)
        if not late:
            await old.send(enter)
            await hear(old, wire.Snapshot)
        for app in apps[1:]:
            servers.hold(app)
        if late:
            bus = servers.bus(apps[1])
            bus.holds = lambda to, data: bool(letters(data))
            await old.send(enter)
            await until(lambda: bus.held)
        await new.hello(token)
        await new.send(enter)
        await hear(new, wire.Snapshot)
        for app in apps[1:]:
            if late:
                await servers.release(app)
        await replaced(old)
        for app in apps[1:]:
            await servers.release(app)
        await host.send(wire.Chat(action="c", room=room, text="are you there?"))
        while (update := await hear(new, wire.Update)).said is None:
            pass
        assert update.said.text == "are you there?"
        await alive(new)


async def test_arrivals_that_were_missed_are_told_again(servers: Servers, redis: RedisServer) -> None:
    """The newer one's announcement is lost with the connection to Redis; when that is back, everybody says who is there."""
    apps = await servers.start(2)
    async with Client(apps[0]) as old, Client(apps[1]) as new:
        token = (await old.hello()).token
        bus = servers.bus(apps[1])
        bus.loses = lambda to, data: to == ALL
        await new.hello(token)
        await until(lambda: bus.lost)
        await alive(old)
        bus.loses = lambda to, data: False
        with redis.client() as client:
            client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
        await replaced(old)
        await alive(new)
