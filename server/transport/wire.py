"""The socket side of a connection: websockets' own, with the limits that it has no setting for."""

from __future__ import annotations

import asyncio

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.protocol import Event

from protocol.slugs import CloseCode
from server.transport.limits import Bucket, Doorkeeper, Entry, address_key
from server.transport.link import WsLink

__all__ = ["Wire"]


class Wire(ServerConnection):
    """Counts its address from the first packet on, bounds what websockets answers by itself (pings, fragments), and notices a client
    that has stopped taking anything: the heartbeat waits behind what is unsent, so it cannot."""

    door: Doorkeeper
    stall_timeout: float
    control: Bucket
    link: WsLink | None = None
    entry: Entry = Entry.CUT
    address: str = "local"
    _stall: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.address = address_key(self.remote_address)
        self.entry = self.door.enter(self.address)
        if self.entry is Entry.CUT:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self.address)
        self._calm()
        super().connection_lost(exc)

    def process_event(self, event: Event) -> None:
        # Whole messages are counted where they are read. Pings are answered and fragments kept before anybody reads them.
        if self.link is not None and isinstance(event, Frame):
            whole = event.fin and event.opcode in (Opcode.TEXT, Opcode.BINARY)
            if not whole and not self.control.take(self.loop.time()):
                self.link.close(CloseCode.FLOODING, "too many frames")
                return
        super().process_event(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.link is not None:
            self._stall = self.loop.call_later(self.stall_timeout, self.link.stalled)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._calm()
        if self.link is not None:
            self.link.caught_up()

    def _calm(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None
