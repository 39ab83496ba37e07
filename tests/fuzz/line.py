"""One hostile connection: a real socket, frames of any kind, and an account of what came back.

It is its own client (websockets' sans-I/O part over a bare socket), because a well-behaved one refuses to send most of this.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Self, get_args

from websockets.client import ClientProtocol
from websockets.frames import Close, Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

import protocol.messages as wire
from protocol.codec import BadFrame, Codec
from protocol.slugs import Slug

__all__ = ["ANSWERS", "Line"]

ANSWERS = (
    wire.Welcome,
    wire.Pong,
    *(kind for kind in get_args(wire.ServerMessage) if "action" in kind.__struct_fields__),
)
"""What answers a message: each gets exactly one of these, as long as its connection lives."""
SLUGS = frozenset(Slug)
WAIT = 20.0
"""Seconds: a busy machine is slow, a hung server is slower."""


class Line(asyncio.Protocol):
    """`said` counts the messages sent, `answered` the answers; they are equal once the server is done with all of them.

    `complaints` holds what no server may say. `heard` is called with each of its messages."""

    def __init__(
        self, codec: Codec, port: int, heard: Callable[[Line, wire.ServerMessage], None] | None = None
    ) -> None:
        self.codec = codec
        self.said = 0
        self.answered = 0
        self.complaints: list[str] = []
        self.refusals: dict[str, int] = {}
        self.code: int | None = None
        """The close code, 1006 without one; None while it is open."""
        self.greeted = False
        self.spoilt = False
        """What was sent last is no frame: the server may take all that follows for a part of it."""
        self.heard = heard
        self._tape: deque[str] = deque(maxlen=40)
        self._news = asyncio.Event()
        self._open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._protocol = ClientProtocol(
            parse_uri(f"ws://127.0.0.1:{port}/"), subprotocols=[Subprotocol(codec.value)], max_size=None
        )
        self._transport: asyncio.Transport

    @classmethod
    async def open(
        cls, port: int, codec: Codec, heard: Callable[[Line, wire.ServerMessage], None] | None = None
    ) -> Self:
        line = cls(codec, port, heard)
        await asyncio.get_running_loop().create_connection(lambda: line, "127.0.0.1", port)
        async with asyncio.timeout(WAIT):
            await line._open
        return line

    @property
    def alive(self) -> bool:
        if self.code is not None or self.spoilt:
            return False
        return self._protocol.state is State.OPEN and not self._transport.is_closing()

    # -- out ----------------------------------------------------------------------------------------------------------

    def say(self, frame: bytes, *, text: bool | None = None) -> None:
        """A message, in the kind of frame that its encoding asks for unless `text` says otherwise."""
        if not self.alive:
            return
        send = (
            self._protocol.send_text
            if (not self.codec.binary if text is None else text)
            else self._protocol.send_binary
        )
        send(frame)
        self.said += 1
        self._tape.append(f"> {frame[:300]!r}")

    def pieces(self, frame: bytes, cuts: list[int]) -> None:
        """A message in fragments, with a ping between each two."""
        if not self.alive:
            return
        parts = [frame[a:b] for a, b in zip([0, *cuts], [*cuts, len(frame)], strict=True)]
        for place, part in enumerate(parts):
            if place:
                self._protocol.send_ping(b"still here")
                self._protocol.send_continuation(part, fin=place == len(parts) - 1)
            else:
                self._protocol.send_binary(part, fin=len(parts) == 1)
        self.said += 1
        self._tape.append(f"> in {len(parts)} pieces: {frame[:300]!r}")

    def raw(self, junk: bytes) -> None:
        """Bytes as they are, behind whatever was said before. The connection hardly survives it."""
        self.flush()
        if self.alive:
            self.spoilt = True
            self._transport.write(junk)

    def flush(self) -> None:
        data = b"".join(self._protocol.data_to_send())
        if data and not self._transport.is_closing():
            self._transport.write(data)

    def cut(self) -> None:
        """Gone without a word."""
        self.flush()
        self.code = 1006 if self.code is None else self.code
        self._transport.abort()

    async def settle(self) -> None:
        """Until everything that was said is answered, or the server has closed. That it does neither is a complaint."""
        self.flush()
        if self.spoilt:
            await asyncio.sleep(0.005)  # for the server's goodbye, if it has one
            return
        try:
            async with asyncio.timeout(WAIT):
                while self.alive and self.answered < self.said:
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            self.complaints.append(
                f"{self.said} messages had {self.answered} answers, and no more came\n"
                + "\n".join(self._tape)
            )
        if self.alive and self.answered > self.said:
            self.complaints.append(
                f"{self.said} messages had {self.answered} answers\n" + "\n".join(self._tape)
            )

    async def closed(self) -> int:
        """The code with which the server closes. Raises TimeoutError where it does not."""
        async with asyncio.timeout(WAIT):
            while self.code is None:
                self._news.clear()
                await self._news.wait()
        return self.code

    # -- asyncio.Protocol ---------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._protocol.send_request(self._protocol.connect())
        self.flush()

    def data_received(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                self._frame(event)
            elif isinstance(event, Response) and not self._open.done():
                self._open.set_result(None)
        self.flush()
        self._news.set()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.code is None:
            self.code = 1006
        if not self._open.done():
            self._open.set_exception(ConnectionError("closed during the handshake"))
            self._open.exception()
        self._news.set()

    def _frame(self, frame: Frame) -> None:
        if frame.opcode is Opcode.CLOSE:
            self.code = Close.parse(bytes(frame.data)).code
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY):
            return
        try:
            message = self.codec.read_server(bytes(frame.data))
        except BadFrame as bad:
            self.complaints.append(f"not a message of the protocol: {bad}: {bytes(frame.data)[:200]!r}")
            return
        if isinstance(message, wire.Refused):
            self._refused(message)
        if isinstance(message, wire.Welcome):
            self.greeted = True
        if isinstance(message, ANSWERS):
            self.answered += 1
        self._tape.append(f"< {str(message)[:300]}")
        if self.heard is not None:
            self.heard(self, message)

    def _refused(self, message: wire.Refused) -> None:
        self.refusals[message.slug] = self.refusals.get(message.slug, 0) + 1
        if message.slug not in SLUGS or not message.reason:
            self.complaints.append(f"a refusal without a slug or a reason: {message}")
        if message.slug == Slug.SERVER_FAULT:
            self.complaints.append(f"the server failed at something: {message}")
