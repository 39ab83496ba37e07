"""Random evenings: whatever people do, what they have been told adds up, and the journal knows the room (V14, V17)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import protocol.messages as wire
from engine.core.chance import Chance
from protocol.codec import Codec
from protocol.messages import Clock
from server.rooms.fold import LEAP
from server.rooms.journal import refold
from server.rooms.state import RoomState
from server.store.base import RoomId
from tests.server.rooms.world import Player, World


class Walk:
    """Four persons at one table, one of whom does something at random at a time. Most of it is refused."""

    def __init__(self, world: World, people: list[Player], chance: Chance) -> None:
        self.world = world
        self.people = people
        self.chance = chance
        self.gone: set[str] = set()
        self.matches = 0

    async def step(self) -> None:
        player = self.chance.choice(self.people)
        if player.name in self.gone:
            await player.back(resume=self.chance.percent(70))
            self.gone.discard(player.name)
            return
        if self.chance.percent(50) and player.ask is not None:
            await player.answer_ask(self.chance)
            return
        await self.chance.choice(
            [self.lobby, self.lobby, self.match, self.talk, self.drop, self.time, self.crash]
        )(player)

    async def lobby(self, player: Player) -> None:
        seat = self.chance.below(3)
        ways: list[tuple[Any, dict[str, Any]]] = [
            (wire.TakeSeat, {"seat": seat}),
            (wire.LeaveSeat, {}),
            (wire.SwapSeats, {"seat": seat}),
            (wire.SetBot, {"seat": seat, "level": self.chance.choice(["random", None])}),
            (wire.Configure, {"seats": 2 + self.chance.below(2)}),
            (wire.Configure, {"polling": self.chance.choice(["brisk", "conceal"])}),
            (wire.HandOver, {"player": self.chance.choice(self.people).name}),
        ]
        kind, fields = self.chance.choice(ways)
        await player.do(kind, **fields)

    async def match(self, player: Player) -> None:
        """On towards the next match, or out of this one."""
        assert player.info is not None
        host = next((p for p in self.people if p.name == player.info.host and p.name not in self.gone), None)
        if player.info.phase == "over" and host is not None:
            await host.do(wire.Rematch)
        elif player.info.phase == "lobby" and host is not None:
            for number, seat in enumerate(player.info.seats):
                if seat.kind == "empty":
                    await host.do(wire.SetBot, seat=number, level="random")
            for other in self.people:
                if other.name not in self.gone:
                    await other.do(wire.Ready, nonce="ab")
            self.matches += isinstance(await host.do(wire.Start), wire.Done)
        elif self.chance.percent(10):
            await player.do(wire.Surrender)
        elif self.chance.percent(10):
            await self.world.break_off(player.room, "enough")

    async def talk(self, player: Player) -> None:
        await player.do(wire.Chat, text="…")

    async def drop(self, player: Player) -> None:
        self.gone.add(player.name)
        await player.drop()

    async def time(self, player: Player) -> None:
        await self.world.pass_(self.chance.choice([0.5, 4.0, 11.0]))

    async def crash(self, player: Player) -> None:
        if self.chance.percent(30):
            await self.world.crash(5.0)
            for person in self.people:
                if person.name not in self.gone:
                    await person.back()

    async def check(self) -> None:
        """Everybody who is there knows what a newcomer in his place would be told; the store knows what the room knows."""
        room = self.people[0].room
        live = self.world.rooms.holdings.rooms[room]
        stored = await self.world.store.load(RoomId(room))
        assert stored is not None
        fold = refold(stored)[0]
        assert plain(fold.to_bytes()) == plain(live.fold.to_bytes())
        assert (live.fold.state.seq - fold.state.seq) % LEAP == 0, "numbers leap when a room is restored"
        for player in self.people:
            if player.name not in self.gone:
                folded = player.state()
                live.audience.snapshot(player.link.player, live.clock.now())
                assert player.state() == folded


def plain(data: bytes) -> dict[str, Any]:
    """A room's state without what need not last: how late it is now, requests that changed nothing, and the number."""
    state: dict[str, Any] = msgspec.to_builtins(msgspec.msgpack.decode(data, type=RoomState))
    return state | {"at": 0, "replies": {}, "seq": 0}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", ["highcard", "windows"])
async def test_what_people_are_told_adds_up_and_the_journal_knows_the_room(game: str, seed: int) -> None:
    world = await World.open(checkpoint_every=5, ring=12)
    chance = Chance(f"{game}{seed}".encode(), "walk")
    people = [world.player(name, codec) for name, codec in zip("abcd", [*Codec, *Codec], strict=True)]
    await people[0].create(game, 2, clock=Clock(turn=5, response=3, bank=5))
    for person in people[1:]:
        await person.enter(people[0].room)
    walk = Walk(world, people, chance)
    for _ in range(120):
        await walk.step()
        await walk.check()
    await world.close()
    assert walk.matches > 0
