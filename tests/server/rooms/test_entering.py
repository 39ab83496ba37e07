"""Coming in, coming back, falling behind. The cases are those of docs' list of what went wrong in servers like this (V1 to V16)."""

from __future__ import annotations

import pytest

import protocol.messages as wire
from engine.core.chance import Chance
from protocol.codec import Codec
from protocol.slugs import Slug
from tests.server.rooms.world import Player, World


def since(player: Player, mark: int) -> list[wire.ServerMessage]:
    """What he has heard after his first `mark` messages."""
    player.listen()
    return player.heard[mark:]


@pytest.mark.parametrize("codec", list(Codec))
async def test_the_snapshot_comes_before_anything_else(world: World, codec: Codec) -> None:
    """V3: also when requests follow so fast that one turn takes them all."""
    ann = world.player("ann")
    code = await ann.create()
    bob = world.player("bob", codec)
    await world.rooms.handle(bob.link, wire.Enter(action="in", room=code))
    await world.rooms.handle(bob.link, wire.TakeSeat(action="sit", room=code, seat=1))
    await ann.ok(wire.Chat, text="hi")
    assert [type(m) for m in bob.heard[:3]] == [wire.Snapshot, wire.Done, wire.Done]
    assert (bob.you, bob.chat) == (1, ["hi"])


async def test_every_enter_is_answered_with_the_room(world: World) -> None:
    """V4: a second one too; V5: nobody is there twice."""
    ann, bob = await world.table("ann", "bob")
    mark = len(bob.heard)
    await bob.enter(ann.room)
    assert [type(m) for m in since(bob, mark)] == [wire.Snapshot, wire.Done]
    assert ann.info is not None
    assert [seat.player for seat in ann.info.seats] == ["ann", "bob"]
    assert ann.info.spectators == 0


async def test_who_missed_nothing_gets_the_open_question_and_its_time_again(world: World) -> None:
    """V6."""
    ann, bob = await world.match("ann", "bob")
    asked = ann if ann.ask is not None else bob
    before = asked.state()
    await world.pass_(10)
    await asked.drop()
    mark = len(asked.heard)
    await asked.back()
    heard = since(asked, mark)
    assert [type(m) for m in heard] == [wire.Update, wire.Update, wire.Done]  # gone, and back
    assert asked.state() | {"seq": 0} == before | {"seq": 0}
    assert asked.window is not None
    assert asked.window.left_ms == 35_000


async def test_missed_updates_come_one_by_one_and_an_old_gap_gets_a_snapshot() -> None:
    """V10, V14: who comes back sees what he would have seen."""
    world = await World.open(ring=6)
    ann, bob, cat = await world.match("ann", "bob", "cat")
    watcher = world.player("eve")
    await watcher.enter(ann.room)
    chance = Chance(b"x", "test")
    for missed, kind in [(2, wire.Update), (20, wire.Snapshot)]:
        await cat.drop()
        for i in range(missed):
            asked = next((p for p in (ann, bob) if p.ask is not None), None)
            if asked is not None:
                await asked.answer_ask(chance)
            else:
                await world.pass_(3)
                await ann.do(wire.Chat, text=f"line {i}")
        mark = len(cat.heard)
        await cat.back()
        assert {type(m) for m in since(cat, mark)} == {kind, wire.Done}
        resumed = cat.state()
        await cat.enter(ann.room)
        assert cat.state() == resumed
    await world.close()


async def test_resuming_without_a_number_or_from_the_future_gets_a_snapshot(world: World) -> None:
    ann, _bob = await world.match("ann", "bob")
    for number in (None, ann.seq + 100):
        mark = len(ann.heard)
        await ann.enter(ann.room, number)
        assert [type(m) for m in since(ann, mark)] == [wire.Snapshot, wire.Done]


async def test_a_spectator_sees_the_public_view_whatever_he_says(world: World) -> None:
    """V16, L7, L13: the role is the server's."""
    ann, bob = await world.match("ann", "bob")
    eve = world.player("eve")
    await eve.enter(ann.room)
    assert eve.view is not None
    assert (eve.you, eve.ask, eve.view.viewer) == (None, None, None)
    assert all(not eve.view.cards("hand", seat) for seat in (0, 1))
    assert await eve.refused(wire.Answer, ask=1, move=0, picks=[[1]]) == Slug.SEAT_NONE
    assert await eve.refused(wire.Surrender) == Slug.SEAT_NONE
    await eve.ok(wire.Leave)  # N4: his leaving dissolves nothing
    await world.play_out([ann, bob])
    assert bob.over is not None


async def test_who_gave_his_seat_up_cannot_go_on_from_what_he_saw(world: World) -> None:
    ann, bob = await world.match("ann", "bob")
    number = bob.seq
    await bob.ok(wire.Surrender)
    assert (bob.you, bob.ask) == (None, None)
    assert bob.view is not None
    assert bob.view.viewer is None
    mark = len(bob.heard)
    await bob.enter(ann.room, number)
    assert [type(m) for m in since(bob, mark)] == [wire.Snapshot, wire.Done]


