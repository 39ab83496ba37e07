"""What a room's task is given: what all rooms of a process share, and what waits in its queue."""

from __future__ import annotations

import asyncio
import enum
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import msgspec

import protocol.messages as wire
from server.links import Link, PlayerId
from server.metrics import Metrics
from server.profiles.results import Finished
from server.rooms.brains import Brains
from server.rooms.entries import Act
from server.rooms.hall import Refusal
from server.rooms.secrets import Bytes
from server.rooms.settings import RoomSettings

if TYPE_CHECKING:
    from server.rooms.actor import Room

__all__ = [
    "Alarm",
    "BreakOff",
    "CaughtUp",
    "House",
    "Item",
    "Later",
    "Lost",
    "Request",
    "Say",
    "Timer",
    "Turn",
    "nap",
]


class Say(enum.StrEnum):
    """What a room says when it cannot do what it should."""

    UNREACHABLE = "the store is out of reach; the table waits, and so do its clocks"
    MOVED = "this table is moving to another server process; connect again"
    LOST = "the store has lost this table"
    REWOUND = "the store has lost the last moments of this table; it goes on from where the store stands"
    FAILED = "this room failed and is closed; the people who run the server will look into it"
    DRAINING = "the server is going down; connect again"
    CLOSED = "nobody was playing in this room, so it is closed"


class Timer(Protocol):
    def cancel(self) -> None: ...


Later = Callable[[float, Callable[[], None]], Timer]
"""Call a function in so many seconds, such as a loop's `call_later`."""


async def nap(later: Later, seconds: float) -> None:
    """Sleep by the clock of `later`."""
    slept: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def wake() -> None:
        if not slept.done():
            slept.set_result(None)

    timer = later(seconds, wake)
    try:
        await slept
    finally:
        timer.cancel()


class Alarm:
    """One timer that is set again and again, mostly to later and later: it is let run then, and rings once in vain."""

    def __init__(self, later: Later, ring: Callable[[], None]) -> None:
        self._later = later
        self._ring = ring
        self._timer: Timer | None = None
        self._at = 0.0

    def set(self, now: float, due: float | None) -> None:
        """Ring at `due` or before, at once if that is not after `now`; None: not at all, or once in vain. What was set before is
        forgotten. Times are seconds of any one clock."""
        if due is None:
            return
        if due <= now:
            self._ring()
        elif self._timer is None or due < self._at:
            self.stop()
            self._at = due
            self._timer = self._later(due - now, self._rung)

    def stop(self) -> None:
        """Do not ring any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _rung(self) -> None:
        self._timer = None
        self._ring()


@dataclass(frozen=True)
class House:
    """What all rooms of a process share. `moved` is called when other people are in a room than before, `ended` when a room's task is
    over. `clock` is in Unix seconds. `note` keeps what a match was for its players; it raises what a store raises, and may be repeated."""

    settings: RoomSettings
    metrics: Metrics
    clock: Callable[[], float]
    later: Later
    random: Bytes
    brains: Brains
    moved: Callable[[Room], None]
    ended: Callable[[Room], None]
    note: Callable[[Finished], Awaitable[None]]


class Request(msgspec.Struct, frozen=True, eq=False):
    """A message of a player to this room; for whoever has just made it, an `Enter` with the action of his `create_room`."""

    link: Link
    message: wire.ClientMessage
    action: str

    def answer(self, message: wire.ServerMessage) -> None:
        self.link.send(self.link.codec.encode(message))


class Lost(msgspec.Struct, frozen=True, eq=False):
    """The connection is gone, or another has taken its place."""

    link: Link


class CaughtUp(msgspec.Struct, frozen=True, eq=False):
    """The connection has taken what it was behind."""

    link: Link


class BreakOff(msgspec.Struct, frozen=True, eq=False):
    """The running match is to be void; `reason` is for its players. `done` becomes whether one was, once that is committed; nothing,
    where the room stands still or ends before."""

    reason: str
    done: asyncio.Future[bool]


Item = Request | Lost | CaughtUp | BreakOff


class Turn(msgspec.Struct, eq=False):
    """What a turn has taken from the queue and has to answer when it is committed. A reply is a refusal, the room's number when the
    request was carried out some time ago, or None: just now. `item` is what is being worked on."""

    item: Item | None = None
    taken: list[Item] = []
    acts: list[Act] = []
    replies: list[tuple[Request, Refusal | int | None]] = []
    entering: dict[PlayerId, Link] = {}
    caught_up: list[PlayerId] = []
    broken_off: list[tuple[BreakOff, bool]] = []

    def settle(self) -> None:
        """Tell those who wanted a match void."""
        for order, playing in self.broken_off:
            if not order.done.done():
                order.done.set_result(playing)
