"""Four real clients at one table: whole games, lost connections, double and late answers, wrong seats, two connections for one seat."""

from __future__ import annotations

import asyncio
import random
from typing import TypeVar

import msgspec
import pytest

import protocol.messages as wire
from clients.cli.model import RoomModel
from clients.cli.verbs.bot import BotPlayer
from engine.core.ask import Ask
from engine.core.record import read_record, verify
from engine.registry import find_game
from protocol.codec import Codec
from protocol.slugs import CloseCode, Slug
from tests.e2e.house import close, open_room, play_out, server, sit_down, start
from tests.server.harness import Client


async def _same_views(players: list[BotPlayer], room: str) -> None:
    """What each folded together is what a fresh snapshot shows (V14)."""
    for player in players:
        await player.link.request(wire.Enter(action=player.link.action(), room=room))
        assert player.model is not None
        assert (await player.arrive(room)).view == player.model.view


@pytest.mark.parametrize("game", ["dingti", "highcard", "pokerduel"])
async def test_four_clients_in_both_encodings_play_to_the_end(game: str) -> None:
    async with server() as app:
        players = await sit_down(app, 4)
        room = await open_room(players, game)
        await start(players, room)
        overs = await play_out(players)
        assert len(overs) == 4 and all(over.outcome is not None and over.fault is None for over in overs)
        await _same_views(players, room)
        link = players[1].link
        assert overs[0].record is not None
        file = await link.request(wire.GetRecord(action=link.action(), record=overs[0].record))
        assert isinstance(file, wire.RecordFile)
        record = read_record(file.data.encode())
        assert "outcome" in verify(record, find_game(game))
        assert record.names == ["p0", "p1", "p2", "p3"]
        await close(players)


async def test_lost_connections_do_not_stop_a_game() -> None:
    """N3, V6: connections are cut at random; everybody is back at his seat with his open question, and the game ends."""
    luck = random.Random(5)
    async with server() as app:
        players = await sit_down(app, 4)
        for player in players:
            player.think = 0.005
        room = await open_room(players)
        await start(players, room)
        game = asyncio.create_task(play_out(players))
        cuts = 0
        while not game.done() and cuts < 60:
            await asyncio.sleep(luck.uniform(0.01, 0.06))
            link = luck.choice(players).link
            if link.socket is not None:
                link.socket.transport.abort()
                cuts += 1
        overs = await game
        assert cuts >= 5 and len(overs) == 4 and all(over.fault is None for over in overs)
        await _same_views(players, room)
        await close(players)


async def _asked(players: list[BotPlayer]) -> tuple[BotPlayer, Ask]:
    """Fold until somebody is asked."""
    async with asyncio.timeout(5):
        while True:
            for player in players:
                while not player.link.inbox.empty():
                    player.hear(player.link.inbox.get_nowait())
                if player.model is not None and player.model.ask is not None:
                    return player, player.model.ask
            await asyncio.sleep(0.01)


def _answer(
    player: BotPlayer, ask: Ask, move: int, picks: list[list[int]], action: str | None = None
) -> wire.Answer:
    assert player.model is not None
    action = action or player.link.action()
    return wire.Answer(action=action, room=player.model.room, ask=ask.id, move=move, picks=picks)


async def _refused(player: BotPlayer, message: wire.Answer, slug: Slug) -> int:
    """The room's number at the refusal."""
    reply = await player.link.request(message)
    assert isinstance(reply, wire.Refused), reply
    assert (reply.slug, reply.seq is not None) == (slug, True), reply
    return reply.seq or 0


async def test_answers_that_are_double_late_foreign_or_illegal_change_nothing() -> None:
    """V11, V12, V13: refused with the reason and the room's number; a repeated action gets its first answer again."""
    async with server() as app:
        players = await sit_down(app, 2)
        room = await open_room(players, "highcard", tricks=3)
        await start(players, room)
        asked, ask = await _asked(players)
        other = players[1] if asked is players[0] else players[0]
        right = ask.default.picks
        numbers = {await _refused(other, _answer(other, ask, 0, right), Slug.ANSWER_NOT_ASKED)}
        wrong: list[tuple[int, list[list[int]], Slug]] = [
            (7, [], Slug.ANSWER_MALFORMED),
            (0, [], Slug.ANSWER_MALFORMED),
            (0, [[-1]], Slug.ANSWER_ILLEGAL),
            (0, [[2**40]], Slug.ANSWER_ILLEGAL),
            (0, [[]], Slug.ANSWER_ILLEGAL),
        ]
        for move, picks, slug in wrong:
            numbers.add(await _refused(asked, _answer(asked, ask, move, picks), slug))
        assert len(numbers) == 1, "a refused answer moved the room"
        good = _answer(asked, ask, 0, right, "once")
        first = await asked.link.request(good)
        again = await asked.link.request(good)
        assert isinstance(first, wire.Done)
        assert again == first
        assert await _refused(asked, _answer(asked, ask, 0, right), Slug.ANSWER_STALE) > numbers.pop()
        await play_out(players)
        await close(players)


