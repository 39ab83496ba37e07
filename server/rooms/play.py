"""The half of the fold that drives the match: start, answers, covers, the bank, the end."""

from __future__ import annotations

import msgspec

from engine.core.ask import Ask
from engine.core.chance import mix_seed
from engine.core.errors import RecordMismatch, Refused, RuleFault
from engine.core.events import Happening
from engine.core.game import AnyGame
from engine.core.ids import Seat
from engine.core.match import Answered, By, Input, Left, Match
from server.rooms import entries as e
from server.rooms.clocks import cover_of, seconds_for
from server.rooms.effects import Effects
from server.rooms.state import Ended, Kind, Phase, Play, RoomState

__all__ = ["MatchFold", "default_level"]

BY = {
    e.Why.PERSON: By.PERSON,
    e.Why.BOT: By.BOT,
    e.Why.TIMEOUT: By.SILENCE,
    e.Why.COVER: By.SILENCE,
    e.Why.FAILED: By.SILENCE,
}
_encode = msgspec.msgpack.Encoder().encode


def default_level(game: AnyGame) -> str:
    """The bot that stands in for a person."""
    return "normal" if "normal" in game.bots else "random"


class MatchFold:
    """State and match of a room. `at_ms` is the calendar's time of the current tick."""

    def __init__(self, state: RoomState, game: AnyGame) -> None:
        self.state = state
        self.game = game
        self.match: Match | None = None
        self.at_ms = 0
        self.fx = Effects()

    def seed(self) -> bytes:
        assert self.state.play is not None
        return mix_seed(self.state.secret, self.state.play.nonces)

    # -- looking ------------------------------------------------------------------------------------------------------

    def ask_of(self, seat: int | None) -> Ask | None:
        """The question that the seat has to answer now."""
        if self.match is None or seat is None or self.state.phase is not Phase.PLAYING or self._held(seat):
            return None
        return self.match.ask_of(Seat(seat))

    def waiting(self) -> list[Ask]:
        """All questions that are to be answered now."""
        if self.match is None or self.state.phase is not Phase.PLAYING:
            return []
        return [ask for ask in self.match.waiting() if not self._held(ask.seat)]

    def _held(self, seat: int) -> bool:
        play = self.state.play
        return play is not None and play.held is not None and play.held.seat == seat

    # -- entries ------------------------------------------------------------------------------------------------------

    def started(self, entry: e.Started) -> None:
        """Raises RecordMismatch if the journal's match began under other rules than there are now."""
        state = self.state
        if entry.version != self.game.version:
            raise RecordMismatch(f"begun under rules version {entry.version}; here is {self.game.version}")
        nonces = [seat.nonce if seat.kind is Kind.PERSON else b"" for seat in state.seats]
        seed = mix_seed(state.secret, nonces)
        bots = [Seat(number) for number, seat in enumerate(state.seats) if seat.kind is Kind.BOT]
        match, happenings = Match.start(self.game, len(state.seats), dict(state.options), seed, bots=bots)
        self.match = match
        state.match += 1
        state.play = Play(
            record=entry.record,
            started_ms=self.at_ms,
            names=[seat.name for seat in state.seats],
            levels=[seat.level for seat in state.seats],
            players=[seat.player for seat in state.seats if seat.player is not None],
            nonces=nonces,
            saved=match.saved,
        )
        for seat in state.seats:
            seat.bank_ms, seat.silences = state.clock.bank * 1000, 0
        state.phase, state.swaps, state.ended = Phase.PLAYING, [], None
        self.fx.begun = self.fx.info = True
        self._step(match, state.play, happenings)

    def given(self, entry: e.Given) -> None:
        match, play = self._running()
        seat = self.state.seats[entry.seat]
        if entry.why is e.Why.PERSON:
            seat.silences = 0
        elif entry.why is e.Why.TIMEOUT:
            seat.silences += 1
        assert match.poll is not None
        if len(match.poll.asks) == 1:
            self._charge(play, entry.seat)
        self.fx.answers.append(entry.why)
        answered = Answered(entry.seat, entry.ask, entry.answer, BY[entry.why])
        if self._covered(match, play):
            play.held = answered
            self.fx.hushed.append(entry.seat)
        else:
            self._put(match, play, answered)

    def uncovered(self, entry: e.Uncovered) -> None:
        match, play = self._running()
        assert play.held is not None
        held, play.held = play.held, None
        self._put(match, play, held)

    def surrendered(self, entry: e.Surrendered) -> None:
        self.give_up(entry.seat)

    def broken_off(self, entry: e.Voided) -> None:
        match, play = self._running()
        match.fault = RuleFault(entry.reason)
        self._step(match, play, [], told=entry.reason)

    def overruled(self, entry: e.Overruled) -> None:
        if not self.state.seats[entry.seat].left:
            self.give_up(entry.seat)
        self.state.seats[entry.seat].level = entry.level
        self.fx.info = True

    def dozed(self, entry: e.Dozed) -> None:
        self.state.seats[entry.seat].autopilot = True
        self.fx.info = True

    def woke(self, entry: e.Woke) -> None:
        seat = self.state.seats[entry.seat]
        seat.silences = 0
        if seat.autopilot:
            seat.autopilot = False
            self.fx.info = True

    def give_up(self, number: int) -> None:
        """The person's seat is a bot's for the rest of the match."""
        seat = self.state.seats[number]
        seat.left, seat.autopilot, seat.level = True, False, default_level(self.game)
        self.fx.info = True
        if seat.player is not None:
            self.fx.fresh.add(seat.player)
        if self.state.phase is Phase.PLAYING:
            match, play = self._running()
            left = Left(Seat(number))
            match.put(left)
            self._note(play, left)

    # -- inside -------------------------------------------------------------------------------------------------------

    def _running(self) -> tuple[Match, Play]:
        assert self.match is not None and self.state.play is not None
        return self.match, self.state.play

    def _covered(self, match: Match, play: Play) -> bool:
        """Whether this answer, the last one of a concealed window, must wait."""
        early = play.cover is not None and self.state.at < play.cover
        return early and self.state.polling == "conceal" and len(match.waiting()) == 1

    def _charge(self, play: Play, number: int) -> None:
        """Take from the bank what a single question took beyond its time."""
        if play.due is None or self.state.at <= play.due:
            return
        seat = self.state.seats[number]
        used = min(seat.bank_ms, round((self.state.at - play.due) * 1000))
        if used:
            seat.bank_ms -= used
            self.fx.info = True

    def _put(self, match: Match, play: Play, answered: Answered) -> None:
        try:
            happenings = match.put(answered)
        except Refused as refusal:
            # Answers are checked before they become entries, all but the game's own default for a silence.
            match.fault = RuleFault(f"the default of an ask is not legal: {refusal.reason}")
            self._step(match, play, [])
            return
        self._note(play, answered)
        if happenings is None:
            self.fx.hushed.append(answered.seat)
        else:
            self._step(match, play, happenings)

    @staticmethod
    def _note(play: Play, given: Input) -> None:
        play.history += _encode(given)
        play.given += 1

    def _step(self, match: Match, play: Play, happenings: list[Happening], told: str | None = None) -> None:
        self.fx.stepped = True
        self.fx.happenings += happenings
        if play.saved is not match.saved:
            self.fx.rounded = True
            play.saved = match.saved
        play.opened, play.due, play.cover, play.held = self.state.at, None, None, None
        if match.poll is None or match.fault is not None:
            fault = None if match.fault is None else str(match.fault)
            self.state.ended = Ended(match.outcome, fault, play.record, self.at_ms, told)
            self.state.phase = Phase.OVER
            self.fx.over = self.fx.info = True
            return
        if not self.state.clock.unlimited:
            play.due = self.state.at + seconds_for(match.poll.asks, self.state.clock)
        if match.poll.covered:
            play.cover = self.state.at + cover_of(self.state.luck, match.poll.asks[0].id, self.state.clock)
