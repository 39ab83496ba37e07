"""Histories where several processes share a Redis: each answers whoever is connected to it."""

from __future__ import annotations

import asyncio

import protocol.messages as wire
from tests.e2e.house import close, open_room, play_out, start
from tests.server.profiles.people import ask, back, play, profile, record, top
from tests.server.relay.servers import Servers
from tests.server.relay.test_play import people


async def test_every_process_knows_what_was_played_at_any(servers: Servers) -> None:
    apps = await servers.start(2)
    players = await people(apps, 2)
    name = await play(players)
    here, there = [await profile(player.link) for player in players]
    assert [match.record for mine in (here, there) for match in mine.matches] == [name, name]
    assert [match.seat for mine in (here, there) for match in mine.matches] == [0, 1]
    lines = [(await top(player.link)).lines for player in players]
    assert lines[0] == lines[1] and len(lines[0]) == 2
    moved = await back(apps[1], players[0])
    assert (await profile(moved.link)).matches == here.matches
    await close([*players, moved])


async def test_matches_that_end_at_the_same_time_in_two_processes_both_count(servers: Servers) -> None:
    """The same people at four tables, two of which each process holds."""
    apps = await servers.start(2)
    rounds, mates = 4, await people(apps, 8)
    pairs = [mates[i : i + 2] for i in range(0, 8, 2)]
    for _ in range(rounds):
        await asyncio.gather(*(play(pair) for pair in pairs))
        pairs = [[one, pairs[i - 1][1]] for i, (one, _) in enumerate(pairs)]
    profiles = [await profile(player.link) for player in mates]
    assert [mine.total for mine in profiles] == [rounds] * 8
    table = {line.player: line for line in (await top(mates[0].link)).lines}
    for mine in profiles:
        (sums,) = mine.standings
        line = table[mine.player]
        assert (line.rating, line.played, line.won) == (
            sums.rating,
            sums.played,
            sums.won,
        ) and line.played == rounds
    await close(mates)


async def test_who_has_himself_deleted_leaves_a_table_in_another_process(servers: Servers) -> None:
    apps = await servers.start(2)
    stays, goes = await people(apps, 2)
    name = await play([stays, goes])
    room = await open_room([stays, goes], "highcard")
    await start([stays, goes], room)
    assert [servers.rooms(app) for app in apps] == [2, 0]
    await ask(goes.link, wire.DeleteMe(action=goes.link.action(), token=goes.link.token or ""), wire.Done)
    await close([goes])
    (over,) = await play_out([stays])
    assert over.outcome is not None
    assert stays.model is not None and stays.model.info.seats[1].left
    mine = await profile(stays.link)
    assert [match.seats[1].name for match in mine.matches] == [None, None]
    assert '"p1"' not in (await record(stays.link, name)).data
    await close([stays])
