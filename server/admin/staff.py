"""Carries out in this process what an admin wants, wherever he asked for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping

import structlog

import protocol.admin as a
from protocol.messages import Notice
from protocol.slugs import CloseCode, Slug
from server.admin.bans import Bans
from server.desk import release
from server.rooms.actor import Room
from server.rooms.parts import BreakOff
from server.transport import WsLink

__all__ = ["Staff"]

log = structlog.get_logger()

REMOVED = "the people who run this server have closed your connection"
REVOKED = "the people who run this server have withdrawn your token; you can come as somebody new"
VOID = "the people who run this server have ended the match"
PATIENCE = 2.0
"""Seconds in which a room must have voided its match."""
CLOSING = 123
"""Bytes of a reason in a closing frame (RFC 6455 §5.5)."""
MOST = 5_000
"""Lines in one answer."""


class Staff:
    """`process` is the name of this one; `trouble` tells why it takes no players, None if it does. `taking`: as the admins want it."""

    def __init__(
        self,
        process: str,
        bans: Bans,
        rooms: Mapping[str, Room],
        links: Callable[[], list[WsLink]],
        trouble: Callable[[], str | None],
    ) -> None:
        self.process = process
        self.taking = True
        self._bans = bans
        self._rooms = rooms
        self._links = links
        self._trouble = trouble
        self._since = time.time()

    async def carry_out(self, by: str, request: a.AdminRequest) -> a.AdminAnswer:
        """This process's part. Raises what the store raises."""
        match request:
            case a.GetStatus():
                return a.Status(lines=[self._status()])
            case a.ListRooms():
                return a.Rooms(
                    lines=[_line(room, self.process) for room in list(self._rooms.values())[:MOST]]
                )
            case a.ListPlayers():
                return a.Players(lines=self._players())
            case a.GetRoom(room=code):
                return self._room(code)
            case a.VoidMatch(room=code, why=why):
                return await self._void(code, why)
        return a.Carried(count=await self._act(by, request))

    async def _act(self, by: str, request: a.AdminRequest) -> int:
        """What is done to connections. Returns to how many."""
        match request:
            case a.Kick(player=player, why=why):
                return self._remove(player, _because(REMOVED, why))
            case a.Revoke(player=player):
                return self._remove(player, REVOKED)
            case a.Say(text=text):
                return self._say(text)
            case a.Ban() | a.Unban():
                await self._bans.refresh()
                return self.enforce()
            case a.Drain() | a.Resume():
                self.taking = isinstance(request, a.Resume)
                log.info("taking players" if self.taking else "taking no players", by=by)
                return 1
        raise TypeError(f"{type(request).__name__} concerns no single process")

    def enforce(self) -> int:
        """Close the connections of who is banned. Returns how many."""
        count = 0
        for link in self._links():
            why = self._bans.against(link.player or None, link.address)
            if why is not None:
                _close(link, Slug.HELLO_BANNED, why)
                count += 1
        return count

    def _remove(self, player: str, why: str) -> int:
        mine = [link for link in self._links() if link.player == player and not link.ended]
        for link in mine:
            _close(link, Slug.SESSION_REMOVED, why)
        return len(mine)

    def _say(self, text: str) -> int:
        greeted = [link for link in self._links() if link.greeted and not link.ended]
        notice = Notice(slug=Slug.SERVER_MESSAGE, reason=text)
        for link in greeted:
            link.send(link.codec.encode(notice))
        return len(greeted)

    async def _void(self, code: str, why: str) -> a.AdminAnswer:
        room = self._rooms.get(code)
        if room is None:
            return _no_room(code)
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        room.post(BreakOff(_because(VOID, why), done))
        try:
            async with asyncio.timeout(PATIENCE):
                voided = await done
        except TimeoutError:
            return a.RefusedOrder(slug=a.AdminSlug.STORE, reason=f"room {code} stands still; try again")
        if not voided:
            return a.RefusedOrder(slug=a.AdminSlug.NO_MATCH, reason=f"no match is running in room {code}")
        return a.Carried(count=1)

    def _status(self) -> a.ProcessLine:
        rooms = self._rooms.values()
        return a.ProcessLine(
            process=self.process,
            release=release(),
            since=self._since,
            connections=len(self._links()),
            rooms=len(rooms),
            matches=sum(room.playing for room in rooms),
            trouble=self._trouble(),
        )

    def _players(self) -> list[a.PlayerLine]:
        greeted = [link for link in self._links() if link.greeted and not link.ended]
        return [a.PlayerLine(link.player, link.name, link.address, self.process) for link in greeted[:MOST]]

    def _room(self, code: str) -> a.AdminAnswer:
        room = self._rooms.get(code)
        if room is None:
            return _no_room(code)
        state = room.fold.state
        people = [a.Person(player, p.name, p.connected) for player, p in state.people.items()]
        info = room.audience.sight.info
        return a.Room(process=self.process, born=state.born_ms / 1000, info=info, people=people)


def _line(room: Room, process: str) -> a.RoomLine:
    info = room.audience.sight.info
    return a.RoomLine(
        room=info.room,
        name=info.name,
        game=info.game,
        phase=info.phase,
        seats=len(info.seats),
        persons=sum(seat.player is not None for seat in info.seats),
        people=len(room.people),
        listed=info.listed,
        process=process,
    )


def _no_room(code: str) -> a.RefusedOrder:
    return a.RefusedOrder(slug=a.AdminSlug.ROOM_UNKNOWN, reason=f"there is no room {code}")


def _because(what: str, why: str) -> str:
    return f"{what}: {why}" if why else what


def _close(link: WsLink, slug: Slug, why: str) -> None:
    """Nothing is said to somebody who has not been greeted. The reason stands in the closing frame as well, as far as it fits: that is
    the last thing that a client shows."""
    if link.greeted:
        link.send(link.codec.encode(Notice(slug=slug, reason=why)))
    short = why.encode()[:CLOSING].decode(errors="ignore")
    link.close(CloseCode.REMOVED, short)
