"""From typed words to an answer: numbers choose a move and then, pick by pick, what it needs.

The ask lists everything; this file looks things up in it and decides nothing.
"""

from __future__ import annotations

from clients.cli.choice import Choice
from clients.cli.describe import Describer
from engine.core.ask import Answer, Ask, Number, Pick

__all__ = ["Draft", "NotUnderstood"]


class NotUnderstood(Exception):
    """The typed words do not name what is offered; the message says what would."""


class Draft:
    """An answer in the making. `lines()` is what to show, `take(text)` returns the finished answer or None while picks are missing."""

    def __init__(self, ask: Ask, describe: Describer) -> None:
        self.ask = ask
        self.describe = describe
        self.choice = Choice(ask)

    def reset(self) -> bool:
        """Forget a half-made choice. Returns whether there was one."""
        made = self.choice.move is not None
        self.choice = Choice(self.ask)
        return made

    @property
    def forced(self) -> bool:
        """Whether there is nothing to decide: one move that needs nothing more."""
        return self.choice.forced

    @property
    def begun(self) -> bool:
        """Whether a move is chosen."""
        return self.choice.move is not None

    def lines(self) -> list[str]:
        """The question as it stands: the moves, or what the next pick offers."""
        say = self.describe.say
        if self.choice.move is None:
            moves = [f"  {i} {self.describe.move(m)}" for i, m in enumerate(self.ask.moves, 1)]
            return [self.describe.prompt(self.ask), *moves, say("ask.how_move")]
        pick = self.choice.pick
        if pick is None:
            return []
        name = self.describe.text(f"picks.{pick.name}")
        only = len(self.ask.moves) == 1
        head = self.describe.prompt(self.ask) if only else self.describe.kind(self.choice.chosen)
        if isinstance(pick, Number):
            return [f"{head} – {name}", say("ask.how_number", lo=pick.lo, hi=pick.hi)]
        names = dict(zip(pick.values(), self.describe.values(pick), strict=True))
        shown = [f"  {i} {names[value]}" for i, value in enumerate(self.choice.offered(), 1)]
        low, high = self.choice.span()
        how = say("ask.how_one") if low == high == 1 else self._how_many(low, high)
        return [f"{head} – {name}", *shown, how]

    def take(self, text: str) -> Answer | None:
        """Use typed numbers: the move first (if open), then one group per pick; numbers of one pick are joined by commas.

        Raises NotUnderstood; what was understood before the fault stays."""
        groups = text.replace("，", ",").replace("、", ",").split()
        choice = self.choice
        if not groups and choice.pick is not None and choice.span()[0] == 0:
            groups = ["0"]
        for group in groups:
            if choice.move is None:
                choice.choose(self._number(group, len(self.ask.moves)) - 1)
            elif (pick := choice.pick) is not None:
                choice.take(self._values(pick, group))
            else:
                raise NotUnderstood(self.describe.say("ask.too_much"))
        return choice.answer

    # -- inside -------------------------------------------------------------------------------------------------------

    def _how_many(self, low: int, high: int) -> str:
        say = self.describe.say
        if low == high:
            return say("ask.how_exactly", n=low)
        return say("ask.how_many", low=low, high=high) if low else say("ask.how_some", high=high)

    def _values(self, pick: Pick, group: str) -> list[int]:
        if isinstance(pick, Number):
            if not group.lstrip("-").isdigit() or not pick.lo <= int(group) <= pick.hi:
                raise NotUnderstood(self.describe.say("ask.how_number", lo=pick.lo, hi=pick.hi))
            return [int(group)]
        offered = self.choice.offered()
        low, high = self.choice.span()
        if group in ("0", "-") and low == 0:
            return []
        chosen = [offered[self._number(part, len(offered)) - 1] for part in group.split(",") if part]
        if not low <= len(chosen) <= high or len(set(chosen)) != len(chosen):
            raise NotUnderstood(self._how_many(low, high))
        return chosen

    def _number(self, text: str, highest: int) -> int:
        if not text.isdigit() or not 1 <= int(text) <= highest:
            raise NotUnderstood(self.describe.say("ask.between", highest=highest))
        return int(text)
