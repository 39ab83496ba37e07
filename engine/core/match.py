"""A match is a pure fold: (game, options, seed, inputs) → table (law 1).

The match runs the game's generator from question to question. Every input from outside (an answer, a silence, a bot's answer, a person
leaving for good) goes through `put` and is kept since the last round boundary; a running match is the saved boundary plus those inputs,
so that a restore replays one round and never a whole evening, and a fork is a restore.

Anything that a rule raises becomes `fault`: the match is void, its caller is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.core.ask import Answer, Ask, check
from engine.core.audit import audit_ask, audit_outcome
from engine.core.chance import Chance
from engine.core.errors import (
    AuditFailed,
    BadOptions,
    BudgetSpent,
    NotAsked,
    RecordMismatch,
    Refused,
    RuleFault,
    Stale,
)
from engine.core.events import Happening
from engine.core.game import AnyGame, Options, State
from engine.core.ids import AskId, Seat
from engine.core.journal import Answered, By, Input, Left, PollView, Saved
from engine.core.poll import GameOver, Outcome, Poll, Rule
from engine.core.table import Table, TableData
from engine.core.view import View, look

__all__ = ["Answered", "By", "Input", "Left", "Match", "PollView", "Saved", "read_options"]

MAX_POLLS_PER_ROUND = 20_000
"""Windows in one round. A long round has a few hundred; more is a rule that asks for ever."""
MAX_SILENT_ROUNDS = 100
"""Rounds in a row that ask nobody anything: a game that runs by itself will never end."""
MAX_ROUNDS = 20_000
"""Rounds in one match. A long evening has a few hundred turns; bots left to themselves would go on for ever."""


_encode = msgspec.msgpack.Encoder().encode


def read_options(game: AnyGame, options: dict[str, Any], seats: int) -> Options:
    """Plain data to the game's options. Raises BadOptions with a sentence."""
    try:
        read: Options = msgspec.convert(options, game.options)
    except msgspec.ValidationError as error:
        raise BadOptions(str(error)) from error
    game.check(read, seats)
    return read


