"""A whole evening on a real server, every frame of it held against the schema."""

from __future__ import annotations

import asyncio
import json
import typing
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

import msgspec
from jsonschema import Draft202012Validator

import protocol.messages as wire
from protocol.slugs import Slug
from server.app import App, build
from server.config import Config
from server.schema import schema
from tests.server.harness import WAIT, Client

Frame = dict[str, object]
M = typing.TypeVar("M", bound=msgspec.Struct)


@cache
def validator(side: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{side}", "$defs": schema()["$defs"]})


class Recorder(Client):
    """A client that keeps every frame, checked. `frames` has the side that spoke, and what it said."""

    def __init__(self, app: App, frames: list[tuple[str, Frame]]) -> None:
        super().__init__(app)
        self.frames = frames

    async def send(self, message: wire.ClientMessage | typing.Mapping[str, object]) -> None:
        self._keep("ClientMessage", self.codec.encode(message))
        await super().send(message)

    async def hear(self) -> wire.ServerMessage:
        async with asyncio.timeout(WAIT):
            frame = await self.raw.recv(decode=False)
        self._keep("ServerMessage", frame)
        return self.codec.read_server(frame)

    async def until(self, kind: type[M], **fields: object) -> M:
        """Read on to a message of that kind with those fields."""
        while True:
            message = await self.hear()
            if isinstance(message, kind) and all(getattr(message, k) == v for k, v in fields.items()):
                return message

    async def do(self, message: wire.ClientMessage) -> None:
        """A request that must be carried out."""
        assert not isinstance(message, wire.Hello | wire.Ping)
        await self.send(message)
        await self.until(wire.Done, action=message.action)

    def _keep(self, side: str, frame: bytes) -> None:
        plain: Frame = json.loads(frame)
        assert [error.message for error in validator(side).iter_errors(plain)] == [], plain
        self.frames.append((side, plain))


@asynccontextmanager
async def real_server() -> AsyncIterator[App]:
    """With real rooms, and bots that do not think."""
    app = await build(
        Config(
            port=0, store="memory:", bot_delay_min=0, bot_delay_max=0, close_timeout=0.5, drain_timeout=3.0
        )
    )
    await app.start()
    try:
        yield app
    finally:
        await app.drain()


async def evening(app: App) -> list[tuple[str, Frame]]:
    """Ann and Ben play high card with a bot while Eve watches; every request there is, is made once."""
    frames: list[tuple[str, Frame]] = []
    async with Recorder(app, frames) as ann, Recorder(app, frames) as ben, Recorder(app, frames) as eve:
        welcome, ben_is = await ann.hello(name="Ann"), await ben.hello(name="Ben")
        eve_is = await eve.hello(name="Eve")
        await look_around(ann)
        room = await meet(ann, ben, eve)
        await settle(ann, ben, room, welcome.player, ben_is.player)
        await ann.send(wire.Start(action="a11", room=room))
        await asyncio.gather(play(ann, room), play(ben, room, back_at=2))
        await part(ann, ben, eve, room, eve_is.player)
        async with Recorder(app, frames) as again:
            await again.hello(welcome.token, "Ann")
            await ann.until(wire.Notice, slug=Slug.SESSION_REPLACED)
            await again.do(wire.Enter(action="a17", room=room, since=0))
            await go_for_good(again, welcome)
    return frames


async def look_around(ann: Recorder) -> None:
    """What can be asked without a room."""
    await ann.ask(wire.Ping(nonce=1))
    await ann.ask(wire.ListGames(action="a1"))
    words = await ann.ask(wire.GetWords(action="a2", game="highcard", lang="en"))
    assert isinstance(words, wire.GameWords)
    await ann.ask(wire.GetWords(action="a3", game="highcard", lang="en", known=words.hash))
    await ann.ask(wire.GetRules(action="a4", game="highcard", lang="en"))


async def meet(ann: Recorder, ben: Recorder, eve: Recorder) -> str:
    """Ann makes a room, the others come in. Returns its code."""
    clock = wire.Clock(turn=60, bank=300)
    await ann.send(
        wire.CreateRoom(
            action="a5",
            game="highcard",
            seats=3,
            name="Friday",
            options={"tricks": 2},
            clock=clock,
            password="open sesame",
        )
    )
    room = (await ann.until(wire.Snapshot)).room
    await ann.until(wire.Done, action="a5")
    await ann.ask(wire.ListRooms(action="a6", game="highcard"))
    assert (
        await ben.refusal(wire.Enter(action="b1", room=room, password="guess"))
    ).slug == Slug.ROOM_PASSWORD
    await ben.do(wire.Enter(action="b2", room=room, password="open sesame"))
    await eve.do(wire.Enter(action="e2", room=room, password="open sesame"))
    return room


async def settle(ann: Recorder, ben: Recorder, room: str, ann_is: str, ben_is: str) -> None:
    """All that can be done before a match."""
    await ben.do(wire.TakeSeat(action="b3", room=room, seat=1))
    await ben.do(wire.LeaveSeat(action="b4", room=room))
    await ben.do(wire.TakeSeat(action="b5", room=room, seat=2))
    await ann.do(wire.SetBot(action="a7", room=room, seat=1, level="random"))
    await ben.do(wire.SwapSeats(action="b6", room=room, seat=1))
    await ann.do(wire.HandOver(action="a8", room=room, player=ben_is))
    await ben.do(
        wire.Configure(action="b7", room=room, name="Saturday", options={"tricks": 3}, polling="conceal")
    )
    await ben.do(wire.HandOver(action="b8", room=room, player=ann_is))
    await ann.do(wire.Ready(action="a9", room=room, nonce="00ff00ff"))
    await ben.do(wire.Ready(action="b9", room=room))
    await ann.do(wire.Chat(action="a10", room=room, text="Good luck!"))


async def part(ann: Recorder, ben: Recorder, eve: Recorder, room: str, eve_is: str) -> None:
    """The record, a rematch that Ben gives up, and everybody's way out."""
    record = None
    while record is None:
        update = await eve.until(wire.Update)
        record = None if update.over is None else update.over.record
    await ann.send(wire.GetRecord(action="a12", record=record))
    await ann.until(wire.RecordFile, action="a12")
    await ann.do(wire.Rematch(action="a13", room=room))
    await ann.do(wire.Kick(action="a14", room=room, player=eve_is))
    await eve.until(wire.Left)
    await ann.do(wire.Ready(action="a15", room=room))
    await ben.do(wire.Ready(action="b10", room=room))
    await ann.do(wire.Start(action="a16", room=room))
    await ben.do(wire.Surrender(action="b11", room=room))
    await ben.do(wire.Leave(action="b12", room=room))
    await ben.until(wire.Left)


async def go_for_good(ann: Recorder, welcome: wire.Welcome) -> None:
    """What is kept of her, and then nothing any more."""
    await ann.send(wire.GetProfile(action="a18"))
    profile = await ann.until(wire.Profile, action="a18")
    assert profile.total == 1
    await ann.send(wire.GetTop(action="a19", game="highcard"))
    assert (await ann.until(wire.Top, action="a19")).total == 2
    await ann.send(wire.ExportMe(action="a20"))
    await ann.until(wire.Exported, action="a20")
    await ann.do(wire.DeleteMe(action="a21", token=welcome.token))
    assert (await ann.closed())[0] == 1000


async def play(player: Recorder, room: str, back_at: int = 0) -> None:
    """Answer with the first card until the match is over. At the answer `back_at`, enter the room again, one update behind."""
    number = 0
    while True:
        update = await player.until(wire.Update)
        if update.over is not None:
            return
        if update.ask is None:
            continue
        ask = msgspec.json.decode(update.ask)
        card = ask["moves"][0]["picks"][0]["cards"][0]["id"]
        number += 1
        await player.send(wire.Answer(action=f"x{number}", room=room, ask=ask["id"], move=0, picks=[[card]]))
        if number == back_at:
            await player.send(wire.Enter(action="back", room=room, since=update.seq - 1))


async def test_every_frame_of_an_evening_is_valid_and_every_kind_is_there() -> None:
    async with real_server() as app:
        frames = await evening(app)
    for side, kinds in (("ClientMessage", wire.ClientMessage), ("ServerMessage", wire.ServerMessage)):
        seen = {frame["type"] for spoke, frame in frames if spoke == side}
        assert seen == {kind.__struct_config__.tag for kind in typing.get_args(kinds)}
