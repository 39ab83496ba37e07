"""One player at one server, for a client that draws: messages become a room, words and changes; requests become calls.

Knows no screen. Whoever draws sets the `on_…` functions and calls `run`.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path

import protocol.messages as wire
from clients.cli.connection import Connection, Gone, LinkState
from clients.cli.describe import Describer
from clients.cli.model import Change, RoomModel
from clients.cli.places import records_path
from clients.cli.speech import Speech
from engine.core.ask import Answer, Ask
from engine.registry import UnknownGame, package_of
from engine.words import words_of

__all__ = ["Guest", "Sorry", "in_words"]


class Sorry(Exception):
    """The server refused; the message is a sentence for the person, `slug` the kind of refusal (empty for one of our own)."""

    def __init__(self, sentence: str, slug: str = "") -> None:
        super().__init__(sentence)
        self.slug = slug


class Guest:
    """`model` and `describe` are the room that we are in, None outside of one. `in_sync` is False from the loss of the connection until
    the room is up to date again. `password` is that of the room, as far as we know it."""

    def __init__(self, link: Connection, speech: Speech) -> None:
        self.link = link
        self.say = speech
        self.model: RoomModel | None = None
        self.describe: Describer | None = None
        self.in_sync = True
        self.password: str | None = None
        self.on_change: Callable[[Change], None] = lambda change: None
        self.on_sync: Callable[[bool], None] = lambda in_sync: None
        self.on_notice: Callable[[str], None] = lambda sentence: None
        self.on_left: Callable[[str], None] = lambda sentence: None
        self._words: dict[str, dict[str, str]] = {}
        self._games: dict[str, wire.GameCard] = {}
        self._arrived = asyncio.Event()
        self._news = asyncio.Event()
        self._closed = asyncio.Event()
        link.on_state = self._state

    async def run(self) -> None:
        """Listen until the connection is over for good. Raises Gone then."""
        closed = asyncio.ensure_future(self._closed.wait())
        try:
            while True:
                listening = asyncio.ensure_future(self.link.inbox.get())
                await asyncio.wait({listening, closed}, return_when=asyncio.FIRST_COMPLETED)
                if not listening.done():
                    listening.cancel()
                    raise Gone(self.link.reason)
                await self._hear(listening.result())
                self._news.set()
        finally:
            closed.cancel()

    # -- requests -----------------------------------------------------------------------------------------------------

    def action(self) -> str:
        """A new action id."""
        return self.link.action()

    async def ask(self, message: wire.ClientMessage) -> wire.ServerMessage:
        """Make a request. Raises Sorry if it is refused, Gone if the connection is over. So do all requests below."""
        reply = await self.link.insist(message)
        if isinstance(reply, wire.Refused):
            raise Sorry(self.say("refused", reason=reply.reason, slug=reply.slug), reply.slug)
        return reply

    async def _settle(self, message: wire.ClientMessage) -> None:
        """Make a request of the room, and wait until the room that we know has its effect."""
        reply = await self.ask(message)
        seq = reply.seq if isinstance(reply, wire.Done) else None
        while seq is not None and self.model is not None and self.model.seq < seq:
            self._news.clear()
            await self._news.wait()

    async def enter(self, room: str, password: str | None = None) -> None:
        """Go into a room and wait until it is there."""
        self._arrived.clear()
        await self.ask(wire.Enter(action=self.action(), room=room, password=password))
        self.password = password
        await self._arrived.wait()

    async def sit(self) -> None:
        """Take a free seat, where we have none and one is free before a match."""
        model = self.room
        free = [place for place, seat in enumerate(model.info.seats) if seat.kind == "empty"]
        if model.you is None and model.info.phase == "lobby" and free:
            await self.take_seat(free[0])

    async def create(self, message: wire.CreateRoom) -> None:
        """Make a room and go into it."""
        self._arrived.clear()
        await self.ask(message)
        self.password = message.password
        await self._arrived.wait()

    async def configure(self, message: wire.Configure) -> None:
        """Host: change the room's settings."""
        await self.ask(message)
        if message.password is not None:
            self.password = message.password or None

    async def leave(self) -> None:
        """Out of the room."""
        await self.ask(wire.Leave(action=self.action(), room=self.room.room))
        self._out()

    async def take_seat(self, seat: int) -> None:
        await self._settle(wire.TakeSeat(action=self.action(), room=self.room.room, seat=seat))

    async def leave_seat(self) -> None:
        await self.ask(wire.LeaveSeat(action=self.action(), room=self.room.room))

    async def swap(self, seat: int) -> None:
        await self.ask(wire.SwapSeats(action=self.action(), room=self.room.room, seat=seat))

    async def set_bot(self, seat: int, level: str | None) -> None:
        await self._settle(wire.SetBot(action=self.action(), room=self.room.room, seat=seat, level=level))

    async def kick(self, player: str) -> None:
        await self.ask(wire.Kick(action=self.action(), room=self.room.room, player=player))

    async def hand_over(self, player: str) -> None:
        await self.ask(wire.HandOver(action=self.action(), room=self.room.room, player=player))

    async def start(self) -> None:
        """Begin the match; whoever starts is ready."""
        model = self.room
        if model.you is not None and not model.info.seats[model.you].ready:
            await self.ready(True)
        await self.ask(wire.Start(action=self.action(), room=model.room))

    async def ready(self, ready: bool) -> None:
        nonce = secrets.token_hex(16) if ready else ""
        await self.ask(wire.Ready(action=self.action(), room=self.room.room, ready=ready, nonce=nonce))

    async def fill(self, level: str) -> None:
        """Put a bot of this level on every empty seat."""
        for seat, info in enumerate(list(self.room.info.seats)):
            if info.kind == "empty":
                await self.set_bot(seat, level)

    async def chat(self, text: str) -> None:
        await self.ask(wire.Chat(action=self.action(), room=self.room.room, text=text))

    async def surrender(self) -> None:
        await self.ask(wire.Surrender(action=self.action(), room=self.room.room))

    async def rematch(self) -> None:
        await self._settle(wire.Rematch(action=self.action(), room=self.room.room))

    async def answer(self, ask: Ask, answer: Answer) -> None:
        """Answer a question. If it is refused the question is still open, or over."""
        model = self.room
        await self.ask(
            wire.Answer(
                action=self.action(), room=model.room, ask=ask.id, move=answer.move, picks=answer.picks
            )
        )
        model.answered(ask.id)

    async def games(self) -> Mapping[str, wire.GameCard]:
        """The games that this server offers, by id: asked for once."""
        if not self._games:
            reply = await self.ask(wire.ListGames(action=self.action()))
            self._games = {card.game: card for card in reply.games} if isinstance(reply, wire.Games) else {}
        return self._games

    async def rooms(self) -> list[wire.RoomCard]:
        """The rooms that everybody may see, newest first."""
        reply = await self.ask(wire.ListRooms(action=self.action()))
        return reply.rooms if isinstance(reply, wire.Rooms) else []

    async def rules(self, game: str, language: str) -> str:
        """A game's rulebook as Markdown."""
        reply = await self.ask(wire.GetRules(action=self.action(), game=game, lang=language))
        return reply.text if isinstance(reply, wire.Rules) else ""

    async def save_record(self) -> Path:
        """Download the record of the finished match and keep it. Returns where. Raises Sorry where there is none, OSError."""
        name = self.room.info.record
        if name is None:
            raise Sorry(self.say("record.none"))
        reply = await self.ask(wire.GetRecord(action=self.action(), record=name))
        path = records_path() / f"{name}.paiju"
        path.write_text(reply.data if isinstance(reply, wire.RecordFile) else "", encoding="utf-8")
        return path

    async def words(self, game: str) -> Mapping[str, str]:
        """The game's words in our language: asked for once, our own where the server has none."""
        if game not in self._words:
            reply = await self.link.insist(
                wire.GetWords(action=self.action(), game=game, lang=self.say.language)
            )
            given = reply.words if isinstance(reply, wire.GameWords) else None
            self._words[game] = given or _own_words(game, self.say.language)
        return self._words[game]

    async def speak(self, speech: Speech) -> None:
        """Go on in another language; whoever draws hears of everything anew."""
        self.say = speech
        self._words.clear()
        if (model := self.model) is not None:
            words = await self.words(model.info.game)
            if self.model is model:
                self.describe = Describer(speech, words, model)
                self.on_change(Change(fresh=True, info=True, ask=False, over=model.over is not None))

    @property
    def room(self) -> RoomModel:
        """The room that we are in. Raises Sorry outside of one."""
        if self.model is None:
            raise Sorry(self.say("room.none"))
        return self.model

    @property
    def player(self) -> str:
        """Our public id at this server, empty before the welcome."""
        return self.link.welcome.player if self.link.welcome else ""

    # -- the server ---------------------------------------------------------------------------------------------------

    async def _hear(self, message: wire.ServerMessage) -> None:
        if isinstance(message, wire.Snapshot):
            await self._snapshot(message)
        elif isinstance(message, wire.Welcome):
            await self._resume()
        elif isinstance(message, wire.Update) and self.model is not None and message.room == self.model.room:
            change = self.model.update(message)
            if self.model.gap:
                await self._resume()
            else:
                self.on_change(change)
        elif isinstance(message, wire.Left) and self.model is not None and message.room == self.model.room:
            self._out()
            self.on_left(self.say("room.left", reason=message.reason))
        elif isinstance(message, wire.Notice):
            self.on_notice(self.say("notice", reason=message.reason))

    async def _snapshot(self, message: wire.Snapshot) -> None:
        if self.model is None or self.model.room != message.room:
            self.model = RoomModel(self.link.codec, message)
            change = Change(fresh=True, info=True, over=self.model.over is not None)
        else:
            change = self.model.start(message)
        self.describe = Describer(self.say, await self.words(message.info.game), self.model)
        self._arrived.set()
        self.on_change(change)

    async def _resume(self) -> None:
        """Ask for the room again from the last number seen; a snapshot or the missed updates follow."""
        if self.model is not None:
            reply = await self.link.insist(
                wire.Enter(action=self.action(), room=self.model.room, since=self.model.seq)
            )
            if isinstance(reply, wire.Refused):
                self._out()
                self.on_left(self.say("room.left", reason=reply.reason))
            else:
                self.model.gap = False
        self._set_sync(True)

    def _state(self, state: LinkState) -> None:
        if state == "reconnecting":
            self._set_sync(False)
        elif state == "closed":
            self._closed.set()

    def _set_sync(self, in_sync: bool) -> None:
        if in_sync != self.in_sync:
            self.in_sync = in_sync
            self.on_sync(in_sync)

    def _out(self) -> None:
        self.model, self.describe = None, None


def _own_words(game: str, language: str) -> dict[str, str]:
    try:
        return dict(words_of(package_of(game), language))
    except UnknownGame:
        return {}


def in_words(gone: Gone, speech: Speech) -> Gone:
    """What the person can do about it, in his language, where the client knows; the server's own sentence after it."""
    key = f"hello_{(gone.slug or '').partition('/')[2]}"
    if f"turned_away.{key}" not in speech.words:
        return gone
    return Gone(speech(f"turned_away.{key}", reason=str(gone)), gone.slug)