async def test_a_late_cleanup_of_an_old_connection_touches_nothing(world: World) -> None:
    """V1: the newer connection is there before the older one is known to be gone."""
    ann, bob = await world.match("ann", "bob")
    old = bob.link
    await bob.back(resume=True)
    world.rooms.detach(old)
    await world.settle()
    assert ann.info is not None
    assert ann.info.seats[1].connected
    await ann.ok(wire.Chat, text="still there?")
    assert bob.chat == ["still there?"]


async def test_a_replaced_connection_hears_nothing_more_and_the_new_one_only_after_entering(
    world: World,
) -> None:
    ann, bob = await world.match("ann", "bob")
    old = bob.link
    frames = len(old.frames)
    new = world.player("bob")
    world.rooms.replace(old, new.link)
    world.rooms.detach(old)
    await ann.ok(wire.Chat, text="hello?")
    assert (len(old.frames), new.heard) == (frames, [])
    await new.enter(ann.room)
    assert new.you == 1
    assert new.chat == ["hello?"]


async def test_a_connection_lost_while_entering_leaves_nobody_behind(world: World) -> None:
    ann = world.player("ann")
    code = await ann.create()
    bob = world.player("bob")
    await world.rooms.handle(bob.link, wire.Enter(action="in", room=code))
    world.rooms.detach(bob.link)
    await world.settle()
    assert ann.info is not None
    assert ann.info.spectators == 0
    await ann.ok(wire.Chat, text="alone")
    assert bob.chat == []


async def test_who_is_behind_gets_nothing_and_then_one_snapshot(world: World) -> None:
    ann, bob = await world.table("ann", "bob")
    mark, bob.link.stuck = len(bob.heard), world.settings.backlog + 1
    for text in ("a", "b", "c"):
        await ann.ok(wire.Chat, text=text)
    assert since(bob, mark) == []
    bob.link.stuck = 0
    world.rooms.drained(bob.link)
    await world.settle()
    assert [type(m) for m in since(bob, mark)] == [wire.Snapshot]
    assert bob.chat == ["a", "b", "c"]
    await ann.ok(wire.Chat, text="d")
    assert bob.chat[-1] == "d"


async def test_spectators_and_players_who_see_no_more_share_their_bytes(world: World) -> None:
    """Each different view is encoded once."""
    players = await world.match("ann", "bob", "cat", "dan")
    eve, fay = world.player("eve"), world.player("fay", Codec.JSON)
    for watcher in (eve, fay):
        await watcher.enter(players[0].room)
    asked = next(p for p in players if p.ask is not None)
    await asked.answer_ask()
    others = [p for p in players if p is not asked and p.ask is None]
    last = [p.link.frames[-1] for p in [*others, eve]]
    assert len(others) == 2
    assert all(frame is last[0] for frame in last)
    assert fay.state()["view"] == eve.state()["view"]


async def test_leaving_a_running_match_is_for_good_and_a_bot_plays_on(world: World) -> None:
    """V8, V27."""
    ann, bob = await world.match("ann", "bob")
    await bob.ok(wire.Leave)
    assert ann.info is not None
    seat = ann.info.seats[1]
    assert (seat.kind, seat.left, seat.connected, seat.name, seat.level) == (
        "person",
        True,
        False,
        "Bob",
        "random",
    )
    assert await world.rooms.rooms_of(bob.link.player) == []
    assert await bob.refused(wire.Ready) == Slug.ROOM_NOT_IN
    await world.play_out([ann])
    await bob.enter(ann.room)
    assert bob.you is None


@pytest.mark.parametrize("going", ["leaves", "is removed"])
async def test_who_comes_and_is_out_in_the_same_moment_hears_of_both(world: World, going: str) -> None:
    """Each request is answered, also when one turn takes it together with the one that undoes it."""
    ann, bob = world.player("ann"), world.player("bob")
    code = await ann.create()
    await world.rooms.handle(bob.link, wire.Enter(action="in", room=code))
    if going == "leaves":
        await world.rooms.handle(bob.link, wire.Leave(action="out", room=code))
    else:
        await world.rooms.handle(ann.link, wire.Kick(action="out", room=code, player=bob.link.player))
    await world.settle()
    heard = since(bob, 0)
    assert isinstance(bob.answer_to("in"), wire.Done)
    assert [m.slug for m in heard if isinstance(m, wire.Left)] == [
        Slug.ROOM_LEFT if going == "leaves" else Slug.ROOM_KICKED
    ]
    assert not any(isinstance(m, wire.Snapshot) for m in heard)
    assert ann.info is not None and ann.info.spectators == 0
