"""What is lost between two processes costs those a connection who were concerned, and nobody anything else."""

from __future__ import annotations

import asyncio
import random

import pytest

import protocol.messages as wire
from protocol.codec import Codec
from protocol.slugs import CloseCode
from server.relay.bus import ALL
from server.relay.lines import BEAT
from tests.e2e.house import close, open_room, play_out, start
from tests.server.harness import Client, count, until
from tests.server.relay.servers import Servers, hear, letters, open_with, request
from tests.server.relay.test_play import people

SOON = 2.5 * BEAT
"""Seconds in which a loss is found, on a slow machine."""


async def moved(client: Client) -> None:
    """He is cut off, to come again."""
    async with asyncio.timeout(SOON):
        assert (await client.closed())[0] == CloseCode.MOVED


async def until_said(client: Client, text: str) -> None:
    while (update := await hear(client, wire.Update)).said is None or update.said.text != text:
        pass


@pytest.mark.parametrize("direction", ["to the player", "to the room"])
async def test_a_loss_is_found_soon_and_costs_a_connection_of_those_concerned(
    servers: Servers, direction: str
) -> None:
    apps = await servers.start(3)
    async with Client(apps[0]) as host, Client(apps[1]) as far, Client(apps[1], Codec.MSGPACK) as back:
        await host.hello(name="Host")
        room = await open_with(host)
        token = (await far.hello(name="Far")).token
        await request(far, wire.Enter(action="in", room=room))
        await request(far, wire.TakeSeat(action="sit", room=room, seat=1))
        since = (await request(far, wire.Ready(action="go", room=room))).seq
        chat = wire.Chat(action="chat", room=room, text="hello")
        if direction == "to the player":
            servers.lose(apps[0], apps[1])
            assert isinstance(await request(host, chat), wire.Done)
        else:
            servers.lose(apps[1], apps[0])
            await far.send(chat)
        await moved(far)
        lost = [servers.bus(app).lost for app in apps]
        gaps = [count(app, "paiju_relay_gaps_total") for app in apps]
        assert (lost, gaps) == (
            ([1, 0, 0], [0, 1, 0]) if direction == "to the player" else ([0, 1, 0], [1, 0, 0])
        )
        while (info := (await hear(host, wire.Update)).info) is None or info.seats[1].connected:
            pass  # the room knows that he is gone
        await back.hello(token, name="Far")
        if direction == "to the room":
            assert isinstance(await request(back, chat), wire.Done), "asked again, and carried out"
        await back.send(wire.Enter(action="again", room=room, since=since))
        snapshot = await hear(back, wire.Snapshot)
        assert [said.text for said in snapshot.chat] == ["hello"] and snapshot.you == 1
        assert snapshot.info.spectators == 0, "of the connection that broke nothing stays"


async def test_a_loss_costs_nobody_else_anything(servers: Servers) -> None:
    """Who is connected to a third process, or to one of the two and in no room of the other."""
    apps = await servers.start(3)
    async with (
        Client(apps[0]) as host,
        Client(apps[1]) as far,
        Client(apps[2]) as other,
        Client(apps[1]) as stranger,
    ):
        await host.hello(name="Host")
        room = await open_with(host)
        for number, client in enumerate((far, other)):
            await client.hello(name=f"Guest {number}")
            await request(client, wire.Enter(action="in", room=room))
        await stranger.hello(name="Stranger")
        elsewhere = await open_with(stranger)
        servers.lose(apps[0], apps[1])
        await request(host, wire.Chat(action="chat", room=room, text="hello"))
        await moved(far)
        for client, place in ((other, room), (stranger, elsewhere)):
            line = wire.Chat(action="more", room=place, text="still here")
            assert isinstance(await request(client, line), wire.Done)
        await until_said(host, "still here")


async def test_many_losses_in_a_row_do_not_stop_a_match(servers: Servers) -> None:
    """In both directions, signs of life among them: everybody comes back, and what he has folded is what is."""
    luck = random.Random(3)
    apps = await servers.start(2)
    players = await people(apps, 4)
    for player in players:
        player.think = 0.01
    room = await open_room(players)
    for bus in servers.buses:
        bus.loses = lambda to, data: luck.random() < (0.1 if letters(data) else 0.02)
    await start(players, room)
    game = asyncio.create_task(play_out(players))
    await until(lambda: sum(bus.lost for bus in servers.buses) >= 12 or game.done(), 30.0)
    for bus in servers.buses:
        bus.loses = lambda to, data: False
    overs = await game
    assert all(over.outcome is not None and over.fault is None for over in overs)
    gaps = sum(count(app, "paiju_relay_gaps_total") for app in apps)
    assert gaps >= 2
    for player in players:
        await player.link.insist(wire.Enter(action=player.link.action(), room=room))
        assert player.model is not None
        folded, fresh = player.model, await player.arrive(room)
        assert fresh.view == folded.view
        assert [seat.connected for seat in fresh.info.seats] == [True] * 4 and fresh.info.spectators == 0
    before = gaps
    await asyncio.sleep(2.5 * BEAT)
    assert sum(count(app, "paiju_relay_gaps_total") for app in apps) == before, "all is quiet"
    await close(players)


async def test_a_process_that_is_not_heard_is_given_up_and_heard_again(servers: Servers) -> None:
    """A cable between two processes, say: the room's people there are gone for the room, and come back."""
    apps = await servers.start(2)
    async with Client(apps[0]) as host, Client(apps[1]) as far, Client(apps[1]) as back:
        await host.hello(name="Host")
        room = await open_with(host)
        token = (await far.hello(name="Far")).token
        await request(far, wire.Enter(action="in", room=room))
        bus = servers.bus(apps[1])
        bus.loses = lambda to, data: to == servers.bus(apps[0]).name or to == ALL
        await until(lambda: count(apps[0], "paiju_relay_processes") == 0)
        while (info := (await hear(host, wire.Update)).info) is None or info.spectators:
            pass
        bus.loses = lambda to, data: False
        await moved(far)
        await back.hello(token, name="Far")
        assert isinstance(await request(back, wire.Enter(action="in", room=room)), wire.Done)
        assert servers.rooms(apps[0]) == 1, "who was heard of no more had no rooms to be taken"
