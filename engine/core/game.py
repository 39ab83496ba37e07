"""What a game is: data at round boundaries, a generator in between (law 3)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from engine.core.ask import Answer, Ask, sample
from engine.core.chance import Chance
from engine.core.errors import BadOptions
from engine.core.ids import Seat
from engine.core.poll import Outcome, Rule
from engine.core.table import Table, TableData
from engine.core.view import View

__all__ = ["AnyGame", "Bot", "Game", "Options", "State", "random_bot"]

Bot = Callable[[Callable[[], View], Ask, Chance], Answer]
"""What a seat may see (made on demand), the question, and a stream of luck of the bot's own, to a legal answer. A bot gets
no more than a person gets."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of a game's room options. Each field has a default; its type is its bounds (msgspec constraints), so the form that a client
    shows is generated from it."""


class State(msgspec.Struct, kw_only=True):
    """Base of what is saved at a round boundary. `drawn` is the counter of the luck stream; `bots` lists the seats that were
    a bot's from the start, `left` those whose person has left for good and is played by a bot."""

    table: TableData
    drawn: int = 0
    bots: list[Seat] = []
    left: list[Seat] = []


OptionsT = TypeVar("OptionsT", bound=Options)
StateT = TypeVar("StateT", bound=State)


class Game(ABC, Generic[OptionsT, StateT]):
    """One game. Instances hold no state of a match."""

    id: ClassVar[str]
    """Name on the wire and in commands."""
    version: ClassVar[int]
    """Rules version: raised whenever the same answers could lead elsewhere. A record names the version it was played under."""
    seats: ClassVar[tuple[int, int]]
    """Fewest and most players."""
    options: type[OptionsT]
    state: type[StateT]
    bots: ClassVar[Mapping[str, Bot]]
    """Levels: `random` always, `normal`, perhaps `strong`."""
    heavy: ClassVar[frozenset[str]] = frozenset()
    """Levels that think for longer than a few milliseconds: whoever serves many tables lets them think elsewhere."""

    def check(self, options: OptionsT, seats: int) -> None:
        """Raises BadOptions if these options do not go with this many seats."""
        low, high = self.seats
        if not low <= seats <= high:
            raise BadOptions(f"{self.id} is for {low} to {high} players, not {seats}")

    @abstractmethod
    def setup(self, options: OptionsT, table: Table, chance: Chance) -> StateT:
        """Lay an empty table (`table.data.seats` players) and make the first state around `table.data`. Asks nothing."""

    @abstractmethod
    def round(self, state: StateT, table: Table, chance: Chance) -> Rule[Outcome | None]:
        """Play one round (the game's natural loop). Returns how the match ended, or None to go on with another."""

    def group(self, table: Table, seat: Seat) -> str | None:
        """What a seat was in a match that is over (a role, a side), where players have different things to win: win rates are counted by
        it, too. None: all play for the same."""
        return None

    def side(self, table: Table, seat: Seat) -> str | None:
        """With whom a seat won or lost a match that is over: seats of one side share their fate. None: it played for itself."""
        return None


AnyGame = Game[Any, Any]


def random_bot(see: Callable[[], View], ask: Ask, chance: Chance) -> Answer:
    """Any legal answer. For fuzzing; it never looks at the table."""
    return sample(ask, chance)
