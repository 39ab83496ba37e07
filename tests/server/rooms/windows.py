"""A game for the rooms' tests: each round has a covered window for all seats, then a question to the leader.

In the window the seats named by `able` may `take`, the others can only pass. Options make it fail on purpose."""

from __future__ import annotations

from typing import Literal

from engine.core.ask import Answer, Ask, Move
from engine.core.chance import Chance
from engine.core.game import Game, Options, State, random_bot
from engine.core.ids import Seat
from engine.core.poll import Outcome, Rule, ask, sealed
from engine.core.table import Sight, Table

__all__ = ["GAME"]


class WindowOptions(Options, frozen=True):
    """`able` is a bit per seat; `rounds` are played; `trouble` comes in the second round, in the leader's question or after it."""

    able: int = 1
    rounds: int = 3
    trouble: Literal["none", "rule", "default"] = "none"
    covered: bool = True


class WindowState(State):
    options: WindowOptions
    turn: int = 0


def raising_bot(see: object, question: Ask, chance: Chance) -> Answer:
    raise RuntimeError("this bot is broken")


def cheating_bot(see: object, question: Ask, chance: Chance) -> Answer:
    return Answer(99)


class Windows(Game[WindowOptions, WindowState]):
    id = "windows"
    version = 1
    seats = (2, 4)
    options = WindowOptions
    state = WindowState
    bots = {"random": random_bot, "raising": raising_bot, "cheating": cheating_bot}

    def setup(self, options: WindowOptions, table: Table, chance: Chance) -> WindowState:
        table.add_mark("taken", 0)
        table.add_mark("secret", 0, range(table.data.seats), Sight.OWNER)
        for seat in range(table.data.seats):
            table.set("secret", chance.below(1000), seat)
        return WindowState(table=table.data, options=options)

    def round(self, state: WindowState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        options = state.options
        asks = [self.question(seat, options) for seat in range(table.data.seats)]
        answers = yield from sealed("window", asks, covered=options.covered)
        table.set("taken", sum(answer.move for answer in answers))
        leader = Seat(state.turn % table.data.seats)
        bad = state.turn == 1 and options.trouble == "default"
        yield from ask(Ask(leader, "lead", [Move("go"), Move("stay")], Answer(7 if bad else 0)))
        table.tell("led", seat=leader)
        if state.turn == 1 and options.trouble == "rule":
            raise KeyError("a card that is hidden")
        state.turn += 1
        return Outcome([], "done") if state.turn == options.rounds else None

    @staticmethod
    def question(seat: int, options: WindowOptions) -> Ask:
        moves = [Move("pass"), Move("take")] if options.able >> seat & 1 else [Move("pass")]
        return Ask(Seat(seat), "take?", moves, Answer(0), time="response")


GAME = Windows()
