"""Players here in rooms there, and players there in rooms here.

A player's process keeps his socket and knows which process holds each of his rooms; the holder has a `RemoteLink` in place of a socket.
Whatever goes wrong between the two ends in the same way: the socket is closed with `MOVED`, and the client connects again and resumes.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import structlog

from protocol.codec import BadFrame, Codec
from protocol.messages import ClientMessage, Notice, Refused
from protocol.slugs import CloseCode, Slug
from server.links import Link, PlayerId, RoomService
from server.relay.bus import Bus
from server.relay.carrier import Carrier
from server.relay.letters import Away, Behind, CaughtUp, Cut, Forward, Frames, Letter, Order, Report
from server.relay.lines import Lines
from server.relay.orders import Orders
from server.relay.remote import RemoteLink

__all__ = ["Exchange"]

log = structlog.get_logger()

MOVED = "the process that holds your table cannot be reached; connect again"
UNREACHABLE = "the servers cannot reach each other; your table waits"

ENCODINGS = {codec.value for codec in Codec}


class _Out:
    """A link of this process that uses rooms of others. `routes`: room → the process that its messages go to."""

    __slots__ = ("behind", "link", "number", "routes")

    def __init__(self, link: Link, number: int) -> None:
        self.link = link
        self.number = number
        self.routes: dict[str, str] = {}
        self.behind = False


class Exchange:
    """Implements `server.links.Elsewhere`. `connect` it to the rooms before it is started."""

    shared = True

    def __init__(self, bus: Bus, lines: Lines, backlog: int) -> None:
        """`backlog`: bytes a link may be behind before its rooms are told."""
        self.orders = Orders(lines)
        self._bus = bus
        self._lines = lines
        self._carrier = Carrier(bus, lines)
        self._backlog = backlog
        self._rooms: RoomService
        self._numbers = itertools.count(1)
        self._out: dict[Link, _Out] = {}
        self._by_number: dict[int, _Out] = {}
        self._in: dict[str, dict[int, RemoteLink]] = {}
        lines.deliver = self._deliver
        lines.broken = self._broken
        lines.deaf = self._deaf

    def connect(
        self,
        rooms: RoomService,
        arrived: Callable[[PlayerId, int], None],
        again: Callable[[], None],
        left: Callable[[], None],
    ) -> None:
        """`arrived`: see `Sessions.arrived`. `again` is called when arrivals may have been lost, `left` when a process is gone."""
        self._rooms = rooms
        self._lines.arrived = arrived
        self._lines.left = lambda process: left()
        self._carrier.again = again

    async def start(self) -> None:
        """Raises Unavailable."""
        await self._carrier.start()

    async def stop(self) -> None:
        """Say goodbye to the other processes."""
        self.orders.stop()
        await self._carrier.stop()

    # -- Elsewhere ----------------------------------------------------------------------------------------------------

    def route(self, link: Link, code: str) -> str | None:
        out = self._out.get(link)
        return None if out is None else out.routes.get(code)

    def routes(self, link: Link) -> list[str]:
        out = self._out.get(link)
        return [] if out is None else list(out.routes)

    def carry(self, holder: str, link: Link, code: str, message: ClientMessage) -> bool:
        if isinstance(link, RemoteLink):
            # He was sent here, but the room is elsewhere: let him come again and be sent to the right process.
            link.close(CloseCode.MOVED, MOVED)
            return True
        if not self._lines.alive(holder):
            return False
        out = self._out.get(link)
        if out is None:
            out = self._out[link] = _Out(link, next(self._numbers))
            self._by_number[out.number] = out
        known = holder in out.routes.values()
        self._turn(out, code, holder)
        self._lines.send(
            holder,
            Forward(
                out.number,
                link.player,
                link.name,
                link.arrival,
                link.codec.value,
                Codec.MSGPACK.encode(message),
            ),
        )
        if out.behind and not known:
            self._lines.send(holder, Behind(out.number))
        return True

    def here(self, link: Link, code: str) -> None:
        out = self._out.get(link)
        if out is not None and code in out.routes:
            self._turn(out, code, None)

    def gone(self, link: Link) -> None:
        out = self._out.pop(link, None)
        if out is not None:
            del self._by_number[out.number]
            for process in set(out.routes.values()):
                self._lines.send(process, Away(out.number))

    def drained(self, link: Link) -> None:
        out = self._out.get(link)
        if out is not None and out.behind:
            out.behind = False
            for process in set(out.routes.values()):
                self._lines.send(process, CaughtUp(out.number))

    async def arrival(self) -> int:
        return await self._bus.number()

    def announce(self, player: PlayerId, arrival: int) -> None:
        self._lines.announce(player, arrival)

    def _turn(self, out: _Out, code: str, holder: str | None) -> None:
        """From now on the link's messages to the room go there. Where it has no room any more it is gone."""
        before = out.routes.pop(code, None)
        if holder is not None:
            out.routes[code] = holder
        if before is not None and before not in out.routes.values():
            self._lines.send(before, Away(out.number))

    # -- what other processes say -------------------------------------------------------------------------------------

    def _deliver(self, source: str, letter: Letter) -> None:
        match letter:
            case Frames(frame=frame, links=links):
                for number in links:
                    self._pass_on(number, frame)
            case Cut():
                self._cut(letter)
            case Forward():
                self._hear(source, letter)
            case Order() | Report():
                self.orders.hear(source, letter)
            case Away() | Behind() | CaughtUp():
                if (link := self._in.get(source, {}).get(letter.link)) is not None:
                    self._note(link, letter)

    def _note(self, link: RemoteLink, letter: Away | Behind | CaughtUp) -> None:
        """How a player there, in a room here, is doing."""
        if isinstance(letter, Away):
            del self._in[link.process][link.number]
            link.leave()
            return
        link.behind = isinstance(letter, Behind)
        if not link.behind:
            self._rooms.drained(link)

    def _pass_on(self, number: int, frame: bytes) -> None:
        """Something for a player here, from a room there."""
        out = self._by_number.get(number)
        if out is None:
            return
        out.link.send(frame)
        if not out.behind and out.link.backlog() > self._backlog:
            out.behind = True
            for process in set(out.routes.values()):
                self._lines.send(process, Behind(number))

    def _cut(self, letter: Cut) -> None:
        out = self._by_number.get(letter.link)
        if out is not None:
            known = letter.code in list(CloseCode)  # a later release may have others
            out.link.close(CloseCode(letter.code) if known else CloseCode.MOVED, letter.reason)

    def _hear(self, source: str, letter: Forward) -> None:
        """Something for a room here, from a player there. His process may be of a later release than this one: it may know messages and
        encodings that this one does not."""
        if letter.codec not in ENCODINGS:
            self._lines.send(source, Cut(letter.link, int(CloseCode.MOVED), MOVED))
            return
        links = self._in.setdefault(source, {})
        link = links.get(letter.link)
        if link is None:
            link = links[letter.link] = RemoteLink(self._lines, self._rooms, source, letter)
        try:
            message = Codec.MSGPACK.read_client(letter.message)
        except BadFrame as bad:
            link.send(link.codec.encode(Refused(slug=bad.slug, reason=bad.reason, action=bad.action)))
        else:
            link.take(message)

    def _broken(self, process: str) -> None:
        """Everything between that process and this one starts afresh."""
        self.orders.broken(process)
        for link in self._in.pop(process, {}).values():
            link.abandon()
        cut = [out.link for out in self._out.values() if process in out.routes.values()]
        for player in cut:
            player.close(CloseCode.MOVED, MOVED)

    def _deaf(self) -> None:
        """Nothing is heard from the other processes: players in their rooms should know why nothing moves."""
        for out in [out for out in self._out.values() if out.routes]:
            notice = Notice(slug=Slug.SERVER_STORE, reason=UNREACHABLE)
            out.link.send(out.link.codec.encode(notice))