class Match:
    """One running match. `outcome` is set when it has ended, `fault` when its rules failed; `poll` is open otherwise.

    `step` numbers the runs of the rules so far (the first one leads to the first window); `round` counts the rounds completed."""

    def __init__(self, game: AnyGame, saved: Saved, seed: bytes, table: Table, state: State) -> None:
        self.game = game
        self.table = table
        self.state = state
        self.saved = saved
        self.inputs: list[Input] = []
        self.chance = Chance(seed, "game", state.drawn)
        self.poll: Poll | None = None
        self.outcome: Outcome | None = None
        self.fault: RuleFault | None = None
        self.step = saved.step
        self.round = saved.round
        self._seed = seed
        self._next_ask = saved.next_ask
        self._polls = 0
        self._open: dict[Seat, Ask] = {}
        self._given: dict[Seat, Answer] = {}
        self._rule: Rule[Outcome | None] | None = None

    @classmethod
    def start(
        cls,
        game: AnyGame,
        seats: int,
        options: dict[str, Any],
        seed: bytes,
        *,
        bots: Sequence[Seat] = (),
        audited: bool = False,
    ) -> tuple[Match, list[Happening]]:
        """Lay the table and run to the first question. Raises BadOptions, or RuleFault if the game cannot be set up.

        What is returned has happened already when a view is taken now. `bots`: the seats that no person plays, for rules that ask whether
        a person is left. `audited` turns on the checks of the tests."""
        read = read_options(game, options, seats)
        table = Table(TableData(seats), audited=audited)
        chance = Chance(seed, "game")
        try:
            state = game.setup(read, table, chance)
        except (BadOptions, RuleFault):
            raise
        except Exception as error:
            raise RuleFault(f"set-up: {type(error).__name__}: {error}") from error
        if state.table is not table.data:
            raise RuleFault("the set-up made a state around another table")
        table.laid = True
        state.bots = sorted(bots)
        state.drawn = chance.drawn
        table.take_happenings()  # nobody has seen the table before; his first snapshot has it all
        plain = msgspec.to_builtins(read)
        saved = Saved(game.id, game.version, seats, plain, _encode(state), 1, 0, 0)
        match = cls(game, saved, seed, table, state)
        return match, match._advance(None)

    @classmethod
    def resume(
        cls, game: AnyGame, saved: Saved, seed: bytes, *, audited: bool = False
    ) -> tuple[Match, list[Happening]]:
        """Go on from a boundary to the first question after it, as `start` does from the deal.

        Raises RecordMismatch for another game or rules version."""
        if (saved.game, saved.version) != (game.id, game.version):
            raise RecordMismatch(
                f"this is {saved.game} under rules version {saved.version}; here is {game.id} version {game.version}"
            )
        try:
            state = msgspec.msgpack.decode(saved.state, type=game.state)
        except msgspec.MsgspecError as error:
            raise RecordMismatch(f"unreadable state: {error}") from error
        match = cls(game, saved, seed, Table(state.table, audited=audited, laid=True), state)
        return match, match._advance(None)

    @classmethod
    def restore(
        cls, game: AnyGame, saved: Saved, seed: bytes, inputs: Sequence[Input] = (), *, audited: bool = False
    ) -> Match:
        """The match as it was after these inputs. Raises RecordMismatch as `resume` does, or for inputs that do not fit."""
        match, _ = cls.resume(game, saved, seed, audited=audited)
        for number, given in enumerate(inputs, 1):
            try:
                match.put(given)
            except Refused as refusal:
                what = f"input {number} since round {saved.round} is not legal there: {refusal}"
                raise RecordMismatch(what) from refusal
        return match

    def fork(self) -> Match:
        """An independent copy with the same past."""
        return Match.restore(self.game, self.saved, self._seed, self.inputs, audited=self.table.audited)

    # -- looking ------------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.outcome is not None or self.fault is not None

    def ask_of(self, seat: Seat) -> Ask | None:
        """The open, unanswered ask of a seat."""
        return None if seat in self._given else self._open.get(seat)

    def waiting(self) -> list[Ask]:
        """The open, unanswered asks, in the order in which they will be settled."""
        return [ask for seat, ask in self._open.items() if seat not in self._given]

    def window(self) -> PollView | None:
        """The open window as everybody sees it."""
        poll = self.poll
        if poll is None:
            return None
        return PollView(poll.window, [ask.seat for ask in poll.asks], poll.params, poll.covered)

    def view(self, viewer: Seat | None) -> View:
        return look(self.table, viewer)

    # -- inputs -------------------------------------------------------------------------------------------------------

    def check(self, seat: Seat, ask: AskId, answer: Answer) -> None:
        """Raises Stale, NotAsked, Malformed or Illegal; changes nothing."""
        mine = self._open.get(seat)
        if mine is None or mine.id != ask or seat in self._given:
            if any(other.id == ask for other in self._open.values() if other.seat != seat):
                raise NotAsked("this question is for another seat")
            raise Stale("this question is over")
        check(mine, answer)

    def put(self, given: Input) -> list[Happening] | None:
        """Apply one input. Returns what happened when it closed the window (a new step), None while the window stays open.

        Raises Refused (and changes nothing) if the input is not acceptable."""
        if isinstance(given, Left):
            if self.over or not 0 <= given.seat < self.saved.seats or given.seat in self.state.left:
                raise Stale("this seat has left already, or the match is over")
            self.inputs.append(given)
            self.state.left.append(given.seat)
            return None
        self.check(given.seat, given.ask, given.answer)
        self.inputs.append(given)
        self._given[given.seat] = given.answer
        if len(self._given) < len(self._open):
            return None
        answers = [self._given[seat] for seat in self._open]
        self._open, self._given, self.poll = {}, {}, None
        return self._advance(answers)

    # -- running ------------------------------------------------------------------------------------------------------

    def _advance(self, answers: list[Answer] | None) -> list[Happening]:
        """Run the rules to the next question, the end, or a fault."""
        self.step += 1
        try:
            self.outcome = self._run(answers)
        except RuleFault as fault:
            self.fault = fault
        except Exception as error:  # noqa: BLE001 - whatever the rules raise, it ends their match and nothing else
            self.fault = RuleFault(f"{type(error).__name__}: {error}")
            self.fault.__cause__ = error
        if self.outcome is not None or self.fault is not None:
            self.poll, self._open, self._rule = None, {}, None
        return self.table.take_happenings()

    def _run(self, answers: list[Answer] | None) -> Outcome | None:
        """To the next question (None) or the end. Rounds that ask nothing belong to the boundary before them."""
        silent = 0
        while silent <= MAX_SILENT_ROUNDS:
            if self._rule is None:
                self._rule = self.game.round(self.state, self.table, self.chance)
                self._polls, answers = 0, None
            try:
                poll = next(self._rule) if answers is None else self._rule.send(answers)
            except StopIteration as stop:
                if stop.value is not None:
                    return self._audited(stop.value)
                self._rule = None
                self.round += 1
                if self._polls:
                    self._save()
                else:
                    silent += 1
                continue
            except GameOver as over:
                return self._audited(over.outcome)
            self._put_questions(poll)
            return None
        raise BudgetSpent(f"more than {MAX_SILENT_ROUNDS} rounds went by without a question")

    def _save(self) -> None:
        """Nothing that was counted before a boundary may matter behind it: a restore begins there."""
        if self.round > MAX_ROUNDS:
            raise BudgetSpent(f"more than {MAX_ROUNDS} rounds in one match")
        self.state.drawn = self.chance.drawn
        self.table.renew_budget()
        old, state = self.saved, _encode(self.state)
        self.saved = Saved(
            old.game, old.version, old.seats, old.options, state, self._next_ask, self.step - 1, self.round
        )
        self.inputs = []

    def _put_questions(self, poll: Poll) -> None:
        self._polls += 1
        if self._polls > MAX_POLLS_PER_ROUND:
            raise BudgetSpent(f"more than {MAX_POLLS_PER_ROUND} windows in one round")
        for ask in poll.asks:
            if not 0 <= ask.seat < self.saved.seats:
                raise AuditFailed(f"{ask.prompt} asks {ask.seat}, who is no player")
            try:
                check(ask, ask.default)  # always, for without a legal silence the room would stand still
            except Refused as refusal:
                raise AuditFailed(f"the default of {ask.prompt} is not legal: {refusal.reason}") from refusal
            if self.table.audited:
                audit_ask(ask, self.table)
            ask.id = AskId(self._next_ask)
            self._next_ask += 1
            self._open[ask.seat] = ask
        if len(self._open) != len(poll.asks) or not poll.asks:
            raise RuleFault(f"window {poll.window} asks nobody, or a seat twice")
        self.poll = poll

    def _audited(self, outcome: Outcome) -> Outcome:
        audit_outcome(outcome, self.saved.seats)
        return outcome
