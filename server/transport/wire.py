"""The socket side of a connection: websockets' own, with the limits that it has no setting for. Messages do not go through its queue and a
task that reads it, but to whoever carries them out, in the very call that brought them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import Event, State

from protocol.slugs import CloseCode
from server.transport.framing import header
from server.transport.limits import Bucket, Doorkeeper, Entry
from server.transport.link import WsLink
from server.transport.whence import Address, Whence, address_key, address_of
from server.turnstile import Turnstile

__all__ = ["SLICE", "Wire"]

_DATA = frozenset({Opcode.TEXT, Opcode.BINARY, Opcode.CONT})

MAX_FRAGMENTS = 64
"""Frames of one message. Each costs memory also where it is empty, and a message of `max_frame` fits in a network packet or a dozen."""
READ_AHEAD = 16
"""Messages that may wait behind one that takes its time before the socket is left alone."""
SLICE = 4096
"""Bytes that are parsed before somebody asks whether to go on. One read may bring 256 KiB, and in these 40,000 frames, which take a quarter
of a second."""


class Wire(ServerConnection):
    """Counts its address from the first packet on, or, behind a trusted proxy, from the headers on; bounds what websockets answers by
    itself (pings, fragments), and notices a client that has stopped taking anything: the heartbeat waits behind what is unsent, so it
    cannot."""

    door: Doorkeeper
    whence: Whence
    stall_timeout: float
    control: Bucket
    messages: Bucket
    said: Turnstile[bytes]
    """Messages of the client; kept until somebody has opened it."""
    link: WsLink | None = None
    entry: Entry = Entry.CUT
    client: Address | None = None
    address: str | None = None
    """The client's address as limits count it; None until that is known."""
    _parts: list[bytes]
    """Of a message that has not come as a whole yet."""
    _left_alone: bool = False
    _stall: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.client = address_of(self.remote_address)
        self.entry = self.door.enter()
        if not self.whence.trusts(self.client):
            self._settle()
        if self.entry is Entry.CUT:
            self.transport.abort()

    def hear_headers(self, request: Request) -> None:
        """The opening request is there: a trusted proxy has told in it whom it speaks for."""
        if self.address is None and self.client is not None:
            self.client = self.whence.client(self.client, request.headers.get_all(self.whence.header))
            self._settle()

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self.address)
        self._calm()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing() or (self.link is not None and self.link.closing is not None):
                return
            super().data_received(data[start : start + SLICE])

    def process_event(self, event: Event) -> None:
        # Whole messages are counted, and refused with a word, where they are carried out; here only far too many at once. Pings are
        # answered and fragments kept before anybody hears of them.
        if not isinstance(event, Frame):
            super().process_event(event)  # the opening request
            return
        data = event.opcode in _DATA
        whole = data and event.fin and event.opcode is not Opcode.CONT
        budget = self.messages if whole else self.control
        if not budget.take(self.loop.time()):
            self._flood()
        elif whole:
            self._deliver(bytes(event.data))
        elif data:
            self._collect(event)
        else:
            super().process_event(event)

    def _collect(self, fragment: Frame) -> None:
        if fragment.opcode is not Opcode.CONT:
            self._parts = []
        self._parts.append(bytes(fragment.data))
        if len(self._parts) > MAX_FRAGMENTS:
            self._flood()
        elif fragment.fin:
            self._deliver(b"".join(self._parts))

    def _deliver(self, message: bytes) -> None:
        if self.link is None or self.link.closing is None:
            self.said.take(message)
            if len(self.said) >= READ_AHEAD and not self._left_alone:
                self._left_alone = True
                self.transport.pause_reading()

    def converse(self, hear: Callable[[bytes], Awaitable[None] | None]) -> None:
        """Hand over what the client has said and will say, until the link is closed. `hear` returns what has to be awaited before the next
        message."""

        def carry_out(message: bytes) -> Awaitable[None] | None:
            if self._left_alone and len(self.said) < READ_AHEAD // 2:
                self._left_alone = False
                if not self.transport.is_closing():
                    self.transport.resume_reading()
            return hear(message) if self.link is None or self.link.closing is None else None

        self.said.open(carry_out)

    # -- for the link -------------------------------------------------------------------------------------------------

    @property
    def open(self) -> bool:
        return self.protocol.state is State.OPEN and not self.transport.is_closing()

    def write(self, messages: list[bytes], text: bool) -> None:
        if self.protocol.extensions:  # which may change the bytes (permessage-deflate)
            send = self.protocol.send_text if text else self.protocol.send_binary
            for message in messages:
                send(message)
            self.transport.write(b"".join(self.protocol.data_to_send()))
            return
        pieces: list[bytes] = []
        for message in messages:
            pieces += (header(len(message), text), message)
        self.transport.write(b"".join(pieces))

    def unsent(self) -> int:
        return self.transport.get_write_buffer_size()

    def fail(self, code: int, reason: str) -> None:
        self.protocol.fail(code, reason)
        self.send_data()

    def abort(self) -> None:
        self.transport.abort()

    # -- inside -------------------------------------------------------------------------------------------------------

    def _flood(self) -> None:
        if self.link is None:  # behind the upgrade, before anybody has looked at it
            self.transport.abort()
        else:
            self.link.close(CloseCode.FLOODING, "too many frames")

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.link is not None:
            self._stall = self.loop.call_later(self.stall_timeout, self.link.stalled)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._calm()
        if self.link is not None:
            self.link.caught_up()

    def _settle(self) -> None:
        self.address = address_key(self.client)
        counted = self.door.count(self.address)
        if self.entry is Entry.IN or counted is Entry.CUT:
            self.entry = counted

    def _calm(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None
