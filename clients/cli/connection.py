"""A connection to a server that heals itself: back-off with jitter, the same player again, unanswered requests asked again.

Requests carry an action id that the server remembers, so asking again after a lost connection is harmless.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import secrets
from collections.abc import Callable
from http import HTTPStatus
from typing import Literal

import websockets
from websockets.asyncio.client import ClientConnection
from websockets.typing import Subprotocol

import protocol.messages as wire
from protocol.codec import BadFrame, Codec
from protocol.slugs import CloseCode, Slug

__all__ = ["PASSING", "Connection", "Gone", "LinkState", "Reply"]

FIRST_WAIT = 0.25
LONGEST_WAIT = 10.0
"""Seconds between attempts: doubled each time from the first to the longest, times a random half to whole (cases V20)."""
PATIENCE = 5.0
"""Seconds in which a server must answer the opening handshake, and the hello."""
HEARTBEAT = 15.0
"""Seconds between two signs of life, and for the answer to one (V2)."""
MAX_FRAME = 4 * 1024 * 1024
PASSING = frozenset({Slug.FRAME_TOO_MANY, Slug.ROOM_PAUSED, Slug.SERVER_DRAINING, Slug.SERVER_STORE})
"""Refusals of something that may be asked again in a moment."""
MOMENT = 1.0
"""Seconds."""

LinkState = Literal["connecting", "online", "reconnecting", "closed"]
Reply = wire.ServerMessage


class Gone(Exception):
    """The connection is over and will not heal: the reason is a sentence from the server or of our own. `slug` is that of the hello's
    refusal, None for any other end."""

    def __init__(self, reason: str, slug: str | None = None) -> None:
        super().__init__(reason)
        self.slug = slug


class Connection:
    """One player's connection. `inbox` holds what the server said that was not the answer to a request, in order; a `Welcome` there
    says that the connection was lost and is back: enter the room again.

    `socket` is the live WebSocket, None while there is none; `reason` says why there is none any more.

    `on_state` is called with each new link state; `on_welcome` after each hello, before anything else is sent."""

    def __init__(
        self,
        url: str,
        name: str,
        *,
        token: str | None = None,
        key: str | None = None,
        codec: Codec = Codec.MSGPACK,
        longest_wait: float = LONGEST_WAIT,
    ) -> None:
        self.url = url
        self.name = name
        self.token = token
        self.key = key
        self.codec = codec
        self.welcome: wire.Welcome | None = None
        self.inbox: asyncio.Queue[wire.ServerMessage] = asyncio.Queue()
        self.state: LinkState = "connecting"
        self.on_state: Callable[[LinkState], None] = lambda state: None
        self.on_welcome: Callable[[wire.Welcome], None] = lambda welcome: None
        self.socket: ClientConnection | None = None
        self._waiting: dict[str, tuple[wire.ClientMessage, asyncio.Future[wire.ServerMessage]]] = {}
        self._count = itertools.count(1)
        self._prefix = secrets.token_hex(4)
        self._task: asyncio.Task[None] | None = None
        self._longest_wait = longest_wait
        self.reason = ""
        self._gone: Gone | None = None
        self._online: asyncio.Future[None] | None = None

    # -- for the user of the connection -------------------------------------------------------------------------------

    async def open(self, patience: float = 10.0) -> wire.Welcome:
        """Connect and say hello. Raises Gone if the server cannot be reached within `patience` seconds, or does not want us."""
        self._online = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._run())
        await asyncio.wait({self._online, self._task}, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        if self.welcome is None:
            reason = self.reason
            await self.close()
            raise self._gone or Gone(reason or f"no answer from {self.url}")
        return self.welcome

    def action(self) -> str:
        """A new action id."""
        return f"{self._prefix}-{next(self._count)}"

    async def request(self, message: wire.ClientMessage) -> wire.ServerMessage:
        """Send a request (with an action of `action()`) and wait for its answer, over as many connections as it takes.

        Raises Gone when the connection is over for good."""
        if self.state == "closed":
            raise Gone(self.reason)
        action: str = message.action  # type: ignore[union-attr]  # hello and ping are not requests
        future: asyncio.Future[wire.ServerMessage] = asyncio.get_running_loop().create_future()
        self._waiting[action] = (message, future)
        if self.socket is not None and self.state == "online":
            await self._send(message)
        try:
            return await future
        finally:
            self._waiting.pop(action, None)

    async def insist(self, message: wire.ClientMessage) -> wire.ServerMessage:
        """Make a request, again and again while something stands in the way that will pass. It is the same request each time: perhaps an
        earlier attempt was carried out after all, and only its answer was lost. Raises Gone."""
        while True:
            reply = await self.request(message)
            if not (isinstance(reply, wire.Refused) and reply.slug in PASSING):
                return reply
            await asyncio.sleep(MOMENT)

    async def close(self) -> None:
        """Hang up, quietly."""
        self._finish("")
        if self.socket is not None:
            self.socket.transport.abort()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Gone):
                await self._task

    # -- the life of the connection -----------------------------------------------------------------------------------

    async def _run(self) -> None:
        wait = FIRST_WAIT
        while self.state != "closed":
            try:
                if await self._one_connection():
                    wait = FIRST_WAIT
            except Gone as gone:
                self._gone = gone
                self._finish(str(gone))
                return
            except websockets.InvalidStatus as status:
                self.reason = status.response.body.decode(errors="replace").strip() or str(status)
                if status.response.status_code == HTTPStatus.FORBIDDEN and self.welcome is None:
                    self._gone = Gone(self.reason)
                    self._finish(self.reason)
                    return
            except (OSError, websockets.WebSocketException, TimeoutError) as error:
                self.reason = str(error) or type(error).__name__
            self._set_state("reconnecting" if self.welcome else "connecting")
            await asyncio.sleep(wait * random.uniform(0.5, 1.0))  # nosec B311 # not all come back at once
            wait = min(wait * 2, self._longest_wait)

    async def _one_connection(self) -> bool:
        """From opening to loss. Returns whether it was ever in sync."""
        async with websockets.connect(
            self.url,
            subprotocols=[Subprotocol(self.codec.value)],
            compression=None,
            max_size=MAX_FRAME,
            open_timeout=PATIENCE,
            close_timeout=2,
            ping_interval=HEARTBEAT,
            ping_timeout=HEARTBEAT,
        ) as socket:
            try:
                await self._hello(socket)
                while True:
                    self._take(await socket.recv())
            except websockets.ConnectionClosed as closed:
                self._closed(closed)
                return self.socket is not None
            finally:
                self.socket = None

    async def _hello(self, socket: ClientConnection) -> None:
        hello = wire.Hello(
            version=wire.VERSION, name=self.name, token=self.token, key=self.key, client="paiju"
        )
        await socket.send(self.codec.encode(hello), text=not self.codec.binary)
        async with asyncio.timeout(PATIENCE):
            answer = self.codec.read_server(_bytes(await socket.recv()))
        if isinstance(answer, wire.Refused):
            if answer.slug == Slug.HELLO_TOKEN and self.token is not None:
                self.token = None  # that server has forgotten us: we come as somebody new
                raise ConnectionError(answer.reason)
            if answer.slug in PASSING:
                raise ConnectionError(answer.reason)
            raise Gone(answer.reason, answer.slug)
        if isinstance(answer, wire.Notice):
            raise ConnectionError(answer.reason)  # it is going down just now
        if not isinstance(answer, wire.Welcome):
            raise Gone("this is not a Paiju server")
        if self.welcome is not None:
            self.inbox.put_nowait(answer)
        self.welcome, self.token, self.name = answer, answer.token, answer.name
        self.socket = socket  # from here on requests go out by themselves; those that waited follow, and a repeat does no harm
        self._set_state("online")
        self.on_welcome(answer)
        if self._online is not None and not self._online.done():
            self._online.set_result(None)
        for message, _ in list(self._waiting.values()):
            await self._send(message)

    def _take(self, frame: str | bytes) -> None:
        try:
            message = self.codec.read_server(_bytes(frame))
        except BadFrame:
            return  # a newer server may say things that we do not know; a gap in seq heals what mattered
        action = getattr(message, "action", None)
        if action is not None and action in self._waiting:
            future = self._waiting[action][1]
            if not future.done():
                future.set_result(message)
        elif not isinstance(message, wire.Pong):
            self.inbox.put_nowait(message)

    async def _send(self, message: wire.ClientMessage) -> None:
        if self.socket is not None:
            with contextlib.suppress(websockets.ConnectionClosed):
                await self.socket.send(self.codec.encode(message), text=not self.codec.binary)

    def _closed(self, closed: websockets.ConnectionClosed) -> None:
        code = closed.rcvd.code if closed.rcvd else None
        reason = closed.rcvd.reason if closed.rcvd else ""
        for_good = {
            CloseCode.REPLACED,
            CloseCode.NO_HELLO,
            CloseCode.TOO_MANY_FAULTS,
            CloseCode.FLOODING,
            CloseCode.REMOVED,
        }
        if code in for_good:
            raise Gone(reason or CloseCode(code).name.lower())

    def _set_state(self, state: LinkState) -> None:
        if state != self.state:
            self.state = state
            self.on_state(state)

    def _finish(self, reason: str) -> None:
        self.reason = reason
        self._set_state("closed")
        for _, future in self._waiting.values():
            if not future.done():
                future.set_exception(Gone(reason))


def _bytes(frame: str | bytes) -> bytes:
    return frame.encode() if isinstance(frame, str) else frame
