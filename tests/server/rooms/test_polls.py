"""Windows in which several are asked: what the others may learn, and when they close (law 6)."""

from __future__ import annotations

import pytest

import protocol.messages as wire
from engine.core.record import read_record, verify
from engine.registry import find_game
from protocol.messages import Clock
from tests.server.rooms.world import Player, World

CLOCK = Clock(turn=20, response=10, bank=30)
SLOWEST = 5.0
"""No cover and no pause takes longer."""


def window(player: Player) -> str:
    return player.poll().window


async def choose(player: Player, move: int = 0) -> wire.Done:
    player.listen()
    assert player.ask is not None
    return await player.ok(wire.Answer, ask=player.ask.id, move=move)


async def test_an_answer_is_heard_of_by_nobody_but_its_seat(world: World) -> None:
    ann, bob = await world.match("ann", "bob", game="windows", clock=CLOCK, polling="conceal")
    seq, heard = bob.seq, len(bob.heard)
    done = await choose(ann)
    assert done.seq == seq
    assert (len(bob.heard), bob.seq) == (heard, seq)
    assert ann.ask is None
    assert ann.poll().seats == [0, 1]
    assert await ann.refused(wire.Answer, ask=1, move=0) == "answer/stale"


async def test_a_concealed_window_stays_open_until_its_cover_has_passed(world: World) -> None:
    ann, bob = await world.match("ann", "bob", game="windows", clock=CLOCK, polling="conceal")
    await choose(ann)
    await choose(bob)
    assert (window(ann), bob.ask) == ("window", None)
    assert await bob.refused(wire.Answer, ask=2, move=0) == "answer/stale"
    await world.pass_(1.4)
    assert window(ann) == "window"
    await world.pass_(SLOWEST)
    assert window(ann) == "lead"


async def test_a_concealed_window_waits_for_the_last_to_its_end(world: World) -> None:
    ann, bob = await world.match("ann", "bob", game="windows", clock=CLOCK, polling="conceal")
    await choose(ann)
    await world.pass_(9.9)
    assert window(bob) == "window"
    await world.pass_(0.2)
    assert window(bob) == "lead"
    assert bob.info is not None
    assert bob.info.seats[1].bank_ms == 30_000, "no bank for a window of several"


async def test_after_the_cover_the_last_answer_closes_the_window_at_once(world: World) -> None:
    ann, bob = await world.match("ann", "bob", game="windows", clock=CLOCK, polling="conceal")
    await choose(ann)
    await world.pass_(SLOWEST)
    await choose(bob)
    assert window(ann) == "lead"


async def test_what_a_spectator_sees_does_not_depend_on_who_answers_first() -> None:
    """His whole stream, byte for byte; L11."""
    streams = []
    for first in (0, 1):
        world = await World.open()
        players = await world.match("ann", "bob", game="windows", clock=CLOCK, polling="conceal")
        eve = world.player("eve")
        await eve.enter(players[0].room)
        await choose(players[first])
        await world.pass_(0.7)
        await choose(players[1 - first])
        await world.pass_(SLOWEST)
        assert window(eve) == "lead"
        streams.append(eve.link.frames)
        await world.close()
    assert streams[0] == streams[1]


async def test_brisk_answers_for_whoever_can_only_pass_and_for_nobody_else(world: World) -> None:
    ann, bob = await world.match("ann", "bob", game="windows", clock=CLOCK, options={"able": 1})
    assert bob.ask is not None
    heard = len(ann.heard)
    await world.pass_(2.1)
    assert bob.ask is None
    assert len(ann.heard) == heard
    assert window(ann) == "window"
    await choose(ann, 1)
    assert window(ann) == "lead"
    assert ann.view is not None
    assert ann.view.mark("taken") == 1


async def test_brisk_takes_a_short_pause_where_nobody_can_do_anything(world: World) -> None:
    ann, _ = await world.match("ann", "bob", game="windows", clock=CLOCK, options={"able": 0})
    await world.pass_(0.4)
    assert window(ann) == "window"
    await world.pass_(1.7)
    assert window(ann) == "lead"


async def test_who_is_answered_for_is_not_taken_for_asleep(world: World) -> None:
    ann, bob = await world.match("ann", "bob", game="windows", clock=CLOCK, options={"able": 0, "rounds": 6})
    for _ in range(3):
        await world.pass_(2.1)
        await choose(ann if ann.ask is not None else bob)
    assert ann.info is not None
    assert [seat.autopilot for seat in ann.info.seats] == [False, False]


@pytest.mark.parametrize("polling", ["conceal", "brisk"])
async def test_whoever_is_not_connected_holds_up_no_covered_window(world: World, polling: str) -> None:
    """N1."""
    ann, bob = await world.match(
        "ann", "bob", game="windows", clock=CLOCK, polling=polling, options={"able": 3}
    )
    await bob.drop()
    await choose(ann)
    await world.pass_(SLOWEST)
    assert window(ann) == "lead"


async def test_an_uncovered_window_closes_with_the_last_answer(world: World) -> None:
    ann, bob = await world.match(
        "ann", "bob", game="windows", clock=CLOCK, polling="conceal", options={"covered": False, "able": 0}
    )
    await choose(ann)
    await world.pass_(6)
    assert bob.ask is not None
    await choose(bob)
    assert window(ann) == "lead"


async def test_bots_answer_covered_windows_like_everybody(world: World) -> None:
    (ann,) = await world.match(
        "ann", bots=3, game="windows", clock=CLOCK, polling="conceal", options={"able": 15}
    )
    await choose(ann)
    assert window(ann) == "window"
    await world.pass_(SLOWEST)
    assert window(ann) == "lead"


@pytest.mark.parametrize("polling", ["conceal", "brisk"])
async def test_a_crash_in_the_middle_of_a_window_forgets_no_answer(lasting: World, polling: str) -> None:
    """N9: what is kept back for the cover is part of the room."""
    ann, bob = await lasting.match(
        "ann", "bob", game="windows", clock=CLOCK, polling=polling, options={"able": 3}
    )
    rounds = 0
    while ann.over is None:
        if window(ann) == "window":
            await choose(ann, 1)
            await lasting.crash()
            await ann.back()
            await bob.back()
            assert (ann.ask, bob.ask is None) == (None, False)
            await choose(bob)
            await lasting.crash()
            await ann.back()
            await bob.back()
            await lasting.pass_(SLOWEST)
            assert window(ann) == "lead"
            assert ann.view is not None
            assert ann.view.mark("taken") == 1
            rounds += 1
        else:
            await choose(ann if ann.ask is not None else bob)
    assert rounds == 3
    answer = await bob.send(wire.GetRecord(action="rec", record=ann.over.record or ""))
    assert isinstance(answer, wire.RecordFile)
    assert "inputs:9" in verify(read_record(answer.data.encode()), find_game("windows"))
