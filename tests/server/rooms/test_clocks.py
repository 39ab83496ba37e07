"""Time: turns, responses, the bank, autopilot; and that a restart neither loses nor gives any."""

from __future__ import annotations

import pytest

import protocol.messages as wire
from protocol.messages import Clock
from server.rooms.clocks import RoomClock, draw_seconds
from tests.server.rooms.world import Player, World

CLOCK = Clock(turn=20, response=10, bank=30)


def left(player: Player) -> tuple[int | None, int]:
    player.listen()
    assert player.window is not None
    return player.window.left_ms, player.window.bank_ms


def bank(player: Player, seat: int) -> int | None:
    assert player.info is not None
    return player.info.seats[seat].bank_ms


async def test_when_turn_and_bank_are_used_up_the_default_is_taken(world: World) -> None:
    """V24: the bank is one for the match."""
    ann, bob = await world.match("ann", "bob", clock=CLOCK)
    assert left(ann) == (20_000, 30_000)
    assert bank(ann, 0) == 30_000
    await world.pass_(49)
    assert ann.ask is not None
    await world.pass_(1.1)
    assert ann.ask is None
    assert bob.ask is not None
    assert [bank(bob, seat) for seat in (0, 1)] == [0, 30_000]
    assert left(bob) == (20_000, 30_000)


async def test_a_late_answer_is_paid_from_the_bank(world: World) -> None:
    ann, bob = await world.match("ann", "bob", clock=CLOCK)
    await world.pass_(27.5)
    await ann.answer_ask()
    assert bank(bob, 0) == 22_500
    await bob.answer_ask()
    assert bank(ann, 1) == 30_000


async def test_two_silences_in_a_row_bring_a_bot_and_any_act_brings_the_person_back(world: World) -> None:
    ann, bob = await world.match(
        "ann", "bob", clock=Clock(turn=5, response=3, bank=0), options={"tricks": 13}
    )
    await world.pass_(5.1)
    await bob.answer_ask()
    while ann.ask is None:
        await bob.answer_ask()
    await world.pass_(5.1)
    assert bob.info is not None
    assert bob.info.seats[0].autopilot
    for _ in range(3):
        await bob.answer_ask()
        await world.settle()
        assert ann.ask is None
    await ann.ok(wire.Chat, text="back")
    assert bob.info is not None
    assert not bob.info.seats[0].autopilot
    while ann.ask is None:
        await bob.answer_ask()
    await world.pass_(4)
    assert ann.ask is not None
    await ann.answer_ask()


async def test_one_silence_is_forgotten_after_an_answer(world: World) -> None:
    ann, bob = await world.match(
        "ann", "bob", clock=Clock(turn=5, response=3, bank=0), options={"tricks": 13}
    )
    for _ in range(3):
        while ann.ask is None:
            await bob.answer_ask()
        await world.pass_(5.1)
        while ann.ask is None:
            await bob.answer_ask()
        await ann.answer_ask()
    assert bob.info is not None
    assert not bob.info.seats[0].autopilot


async def test_even_a_refused_request_shows_that_the_person_is_there(world: World) -> None:
    ann, bob = await world.match(
        "ann", "bob", clock=Clock(turn=5, response=3, bank=0), options={"tricks": 13}
    )
    for _ in range(2):
        while ann.ask is None:
            await bob.answer_ask()
        await world.pass_(5.1)
    assert bob.info is not None
    assert bob.info.seats[0].autopilot
    answer = await ann.do(wire.Answer, ask=0, move=0)
    assert isinstance(answer, wire.Refused)
    assert not bob.info.seats[0].autopilot


async def test_dropping_stops_no_clock(world: World) -> None:
    """V24."""
    ann, bob = await world.match("ann", "bob", clock=CLOCK)
    await world.pass_(10)
    await ann.drop()
    await world.pass_(30)
    await ann.back()
    assert left(ann) == (0, 10_000)
    await ann.drop()
    await world.pass_(10.1)
    assert bob.ask is not None


