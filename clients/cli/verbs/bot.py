"""`paiju bot ADDRESS ROOM`: a headless player. It sees and answers exactly what a person would."""

from __future__ import annotations

import asyncio
import secrets

import click

import protocol.messages as wire
from clients.cli.connection import Connection, Gone
from clients.cli.model import RoomModel
from clients.cli.places import Memory, Place
from clients.cli.verbs.common import codec_option, connect, place_of, run
from engine.core.ask import Answer, Ask
from engine.core.chance import Chance
from engine.core.game import Bot
from engine.registry import find_game
from protocol.codec import Codec

__all__ = ["BotPlayer", "bot"]


class BotPlayer:
    """Plays one seat of one room to the end of a match. `think` is a pause in seconds before each answer; `acknowledged` is what the
    server has taken, in order."""

    def __init__(self, link: Connection, level: str, think: float = 0.0) -> None:
        self.link = link
        self.level = level
        self.think = think
        self.model: RoomModel | None = None
        self.acknowledged: list[tuple[Ask, Answer]] = []
        self._luck = Chance(secrets.token_bytes(32), "bot")
        self._answered: int | None = None

    async def sit(self, room: str, password: str | None = None) -> None:
        """Enter, take a free seat, be ready. Raises Gone with the reason if there is none."""
        await self._request(wire.Enter(action=self.link.action(), room=room, password=password))
        self.model = await self.arrive(room)
        self._answered = None
        if self.model.you is None:
            free = [i for i, seat in enumerate(self.model.info.seats) if seat.kind == "empty"]
            if not free:
                raise Gone("no free seat in this room")
            await self._request(wire.TakeSeat(action=self.link.action(), room=room, seat=free[0]))
        await self._request(wire.Ready(action=self.link.action(), room=room, nonce=secrets.token_hex(16)))

    async def arrive(self, room: str) -> RoomModel:
        """The room as it is after an `enter` was done: its snapshot came before that, and perhaps some updates since."""
        model: RoomModel | None = None
        while model is None or not self.link.inbox.empty():
            message = await self.link.inbox.get()
            if isinstance(message, wire.Snapshot) and message.room == room:
                model = RoomModel(self.link.codec, message)
            elif isinstance(message, wire.Update) and message.room == room and model is not None:
                model.update(message)
        return model

    async def play(self) -> wire.Over | None:
        """Until the match is over; None if the room went away."""
        assert self.model is not None
        while self.model.over is None:
            await self._answer()
            if self.model.over is not None:
                break
            message = await self.link.inbox.get()
            if isinstance(message, wire.Left):
                return None
            self.hear(message)
            if isinstance(message, wire.Welcome) or self.model.gap:
                await self.resync()
        return self.model.over

    def hear(self, message: wire.ServerMessage) -> None:
        """Fold a message about our room into the model."""
        assert self.model is not None
        if isinstance(message, wire.Snapshot) and message.room == self.model.room:
            self.model.start(message)
            self._answered = None  # what is asked there is really open
        elif isinstance(message, wire.Update) and message.room == self.model.room:
            if message.seq == self.model.seq or message.begun:
                self._answered = None  # the same number again: what is asked now; a new match: its questions are numbered anew
            self.model.update(message)

    async def resync(self) -> None:
        """Ask for the room again, from the last number seen: a snapshot or the missed updates follow."""
        model = self.model
        assert model is not None
        await self._request(wire.Enter(action=self.link.action(), room=model.room, since=model.seq))
        model.gap = False

    async def _answer(self) -> None:
        model = self.model
        assert model is not None
        ask = model.ask
        if ask is None or ask.id == self._answered or model.view is None:
            return
        self._answered = ask.id
        if self.think:
            await asyncio.sleep(self.think)
        bots = find_game(model.info.game).bots
        brain: Bot = bots.get(self.level, bots["random"])
        view = model.view
        answer = brain(lambda: view, ask, self._luck)
        reply = await self.link.insist(
            wire.Answer(
                action=self.link.action(), room=model.room, ask=ask.id, move=answer.move, picks=answer.picks
            )
        )
        if isinstance(reply, wire.Done):
            self.acknowledged.append((ask, answer))
        else:
            await self.resync()

    async def _request(self, message: wire.ClientMessage) -> wire.ServerMessage:
        reply = await self.link.insist(message)
        if isinstance(reply, wire.Refused):
            raise Gone(reply.reason)
        return reply


async def _run(
    place: Place, room: str, name: str, level: str, think: float, codec: Codec, password: str | None
) -> str:
    link = await connect(place, name, memory=Memory(), codec=codec)
    player = BotPlayer(link, level, think)
    try:
        await player.sit(room, password)
        over = await player.play()
    finally:
        await link.close()
    return "room gone" if over is None else f"over, {len(player.acknowledged)} answers"


@click.command()
@click.argument("address")
@click.argument("room", required=False)
@click.option("--name", default="bot", show_default=True)
@click.option("--level", default="random", show_default=True)
@click.option("--think", default=0.5, show_default=True, help="Seconds before each answer.")
@click.option("--password", help="The room's password.")
@codec_option
def bot(
    address: str, room: str | None, name: str, level: str, think: float, password: str | None, as_json: bool
) -> None:
    """Send a bot of this program to a room, as a player like any other."""
    place = place_of(address)
    code = (room or place.room or "").upper()
    if not code:
        raise click.ClickException("which room? paiju bot HOST ROOM, or an invite with the room in it")
    codec = Codec.JSON if as_json else Codec.MSGPACK
    click.echo(run(_run(place, code, name, level, think, codec, password or place.room_password)))
