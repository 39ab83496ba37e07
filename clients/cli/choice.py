"""An answer in the making, step by step: which move, and pick by pick what it needs. For every kind of client.

The ask lists all that is legal; this file looks it up, fills in what leaves no choice, and decides nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine.core.ask import Answer, Ask, Cards, Move, Options, Pick, Seats, Sets
from engine.core.events import Card, Face

__all__ = ["Choice", "settled"]

PLAYED = "card"
"""A move with this parameter plays the card of that name; the card itself is no pick, since equal ones are all one."""


class Choice:
    """First the move, then its picks in their order. `hand` are the player's cards: those that a move is begun with.

    While the move is open, `held` are the cards that it is to be made with; then they are what is chosen of the open pick: card ids
    (for sets, too: the cards of the set), seats, places of options, numbers."""

    def __init__(self, ask: Ask, hand: Sequence[Card] = ()) -> None:
        self.ask = ask
        self.held: list[int] = []
        self.move: int | None = None
        self.picks: list[list[int]] = []
        self._faces: dict[int, Face] = {card.id: card.face for card in [*hand, *_cards_of(ask)]}
        self._begin()

    # -- what stands --------------------------------------------------------------------------------------------------

    @property
    def forced(self) -> bool:
        """Whether there is nothing to decide: one move that needs nothing more."""
        return len(self.ask.moves) == 1 and all(settled(pick) for pick in self.ask.moves[0].picks)

    @property
    def begun(self) -> bool:
        """Whether anything is chosen that `back` would take back."""
        return bool(self.held or self.picks) or (self.move is not None and len(self.ask.moves) > 1)

    @property
    def chosen(self) -> Move:
        """The chosen move; there must be one."""
        assert self.move is not None
        return self.ask.moves[self.move]

    @property
    def pick(self) -> Pick | None:
        """The open pick; None while the move is open, and when nothing is missing any more."""
        if self.move is None or len(self.picks) == len(self.chosen.picks):
            return None
        return self.chosen.picks[len(self.picks)]

    @property
    def answer(self) -> Answer | None:
        """The finished answer, None while something is missing."""
        if self.move is None or self.pick is not None:
            return None
        return Answer(self.move, [list(values) for values in self.picks])

    def face(self, card: int) -> Face:
        """The face of one of the player's or the ask's cards."""
        return self._faces[card]

    # -- what is offered ----------------------------------------------------------------------------------------------

    def moves(self) -> list[int]:
        """The places of the moves that can be made with the cards held; all of them while none is held."""
        return [place for place, move in enumerate(self.ask.moves) if self._takes(move, self.held)]

    def offered(self) -> list[int]:
        """The values that the open pick still offers after the picks before it: combinations and partitions are looked up."""
        pick, move, made = self.pick, self.chosen, len(self.picks)
        assert pick is not None
        values = list(pick.values())
        if move.partition:
            placed = {value for chosen in self.picks for value in chosen}
            return [value for value in values if value not in placed]
        for combo in move.combos:
            if made in combo.picks:
                at = combo.picks.index(made)
                before = {i: self.picks[p] for i, p in enumerate(combo.picks) if p < made}
                rows = [row for row in combo.allowed if all(row[i] == chosen for i, chosen in before.items())]
                together = {value for row in rows for value in row[at]}
                values = [value for value in values if value in together]
        return values

    def span(self) -> tuple[int, int]:
        """How many values the open pick takes, at least and at most."""
        pick = self.pick
        assert pick is not None
        offered = self.offered()
        low, high = min(pick.min, len(offered)), min(pick.max, len(offered))
        if self.chosen.partition:  # what no later place has room for must stay here
            later = self.chosen.picks[len(self.picks) + 1 :]
            low = max(low, len(offered) - sum(after.max for after in later))
            high = min(high, len(offered) - sum(after.min for after in later))
        return low, high

    def cards(self) -> set[int]:
        """The cards that may be held next to those that are: what a client marks as playable."""
        if self.move is None:
            return {
                card
                for card in self._faces
                if card not in self.held and any(self._takes(m, [*self.held, card]) for m in self.ask.moves)
            }
        pick = self.pick
        if isinstance(pick, Cards):
            return set(self.offered()) - set(self.held)
        if isinstance(pick, Sets):
            more = [card.id for card in pick.cards if card.id not in self.held]
            return {card for card in more if self._sets(pick, [*self.held, card])}
        return set()

    def seats(self) -> set[int]:
        """The seats that may be picked now."""
        return set(self.offered()) - set(self.held) if isinstance(self.pick, Seats) else set()

    def offered_seats(self) -> set[int]:
        """The seats that may be picked or put back now."""
        return set(self.offered()) if isinstance(self.pick, Seats) else set()

    def readings(self) -> list[int]:
        """The places of the sets that contain the cards held: with cards in hand the smallest first, so that those lead that are these
        cards and no more; with none the largest, and the last of a game's list, which goes from weak to strong."""
        pick = self.pick
        if not isinstance(pick, Sets):
            return []
        places = self._sets(pick, self.held)
        if self.held:
            return sorted(places, key=lambda place: len(pick.sets[place].cards))
        return sorted(places, key=lambda place: (-len(pick.sets[place].cards), -place))

    def exact(self) -> list[int]:
        """Those of the readings that take exactly the cards held."""
        pick = self.pick
        assert isinstance(pick, Sets)
        return [place for place in self.readings() if len(pick.sets[place].cards) == len(self.held)]

    def enough(self) -> bool:
        """Whether the open pick may be closed with what is held."""
        if self.pick is None:
            return False
        if isinstance(self.pick, Sets):
            return len(self.exact()) == 1
        low, high = self.span()
        return low <= len(self.held) <= high

    def sole(self) -> int | None:
        """The move that the cards held can only mean: the one that they can begin, and which takes no more of them."""
        moves = self.moves() if self.move is None and self.held else []
        return moves[0] if len(moves) == 1 and not self.cards() else None

    def uses(self, card: int) -> list[int]:
        """The moves that could be made with this card, while none is chosen and none is held; none with a card that came later."""
        if card not in self._faces:
            return []
        return [place for place, move in enumerate(self.ask.moves) if self._takes(move, [card])]

    def at_once(self, card: int) -> bool:
        """Whether this card alone is an answer, so that taking it gives it."""
        before = self.held
        if self.move is not None or before or not self.uses(card):
            return False
        self.held = [card]
        sole, self.held = self.sole(), before
        if sole is None:
            return False
        picks = self.ask.moves[sole].picks
        return len(picks) < 2 and all(isinstance(pick, Cards | Sets) or settled(pick) for pick in picks)

    def preview(self, move: int, cards: Sequence[int]) -> int | None:
        """The set that a move would take with exactly these cards, None if that is none or one of several."""
        pick = next((pick for pick in self.ask.moves[move].picks if isinstance(pick, Sets)), None)
        if pick is None or not cards:
            return None
        exact = [p for p in self._sets(pick, cards) if len(pick.sets[p].cards) == len(cards)]
        return exact[0] if len(exact) == 1 else None

    # -- several picks at once ----------------------------------------------------------------------------------------

    @property
    def form(self) -> bool:
        """Whether the picks of the chosen move are made side by side: one value each, some of it by name only."""
        if self.move is None or self.picks:
            return False
        picks = self.chosen.picks
        single = all(pick.min == pick.max == 1 and not isinstance(pick, Cards | Sets) for pick in picks)
        return len(picks) > 1 and single and any(isinstance(pick, Options) for pick in picks)

    def together(self, place: int, others: Mapping[int, int]) -> set[int]:
        """The values of the pick at `place` of the chosen move that go together with what the `others`, by their places, are."""
        values = set(self.chosen.picks[place].values())
        for combo in self.chosen.combos:
            if place in combo.picks:
                fixed = {at: [others[p]] for at, p in enumerate(combo.picks) if p in others and p != place}
                rows = [row for row in combo.allowed if all(row[at] == value for at, value in fixed.items())]
                values &= {value for row in rows for value in row[combo.picks.index(place)]}
        return values

    def fill(self, picks: Sequence[Sequence[int]]) -> None:
        """All picks of the chosen move at once."""
        assert self.move is not None
        self.picks, self.held = [list(values) for values in picks], []

    # -- choosing -----------------------------------------------------------------------------------------------------

    def choose(self, move: int) -> None:
        """Choose a move; the cards held go into its first pick, if that takes them."""
        held, self.held = self.held, []
        self.move, self.picks = move, []
        self._settle()
        pick = self.pick
        if held and PLAYED not in self.chosen.params and self._takes(self.chosen, held):
            if isinstance(pick, Cards | Sets):
                self.held = held
            if (isinstance(pick, Cards) and len(held) == self.span()[1]) or (
                isinstance(pick, Sets) and self.enough()
            ):
                self.close()

    def go_on(self) -> bool:
        """The next step where only one stands to reason: the only move for the cards held, or the end of a pick that has enough. Returns
        whether there was one."""
        if self.move is None:
            moves = self.moves() if self.held else []
            if len(moves) != 1:
                return False
            self.choose(moves[0])
            return True
        if not self.enough():
            return False
        self.close()
        return True

    def toggle(self, value: int) -> None:
        """Take a card, seat, option or number, or put it back. Where one is enough it closes the pick."""
        if value in self.held:
            self.held.remove(value)
        elif self.move is None or isinstance(self.pick, Sets):
            self.held.append(value)
        else:
            low, high = self.span()
            if low == high == 1:
                self.take([value])
            elif len(self.held) < high:
                self.held.append(value)

    def close(self) -> None:
        """Close the open pick with what is held. Only where that is `enough`."""
        values = self.exact() if isinstance(self.pick, Sets) else list(self.held)
        self.take(values)

    def take(self, values: list[int]) -> None:
        """Close the open pick with these values (of sets: the place of one)."""
        assert self.pick is not None
        self.held = []
        self.picks.append(values)
        self._settle()

    def back(self) -> bool:
        """Take back the last step: what is held, else a pick, else the move. Returns whether there was one."""
        if not self.begun:
            return False
        if self.held:
            self.held = []
        elif self.picks:
            made = self.picks[:-1]
            while made and not self._open_after(made[:-1]):
                made = made[:-1]  # what leaves no choice would be filled in again
            self.picks = made if self._open_after(made) else []
            if not self._open_after(self.picks):
                self._begin()
        else:
            self._begin()
        return True

    # -- inside -------------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Nothing is chosen yet, except the move where there is only one that needs more."""
        self.move, self.picks, self.held = None, [], []
        if len(self.ask.moves) == 1 and not self.forced:
            self.choose(0)

    def _open_after(self, made: list[list[int]]) -> bool:
        """Whether the pick after these leaves a choice."""
        before, self.picks = self.picks, made
        try:
            return not self._single()
        finally:
            self.picks = before

    def _single(self) -> list[int] | None:
        """The only values that the open pick can have, None if there is a choice."""
        pick = self.pick
        if pick is None:
            return None
        offered = self.offered()
        low, high = self.span()
        return offered if low == high == len(offered) and not _ordered(pick) else None

    def _settle(self) -> None:
        """Fill in picks that leave no choice."""
        while self.pick is not None and (only := self._single()) is not None:
            self.picks.append(only)

    def _takes(self, move: Move, held: Sequence[int]) -> bool:
        """Whether a move can be made with these cards, perhaps with more of them."""
        if not held:
            return True
        if PLAYED in move.params:
            return len(held) == 1 and self._faces[held[0]].name == move.params[PLAYED]
        pick = next((pick for pick in move.picks if isinstance(pick, Cards | Sets)), None)
        if isinstance(pick, Cards):
            ids = {card.id for card in pick.cards}
            return len(held) <= pick.max and all(card in ids for card in held)
        return isinstance(pick, Sets) and bool(self._sets(pick, held))

    def _sets(self, pick: Sets, held: Sequence[int]) -> list[int]:
        """The sets that contain cards with these faces: equal cards do as well as one another."""
        wanted = self._count(held)
        return [place for place, one in enumerate(pick.sets) if wanted <= self._count(one.cards)]

    def _count(self, cards: Iterable[int]) -> Counter[Face]:
        return Counter(self._faces[card] for card in cards)


def settled(pick: Pick) -> bool:
    """Whether there is only one way to pick, so that nobody needs to be asked."""
    return pick.min == pick.max == len(pick.values()) and not _ordered(pick)


def _ordered(pick: Pick) -> bool:
    return isinstance(pick, Cards) and pick.ordered and len(pick.cards) > 1


def _cards_of(ask: Ask) -> list[Card]:
    """The cards that some pick offers."""
    picks = [pick for move in ask.moves for pick in move.picks]
    return [card for pick in picks if isinstance(pick, Cards | Sets) for card in pick.cards]