async def test_without_limits_nothing_happens_by_itself(world: World) -> None:
    ann, _bob = await world.match("ann", "bob", clock=Clock(unlimited=True))
    assert left(ann) == (None, 0)
    await world.pass_(3600)
    assert ann.ask is not None
    assert bank(ann, 0) is None


@pytest.mark.parametrize("down", [0.0, 1000.0])
async def test_a_killed_process_neither_loses_nor_resets_a_clock(lasting: World, down: float) -> None:
    """V25: to the second, however long the server was down."""
    ann, bob = await lasting.match("ann", "bob", clock=CLOCK)
    await lasting.pass_(24)
    await lasting.crash(down)
    await bob.back()
    first = left(bob)
    assert first[0] == 0
    assert 26_000 <= first[1] <= 27_000
    await lasting.pass_(20)
    await lasting.crash(down)
    await ann.back()
    assert 6_000 <= left(ann)[1] <= 8_000
    await lasting.pass_(8.1)
    await bob.back()
    assert bob.ask is not None
    assert bank(bob, 0) == 0


async def test_a_drained_server_keeps_the_clocks_to_the_millisecond(lasting: World) -> None:
    ann, _ = await lasting.match("ann", "bob", clock=CLOCK)
    await lasting.pass_(7.25)
    await lasting.rooms.drain()
    await lasting.crash(500.0)
    await ann.back()
    assert left(ann) == (12_750, 30_000)


async def test_a_bot_is_under_the_same_clock() -> None:
    """V26: one that would think for longer than its time answers in time."""
    world = await World.open(bot_delay=(100.0, 100.0))
    (ann,) = await world.match("ann", bots=1, clock=Clock(turn=5, response=3, bank=60))
    if ann.ask is not None:  # else the bot leads
        await ann.answer_ask()
    before = ann.seq
    await world.pass_(4.9)
    assert ann.ask is None and ann.seq == before
    await world.pass_(0.2)
    assert ann.seq > before
    await world.close()


async def test_a_bot_thinks_for_a_while() -> None:
    world = await World.open(bot_delay=(1.0, 2.0))
    (ann,) = await world.match("ann", bots=1)
    if ann.ask is not None:  # else the bot leads
        await ann.answer_ask()
    before = ann.seq
    await world.pass_(0.9)
    assert ann.ask is None and ann.seq == before
    await world.pass_(1.2)
    assert ann.seq > before
    await world.close()


async def test_the_host_may_give_the_seat_of_somebody_who_is_gone_to_a_bot(world: World) -> None:
    """V27."""
    ann, bob = await world.match(
        "ann", "bob", clock=Clock(turn=5, response=3, bank=0), options={"tricks": 13}
    )
    assert await ann.refused(wire.SetBot, seat=1, level="random") == "room/running"
    await bob.drop()
    assert await ann.refused(wire.SetBot, seat=1, level="random") == "room/running"
    while True:
        if ann.ask is not None:
            await ann.answer_ask()
        await world.pass_(5.1)
        assert ann.info is not None
        if ann.info.seats[1].autopilot:
            break
    await ann.ok(wire.SetBot, seat=1)
    assert (ann.info.seats[1].left, ann.info.seats[1].level) == (True, "random")
    assert await ann.refused(wire.SetBot, seat=1, level="divine") == "seat/level"
    await bob.back()
    assert bob.you is None


def test_a_stopped_clock_stands_still() -> None:
    time = [100.0]
    clock = RoomClock(lambda: time[0], 7.0)
    time[0] = 103.0
    assert clock.now() == 10.0
    clock.stop()
    time[0] = 200.0
    assert clock.now() == 10.0
    clock.go()
    time[0] = 201.0
    assert clock.now() == 11.0


def test_delays_are_drawn_within_their_span_and_differ_from_question_to_question() -> None:
    drawn = [draw_seconds(b"luck", f"delay:{ask}", (0.5, 2.0)) for ask in range(200)]
    assert all(0.5 <= seconds <= 2.0 for seconds in drawn)
    assert len(set(drawn)) > 150
    assert drawn[3] == draw_seconds(b"luck", "delay:3", (0.5, 2.0))
    assert draw_seconds(b"luck", "delay:3", (0.0, 0.0)) == 0.0
