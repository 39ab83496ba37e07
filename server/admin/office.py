"""Takes what admins ask: finds out who is meant, notes each action, has it carried out in all processes that are concerned, and puts their
answers together."""

from __future__ import annotations

import asyncio
import functools
import time
from typing import TYPE_CHECKING

import msgspec
import structlog

import protocol.admin as a
from server.admin.bans import MAX_BANS, Bans, network_of
from server.admin.staff import Staff
from server.admin.trail import Trail
from server.identity import is_player
from server.profiles.book import Book
from server.rooms.record import read_kept, without_names
from server.store.base import Store, StoreError

if TYPE_CHECKING:
    from server.relay.orders import Orders

__all__ = ["Office"]

log = structlog.get_logger()

ACTIONS = a.Kick | a.Ban | a.Unban | a.Say | a.Drain | a.Resume | a.VoidMatch | a.GetRecord | a.Revoke
"""What is noted. The rest only looks."""


class Errand(msgspec.Struct, frozen=True, array_like=True):
    """What one process has another carry out, and for whom."""

    by: str
    request: a.AdminRequest


_read_errand = msgspec.msgpack.Decoder(Errand).decode
_read_share = msgspec.msgpack.Decoder(a.AdminAnswer).decode
_write = msgspec.msgpack.Encoder().encode


class Refusal(Exception):
    """What was asked is not carried out."""

    def __init__(self, slug: a.AdminSlug, reason: str) -> None:
        super().__init__(reason)
        self.answer = a.RefusedOrder(slug=slug, reason=reason)


class Office:
    """`orders` go to the other processes, None where there are none. `keep`: seconds for which a session may be kept."""

    def __init__(
        self, store: Store, book: Book, staff: Staff, bans: Bans, orders: Orders | None, keep: float
    ) -> None:
        self._store = store
        self._book = book
        self._staff = staff
        self._bans = bans
        self._orders = orders
        self._keep = keep
        self._trail = Trail(store, staff.process)

    async def serve(self, by: str, request: a.AdminRequest) -> a.AdminAnswer:
        """What the admin `by` gets for his request. Raises nothing."""
        line, meant = None, request
        try:
            meant = request = _plain(request)
            if isinstance(request, ACTIONS):
                line = await self._trail.begin(
                    by, _verb(request), _about(request), getattr(request, "why", "")
                )
            meant = await self._meant(by, request)
            answer = await self._carry_out(by, meant)
        except Refusal as refusal:
            answer = refusal.answer
        except StoreError as error:
            answer = a.RefusedOrder(slug=a.AdminSlug.STORE, reason=str(error))
        except Exception:
            log.exception("an admin's request failed", by=by, request=type(request).__name__)
            answer = a.RefusedOrder(slug=a.AdminSlug.FAULT, reason="the server failed at this; see its log")
        if line is not None:
            outcome = answer.slug if isinstance(answer, a.RefusedOrder) else "done"
            await self._trail.end(line, _about(request, meant), outcome)
        return answer

    async def heed(self, data: bytes) -> bytes:
        """Another process's order: its report, empty for an order that this release does not know."""
        try:
            errand = _read_errand(data)
        except msgspec.MsgspecError as error:
            log.warning("an order that this release does not know", error=str(error))
            return b""
        return _write(await self._here(errand.by, errand.request))

    async def _carry_out(self, by: str, request: a.AdminRequest) -> a.AdminAnswer:
        match request:
            case a.ListBans():
                return a.Bans(lines=await self._bans.all())
            case a.GetLog(limit=limit):
                return a.Log(lines=await self._trail.latest(limit))
            case a.GetRecord(record=record):
                return await self._record(record)
            case a.Drain(everywhere=False) | a.Resume(everywhere=False):
                return await self._here(by, request)
            case a.Revoke(player=player):
                await self._bans.revoke(player, self._keep)
            case a.Ban():
                await self._ban(by, request)
            case a.Unban(who=who):
                if not await self._bans.drop(who):
                    raise Refusal(a.AdminSlug.NOT_BANNED, f"{who} is not banned")
        answer = await self._everywhere(by, request)
        if (
            isinstance(request, a.Kick)
            and isinstance(answer, a.Carried)
            and not (answer.count or answer.silent)
        ):
            raise Refusal(a.AdminSlug.PLAYER_UNKNOWN, f"{request.player} is not connected")
        return answer

    async def _ban(self, by: str, request: a.Ban) -> None:
        bans = await self._bans.all()
        if len(bans) >= MAX_BANS and all(ban.who != request.who for ban in bans):
            raise Refusal(
                a.AdminSlug.TOO_MANY, f"there are {MAX_BANS} bans already; lift one, or ban a network"
            )
        now = time.time()
        until = None if request.seconds is None else now + request.seconds
        await self._bans.put(a.BanLine(request.who, by, now, until, request.why), request.seconds)

    async def _record(self, record: str) -> a.AdminAnswer:
        data = await self._store.get_record(record)
        if data is None:
            raise Refusal(a.AdminSlug.RECORD_UNKNOWN, f"there is no record {record}")
        kept = read_kept(data)
        text = without_names(kept, await self._book.erased(kept.players)).decode()
        return a.RecordText(record=record, data=text)

    # -- who is meant -------------------------------------------------------------------------------------------------

    async def _meant(self, by: str, request: a.AdminRequest) -> a.AdminRequest:
        """The request with whoever is meant by his id, or as a network. Raises Refusal."""
        match request:
            case a.Kick(player=who) | a.Revoke(player=who):
                return msgspec.structs.replace(request, player=await self._player(by, who))
            case a.Ban(who=who) | a.Unban(who=who):
                network = network_of(who)
                meant = await self._player(by, who) if network is None else str(network)
                return msgspec.structs.replace(request, who=meant)
        return request

    async def _player(self, by: str, who: str) -> str:
        """The id, or that of whoever is connected under this name. Raises Refusal."""
        if is_player(who):
            return who
        answer = await self._everywhere(by, a.ListPlayers())
        lines = answer.lines if isinstance(answer, a.Players) else []
        found = sorted({line.player for line in lines if line.name.casefold() == who.casefold()})
        if not found:
            raise Refusal(a.AdminSlug.PLAYER_UNKNOWN, f"nobody of the name {who} is connected; use his id")
        if len(found) > 1:
            raise Refusal(a.AdminSlug.PLAYER_AMBIGUOUS, f"several are called {who}: {', '.join(found)}")
        return found[0]

    # -- all processes ------------------------------------------------------------------------------------------------

    async def _here(self, by: str, request: a.AdminRequest) -> a.AdminAnswer:
        try:
            return await self._staff.carry_out(by, request)
        except StoreError as error:
            return a.RefusedOrder(slug=a.AdminSlug.STORE, reason=f"{self._staff.process}: {error}")

    async def _everywhere(self, by: str, request: a.AdminRequest) -> a.AdminAnswer:
        """What all processes say, put together."""
        others = [] if self._orders is None else self._orders.others()
        errand = _write(Errand(by, request))
        mine, *theirs = await asyncio.gather(
            self._here(by, request), *(self._there(process, errand) for process in others)
        )
        assert mine is not None
        shares = [mine, *(share for share in theirs if share is not None)]
        silent = [process for process, share in zip(others, theirs, strict=True) if share is None]
        silent += [] if self._orders is None else self._orders.strangers()
        return msgspec.structs.replace(functools.reduce(_together, shares), silent=silent)

    async def _there(self, process: str, errand: bytes) -> a.AdminAnswer | None:
        assert self._orders is not None
        report = await self._orders.give(process, errand)
        if report is None:
            return None
        try:
            return _read_share(report)
        except msgspec.MsgspecError as error:
            log.warning("a report that this release does not know", process=process, error=str(error))
            return None


