"""A game whose table is laid and whose luck is scripted; everything else is the game's own."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from typing import TypeVar

from engine.core.chance import Chance
from engine.core.game import AnyGame, Game, Options, State
from engine.core.ids import CardId
from engine.core.poll import Outcome, Rule
from engine.core.table import Table
from engine.scenario.form import BadScenario
from engine.scenario.names import Names

__all__ = ["Luck", "Rigged"]

T = TypeVar("T")


class Luck(Chance):
    """Gives the numbers of a script before those of the stream. `taken` is what has been drawn, for the failure's report.

    A number is a place, from 0; a text is the card, seat or figure of that name among those that are drawn from. A shuffle leaves the
    cards as they lie, for the scenario has laid them."""

    __slots__ = ("names", "script", "taken")

    def __init__(self, seed: bytes, script: Sequence[int | str]) -> None:
        super().__init__(seed, "scenario")
        self.script = list(script)
        self.taken: list[str] = []
        self.names: Names | None = None

    def below(self, n: int) -> int:
        if not self.script:
            drawn = super().below(n)
            self.taken.append(f"{drawn} of 0..{n - 1}")
            return drawn
        entry = self.script.pop(0)
        if isinstance(entry, str):
            raise BadScenario(f"luck {entry!r} is a name, but a number from 0 to {n - 1} is drawn here")
        if not 0 <= entry < n:
            raise BadScenario(f"luck {entry} is out of bounds: a number from 0 to {n - 1} is drawn here")
        self.taken.append(f"{entry} of 0..{n - 1} (scripted)")
        return entry

    def choice(self, items: Sequence[T]) -> T:
        return items[self._place(items)]

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        pool = list(items)
        for i in range(k):
            j = i + self._place(pool[i:])
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:k]

    def shuffle(self, items: MutableSequence[T]) -> None:
        pass

    def _place(self, items: Sequence[T]) -> int:
        if not self.script or not isinstance(self.script[0], str) or self.names is None:
            return self.below(len(items))
        text = self.script.pop(0)
        assert isinstance(text, str)
        for place, item in enumerate(items):
            if self._is_called(item, text):
                self.taken.append(f"{text} of {len(items)} (scripted)")
                return place
        raise BadScenario(f"luck {text!r} is not among the {len(items)} that are drawn from here")

    def _is_called(self, item: object, text: str) -> bool:
        names = self.names
        assert names is not None
        if isinstance(item, str) or not isinstance(item, int):
            return str(item) == text
        figures = [key.rpartition(".")[2] for key in names.table.data.figures]
        if text.isdecimal() or text in figures:
            return item == names.seat(text)
        face = names.table.faces.get(CardId(item))
        return face is not None and names.card(text).fits(face)


class Rigged(Game[Options, State]):
    """`game`, but `lay` is called after its setup and `luck` decides instead of the match's stream."""

    def __init__(self, game: AnyGame, lay: Callable[[State, Table], None], luck: Luck) -> None:
        self._game = game
        self._lay = lay
        self._luck = luck

    def __getattr__(self, name: str) -> object:
        return getattr(self._game, name)  # id, version, options, state: whatever this class only declares

    def check(self, options: Options, seats: int) -> None:
        self._game.check(options, seats)

    def setup(self, options: Options, table: Table, chance: Chance) -> State:
        state: State = self._game.setup(options, table, chance)
        self._lay(state, table)
        return state

    def round(self, state: State, table: Table, chance: Chance) -> Rule[Outcome | None]:
        return self._game.round(state, table, self._luck)
