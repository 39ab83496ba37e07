"""The side of a room that faces the store: insist, stand still meanwhile, save, keep records."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from structlog.typing import FilteringBoundLogger

from engine.core.match import Match
from server.rooms.audience import Audience
from server.rooms.clocks import RoomClock
from server.rooms.effects import Effects
from server.rooms.fold import Fold
from server.rooms.journal import Journal
from server.rooms.parts import House, nap
from server.rooms.record import finished_of, kept_of
from server.rooms.state import Phase, RoomState
from server.store.base import Fenced, Unavailable

__all__ = ["GivenUp", "Keeper"]

T = TypeVar("T")


class GivenUp(Exception):
    """The room is to stop though the store is out of reach: what was not appended has not happened."""


class Keeper:
    """Of one room. While the store is out of reach the room's clocks stand still, its people are told so, and attempts go on.

    `draining` and `overtaken` end the attempts."""

    def __init__(
        self, journal: Journal, clock: RoomClock, audience: Audience, house: House, log: FilteringBoundLogger
    ) -> None:
        self.journal = journal
        self.draining = False
        self.overtaken = False
        self._clock = clock
        self._audience = audience
        self._house = house
        self._log = log

    async def insist(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do `work` until the store can take it. Raises Fenced or GivenUp."""
        settings = self._house.settings
        wait = settings.retry_first
        while True:
            try:
                result = await work()
            except Unavailable:
                if self.draining:
                    raise GivenUp from None
                self._halt()
            else:
                self._clock.go()
                return result
            await nap(self._house.later, wait)
            self.check()
            wait = min(wait * 2, settings.retry_longest)

    def check(self) -> None:
        """Raises Fenced if somebody else has the room."""
        if self.overtaken:
            raise Fenced(self.journal.lease.room, self.journal.lease.epoch)

    async def put_record(self, fold: Fold) -> None:
        """Keep the record of the match that has ended, unless that is done already."""
        state, match = fold.state, fold.match
        if match is None or state.play is None or state.ended is None or not state.play.unkept:
            return
        record, fault = state.play.record, match.fault
        if fault is not None and state.ended.told is None:  # else somebody wanted it so
            self._log.error("match void", record=record, fault=str(fault), exc_info=fault)
        await self._note(state, match)
        try:
            data = kept_of(state, match)
        except Exception:  # noqa: BLE001 - a match without a record is still a match
            self._house.metrics.faults.labels("record").inc()
            self._log.exception("no record could be made", record=record)
            return
        await self.insist(lambda: self.journal.put_record(record, data, self._house.settings.record_ttl))
        how = "played" if fault is None else "void"
        self._house.metrics.finished.labels(state.game, how).inc()
        self._log.info("match over", record=record, how=how, inputs=state.play.given)

    async def _note(self, state: RoomState, match: Match) -> None:
        """What the match was for its players goes into their histories."""
        try:
            finished = finished_of(state, match)
            await self.insist(lambda: self._house.note(finished))
        except (Fenced, GivenUp):
            raise
        except Exception:  # noqa: BLE001 - the match was played all the same
            self._house.metrics.faults.labels("results").inc()
            self._log.exception("the results could not be kept", record=state.play and state.play.record)

    def may_save(self, fold: Fold, fx: Effects) -> bool:
        """Whether it is time for a checkpoint."""
        behind, every = self.journal.behind, self._house.settings.checkpoint_every
        between = fx.rounded or fold.state.phase is not Phase.PLAYING
        return fx.over or behind >= 4 * every or (behind >= every and between)

    async def save(self, fold: Fold, fx: Effects) -> None:
        """A checkpoint. Raises Fenced."""
        state = fold.state
        if fx.over and state.play is not None:
            state.play.history, state.play.unkept = bytearray(), False  # the record has it
        try:
            await self.journal.checkpoint(fold)
        except Unavailable:
            self._log.warning("no checkpoint now: store out of reach")

    async def let_go(self, fold: Fold) -> None:
        """Stand still, save, and let another process have the room."""
        self._clock.stop()
        fold.state.at = self._clock.now()
        self._audience.paused = True
        self._audience.refresh(self._clock.now())
        try:
            await self.journal.checkpoint(fold)
            await self.journal.release()
        except Unavailable:
            self._log.warning("no last checkpoint: store out of reach")

    def _halt(self) -> None:
        if not self._audience.paused:
            self._log.warning("store out of reach, room paused")
            self._clock.stop()
            self._audience.paused = True
            self._audience.refresh(self._clock.now())
