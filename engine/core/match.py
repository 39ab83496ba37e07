"""A match is a pure fold: (game, options, seed, inputs) → table (law 1).

The match runs the game's generator from question to question. Every input from outside (an answer, a silence, a bot's answer, a person
leaving for good) goes through `put` and is kept since the last round boundary; a running match is the saved boundary plus those inputs,
so that a restore replays one round and never a whole evening, and a fork is a restore.

Anything that a rule raises becomes `fault`: the match is void, its caller is not.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.core.ask import Answer, Ask, Cards, check
from engine.core.chance import Chance
from engine.core.errors import AuditFailed, BadOptions, BudgetSpent, NotAsked, RecordMismatch, Refused, RuleFault, Stale
from engine.core.events import Happening, Param
from engine.core.game import AnyGame, Options, State
from engine.core.ids import AskId, Seat
from engine.core.poll import GameOver, Outcome, Poll, Rule
from engine.core.table import Table, TableData
from engine.core.view import View, look

__all__ = ["Answered", "By", "Input", "Left", "Match", "PollView", "Saved", "read_options"]

MAX_POLLS_PER_ROUND = 20_000
"""Windows in one round. A long round has a few hundred; more is a rule that asks for ever."""
MAX_SILENT_ROUNDS = 100
"""Rounds in a row that ask nobody anything: a game that runs by itself will never end."""


class By(enum.Enum):
    """Who gave an answer: for the record, never for the rules."""

    PERSON = "person"
    SILENCE = "silence"
    BOT = "bot"


class Answered(msgspec.Struct, frozen=True, tag="answered", array_like=True):
    """`seat` answered the ask `ask`."""

    seat: Seat
    ask: AskId
    answer: Answer
    by: By = By.PERSON


class Left(msgspec.Struct, frozen=True, tag="left", array_like=True):
    """The person at `seat` surrendered; a bot answers from now on."""

    seat: Seat


Input = Answered | Left


class Saved(msgspec.Struct, frozen=True):
    """A match at a round boundary. `state` is the MessagePack of the game's State, `options` its room options as plain data.

    The seed is not in it: whoever restores must know it."""

    game: str
    version: int
    seats: int
    options: dict[str, Any]
    state: bytes
    next_ask: int
    step: int
    round: int


class PollView(msgspec.Struct, omit_defaults=True):
    """An open window as everybody sees it: which seats were asked, never who has answered or could."""

    window: str
    seats: list[Seat]
    params: dict[str, Param] = {}


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

    `step` counts the windows passed so far; `round` the rounds begun."""

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
        self._open: dict[Seat, Ask] = {}
        self._given: dict[Seat, Answer] = {}
        self._rule: Rule[Outcome | None] | None = None

    @classmethod
    def start(
        cls, game: AnyGame, seats: int, options: dict[str, Any], seed: bytes, *, audited: bool = False
    ) -> tuple[Match, list[Happening]]:
        """Lay the table and run to the first question. Raises BadOptions. `audited` turns on the checks of the tests."""
        read = read_options(game, options, seats)
        table = Table(TableData(seats), audited=audited)
        chance = Chance(seed, "game")
        state = game.setup(read, table, chance)
        state.drawn = chance.drawn
        table.take_happenings()  # nobody has seen the table before; his first snapshot has it all
        plain = msgspec.to_builtins(read)
        saved = Saved(game.id, game.version, seats, plain, _encode(state), 1, 0, 0)
        match = cls(game, saved, seed, table, state)
        return match, match._advance(None)

    @classmethod
    def restore(
        cls, game: AnyGame, saved: Saved, seed: bytes, inputs: Sequence[Input] = (), *, audited: bool = False
    ) -> Match:
        """The match as it was after these inputs. Raises RecordMismatch for another game or rules version."""
        if (saved.game, saved.version) != (game.id, game.version):
            raise RecordMismatch(
                f"this is {saved.game} under rules version {saved.version}; here is {game.id} version {game.version}"
            )
        try:
            state = msgspec.msgpack.decode(saved.state, type=game.state)
        except msgspec.MsgspecError as error:
            raise RecordMismatch(f"unreadable state: {error}") from error
        match = cls(game, saved, seed, Table(state.table, audited=audited), state)
        match._advance(None)
        for given in inputs:
            match.put(given)
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
        return None if poll is None else PollView(poll.window, [ask.seat for ask in poll.asks], poll.params)

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
            self._run(answers)
        except GameOver as over:
            self.outcome = over.outcome
        except RuleFault as fault:
            self.fault = fault
        except Exception as error:
            self.fault = RuleFault(f"{type(error).__name__}: {error}")
            self.fault.__cause__ = error
        if self.over:
            self.poll, self._open, self._rule = None, {}, None
        return self.table.take_happenings()

    def _run(self, answers: list[Answer] | None) -> None:
        for _ in range(MAX_SILENT_ROUNDS):
            if self._rule is None:
                self._rule = self.game.round(self.state, self.table, self.chance)
                self._polls = 0
                answers = None
            try:
                poll = next(self._rule) if answers is None else self._rule.send(answers)
            except StopIteration as stop:
                self._rule = None
                self.outcome = stop.value
                if self.outcome is not None:
                    return
                self._save()
                continue
            self._put_questions(poll)
            return
        raise BudgetSpent(f"{MAX_SILENT_ROUNDS} rounds went by without a question")

    def _save(self) -> None:
        self.state.drawn = self.chance.drawn
        self.round += 1
        old = self.saved
        self.saved = Saved(
            old.game, old.version, old.seats, old.options, _encode(self.state), self._next_ask, self.step - 1, self.round
        )
        self.inputs = []

    def _put_questions(self, poll: Poll) -> None:
        self._polls += 1
        if self._polls > MAX_POLLS_PER_ROUND:
            raise BudgetSpent(f"more than {MAX_POLLS_PER_ROUND} windows in one round")
        for ask in poll.asks:
            ask.id = AskId(self._next_ask)
            self._next_ask += 1
            self._open[ask.seat] = ask
        if len(self._open) != len(poll.asks) or not poll.asks:
            raise RuleFault(f"window {poll.window} asks nobody, or a seat twice")
        if self.table.audited:
            self._audit_asks(poll)
        self.poll = poll

    def _audit_asks(self, poll: Poll) -> None:
        for ask in poll.asks:
            if not 0 <= ask.seat < self.saved.seats:
                raise AuditFailed(f"{ask.prompt} asks {ask.seat}, who is no player")
            try:
                check(ask, ask.default)
            except Refused as refusal:
                raise AuditFailed(f"the default of {ask.prompt} is not legal: {refusal.reason}") from refusal
            cards = [c for move in ask.moves for pick in move.picks if isinstance(pick, Cards) for c in pick.cards]
            if any(self.table.where(c.id) is None or self.table.face(c.id) != c.face for c in cards):
                raise AuditFailed(f"{ask.prompt} offers a card that does not lie on the table")
