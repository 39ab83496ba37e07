"""An admin's connection on which anything is said: the verbs, what is nearly one, and rubbish. Each message has one answer.

What would harm the bystanders, or shut the fuzzer out, is left out: then nothing could be told from what comes of it.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection
from http import HTTPStatus
from typing import get_args

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import CloseCode
from websockets.typing import Subprotocol

import protocol.admin as a
from protocol.codec import Codec
from server.identity import is_player
from tests.fuzz.corpus import drawn_of
from tests.fuzz.mutate import Tree, bend_bytes, bend_tree, encode
from tests.fuzz.player import World

__all__ = ["TOKEN", "Admin"]

TOKEN = "an-admins-token-for-the-fuzzer"
KINDS: tuple[type[msgspec.Struct], ...] = get_args(a.AdminRequest)
WAIT = 20.0
HOUSE = (a.Drain, a.Say)
"""What concerns everybody: a drain keeps the hostile out, and a line is told to the bystanders, whose client is no part of this."""


class Admin:
    """`spared`: players and the room that nothing is done to. `voided` counts the matches that were ended."""

    def __init__(self, world: World, pool: int = 400) -> None:
        self.spared: Collection[str] = ()
        self.voided = 0
        self.answers: dict[str, int] = {}
        self._world = world
        self._pool = drawn_of(KINDS, pool, world.luck.randrange(2**32))
        self._wire: ClientConnection | None = None

    async def close(self) -> None:
        if self._wire is not None:
            await self._wire.close()

    async def say(self, port: int) -> str | None:
        """Say something. Returns how it was made, None where nothing was said. Raises AssertionError for an answer that must not be."""
        kind, frame = self._frame(self._world.luck)
        if self._harms(frame) or (self._wire is None and not await self._open(port)):
            return None
        assert self._wire is not None
        try:
            await self._wire.send(frame)
            async with asyncio.timeout(WAIT):
                answer = a.read_answer(await self._wire.recv(decode=False))
        except ConnectionClosed as closed:
            if closed.rcvd is None or closed.rcvd.code != CloseCode.MESSAGE_TOO_BIG:
                raise
            self._wire = None
            return kind
        self._note(frame, answer)
        return kind

    def _note(self, frame: bytes, answer: a.AdminAnswer) -> None:
        name = str(answer.slug if isinstance(answer, a.RefusedOrder) else type(answer).__name__)
        self.answers[name] = self.answers.get(name, 0) + 1
        assert name != a.AdminSlug.FAULT, frame
        if isinstance(answer, a.Carried) and isinstance(a.read_request(frame), a.VoidMatch):
            self.voided += answer.count

    async def _open(self, port: int) -> bool:
        """False where we have tried too often; a while later we may again."""
        try:
            self._wire = await connect(
                f"ws://127.0.0.1:{port}/",
                subprotocols=[Subprotocol(a.SUBPROTOCOL)],
                additional_headers={"Authorization": f"Bearer {TOKEN}"},
                compression=None,
                max_size=None,
            )
        except InvalidStatus as refused:
            if refused.response.status_code != HTTPStatus.TOO_MANY_REQUESTS:
                raise
            return False
        return True

    def _frame(self, luck: random.Random) -> tuple[str, bytes]:
        chance = luck.random()
        if chance < 0.4:
            return "admin: sensible", a.write(self._sensible(luck))
        tree = self._informed(luck.choice(self._pool), luck)
        if chance < 0.6:
            return "admin: drawn", encode(tree, Codec.JSON)
        if chance < 0.8:
            try:
                return "admin: values bent", encode(bend_tree(tree, luck, Codec.JSON), Codec.JSON)
            except (ValueError, TypeError, OverflowError, RecursionError):
                return "admin: values bent", b"{"  # no such message can be written
        if chance < 0.999:
            other = encode(luck.choice(self._pool), Codec.JSON)
            return "admin: bytes bent", bend_bytes(encode(tree, Codec.JSON), other, luck)[:16_000]
        return "admin: too large", encode(tree, Codec.JSON) + b" " * 20_000

    def _sensible(self, luck: random.Random) -> a.AdminRequest:
        world, who = self._world, luck.choice(self._world.people)
        return luck.choice(
            (
                a.GetStatus(), a.ListRooms(), a.ListPlayers(), a.ListBans(), a.GetLog(limit=luck.randint(1, 60)), a.Resume(),
                a.GetRoom(room=luck.choice(world.codes)), a.GetRecord(record=luck.choice(world.records)),
                a.VoidMatch(room=luck.choice(world.codes), why="…"), a.Kick(player=luck.choice((who, "e1", "p0"))),
                a.Ban(who=who, seconds=0.5), a.Unban(who=who), a.Revoke(player=who),
            )
        )  # fmt: skip

    def _informed(self, tree: Tree, luck: random.Random) -> Tree:
        world = self._world
        known: Tree = {
            "room": luck.choice(world.codes),
            "player": luck.choice(world.people),
            "who": luck.choice(world.people),
            "record": luck.choice(world.records),
            "seconds": luck.choice((0.001, 1, None)),
        }
        return {
            name: known[name] if name in known and luck.random() < 0.8 else value
            for name, value in tree.items()
        }

    def _harms(self, frame: bytes) -> bool:
        try:
            request = a.read_request(frame)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return False
        if isinstance(request, HOUSE):
            return True
        if isinstance(request, a.Ban) and not is_player(request.who.strip()):
            return True
        aims = (getattr(request, name, "").strip() for name in ("who", "player", "room"))
        return any(aim in self.spared for aim in aims)
