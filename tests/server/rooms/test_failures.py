"""What may go wrong: rules, bots, our own code, the store. No room takes another one with it."""

from __future__ import annotations

from typing import Any

import pytest

import protocol.messages as wire
from engine.core.record import read_record, verify
from engine.registry import find_game
from protocol.messages import Clock
from protocol.slugs import Slug
from server.rooms import table
from server.rooms.hall import Hall
from server.store import open_store
from server.store.base import RoomId
from tests.server.rooms.stores import Unreliable
from tests.server.rooms.world import Player, Time, World


@pytest.fixture
async def shaky() -> Any:
    time = Time()
    store = Unreliable(await open_store("memory:", clock=time.clock))
    world = World(store, time)
    await world.rooms.restore()
    yield world, store
    store.down = False
    await world.close()


async def both(world: World) -> tuple[list[Player], list[Player]]:
    """A room in trouble and one beside it."""
    return await world.match("ann", "bob"), await world.match("cat", "dan")


async def fine(world: World, players: list[Player]) -> None:
    await world.play_out(players)
    assert players[0].over is not None
    assert players[0].over.outcome is not None


@pytest.mark.parametrize("trouble", ["rule", "default"])
async def test_a_rule_that_fails_voids_its_match_only(lasting: World, trouble: str) -> None:
    """V21: the players are told, the record is kept, the server lives."""
    players = await lasting.match(
        "ann", "bob", game="windows", clock=Clock(turn=5, response=3, bank=0), options={"trouble": trouble}
    )
    neighbours = await lasting.match("cat", "dan")
    await lasting.pass_(60)
    for player in players:
        assert player.info is not None
        assert player.info.phase == "over"
        assert player.over is not None
        assert player.over.outcome is None
        assert player.over.fault
        assert "hidden" not in player.over.fault
    record = players[0].over and players[0].over.record
    answer = await players[0].send(wire.GetRecord(action="rec", record=record or ""))
    assert isinstance(answer, wire.RecordFile)
    kept = read_record(answer.data.encode())
    assert kept.fault
    assert verify(kept, find_game("windows"))
    await lasting.crash()
    for player in [*players, *neighbours]:
        await player.back()
    assert players[1].over is not None
    await players[0].ok(wire.Rematch)
    await fine(lasting, neighbours)


@pytest.mark.parametrize("level", ["raising", "cheating"])
async def test_a_bot_that_fails_costs_its_seat_the_default(world: World, level: str) -> None:
    ann = world.player("ann")
    await ann.create("windows", 2, options={"able": 3}, clock=Clock(turn=5, response=3, bank=0))
    await ann.ok(wire.SetBot, seat=1, level=level)
    await ann.ok(wire.Ready)
    await ann.ok(wire.Start)
    await world.pass_(60)
    assert ann.over is not None
    assert ann.over.outcome is not None


async def test_a_request_that_makes_us_fail_is_undone_and_the_room_goes_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    players, neighbours = await both(world)
    ann, bob = players

    def broken(hall: Hall, player: str, message: wire.Chat) -> None:
        hall.state.seats.clear()  # half done, and then
        raise RuntimeError("nobody foresaw this")

    with monkeypatch.context() as patch:
        patch.setitem(table.HANDLERS, wire.Chat, broken)
        await world.rooms.handle(bob.link, wire.Chat(action="x", room=ann.room, text="x"))
        await world.rooms.handle(ann.link, wire.Surrender(action="y", room=ann.room))
        await world.settle()
    refused, done = bob.answer_to("x"), ann.answer_to("y")
    assert isinstance(refused, wire.Refused)
    assert (refused.slug, type(done)) == (Slug.SERVER_FAULT, wire.Done)
    assert bob.info is not None
    assert [(seat.player, seat.left) for seat in bob.info.seats] == [("ann", True), ("bob", False)]
    await fine(world, [bob])
    await fine(world, neighbours)


