"""Games of a few lines for the tests of the core. A toy's rounds are one function; its table has two seats unless it says more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

import msgspec

from engine.core.ask import Answer, Ask, Cards, Move
from engine.core.chance import Chance
from engine.core.events import Face
from engine.core.game import Bot, Game, Options, State, random_bot
from engine.core.ids import AskId, Seat
from engine.core.journal import Answered
from engine.core.match import Match
from engine.core.poll import Outcome, Rule
from engine.core.table import Sight, Table

__all__ = ["DRAW", "SEED", "Toy", "ToyState", "answer", "begin", "yes_or_no"]

SEED = bytes(range(32))
DRAW = Outcome([], "draw")
FACES = [Face(f"{suit}{rank}", suit, rank) for suit in "SH" for rank in range(1, 6)]

Round = Callable[["ToyState", Table, Chance], Rule[Outcome | None]]
Lay = Callable[[Table, Chance], None]


class ToyOptions(Options, frozen=True):
    """`size`: cards in each hand."""

    size: Annotated[int, msgspec.Meta(ge=0, le=4)] = 2
    name: str = "toy"


class ToyState(State):
    """`note` is whatever a toy wants to keep from round to round."""

    note: list[int] = []


class Toy(Game[ToyOptions, ToyState]):
    """Each seat has a `hand` of `size` cards, a mark `score` and a mark `secret` that only it sees; there are `draw`, `discard`, `open`."""

    id = "toy"
    version = 3
    seats = (1, 5)
    options = ToyOptions
    state = ToyState
    bots: Mapping[str, Bot] = {"random": random_bot}  # type: ignore[misc]

    def __init__(self, rounds: Round, lay: Lay | None = None) -> None:
        self._round = rounds
        self._lay = lay

    def setup(self, options: ToyOptions, table: Table, chance: Chance) -> ToyState:
        seats = range(table.data.seats)
        table.add_zone("draw", sight=Sight.NOBODY)
        table.add_zone("discard")
        table.add_zone("open")
        for seat in seats:
            table.add_zone("hand", seat, Sight.OWNER)
        table.add_mark("score", 0, seats)
        table.add_mark("secret", 0, seats, Sight.OWNER)
        table.create(FACES, "draw", "deck")
        for seat in seats:
            table.move(table.cards("draw")[-options.size :] if options.size else [], f"hand.{seat}", "deal")
        if self._lay is not None:
            self._lay(table, chance)
        return ToyState(table=table.data)

    def round(self, state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        return self._round(state, table, chance)


def begin(
    rounds: Round, seats: int = 2, lay: Lay | None = None, *, audited: bool = True, **options: object
) -> Match:
    """A match of a toy, at its first question."""
    return Match.start(Toy(rounds, lay), seats, options, SEED, audited=audited)[0]


def yes_or_no(seat: int, prompt: str = "sure") -> Ask:
    """Move 0 is no (the default), move 1 is yes."""
    return Ask(Seat(seat), prompt, [Move("no"), Move("yes")], Answer(0))


def card_of(table: Table, seat: int) -> Ask:
    """One card of one's hand, the first by default."""
    hand = table.cards("hand", seat)
    return Ask(
        Seat(seat), "put", [Move("put", {}, [Cards("card", table.shown(hand))])], Answer(0, [[hand[0]]])
    )


def answer(match: Match, seat: int, move: int = 0, *picks: list[int], ask: int | None = None) -> Answered:
    """An answer of this seat to its open question (or to the question numbered `ask`)."""
    mine = match.ask_of(Seat(seat))
    number = mine.id if ask is None and mine is not None else AskId(ask or 0)
    return Answered(Seat(seat), number, Answer(move, list(picks)))
