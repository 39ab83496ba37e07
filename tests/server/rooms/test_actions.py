"""Answers and their refusals; requests that come twice."""

from __future__ import annotations

import pytest

import protocol.messages as wire
from engine.core.record import read_record
from protocol.slugs import Slug
from tests.server.rooms.world import Player, World


def by_turn(players: list[Player]) -> tuple[Player, Player]:
    """Who is asked, and another."""
    asked = next(p for p in players if p.ask is not None)
    return asked, next(p for p in players if p is not asked)


async def test_answers_that_are_not_acceptable_are_refused_and_change_nothing(world: World) -> None:
    players = await world.match("ann", "bob")
    asked, other = by_turn(players)
    assert asked.ask is not None
    number = asked.ask.id
    card = asked.ask.default.picks[0]
    assert await asked.refused(wire.Answer, ask=number, move=7, picks=[card]) == Slug.ANSWER_MALFORMED
    assert await asked.refused(wire.Answer, ask=number, move=0, picks=[]) == Slug.ANSWER_MALFORMED
    assert await asked.refused(wire.Answer, ask=number, move=0, picks=[[99999]]) == Slug.ANSWER_ILLEGAL
    assert await asked.refused(wire.Answer, ask=number, move=0, picks=[card * 2]) == Slug.ANSWER_ILLEGAL
    assert await asked.refused(wire.Answer, ask=number + 1, move=0, picks=[card]) == Slug.ANSWER_STALE
    assert await other.refused(wire.Answer, ask=number, move=0, picks=[card]) == Slug.ANSWER_NOT_ASKED
    assert asked.ask.id == number
    assert await asked.refused(wire.Rematch) in (Slug.ROOM_RUNNING, Slug.ROOM_NOT_HOST)


async def test_nothing_can_be_answered_outside_of_a_match(world: World) -> None:
    ann, _ = await world.table("ann", "bob")
    assert await ann.refused(wire.Answer, ask=1, move=0) == Slug.ROOM_NOT_RUNNING
    assert await ann.refused(wire.Surrender) == Slug.ROOM_NOT_RUNNING
    assert await ann.refused(wire.Rematch) == Slug.ROOM_NOT_RUNNING


@pytest.mark.parametrize("crash", [False, True])
async def test_a_repeated_answer_is_answered_alike_and_counts_once(lasting: World, crash: bool) -> None:
    """V13, N7: also when the process was killed in between."""
    players = await lasting.match("ann", "bob")
    asked, _ = by_turn(players)
    assert asked.ask is not None
    message = wire.Answer(
        action="once", room=asked.room, ask=asked.ask.id, move=0, picks=asked.ask.default.picks
    )
    first = await asked.send(message)
    assert isinstance(first, wire.Done)
    if crash:
        await lasting.crash()
    again = await asked.send(message)
    assert again == first
    if crash:
        for player in players:
            await player.back()
    await lasting.play_out(players)
    assert asked.over is not None
    record = await asked.send(wire.GetRecord(action="rec", record=asked.over.record or ""))
    assert isinstance(record, wire.RecordFile)
    assert len(read_record(record.data.encode()).inputs) == 10


@pytest.mark.parametrize("crash", [False, True])
async def test_a_room_is_made_once(lasting: World, crash: bool) -> None:
    ann = lasting.player("ann")
    message = wire.CreateRoom(action="make", game="highcard", seats=2)
    first = await ann.send(message)
    assert isinstance(first, wire.Done)
    if crash:
        await lasting.crash()
    again = await ann.send(message)
    assert isinstance(again, wire.Done)
    assert again.room == first.room
    assert len(await lasting.rooms.cards(None)) == 1


async def test_leaving_twice_is_leaving_once(world: World) -> None:
    ann, bob = await world.table("ann", "bob")
    message = wire.Leave(action="bye", room=ann.room)
    first = await bob.send(message)
    assert await bob.send(message) == first
    assert [type(m) for m in bob.heard].count(wire.Left) == 1


async def test_two_answers_to_one_question_in_one_moment(world: World) -> None:
    """V11: the second is refused with the current number, not dropped."""
    players = await world.match("ann", "bob")
    asked, _ = by_turn(players)
    assert asked.ask is not None
    for action in ("x", "y"):
        message = wire.Answer(
            action=action, room=asked.room, ask=asked.ask.id, move=0, picks=asked.ask.default.picks
        )
        await world.rooms.handle(asked.link, message)
    await world.settle()
    done, refused = asked.answer_to("x"), asked.answer_to("y")
    assert isinstance(done, wire.Done)
    assert isinstance(refused, wire.Refused)
    assert (refused.slug, refused.seq) == (Slug.ANSWER_STALE, done.seq)


async def test_memory_of_requests_is_bounded(world: World) -> None:
    ann, _ = await world.table("ann", "bob")
    for i in range(100):
        await ann.ok(wire.Ready, ready=i % 2 == 0)
    replies = world.rooms.holdings.rooms[ann.room].fold.state.replies
    assert len(replies[ann.link.player]) == 32


async def test_records_are_for_those_who_played(world: World) -> None:
    ann, bob = await world.match("ann", "bob")
    eve = world.player("eve")
    await eve.enter(ann.room)
    await world.play_out([ann, bob])
    assert ann.over is not None
    for player, kind in [(bob, wire.RecordFile), (eve, wire.Refused)]:
        answer = await player.send(wire.GetRecord(action="rec", record=ann.over.record or ""))
        assert isinstance(answer, kind)
    answer = await ann.send(wire.GetRecord(action="no", record="nothing"))
    assert isinstance(answer, wire.Refused)
    assert answer.slug == Slug.RECORD_UNKNOWN


async def test_the_secret_stays_secret_until_the_end(world: World) -> None:
    """L6."""
    ann, bob = await world.match("ann", "bob")
    state = world.rooms.holdings.rooms[ann.room].fold.state
    secret = state.secret
    await world.play_out([ann, bob])
    said = b"".join(ann.link.frames + bob.link.frames)
    assert secret not in said
    assert secret.hex().encode() not in said
    assert state.luck not in said