async def test_a_room_that_fails_again_and_again_is_closed_and_its_people_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    players, neighbours = await both(world)
    ann, bob = players

    def broken(hall: Hall, player: str, message: wire.Chat) -> None:
        raise RuntimeError("nobody foresaw this")

    with monkeypatch.context() as patch:
        patch.setitem(table.HANDLERS, wire.Chat, broken)
        for i in range(4):
            await world.rooms.handle(bob.link, wire.Chat(action=f"x{i}", room=ann.room, text="x"))
            await world.settle()
    assert isinstance(ann.heard[-1], wire.Left)
    assert ann.heard[-1].slug == Slug.SERVER_FAULT
    assert await ann.refused(wire.Ready) == Slug.ROOM_UNKNOWN
    await fine(world, neighbours)


async def test_while_the_store_is_away_a_room_stands_still_and_tells_nothing_new(
    shaky: tuple[World, Unreliable],
) -> None:
    world, store = shaky
    ann, bob = await world.match("ann", "bob", clock=Clock(turn=20, response=10, bank=0))
    await world.pass_(5)
    seq, view = bob.seq, bob.state()["view"]
    store.down = True
    assert ann.ask is not None
    answer = wire.Answer(action="slow", room=ann.room, ask=ann.ask.id, move=0, picks=ann.ask.default.picks)
    await world.rooms.handle(ann.link, answer)
    await world.pass_(300)
    assert all(getattr(m, "action", "") != "slow" for m in ann.heard)
    for player in (ann, bob):
        assert player.info is not None
        assert player.info.paused
        assert player.window is not None
        assert player.window.left_ms == 15_000
    assert (bob.seq, bob.state()["view"]) == (seq, view)
    assert await bob.refused(wire.Chat, text="hello?") == Slug.ROOM_PAUSED
    store.down = False
    await world.pass_(3)
    assert isinstance(ann.answer_to("slow"), wire.Done)
    assert bob.info is not None
    assert not bob.info.paused
    assert bob.seq == seq + 1
    assert bob.window is not None
    assert bob.window.left_ms == 20_000 - 0
    await fine(world, [ann, bob])


