"""From typed words to an answer: numbers choose a move and then, pick by pick, what it needs.

The ask lists everything; this file looks things up in it and decides nothing.
"""

from __future__ import annotations

from clients.cli.describe import Describer, settled
from engine.core.ask import Answer, Ask, Cards, Move, Number, Pick

__all__ = ["Draft", "NotUnderstood"]


class NotUnderstood(Exception):
    """The typed words do not name what is offered; the message says what would."""


class Draft:
    """An answer in the making. `lines()` is what to show, `take(text)` returns the finished answer or None while picks are missing."""

    def __init__(self, ask: Ask, describe: Describer) -> None:
        self.ask = ask
        self.describe = describe
        self.move: int | None = None
        self._picks: list[list[int]] = []
        self._begin()

    def reset(self) -> bool:
        """Forget a half-made choice. Returns whether there was one."""
        made = bool(self._picks_made())
        self._begin()
        return made

    @property
    def forced(self) -> bool:
        """Whether there is nothing to decide: one move that needs nothing more."""
        return len(self.ask.moves) == 1 and all(settled(pick) for pick in self.ask.moves[0].picks)

    def lines(self) -> list[str]:
        """The question as it stands: the moves, or what the next pick offers."""
        say = self.describe.say
        if self.move is None:
            moves = [f"  {i} {self.describe.move(m)}" for i, m in enumerate(self.ask.moves, 1)]
            return [self.describe.prompt(self.ask), *moves, say("ask.how_move")]
        pick = self._next()
        if pick is None:
            return []
        name = self.describe.text(f"picks.{pick.name}")
        head = (
            self.describe.prompt(self.ask) if len(self.ask.moves) == 1 else self.describe.kind(self._chosen())
        )
        if isinstance(pick, Number):
            return [f"{head} – {name}", say("ask.how_number", lo=pick.lo, hi=pick.hi)]
        offered = self._offered(pick)
        names = self.describe.values(pick)
        values = pick.values()
        shown = [f"  {i} {names[values.index(v)]}" for i, v in enumerate(offered, 1)]
        low, high = min(pick.min, len(offered)), min(pick.max, len(offered))
        how = say("ask.how_one") if low == high == 1 else self._how_many(low, high)
        return [f"{head} – {name}", *shown, how]

    def take(self, text: str) -> Answer | None:
        """Use typed numbers: the move first (if open), then one group per pick; numbers of one pick are joined by commas.

        Raises NotUnderstood; what was understood before the fault stays."""
        groups = text.replace("，", ",").replace("、", ",").split()
        if not groups and self.move is not None and (pick := self._next()) is not None and pick.min == 0:
            groups = ["0"]
        for group in groups:
            if self.move is None:
                self._choose_move(self._move_number(group))
            elif (pick := self._next()) is not None:
                self._picks.append(self._values(pick, group))
                self._settle()
            else:
                raise NotUnderstood(self.describe.say("ask.too_much"))
        if self.move is None or self._next() is not None:
            return None
        return Answer(self.move, self._picks)

    # -- inside -------------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Nothing is chosen yet, except the move where there is only one that needs more."""
        self.move, self._picks = None, []
        if len(self.ask.moves) == 1 and not self.forced:
            self._choose_move(0)

    def _chosen(self) -> Move:
        assert self.move is not None
        return self.ask.moves[self.move]

    def _next(self) -> Pick | None:
        picks = self._chosen().picks
        return picks[len(self._picks)] if len(self._picks) < len(picks) else None

    def _picks_made(self) -> int:
        return 0 if self.move is None else 1 + len(self._picks)

    def _choose_move(self, index: int) -> None:
        self.move, self._picks = index, []
        self._settle()

    def _settle(self) -> None:
        """Fill in picks that leave no choice."""
        while (pick := self._next()) is not None:
            offered = self._offered(pick)
            if settled(pick) or (pick.min >= 1 and len(offered) == pick.min and not _ordered(pick)):
                self._picks.append(offered[: pick.max])
            else:
                return

    def _offered(self, pick: Pick) -> list[int]:
        """What a pick still offers after the picks before it: the ask's combinations and partitions are looked up."""
        move, made = self._chosen(), len(self._picks)
        values = list(pick.values())
        if move.partition:
            placed = {v for chosen in self._picks for v in chosen}
            return [v for v in values if v not in placed]
        for combo in move.combos:
            if made in combo.picks:
                at = combo.picks.index(made)
                before = {i: self._picks[p] for i, p in enumerate(combo.picks) if p < made}
                rows = [row for row in combo.allowed if all(row[i] == chosen for i, chosen in before.items())]
                together = {v for row in rows for v in row[at]}
                values = [v for v in values if v in together]
        return values

    def _how_many(self, low: int, high: int) -> str:
        say = self.describe.say
        if low == high:
            return say("ask.how_exactly", n=low)
        return say("ask.how_many", low=low, high=high) if low else say("ask.how_some", high=high)

    def _move_number(self, group: str) -> int:
        number = self._number(group, len(self.ask.moves))
        return number - 1

    def _values(self, pick: Pick, group: str) -> list[int]:
        if isinstance(pick, Number):
            if not group.lstrip("-").isdigit() or not pick.lo <= int(group) <= pick.hi:
                raise NotUnderstood(self.describe.say("ask.how_number", lo=pick.lo, hi=pick.hi))
            return [int(group)]
        offered = self._offered(pick)
        if group in ("0", "-") and pick.min == 0:
            return []
        chosen = [offered[self._number(part, len(offered)) - 1] for part in group.split(",") if part]
        low, high = min(pick.min, len(offered)), min(pick.max, len(offered))
        if not low <= len(chosen) <= high or len(set(chosen)) != len(chosen):
            raise NotUnderstood(self._how_many(low, high))
        return chosen

    def _number(self, text: str, highest: int) -> int:
        if not text.isdigit() or not 1 <= int(text) <= highest:
            raise NotUnderstood(self.describe.say("ask.between", highest=highest))
        return int(text)


def _ordered(pick: Pick) -> bool:
    return isinstance(pick, Cards) and pick.ordered and len(pick.cards) > 1
