"""One room as a task: the only writer of its journal and its match.

A turn takes whatever waits (requests, connections lost, times run out), checks and applies it, appends all of it as one entry of the
journal, and only then acknowledges and tells it (law 7). What has been applied and not yet appended is seen by nobody: when the append
fails for good, the room in memory is thrown away and the journal is the truth. For the same reason a tick that cannot be applied never
reaches the journal, and a room that failed is rebuilt from it as it was before.
"""

from __future__ import annotations

import asyncio
from collections import deque

import structlog

import protocol.messages as wire
from protocol.slugs import CloseCode, Slug
from server.links import Link, PlayerId, send_away
from server.rooms import entries as e
from server.rooms.audience import Audience
from server.rooms.brains import Thoughts
from server.rooms.clocks import RoomClock
from server.rooms.duty import do_what_is_due, next_due
from server.rooms.effects import Effects
from server.rooms.fold import Fold
from server.rooms.hall import Hall, Refusal
from server.rooms.janitor import Janitor
from server.rooms.journal import Journal
from server.rooms.keeper import GivenUp, Keeper
from server.rooms.parts import Alarm, BreakOff, House, Item, Lost, Request, Say, Turn
from server.rooms.state import Phase
from server.rooms.table import admit, carry_out, wake
from server.store.base import Conflict, Fenced

__all__ = ["Room"]


