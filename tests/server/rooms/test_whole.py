"""Whole matches: from an empty room to a record that verifies, across restarts."""

from __future__ import annotations

import pytest

import protocol.messages as wire
from engine.core.chance import Chance
from engine.core.record import read_record, verify
from engine.registry import find_game
from protocol.codec import Codec
from tests.server.rooms.world import World


@pytest.mark.parametrize("codec", list(Codec))
async def test_two_persons_and_two_bots_play_to_a_record_that_verifies(lasting: World, codec: Codec) -> None:
    players = await lasting.match("ann", "bob", bots=2, codec=codec)
    commitment = players[0].info and players[0].info.commitment
    await lasting.play_out(players)
    ann, bob = players
    assert ann.over is not None and ann.over.record is not None and ann.over.outcome is not None
    answer = await bob.send(wire.GetRecord(action="rec", record=ann.over.record))
    assert isinstance(answer, wire.RecordFile)
    record = read_record(answer.data.encode())
    assert record.commitment == commitment
    assert record.levels == [None, None, "random", "random"]
    assert record.nonces == ["00ff", "00ff", "", ""]
    assert f"inputs:{4 * 5}" in verify(record, find_game("highcard"))


async def test_a_match_goes_on_across_crashes_and_ends_like_any_other(lasting: World) -> None:
    players = await lasting.match("ann", "bob")
    chance = Chance(b"crashes", "test")
    answers = 0
    while players[0].over is None:
        before = [p.picture() for p in players]
        await lasting.crash(down=100.0)
        for player in players:
            await player.back()
        assert [p.picture() for p in players] == before
        asked = next(p for p in players if p.ask is not None)
        assert isinstance(await asked.answer_ask(chance), wire.Done)
        answers += 1
        for player in players:
            player.listen()
    assert answers == 10
    record = players[0].over.record
    assert record is not None
    answer = await players[0].send(wire.GetRecord(action="rec", record=record))
    assert isinstance(answer, wire.RecordFile)
    assert "inputs:10" in verify(read_record(answer.data.encode()), find_game("highcard"))


@pytest.mark.parametrize("polling", ["brisk", "conceal"])
async def test_a_whole_dingti_with_bots_and_crashes_verifies(lasting: World, polling: str) -> None:
    """The real game: overrides in covered windows, nested questions, long rounds."""
    (ann,) = await lasting.match("ann", bots=2, game="dingti", polling=polling)
    chance = Chance(b"dingti", "test")
    crashes = 0
    for step in range(1, 2000):
        if ann.over is not None:
            break
        if step % 3 == 0:
            crashes += 1
            before = ann.state()
            await lasting.crash(down=9.0)
            await ann.back()
            await lasting.settle()
            assert ann.state()["seq"] >= before["seq"]
        if ann.ask is not None:
            assert isinstance(await ann.answer_ask(chance), wire.Done)
        else:
            await lasting.pass_(2.0)
    assert ann.over is not None
    assert ann.over.outcome is not None
    assert crashes >= 2
    answer = await ann.send(wire.GetRecord(action="rec", record=ann.over.record or ""))
    assert isinstance(answer, wire.RecordFile)
    assert "outcome" in verify(read_record(answer.data.encode()), find_game("dingti"))
