"""The fold of a room: entries in, state and effects out. No clock, no luck, no settings decide anything here: what they decided stands in
the entries, so that a restored room is the room that it was.

What an entry does to the lobby stands in this file, what it does to a match in `server.rooms.play`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from engine.core.game import AnyGame
from engine.core.match import Match
from engine.registry import find_game
from protocol.messages import Said
from server.links import PlayerId
from server.rooms import entries as e
from server.rooms.effects import Effects
from server.rooms.play import MatchFold
from server.rooms.state import (
    CHAT_LINES,
    MAX_KICKED,
    Ended,
    Kind,
    Person,
    Phase,
    RoomState,
    SeatState,
    first_state,
)

__all__ = ["LEAP", "Fold"]

LEAP = 1_000
"""More updates than a store can lose without noticing: what is written in a second or two."""


class Fold(MatchFold):
    """The live room. `begin`, any number of `put`, `end`: one tick."""

    def __init__(self, state: RoomState, game: AnyGame) -> None:
        super().__init__(state, game)
        self.voided = False
        self._tick: list[e.Entry] = []

    @classmethod
    def create(cls, tick: e.Tick) -> Fold:
        """A room from its first tick, whose first entry is `Created`."""
        first = tick.entries[0]
        assert isinstance(first, e.Created)
        fold = cls(first_state(first, tick.at_ms), find_game(first.game))
        fold.replay(e.Tick(tick.at, tick.at_ms, tick.seq, tick.entries[1:], tick.acts))
        return fold

    @classmethod
    def restore(cls, data: bytes) -> Fold:
        """A room from its checkpoint, without its match. Raises UnknownGame or msgspec.MsgspecError."""
        state = msgspec.msgpack.decode(data, type=RoomState)
        return cls(state, find_game(state.game))

    def resume_match(self) -> None:
        """Set the match of the checkpoint up again. Raises RecordMismatch for other rules than it was played under."""
        play = self.state.play
        if play is not None:
            self.match = Match.restore(self.game, play.saved, self.seed(), play.inputs)

    def leap(self, told: int) -> None:
        """Go on with a number far above `told`, the last one that is known to have been told. A store may have lost what came after it and
        was told all the same; so no number ever stands for two different updates."""
        self.state.seq = max(self.state.seq, told) + LEAP

    def void(self, reason: str, seq: int, at_ms: int) -> None:
        """End a match that cannot go on. `seq` is the last number that anybody was told."""
        state = self.state
        state.seq, state.phase, state.play, self.match = seq + 1, Phase.OVER, None, None
        state.ended = Ended(None, reason, "", at_ms)
        self.voided = True

    def to_bytes(self) -> bytes:
        """The checkpoint."""
        if self.state.play is not None and self.match is not None:
            self.state.play.saved, self.state.play.inputs = self.match.saved, self.match.inputs
        return msgspec.msgpack.encode(self.state)

    # -- ticks --------------------------------------------------------------------------------------------------------

    def begin(self, at: float, at_ms: int) -> None:
        """`at` is the room's time; it never goes back."""
        self.state.at = max(self.state.at, at)
        self.at_ms = at_ms
        self.fx = Effects()
        self._tick = []

    def put(self, entry: e.Entry) -> None:
        """Apply an entry that has been checked."""
        self._tick.append(entry)
        APPLY[type(entry)](self, entry)

    def end(self, acts: list[e.Act]) -> e.Tick:
        """Close the tick, in which the requests `acts` were carried out."""
        state = self.state
        if self.fx.told:
            state.seq += 1
        self.state.remember(acts)
        return e.Tick(state.at, self.at_ms, state.seq, self._tick, acts)

    def replay(self, tick: e.Tick) -> Effects:
        """Apply a tick from the journal."""
        self.begin(tick.at, tick.at_ms)
        for entry in tick.entries:
            APPLY[type(entry)](self, entry)
        self.state.seq = tick.seq
        self.state.remember(tick.acts)
        return self.fx

    # -- people -------------------------------------------------------------------------------------------------------

    def came(self, entry: e.Came) -> None:
        state = self.state
        person = state.people.get(entry.player)
        if person is None:
            state.entered += 1
            state.people[entry.player] = Person(entry.name, state.entered)
        else:
            person.name, person.connected = entry.name, True
        seat = state.seat_of(entry.player)
        if seat is not None:
            state.seats[seat].name = entry.name
        if state.host is None:
            state.host = entry.player
        self.fx.info = True

    def gone(self, entry: e.Gone) -> None:
        state = self.state
        seat = state.seat_of(entry.player)
        if seat is None:
            self._remove(entry.player)
        else:
            state.people[entry.player].connected = False
            if state.phase is Phase.LOBBY:
                self._unready(state.seats[seat])
        self.fx.info = True

    def departed(self, entry: e.Departed) -> None:
        state = self.state
        seat = state.seat_of(entry.player)
        if seat is not None:
            if state.phase is Phase.LOBBY:
                self._vacate(seat)
            else:
                self.give_up(seat)
        self._remove(entry.player)
        if entry.kicked:
            state.kicked = [*state.kicked, entry.player][-MAX_KICKED:]
        self.fx.out[entry.player] = entry.kicked
        self.fx.info = True

    def handed_over(self, entry: e.HandedOver) -> None:
        self.state.host = entry.player
        self.fx.info = True

    def spoke(self, entry: e.Spoke) -> None:
        said = Said(player=entry.player, name=entry.name, text=entry.text, at=self.at_ms)
        self.state.chat = [*self.state.chat, said][-CHAT_LINES:]
        self.fx.said = said

    def _remove(self, player: PlayerId) -> None:
        self.state.people.pop(player, None)
        if self.state.host == player:
            self.state.host = self.state.heir(player)

    # -- seats --------------------------------------------------------------------------------------------------------

    def sat(self, entry: e.Sat) -> None:
        state = self.state
        old = state.seat_of(entry.player)
        if old is not None:
            self._vacate(old)
        self._vacate(entry.seat)
        name = state.people[entry.player].name
        state.seats[entry.seat] = SeatState(kind=Kind.PERSON, player=entry.player, name=name)
        self._moved(entry.player)

    def stood(self, entry: e.Stood) -> None:
        seat = self.state.seat_of(entry.player)
        assert seat is not None
        self._vacate(seat)
        self._moved(entry.player)

    def swap_offered(self, entry: e.SwapOffered) -> None:
        # One offer at a time for each seat: the latest counts.
        others = [pair for pair in self.state.swaps if pair[0] != entry.seat]
        self.state.swaps = [*others, (entry.seat, entry.other)]
        self.fx.info = True

    def swapped(self, entry: e.Swapped) -> None:
        seats = self.state.seats
        seats[entry.seat], seats[entry.other] = seats[entry.other], seats[entry.seat]
        self._drop_offers(entry.seat, entry.other)
        for number in (entry.seat, entry.other):
            self._unready(seats[number])
            player = seats[number].player
            if player is not None:
                self._moved(player)

    def bot_set(self, entry: e.BotSet) -> None:
        self._vacate(entry.seat)
        if entry.level is not None:
            name = f"Bot {entry.seat + 1}"
            self.state.seats[entry.seat] = SeatState(kind=Kind.BOT, level=entry.level, name=name, ready=True)
        self.fx.info = True

    def configured(self, entry: e.Configured) -> None:
        state = self.state
        old = state.seats
        if entry.moved != list(range(len(old))):
            state.swaps = []
        state.seats = [old[i] if i >= 0 else SeatState() for i in entry.moved]
        for seat in state.seats:
            if entry.unready:
                self._unready(seat)
            if seat.player is not None:
                self.fx.fresh.add(seat.player)
        state.name, state.options, state.clock = entry.name, entry.options, entry.clock
        state.polling = "conceal" if entry.conceal else "brisk"
        state.listed, state.password = entry.listed, entry.password
        self.fx.info = True

    def readied(self, entry: e.Readied) -> None:
        number = self.state.seat_of(entry.player)
        assert number is not None
        seat = self.state.seats[number]
        seat.ready, seat.nonce = entry.ready, entry.nonce
        self.fx.info = True

    def rematched(self, entry: e.Rematched) -> None:
        """Back to the lobby; seats of persons who are no longer in the room are free."""
        state = self.state
        state.phase, state.play, state.ended, self.match = Phase.LOBBY, None, None, None
        state.secret = entry.secret
        for number, seat in enumerate(state.seats):
            if seat.kind is Kind.BOT:
                continue
            if seat.player in state.people:
                assert seat.player is not None
                back = SeatState(kind=Kind.PERSON, player=seat.player, name=seat.name)
                state.seats[number] = back
                self.fx.fresh.add(seat.player)
            else:
                state.seats[number] = SeatState()
        self.fx.info = True

    def _vacate(self, seat: int) -> None:
        self.state.seats[seat] = SeatState()
        self._drop_offers(seat)

    def _drop_offers(self, *seats: int) -> None:
        self.state.swaps = [p for p in self.state.swaps if not any(seat in p for seat in seats)]

    def _moved(self, player: PlayerId) -> None:
        self.fx.fresh.add(player)
        self.fx.info = True

    @staticmethod
    def _unready(seat: SeatState) -> None:
        if seat.kind is Kind.PERSON:
            seat.ready, seat.nonce = False, b""


APPLY: dict[type, Callable[[Fold, Any], None]] = {
    e.Came: Fold.came,
    e.Gone: Fold.gone,
    e.Departed: Fold.departed,
    e.HandedOver: Fold.handed_over,
    e.Spoke: Fold.spoke,
    e.Sat: Fold.sat,
    e.Stood: Fold.stood,
    e.SwapOffered: Fold.swap_offered,
    e.Swapped: Fold.swapped,
    e.BotSet: Fold.bot_set,
    e.Overruled: Fold.overruled,
    e.Configured: Fold.configured,
    e.Readied: Fold.readied,
    e.Started: Fold.started,
    e.Given: Fold.given,
    e.Uncovered: Fold.uncovered,
    e.Surrendered: Fold.surrendered,
    e.Voided: Fold.broken_off,
    e.Dozed: Fold.dozed,
    e.Woke: Fold.woke,
    e.Rematched: Fold.rematched,
}
