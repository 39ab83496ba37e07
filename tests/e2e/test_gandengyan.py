"""Gandengyan over real sockets: four people to the end of a match, with a restart of the server in the middle, and a person among bots."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import protocol.messages as wire
from engine.core.record import read_record, verify
from engine.registry import find_game
from tests.e2e.house import close, open_room, play_out, server, sit_down, start


@pytest.mark.slow
async def test_four_people_finish_a_match_over_a_restart(tmp_path: Path) -> None:
    """The process that comes back reads the room from its store: the same hands, the same question, the same points."""
    store = f"sqlite:{tmp_path / 'paiju.db'}"
    async with server(store=store) as app:
        port = app.transport.port
        players = await sit_down(app, 4, level="normal")
        room = await open_room(players, "gandengyan", hands=14)
        await start(players, room)
        game = asyncio.create_task(play_out(players))
        async with asyncio.timeout(20):
            while min(len(player.acknowledged) for player in players) < 10:  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.01)
        before = players[0].model
        assert before is not None and before.view is not None and before.over is None
        deal = before.view.mark("deal")
    assert not game.done()
    async with server(store=store, port=port) as app:
        overs = await game
        assert len(overs) == 4 and {over.record for over in overs} == {overs[0].record}
        after = players[0].model
        assert after is not None and after.view is not None and after.outcome is not None
        assert after.outcome.reason == "hands" and sum(after.outcome.scores) == 2000
        now = after.view.mark("deal")
        assert isinstance(now, int) and isinstance(deal, int) and now >= deal
        link = players[1].link
        assert overs[0].record is not None
        file = await link.request(wire.GetRecord(action=link.action(), record=overs[0].record))
        assert isinstance(file, wire.RecordFile)
        assert "outcome" in verify(read_record(file.data.encode()), find_game("gandengyan"))
        await close(players)


@pytest.mark.slow
async def test_a_person_among_bots_and_the_record_says_who_is_which() -> None:
    """§8.3 The rules ask for it, so the replay must know it."""
    async with server() as app:
        players = await sit_down(app, 1)
        room = await open_room(players, "gandengyan", seats=5, hands=1)
        await start(players, room)
        (over,) = await play_out(players)
        link = players[0].link
        assert over.fault is None and over.record is not None
        file = await link.request(wire.GetRecord(action=link.action(), record=over.record))
        assert isinstance(file, wire.RecordFile)
        record = read_record(file.data.encode())
        assert record.levels == [None, *["random"] * 4]
        assert record.begin(find_game("gandengyan"))[0].state.bots == [1, 2, 3, 4]
        assert "outcome" in verify(record, find_game("gandengyan"))
        await close(players)