def _together(one: a.AdminAnswer, other: a.AdminAnswer) -> a.AdminAnswer:
    """Two shares of one answer. Of a refusal and something else the other counts, of two refusals whichever knows more."""
    match one, other:
        case a.RefusedOrder(slug=a.AdminSlug.ROOM_UNKNOWN), _:
            return other
        case _, a.RefusedOrder(slug=a.AdminSlug.ROOM_UNKNOWN):
            return one
        case a.RefusedOrder(), _:
            return one
        case _, a.RefusedOrder():
            return other
        case a.Carried(count=n), a.Carried(count=m):
            return a.Carried(count=n + m)
        case a.Status(lines=lines), a.Status(lines=more):
            return a.Status(lines=lines + more)
        case a.Rooms(lines=rooms), a.Rooms(lines=more_rooms):
            return a.Rooms(lines=rooms + more_rooms)
        case a.Players(lines=players), a.Players(lines=more_players):
            return a.Players(lines=players + more_players)
    return one


def _verb(request: a.AdminRequest) -> str:
    return str(request.__struct_config__.tag)


def _about(request: a.AdminRequest, meant: a.AdminRequest | None = None) -> str:
    """What the request is about, for the trail; where something else was typed than was meant, both."""
    if getattr(request, "everywhere", False):
        return "all processes"
    for name in ("player", "who", "room", "record", "text"):
        if typed := getattr(request, name, ""):
            found = getattr(meant, name, typed)
            return str(typed) if found == typed else f"{found} ({typed})"
    return ""


def _plain(request: a.AdminRequest) -> a.AdminRequest:
    """Without characters that do not show: what an admin types is shown to players and in terminals."""
    texts = {
        name: getattr(request, name)
        for name in ("text", "why", "who", "player", "record")
        if hasattr(request, name)
    }
    shown = {
        name: "".join(c if c.isprintable() else " " for c in text).strip() for name, text in texts.items()
    }
    if shown.get("text") == "":
        raise Refusal(a.AdminSlug.MALFORMED, "there is nothing to read in this line")
    return msgspec.structs.replace(request, **shown)
