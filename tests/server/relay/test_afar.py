"""What a room does for people of its own process it does for people of others; what was asked at one process is known at another."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import msgspec
from websockets.exceptions import ConnectionClosed

import protocol.messages as wire
from engine.core.ask import Ask
from protocol.codec import Codec
from protocol.slugs import CloseCode, Slug
from tests.server.harness import Client, count
from tests.server.relay.servers import Servers, hear, hear_answer, open_with, request

LATE = 1.5
"""Seconds after which other processes know of a room: it is shown with the next beat."""


async def test_a_room_that_is_asked_for_twice_at_two_processes_is_one(servers: Servers) -> None:
    """Whether the first process has answered or is at it still."""
    apps = await servers.start(3)
    make = wire.CreateRoom(action="make", game="highcard", seats=2, password="sesame")
    async with Client(apps[0]) as first, Client(apps[1]) as second, Client(apps[2]) as third:
        token = (await first.hello()).token
        await first.send(make)
        await second.hello(token)  # the first is cut off, perhaps before it was answered
        done = await request(second, make)
        assert isinstance(done, wire.Done) and done.room is not None, done
        await third.hello(token)
        again = await request(third, make)
        assert isinstance(again, wire.Done) and again.room == done.room
        assert sum(map(servers.rooms, apps)) == 1
        await third.send(wire.Enter(action="in", room=done.room))
        snapshot = await hear(third, wire.Snapshot)
        assert snapshot.you == 0 and snapshot.info.seats[0].connected


async def test_a_room_that_is_asked_for_everywhere_at_once_is_one(servers: Servers) -> None:
    apps = await servers.start(3)
    make = wire.CreateRoom(action="make", game="highcard", seats=2)
    for _ in range(3):
        async with Client(apps[0]) as first, Client(apps[1]) as second, Client(apps[2]) as third:
            token = (await first.hello()).token
            clients = [first, second, third]
            for client in clients:
                if client is not first:
                    await client.raw.send(
                        client.codec.encode(wire.Hello(version=wire.VERSION, name="Ann", token=token)),
                        text=True,
                    )
                await client.send(make)
            heard = await asyncio.gather(*(_until_answered(client) for client in clients))
            rooms = {answer.room for answer in heard if isinstance(answer, wire.Done)}
            assert len(rooms) == 1 and all(isinstance(answer, wire.Done | int) for answer in heard), heard
            assert {answer for answer in heard if isinstance(answer, int)} <= {CloseCode.REPLACED}, heard
    assert sum(map(servers.rooms, apps)) == 3


async def _until_answered(client: Client) -> wire.Done | wire.Refused | int:
    """The answer to the request to make a room, or the code with which the connection was closed before."""
    try:
        return await hear_answer(client)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else 1006


async def test_an_answer_whose_acknowledgement_was_lost_counts_once(servers: Servers) -> None:
    """It is repeated with its action at another process, before the room is entered there."""
    apps = await servers.start(3)
    async with Client(apps[0]) as host, Client(apps[1]) as old, Client(apps[2], Codec.MSGPACK) as new:
        await host.hello(name="Host")
        room = await open_with(host, options={"tricks": 3})
        token = (await old.hello()).token
        await request(old, wire.Enter(action="in", room=room))
        await request(old, wire.TakeSeat(action="sit", room=room, seat=1))
        await request(old, wire.Ready(action="ready", room=room))
        await request(host, wire.Ready(action="ready", room=room))
        await request(host, wire.Start(action="start", room=room))
        await request(host, wire.Leave(action="leave", room=room))  # a bot plays on for him
        ask = await _asked(old)
        good = wire.Answer(
            action="once", room=room, ask=ask.id, move=ask.default.move, picks=ask.default.picks
        )
        done = await request(old, good)  # suppose that he does not hear it
        assert isinstance(done, wire.Done)
        await new.hello(token)
        assert await request(new, good) == done, "the first answer again"
        other = await request(new, msgspec.structs.replace(good, action="twice"))
        assert isinstance(other, wire.Refused) and other.slug == Slug.ANSWER_STALE
        await new.send(wire.Enter(action="in", room=room, since=done.seq))
        assert (await _asked(new)).id > ask.id, "the next question"


async def _asked(client: Client) -> Ask:
    while (update := await hear(client, wire.Update)).ask is None:
        pass
    decode = msgspec.msgpack.decode if client.codec.binary else msgspec.json.decode
    return decode(update.ask, type=Ask)


async def test_rooms_of_all_processes_are_listed(servers: Servers) -> None:
    apps = await servers.start(2)
    async with (
        Client(apps[0]) as ann,
        Client(apps[0]) as bob,
        Client(apps[1]) as here,
        Client(apps[1]) as again,
    ):
        await ann.hello(name="Ann")
        token = (await bob.hello(name="Bob")).token
        listed = await open_with(ann, name="Come in", password="sesame")
        hidden = await open_with(bob, listed=False)
        await here.hello(name="Here")
        mine = await open_with(here)

        async def cards() -> dict[str, wire.RoomCard]:
            await here.send(wire.ListRooms(action="list"))
            return {card.room: card for card in (await hear(here, wire.Rooms)).rooms}

        await asyncio.sleep(LATE)
        found = await cards()
        assert found.keys() == {listed, mine} and hidden not in found
        assert found[listed] == wire.RoomCard(
            room=listed, name="Come in", game="highcard", phase="lobby", seats=2, free=1, locked=True
        )
        assert (await again.hello(token, name="Bob")).rooms == [hidden], "where he has a seat"


async def test_a_player_is_in_so_many_rooms_at_most_in_all_processes(servers: Servers) -> None:
    apps = await servers.start(2, rooms_per_player=2)
    async with Client(apps[0]) as first, Client(apps[1]) as second, Client(apps[0]) as host:
        await host.hello(name="Host")
        other = await open_with(host)
        token = (await first.hello()).token
        make = wire.CreateRoom(action="make 1", game="highcard", seats=2)
        one = await request(first, make)
        assert isinstance(one, wire.Done) and one.room is not None
        await asyncio.sleep(LATE)
        await second.hello(token)
        two = await request(second, msgspec.structs.replace(make, action="make 2"))
        assert isinstance(two, wire.Done) and two.room is not None
        three = await request(second, msgspec.structs.replace(make, action="make 3"))
        assert isinstance(three, wire.Refused) and three.slug == Slug.ROOM_TOO_MANY
        await asyncio.sleep(LATE)
        four = await request(second, wire.Enter(action="in", room=other))
        assert isinstance(four, wire.Refused) and four.slug == Slug.ROOM_TOO_MANY, "asked where that room is"
        for asked, room in (("make 1", one.room), ("make 2", two.room)):
            again = await request(second, msgspec.structs.replace(make, action=asked))
            assert isinstance(again, wire.Done) and again.room == room, "these are there already"
        await request(second, wire.Leave(action="leave", room=one.room))
        await asyncio.sleep(LATE)
        five = await request(second, wire.Enter(action="in again", room=other))
        assert isinstance(five, wire.Done)


async def test_passwords_kicks_and_limits_hold_from_afar(servers: Servers) -> None:
    apps = await servers.start(2)
    async with Client(apps[0]) as host, Client(apps[1], Codec.MSGPACK) as far:
        await host.hello(name="Host")
        room = await open_with(host, password="sesame")
        welcome = await far.hello(name="Far")
        enter = wire.Enter(action="in", room=room)
        slugs = []
        for number, password in enumerate([None, *["wrong"] * 5, "sesame"]):
            answer = await request(
                far, msgspec.structs.replace(enter, action=f"in {number}", password=password)
            )
            slugs.append(answer.slug if isinstance(answer, wire.Refused) else "in")
        assert set(slugs) == {Slug.ROOM_PASSWORD}, "after five wrong ones not even the right one"
        assert isinstance(
            await request(host, wire.Configure(action="open", room=room, password="")), wire.Done
        )
        assert isinstance(await request(far, enter), wire.Done)
        answers = [
            await request(far, wire.Chat(action=f"chat {n}", room=room, text=f"line {n}")) for n in range(8)
        ]
        assert [getattr(answer, "slug", "said") for answer in answers] == ["said"] * 6 + [
            Slug.CHAT_TOO_FAST
        ] * 2
        kick = wire.Kick(action="kick", room=room, player=welcome.player)
        assert isinstance(await request(far, kick), wire.Refused)
        assert isinstance(await request(host, kick), wire.Done)
        assert (await hear(far, wire.Left)).slug == Slug.ROOM_KICKED
        refused = await request(far, msgspec.structs.replace(enter, action="in once more"))
        assert isinstance(refused, wire.Refused) and refused.slug == Slug.ROOM_KICKED


async def test_who_does_not_read_is_sent_one_snapshot_when_he_has_caught_up(servers: Servers) -> None:
    """His process tells the room's, which stops sending to him."""
    limits = {"soft_backlog": 20_000, "hard_backlog": 100_000_000, "people_per_room": 40}
    apps = await servers.start(2, **limits)
    async with AsyncExitStack() as stack:
        host, slow, *talkers = [
            await stack.enter_async_context(Client(app)) for app in (apps[0], apps[1], *[apps[0]] * 6)
        ]
        await host.hello(name="Host")
        room = await open_with(host)
        await slow.hello(name="Slow")
        await request(slow, wire.Enter(action="in", room=room))
        for number, talker in enumerate(talkers):
            await talker.hello(name=f"Talker {number}")
            await request(talker, wire.Enter(action="in", room=room))
        slow.raw.transport.pause_reading()
        for number in range(600):  # more than the system's buffers take
            await slow.send(wire.GetRules(action=f"{number}", game="dingti", lang="zh"))
        await asyncio.sleep(0.3)
        await request(talkers[0], wire.Chat(action="first", room=room, text="behind from here"))
        await asyncio.sleep(0.3)
        sent = count(apps[0], "paiju_relay_letters_total", way="out")
        for number, talker in enumerate(talkers):
            for line in range(5):
                chat = wire.Chat(action=f"chat {line}", room=room, text=f"{number} says {line}")
                assert isinstance(await request(talker, chat), wire.Done)
        assert count(apps[0], "paiju_relay_letters_total", way="out") == sent, "nothing is sent to him"
        slow.raw.transport.resume_reading()
        snapshot = await hear(slow, wire.Snapshot)
        assert len(snapshot.chat) == 31 and snapshot.chat[-1].text == "5 says 4"
        await request(host, wire.Chat(action="last", room=room, text="are you there?"))
        update = await hear(slow, wire.Update)
        assert update.seq == snapshot.seq + 1 and update.said is not None
