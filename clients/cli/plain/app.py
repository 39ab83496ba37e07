"""The line client: one loop over typed lines, the server's messages and the link's state."""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import protocol.messages as wire
from clients.cli.connection import Connection, Gone, LinkState
from clients.cli.describe import Describer
from clients.cli.model import Change, RoomModel
from clients.cli.places import Place
from clients.cli.plain.answering import Draft, NotUnderstood
from clients.cli.plain.commands import Commands, Stop
from clients.cli.plain.showing import Showing
from clients.cli.plain.terminal import Terminal
from clients.cli.speech import Speech
from engine.core.ask import Answer

__all__ = ["PlainClient"]


class Line(NamedTuple):
    """Something typed; None at the end of the input."""

    text: str | None


Event = Line | wire.ServerMessage | LinkState


class PlainClient:
    """A person at a terminal, connected to a server. `run` returns when he leaves."""

    def __init__(
        self, terminal: Terminal, connection: Connection, speech: Speech, *, patient: bool | None = None
    ) -> None:
        """`patient`: numbers typed before they are asked for are kept for the next question (None: if the input is no terminal).

        `public` is where friends find the server, where that is another address than ours."""
        self.terminal = terminal
        self.link = connection
        self.say = speech
        self.public: Place | None = None
        self.model: RoomModel | None = None
        self.describe: Describer | None = None
        self.commands = Commands(self)
        self.shows = Showing(self)
        self.draft: Draft | None = None
        self._patient = not sys.stdin.isatty() if patient is None else patient
        self._typed_ahead: list[str] = []
        self._ended = False
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._words: dict[str, dict[str, str]] = {}
        self._later: deque[str | None] = deque()
        connection.on_state = self._events.put_nowait

    async def run(self, first: Callable[[PlainClient], Awaitable[None]]) -> None:
        """Do `first`, then what the person says, until he quits, the input ends, or the connection is over for good."""
        feeders = [asyncio.create_task(self._feed_lines()), asyncio.create_task(self._feed_messages())]
        try:
            await first(self)
            while not self._through():
                if self._later:
                    await self._line(self._later.popleft())
                else:
                    await self._hear(await self._events.get())
        except Stop:
            pass
        except Gone as gone:
            self.print("link.gone", reason=str(gone))
        finally:
            for feeder in feeders:
                feeder.cancel()

    def print(self, key: str, **params: object) -> None:
        """A sentence of the client's own."""
        self.terminal.say(self.say(key, **params))

    async def arrive(self, room: str) -> None:
        """Wait for the snapshot of a room that we were let into. What is typed meanwhile is kept for later."""
        while self.model is None or self.model.room != room:
            event = await self._events.get()
            if isinstance(event, Line):
                self._later.append(event.text)
            else:
                await self._hear(event)

    async def _hear(self, event: Event) -> None:
        if isinstance(event, Line):
            if self._later:
                self._later.append(event.text)
            else:
                await self._line(event.text)
        elif isinstance(event, str):
            self._state(event)
        else:
            await self._message(event)

    # -- sources ------------------------------------------------------------------------------------------------------

    async def _feed_lines(self) -> None:
        while True:
            line = await self.terminal.line()
            self._events.put_nowait(Line(line))
            if line is None:
                return

    async def _feed_messages(self) -> None:
        while True:
            self._events.put_nowait(await self.link.inbox.get())

    # -- the person ---------------------------------------------------------------------------------------------------

    async def _line(self, value: str | None) -> None:
        if value is None:
            self._patient = self._ended = True
            return
        text = value.strip()
        if self._typed_ahead:
            self._typed_ahead.append(text)  # keep the order of what was typed
            await self._use_typed()
        else:
            await self._act(text)

    async def _act(self, text: str) -> None:
        """Carry out one line: an answer to the open question, or a command."""
        first = text.split(maxsplit=1)[0] if text else ""
        if (
            first[:1].isdigit()
            or (first == "-" and self.draft)
            or (not text and self.draft and self.draft.begun)
        ):
            if self.draft is not None:
                await self._answer(text)
            elif self._patient:
                self._typed_ahead.append(text)
            else:
                self.print("ask.none")
        elif text in ("b", "back", "返回") and self.draft is not None:
            self.draft.reset()
            self._show_draft()
        elif text:
            await self.commands.run(text)

    def _through(self) -> bool:
        """Whether the input has ended and nothing typed is left to do. A match that needs nothing of us is seen to its end."""
        if not self._ended or self._typed_ahead or self._later:
            return False
        playing = self.model is not None and self.model.info.phase == "playing" and self.model.over is None
        return not playing or (self.draft is not None and not self.draft.forced)

    async def _use_typed(self) -> None:
        while self._typed_ahead:
            if self._typed_ahead[0][:1].isdigit() and self.draft is None:
                return  # waits for a question
            await self._act(self._typed_ahead.pop(0))

    async def _answer(self, text: str) -> None:
        assert self.draft is not None and self.model is not None
        try:
            answer = self.draft.take(text)
        except NotUnderstood as why:
            self.terminal.say(str(why))
            return
        if answer is None:
            self._show_draft()
        else:
            await self._send(answer)

    async def _send(self, answer: Answer) -> None:
        assert self.draft is not None and self.model is not None
        ask, self.draft = self.draft.ask, None
        reply = await self.link.request(
            wire.Answer(
                action=self.link.action(),
                room=self.model.room,
                ask=ask.id,
                move=answer.move,
                picks=answer.picks,
            )
        )
        if isinstance(reply, wire.Done) and self.model is not None:
            self.model.answered(ask.id)
        elif isinstance(reply, wire.Refused):
            self.print("refused", reason=reply.reason, slug=reply.slug)
            if self.model.ask is not None and self.model.ask.id == ask.id and self.draft is None:
                self._open_ask()

    # -- the server ---------------------------------------------------------------------------------------------------

    async def _message(self, message: wire.ServerMessage) -> None:
        if isinstance(message, wire.Snapshot):
            await self.enter(message)
        elif isinstance(message, wire.Welcome):
            if self.model is not None:
                await self.resume()
            self.print("link.back")
        elif isinstance(message, wire.Update) and self.model is not None and message.room == self.model.room:
            change = self.model.update(message)
            if self.model.gap:
                await self.resume()
            else:
                await self._changed(change)
        elif isinstance(message, wire.Left) and self.model is not None and message.room == self.model.room:
            self.leave_room()
            self.print("room.left", reason=message.reason)
        elif isinstance(message, wire.Notice):
            self.print("notice", reason=message.reason)
        elif isinstance(message, wire.Refused):
            self.print("refused", reason=message.reason, slug=message.slug)
        await self._use_typed()

    def _state(self, state: LinkState) -> None:
        if state == "reconnecting":
            self.draft = None
            self.print("link.reconnecting")
        elif state == "closed":
            raise Gone(self.link.reason)

    async def resume(self) -> None:
        """Ask for the room again from the last number seen; a snapshot or the missed updates follow."""
        model = self.model
        assert model is not None
        reply = await self.link.insist(
            wire.Enter(action=self.link.action(), room=model.room, since=model.seq)
        )
        if isinstance(reply, wire.Refused):
            self.leave_room()
            self.print("refused", reason=reply.reason, slug=reply.slug)
        else:
            model.gap = False
            self._open_ask()

    async def enter(self, snapshot: wire.Snapshot) -> None:
        """A snapshot: the room from its beginning."""
        if self.model is None or self.model.room != snapshot.room:
            self.model = RoomModel(self.link.codec, snapshot)
            change = Change(fresh=True, info=True, over=self.model.over is not None)
        else:
            change = self.model.start(snapshot)
        self.describe = Describer(self.say, await self.words(snapshot.info.game), self.model)
        await self._changed(change)

    def leave_room(self) -> None:
        self.model, self.describe, self.draft = None, None, None

    async def words(self, game: str) -> dict[str, str]:
        """The game's words in our language, asked for once."""
        if game not in self._words:
            reply = await self.link.request(
                wire.GetWords(action=self.link.action(), game=game, lang=self.say.language)
            )
            words = reply.words if isinstance(reply, wire.GameWords) else None
            self._words[game] = words or {}
        return self._words[game]

    # -- showing ------------------------------------------------------------------------------------------------------

    async def _changed(self, change: Change) -> None:
        model, describe = self.model, self.describe
        assert model is not None and describe is not None
        if change.begun:
            self.print("match.begun")
        for event in change.events:
            if line := describe.event(event):
                self.terminal.say(f"  {line}")
        if change.said is not None:
            self.print("chat.line", name=change.said.name, text=change.said.text)
        if change.info or change.fresh:
            self.shows.room(full=change.fresh)
        my_turn = model.ask is not None and model.ask.time == "turn"  # the question shows the table itself
        if (change.fresh or change.begun) and model.view is not None and not my_turn:
            self.shows.table()
        if change.over:
            self.draft = None
            self.shows.over()
        self._open_ask()

    def _open_ask(self) -> None:
        """Show the open question, once; keep a half-made answer to it."""
        assert self.model is not None and self.describe is not None
        ask = self.model.ask
        if ask is None:
            self.draft = None
        elif self.draft is None or self.draft.ask.id != ask.id:
            self.draft = Draft(ask, self.describe)
            if ask.time == "turn" and self.model.view is not None:
                self.shows.table()
            self._show_draft()

    def _show_draft(self) -> None:
        if self.draft is None or self.model is None:
            return
        left = self.model.seconds_left()
        lines = self.draft.lines()
        if self.draft.forced and self.model.info.polling == "brisk" and self.draft.ask.time == "response":
            lines = [f"{lines[0]} {self.say('ask.forced')}"]  # answered for us after a short pause
        if left is not None and lines:
            lines[0] += self.say("ask.seconds", n=int(left))
        for line in lines:
            self.terminal.say(line)