class Room:
    """A live room. `run` is its task; everything else may be called from anywhere in the loop."""

    def __init__(
        self, fold: Fold, journal: Journal, house: House, past: list[Effects], *, restored: bool
    ) -> None:
        """`past` is what the replayed entries of the journal brought."""
        self.code = fold.state.room
        kept = fold.state.seq
        if restored:
            fold.leap(kept)
        self.log = structlog.get_logger().bind(room=self.code, game=fold.state.game)
        self.clock = RoomClock(house.clock, fold.state.at)
        self.hall = Hall(fold, house.settings, house.random)
        self.audience = Audience(fold, house.settings, kept)
        for fx in past:
            self.audience.recall(fx)
        self.keeper = Keeper(journal, self.clock, self.audience, house, self.log)
        self.janitor = Janitor(house.settings, house.clock(), restored=restored)
        self.people: set[PlayerId] = set()
        self.shown: wire.RoomInfo | None = None
        """What other processes see of the room."""
        self.closed = False
        self.failed = False
        self._house = house
        self._inbox: deque[Item] = deque()
        self._awake = asyncio.Event()
        self._awake.set()
        self._alarm = Alarm(house.later, self._awake.set)
        self._thoughts = Thoughts(house.brains, self._awake.set)
        self._failures: list[float] = []
        self._turning = Turn()
        """What has been taken from the queue and not been answered yet."""
        self._written = house.clock()

    @property
    def fold(self) -> Fold:
        return self.hall.fold

    @property
    def playing(self) -> bool:
        return self.fold.state.phase is Phase.PLAYING

    # -- from outside -------------------------------------------------------------------------------------------------

    def post(self, item: Item) -> None:
        """Put something into the queue. Requests are refused at once while the room stands still or has too many waiting."""
        if isinstance(item, Request) and (why := self._why_not(item)) is not None:
            self.refuse(item, *why)
            return
        self._inbox.append(item)
        self._awake.set()

    def _why_not(self, request: Request) -> tuple[Slug, str] | None:
        if self.keeper.draining:
            return Slug.SERVER_DRAINING, Say.DRAINING
        if len(self._inbox) >= self._house.settings.max_waiting:
            return Slug.FRAME_TOO_MANY, "this room has too much to do; try again"
        if self.audience.paused and not self._begun(request):
            return Slug.ROOM_PAUSED, Say.UNREACHABLE
        return None

    def _begun(self, request: Request) -> bool:
        """Whether this very request waits here already: a refusal would say that it changes nothing, and then it would."""
        who = (request.link.player, request.action)
        waiting = (*self._turning.taken, *self._inbox)
        return any(
            isinstance(other, Request) and (other.link.player, other.action) == who for other in waiting
        )

    def beat(self) -> None:
        """Once a second: look after what no message brings about."""
        now = self._house.clock()
        if not self.audience.paused and (self.janitor.due(self.fold.state, now) or self._unmarked(now)):
            self._awake.set()

    def drain(self) -> None:
        """Stand still, save, let go of the room, and end the task."""
        self.keeper.draining = True
        self._awake.set()

    def fenced(self) -> None:
        """Somebody else has the room: end the task."""
        self.keeper.overtaken = True
        self._awake.set()

    async def run(self) -> None:
        """Until the room is closed, drained or taken over."""
        try:
            self._note()
            if self.fold.state.phase is Phase.OVER:
                await self.keeper.put_record(self.fold)
            while not self.closed:
                await self._awake.wait()
                self._awake.clear()
                try:
                    await self._turn()
                except Conflict as conflict:
                    await self._rewind(conflict)
        except GivenUp:
            self.log.warning("room stopped without a store")
        except Fenced:
            lapsed = round(self._house.clock() - self.keeper.journal.live_until, 1)
            self.log.warning("room taken over by another process", lease_ended_seconds_ago=max(0.0, lapsed))
            self._move()
        except Exception:
            self._house.metrics.faults.labels("room").inc()
            self.log.exception("room ended")
            self._fail()
        finally:
            self.closed = True
            self._alarm.stop()
            self._thoughts.forget_all_but(())
            self._house.ended(self)

    # -- a turn -------------------------------------------------------------------------------------------------------

    async def _turn(self) -> None:
        self.keeper.check()
        if self.keeper.draining:
            await self._let_go()
            return
        now = self._house.clock()
        # What is here may be old then, and not even a refusal may come from that.
        if self.keeper.journal.lapsed(now):
            await self.keeper.insist(self.keeper.journal.renew)
            now = self._house.clock()
        turn = self._turning = Turn()
        self.hall.now, fold = now, self.hall.fold
        try:
            fold.begin(self.clock.read(now), round(now * 1000))
            self._work(turn)
        except Exception as error:  # noqa: BLE001 - what nobody foresaw costs a turn, not the room
            await self._rebuild(turn, error)
            return
        tick = fold.end(turn.acts)
        if tick.entries or self._unmarked(now):
            await self.keeper.insist(lambda: self.keeper.journal.append(tick))
            self._written = now = self._house.clock()
        fx = fold.fx
        if fx.over:
            await self.keeper.put_record(fold)
            now = self._house.clock()
        self._tell(turn, fx, self.clock.read(now))
        self._turning = Turn()
        if self.keeper.may_save(fold, fx):
            await self.keeper.save(fold, fx)
        if self.janitor.doomed(fold.state, now):
            await self._close()
        else:
            asks = self.audience.sight.asks.values()
            self._alarm.set(self.clock.now(), next_due(fold, asks, self._house.settings, self._thoughts))

    def _work(self, turn: Turn) -> None:
        """Take what waits, as far as one update can tell it."""
        fold = self.hall.fold
        fx, phase = fold.fx, fold.state.phase
        while self._inbox and fx.said is None and not fx.out and fold.state.phase is phase:
            turn.item = item = self._inbox.popleft()
            turn.taken.append(item)
            if isinstance(item, Request):
                self._request(turn, item)
            elif isinstance(item, Lost):
                self._lost(turn, item.link)
            elif isinstance(item, BreakOff):
                turn.broken_off.append((item, self.playing))
                if self.playing:
                    fold.put(e.Voided(item.reason))
            else:
                turn.caught_up.append(item.link.player)
        turn.item = None
        if self._inbox:
            self._awake.set()
        if not fx.stepped:
            do_what_is_due(fold, self._house.settings, self._thoughts, self.log)
        if self.janitor.due(fold.state, self.hall.now):
            self.janitor.tidy(fold, {*self.audience.links, *turn.entering}, self.hall.now)

    def _request(self, turn: Turn, request: Request) -> None:
        player, message, fold = request.link.player, request.message, self.hall.fold
        if isinstance(message, wire.Enter) and self._is_older(turn, request.link):
            send_away(request.link)
            return
        result: Refusal | int | None = None
        try:
            if isinstance(message, wire.Enter):
                admit(self.hall, player, request.link.name, message.password)
                wake(self.hall, player)
                turn.entering[player] = request.link
            else:
                result = fold.state.replies.get(player, {}).get(request.action)
                if result is None:
                    carry_out(self.hall, player, message)
                    turn.acts.append(e.Act(player, request.action))
        except Refusal as refusal:
            result = refusal
        turn.replies.append((request, result))

    def _is_older(self, turn: Turn, link: Link) -> bool:
        """Whether the player has come by a newer connection already. In which order they come here is chance, if from other processes."""
        there = turn.entering.get(link.player) or self.audience.links.get(link.player)
        return there is not None and there.arrival > link.arrival

    def _lost(self, turn: Turn, link: Link) -> None:
        player = link.player
        if turn.entering.get(player, self.audience.links.get(player, link)) is not link:
            return  # he has a newer connection here
        self.audience.drop(player)
        if self.fold.state.present(player):
            self.fold.put(e.Gone(player))

    # -- after the append ---------------------------------------------------------------------------------------------

    def _tell(self, turn: Turn, fx: Effects, now: float) -> None:
        for player, new in turn.entering.items():
            before = self.audience.drop(player)  # he hears of all this by the answer to his request
            if before is not None and before is not new:
                send_away(before)
        out = [
            (turn.entering.get(player) or self.audience.drop(player), kicked)
            for player, kicked in fx.out.items()
        ]
        self.audience.publish(fx, now)
        if self.audience.paused:
            self.audience.paused = False
            self.audience.refresh(now)
        for request, result in turn.replies:
            self._reply(request, result, now)
        for link, kicked in out:
            if link is not None:
                self.audience.send_out(link, kicked)
        for player in turn.caught_up:
            self.audience.caught_up(player, now)
        turn.settle()
        for why in fx.answers:
            self._house.metrics.answers.counts[self.fold.state.game, why.label] += 1
        if fx.info:
            self._note()

    def _reply(self, request: Request, result: Refusal | int | None, now: float) -> None:
        if isinstance(result, Refusal):
            self.refuse(request, result.slug, result.reason)
            return
        player = request.link.player
        # Who came and went in one moment is told that he came, and sees nothing.
        if isinstance(request.message, wire.Enter) and self.fold.state.present(player):
            self.audience.links[player] = request.link
            self.audience.resume(player, request.message.since, now)
        seq = self.fold.state.seq if result is None else result
        request.answer(wire.Done(action=request.action, room=self.code, seq=seq))

    def refuse(self, request: Request, slug: str, reason: str) -> None:
        """Tell the sender that his request was not carried out."""
        self._house.metrics.refusals.labels(slug).inc()
        seq = self.audience.sight.seq
        request.answer(wire.Refused(slug=slug, reason=reason, action=request.action, room=self.code, seq=seq))

    def _note(self) -> None:
        """Take note of who is here."""
        self.janitor.look(self.fold.state, self._house.clock())
        if self.fold.state.people.keys() != self.people:
            self._house.moved(self)

    def _unmarked(self, now: float) -> bool:
        """Whether a clock is running of which the journal knows too little."""
        running = self.fold.state.phase is Phase.PLAYING and self.audience.sight.due is not None
        return running and now - self._written >= self._house.settings.mark_every

    # -- ends ---------------------------------------------------------------------------------------------------------

    async def _rebuild(self, turn: Turn, error: Exception) -> None:
        """Something failed that should not: go back to what the journal says, without what failed."""
        now = self._house.clock()
        self._house.metrics.faults.labels("room").inc()
        kind = type(turn.item.message).__name__ if isinstance(turn.item, Request) else None
        self.log.error("turn failed", request=kind, exc_info=error)
        if isinstance(turn.item, Request):
            self.refuse(turn.item, Slug.SERVER_FAULT, "the server failed at this; nothing was changed")
        self._inbox.extendleft(item for item in reversed(turn.taken) if item is not turn.item)
        self._turning = Turn()
        settings = self._house.settings
        self._failures = [at for at in self._failures if now - at < settings.rebuild_span] + [now]
        if len(self._failures) > settings.rebuilds:
            self.log.error("room failed too often and is closed; it is kept in the store")
            self._fail()
            return
        self.hall.fold, _ = await self.keeper.insist(self.keeper.journal.load)
        self.audience.rebuilt(self.hall.fold)
        self._awake.set()

    async def _rewind(self, conflict: Conflict) -> None:
        """The store has lost the last entries that it had taken, as a Redis may that was promoted or restarted: go on from what it has,
        and tell everybody."""
        self._house.metrics.faults.labels("store_lost_writes").inc()
        self.log.error("the store has lost entries", appended=conflict.expected, kept=conflict.actual)
        told = self.audience.sight.seq
        try:
            fold, past = await self.keeper.insist(self.keeper.journal.load)
        except LookupError:
            self._dismiss(Slug.ROOM_CLOSED, Say.LOST)
            return
        kept = fold.state.seq
        fold.leap(told)
        self.hall.fold = fold
        turn, self._turning = self._turning, Turn()
        self._inbox.extendleft(reversed(turn.taken))
        self.clock.set(fold.state.at)
        self._alarm.stop()
        now = self._house.clock()
        self.janitor = Janitor(
            self._house.settings, now, restored=True
        )  # whoever left since then is still there
        self.audience.rewound(fold, past, kept, self.clock.now())
        self._note()
        self._awake.set()

    async def _let_go(self) -> None:
        while self._inbox:
            item = self._inbox.popleft()
            if isinstance(item, Request):
                self.refuse(item, Slug.SERVER_DRAINING, Say.DRAINING)
        await self.keeper.let_go(self.fold)
        self._move()
        self.closed = True

    def _move(self) -> None:
        """Let everybody come again, to wherever the room is next: also who waits for an answer that he will not get here."""
        waiting = [item.link for item in (*self._turning.taken, *self._inbox) if isinstance(item, Request)]
        for link in (*self.audience.links.values(), *waiting):
            link.close(CloseCode.MOVED, Say.MOVED)

    async def _close(self) -> None:
        await self.keeper.insist(self.keeper.journal.delete)
        self.log.info("room closed")
        self._dismiss(Slug.ROOM_CLOSED, Say.CLOSED)

    def _fail(self) -> None:
        self.failed = True
        self._dismiss(Slug.SERVER_FAULT, Say.FAILED)

    def _dismiss(self, slug: Slug, reason: str) -> None:
        self.audience.say(wire.Left(room=self.code, slug=slug, reason=reason))
        for item in (*self._turning.taken, *self._inbox):
            if isinstance(item, Request):
                self.refuse(item, slug, reason)
        self.closed = True