async def test_nothing_is_acknowledged_or_told_before_it_is_stored(
    shaky: tuple[World, Unreliable], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Law 7."""
    world, store = shaky
    players = await world.match("ann", "bob")
    heard = []
    append = store.append

    async def watched(*args: Any) -> int:
        heard.append([len(p.link.frames) for p in players])
        last = await append(*args)
        heard.append([len(p.link.frames) for p in players])
        return last

    monkeypatch.setattr(store, "append", watched)
    before = [len(p.link.frames) for p in players]
    await next(p for p in players if p.ask is not None).answer_ask()
    assert heard == [before, before]
    assert all(len(p.link.frames) > n for p, n in zip(players, before, strict=True))


async def test_an_append_that_arrived_without_a_word_counts_once(shaky: tuple[World, Unreliable]) -> None:
    world, store = shaky
    players = await world.match("ann", "bob")
    store.lies = 2
    assert players[0].ask is not None
    ask = players[0].ask
    await world.rooms.handle(
        players[0].link,
        wire.Answer(action="x", room=players[0].room, ask=ask.id, move=0, picks=ask.default.picks),
    )
    await world.pass_(5)
    assert isinstance(players[0].answer_to("x"), wire.Done)
    store.lies = 0
    await world.crash()
    for player in players:
        await player.back()
    await fine(world, players)


async def test_a_room_cannot_be_made_without_a_store(shaky: tuple[World, Unreliable]) -> None:
    world, store = shaky
    store.down = True
    answer = await world.player("ann").send(wire.CreateRoom(action="a", game="highcard", seats=2))
    assert isinstance(answer, wire.Refused)
    assert answer.slug == Slug.SERVER_STORE
    assert await world.rooms.cards(None) == []


async def test_the_store_may_go_away_between_the_last_answer_and_the_record(
    shaky: tuple[World, Unreliable],
) -> None:
    world, store = shaky
    players = await world.match("ann", "bob", options={"tricks": 1})
    asked = next(p for p in players if p.ask is not None)
    await asked.answer_ask()
    last = next(p for p in players if p.ask is not None)
    assert last.ask is not None
    store.no_records = True
    message = wire.Answer(
        action="last", room=last.room, ask=last.ask.id, move=0, picks=last.ask.default.picks
    )
    await world.rooms.handle(last.link, message)
    await world.pass_(1)
    assert players[0].over is None
    await world.kill()
    store.no_records = False
    await world.crash()
    for player in players:
        await player.back()
        assert player.over is not None
        answer = await player.send(wire.GetRecord(action="rec", record=player.over.record or ""))
        assert isinstance(answer, wire.RecordFile)
        assert len(read_record(answer.data.encode()).inputs) == 2


async def test_a_request_that_waits_for_the_store_is_not_refused_when_it_is_repeated(
    shaky: tuple[World, Unreliable],
) -> None:
    """A refusal would say that nothing was changed, and then it would be."""
    world, store = shaky
    ann, _ = await world.match("ann", "bob")
    store.down = True
    chat = wire.Chat(action="once", room=ann.room, text="hello")
    await world.rooms.handle(ann.link, chat)
    await world.pass_(1)
    await world.rooms.handle(ann.link, chat)
    await world.pass_(1)
    assert await ann.refused(wire.Chat, text="another") == Slug.ROOM_PAUSED
    store.down = False
    await world.pass_(3)
    answers = [m for m in ann.heard if getattr(m, "action", "") == "once"]
    assert [type(answer) for answer in answers] == [wire.Done, wire.Done]
    assert ann.chat == ["hello"]


async def test_a_damaged_room_does_not_keep_the_others_from_coming_back(lasting: World) -> None:
    ann = lasting.player("ann")
    code = await ann.create()
    players = await lasting.match("cat", "dan")
    await lasting.kill()
    lease = await lasting.store.claim(RoomId(code), lasting.settings.owner, 5.0)
    assert lease is not None
    await lasting.store.append(lease, 1, [b"\xc1"])
    await lasting.crash()
    answer = await ann.enter(code)
    assert isinstance(answer, wire.Refused)
    assert answer.slug == Slug.ROOM_UNKNOWN
    for player in players:
        await player.back()
    await fine(lasting, players)


@pytest.mark.parametrize("every", [1, 1000])
async def test_a_match_under_rules_that_have_changed_is_void_and_its_table_lives(
    monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    """Whether the checkpoint or the journal has its beginning."""
    world = await World.open(checkpoint_every=every)
    players = await world.match("ann", "bob")
    await next(p for p in players if p.ask is not None).answer_ask()
    seq = players[0].seq
    with monkeypatch.context() as patch:
        patch.setattr(type(find_game("highcard")), "version", 2)
        for _ in range(2):
            await world.crash()
        for player in players:
            await player.back()
            assert player.seq > seq
            assert player.over is not None
            assert player.over.fault
            assert player.over.record is None
        await players[0].ok(wire.Rematch)
        for player in players:
            await player.ok(wire.Ready)
        await players[0].ok(wire.Start)
        await fine(world, players)
    await world.close()


async def test_checkpoints_bound_the_log() -> None:
    world = await World.open(checkpoint_every=8)
    players = await world.match("ann", "bob", options={"tricks": 13})
    lengths = []
    while players[0].over is None:
        await next(p for p in players if p.ask is not None).answer_ask()
        stored = await world.store.load(RoomId(players[0].room))
        assert stored is not None
        assert await world.store.read(RoomId(players[0].room)) == stored.entries
        lengths.append(len(stored.entries))
    assert max(lengths) <= 10
    assert lengths[-1] == 0
    await world.close()


async def test_a_room_that_was_deleted_without_a_word_is_closed(shaky: tuple[World, Unreliable]) -> None:
    """The store did it and its answer was lost: asked again, it knows no such lease."""
    world, store = shaky
    ann = world.player("ann")
    code = await ann.create()
    store.silent_deletes = 1
    await ann.drop()
    await world.pass_(700)
    assert await world.store.list_rooms() == []
    assert code not in world.rooms.holdings.rooms