T = TypeVar("T", bound=wire.ServerMessage)


async def _hear(client: Client, kind: type[T]) -> T:
    """The next message of a kind, over others."""
    while True:
        message = await client.hear()
        if isinstance(message, kind):
            return message


async def test_the_newest_connection_of_a_player_has_the_seat() -> None:
    """V1, V4, V5: the older one is told; its late clean-up touches nothing; the question is there again."""
    async with server() as app, Client(app) as old, Client(app, Codec.MSGPACK) as new:
        token = (await old.hello()).token
        await old.send(wire.CreateRoom(action="1", game="highcard", seats=2))
        room = (await _hear(old, wire.Snapshot)).room
        await old.send(wire.SetBot(action="2", room=room, seat=1, level="random"))
        await old.send(wire.Ready(action="3", room=room))
        await old.send(wire.Start(action="4", room=room))
        await asyncio.sleep(0.3)
        welcome = await new.hello(token)
        assert welcome.rooms == [room]
        assert (await old.closed())[0] == CloseCode.REPLACED
        await new.send(wire.Enter(action="5", room=room))
        snapshot = await _hear(new, wire.Snapshot)
        assert snapshot.you == 0
        assert snapshot.info.seats[0].connected
        assert snapshot.ask is not None
        ask = msgspec.msgpack.decode(snapshot.ask, type=Ask)
        await new.send(wire.Answer(action="6", room=room, ask=ask.id, move=0, picks=ask.default.picks))
        while (await _hear(new, wire.Done)).action != "6":
            pass


async def test_a_spectator_sees_what_everybody_sees_and_nothing_else() -> None:
    """L7, L13, V16: whoever calls himself what he likes, without a seat there are no hands."""
    async with server() as app, Client(app) as guest:
        players = await sit_down(app, 2)
        room = await open_room(players)
        await start(players, room)
        await _asked(players)
        await guest.hello(name="p0")
        await guest.send({"type": "enter", "action": "a", "room": room, "you": 0, "seat": 0, "role": "admin"})
        snapshot = await _hear(guest, wire.Snapshot)
        assert snapshot.you is None and snapshot.ask is None
        model = RoomModel(Codec.JSON, snapshot)
        assert model.view is not None and model.view.viewer is None
        hands = [zone for zone in model.view.zones.values() if zone.kind == "hand"]
        assert [zone.cards for zone in hands] == [None, None] and all(zone.n > 0 for zone in hands)
        assert model.view.zones["draw"].cards is None
        await guest.send(wire.Answer(action="b", room=room, ask=1, move=0))
        refused = await _hear(guest, wire.Refused)
        assert refused.slug in (Slug.ANSWER_NOT_ASKED, Slug.SEAT_NONE)
        await close(players)


async def test_a_rude_client_costs_only_himself() -> None:
    """Law 9: rubbish, floods and giants beside a running game; the game ends, the rude one is cut off with a code that says why."""
    async with server(fault_patience=5, flood_patience=5, messages_per_second=20.0, messages_burst=60) as app:
        players = await sit_down(app, 4)
        room = await open_room(players)
        await start(players, room)
        game = asyncio.create_task(play_out(players))
        async with Client(app) as rude:
            await rude.hello()
            for junk in (
                "{",
                '{"type":"no_such"}',
                '{"type":"answer"}',
                "[]",
                "x" * 1000,
                '{"type":"enter","room":7}',
            ):
                await rude.raw.send(junk)
            assert (await rude.closed())[0] == CloseCode.TOO_MANY_FAULTS
        async with Client(app) as rude:
            await rude.hello()
            for number in range(200):
                await rude.send(wire.ListRooms(action=str(number)))
            assert (await rude.closed())[0] == CloseCode.FLOODING
        async with Client(app) as rude:
            await rude.hello()
            await rude.raw.send("x" * 200_000)
            assert (await rude.closed())[0] in (1009, CloseCode.TOO_MANY_FAULTS)
        overs = await game
        assert all(over.fault is None and over.outcome is not None for over in overs)
        await close(players)
