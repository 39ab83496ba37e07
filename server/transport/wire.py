"""The socket side of a connection: websockets' own, with the limits that it has no setting for."""

from __future__ import annotations

import asyncio

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import Event

from protocol.slugs import CloseCode
from server.transport.limits import Bucket, Doorkeeper, Entry
from server.transport.link import WsLink
from server.transport.whence import Address, Whence, address_key, address_of

__all__ = ["SLICE", "Wire"]

MAX_FRAGMENTS = 64
"""Frames of one message. Each costs memory also where it is empty, and a message of `max_frame` fits in a network packet or a dozen."""
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
    link: WsLink | None = None
    entry: Entry = Entry.CUT
    client: Address | None = None
    address: str | None = None
    """The client's address as limits count it; None until that is known."""
    _fragments: int = 0
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
        # Whole messages are counted, and refused with a word, where they are read; here only far too many at once. Pings are answered
        # and fragments kept before anybody reads them.
        if isinstance(event, Frame):
            data = event.opcode in (Opcode.TEXT, Opcode.BINARY)
            if data:
                self._fragments = 0
            self._fragments += event.opcode is Opcode.CONT
            budget = self.messages if data and event.fin else self.control
            if not budget.take(self.loop.time()) or self._fragments >= MAX_FRAGMENTS:
                self._flood()
                return
        super().process_event(event)

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
