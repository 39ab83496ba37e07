"""A View, read for one question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.core.ask import Ask
from engine.core.events import Card, MarkValue
from engine.core.view import View
from engine.games.herokill.book import BOOK
from engine.games.herokill.bots.relation import FRIEND, relations
from engine.games.herokill.deck import SLOT
from engine.games.herokill.hint import NO_HINT, Hint
from engine.games.herokill.state import Life

__all__ = ["DAMAGE", "Scene", "hint_of", "worth"]

DAMAGE = 14
"""A hit point."""
LAST = 30
"""What the last one is worth beyond that."""
SPARE = 4
"""Of what a card is worth in the hand, so many tenths count as the price of using it: cards are there to be used."""


def hint_of(name: str) -> Hint:
    """Of a card or skill by its name."""
    kind = BOOK.kinds.get(name)
    if kind is not None:
        return kind.hint
    skill = BOOK.skills.get(name)
    return NO_HINT if skill is None else skill.hint


def worth(card: Card) -> int:
    """What a card is worth in a hand, or worn."""
    return hint_of(card.face.name).own if card.face.name in SLOT else hint_of(card.face.name).keep


class Scene:
    """`love` says by seat how much of a friend everybody is; `meant`, by id, what a card promises in the moves looked at so far."""

    def __init__(self, view: View, ask: Ask) -> None:
        self.view = view
        self.me = int(ask.seat)
        self.love = relations(view, self.me)
        self.meant: Counter[int] = Counter()

    def living(self) -> list[int]:
        return [seat for seat in range(self.view.seats) if self.view.mark("life", seat) == Life.LIVING]

    def holds(self, names: Sequence[str]) -> bool:
        """Whether a card of one of these names is in my hand."""
        return any(card.face.name in names for card in self.view.cards("hand", self.me))

    def wounds(self, seat: int) -> int:
        return _number(self.view.mark("max_hp", seat)) - _number(self.view.mark("hp", seat))

    def hp(self, seat: int) -> int:
        return _number(self.view.mark("hp", seat))

    def cost(self, cards: Sequence[Card]) -> int:
        """Of using them up."""
        return sum(self.price(card) for card in cards) // 10

    def price(self, card: Card) -> int:
        """Of using it up, in hundredths of a card: of what it is worth in a hand some tenths, and all that it is meant for."""
        return worth(card) * SPARE + self.meant[card.id] * 10

    def mean(self, cards: Sequence[int], promise: int) -> None:
        """A move with these cards (ids) promises so much. Cards are offered for what they are before skills that take any card."""
        for card in cards:
            self.meant[card] = max(promise, self.meant[card])

    def effect(self, hint: Hint, seat: int) -> int:
        """What the hint does to this player, to his own mind."""
        if hint.target < 0:
            last = LAST // 2 if self.hp(seat) == 1 and hint.wound else 0
            return hint.target - hint.wound * self.wounds(seat) // 2 - last
        return hint.target + hint.wound * min(1, self.wounds(seat))

    def gain(self, hint: Hint, seat: int) -> int:
        """What that is to me."""
        return self.effect(hint, seat) * self.love[seat] // FRIEND

    def saved(self, seat: int, points: int = 1) -> int:
        """What it is to me that this player does not lose so many hit points."""
        last = LAST if self.hp(seat) <= points else 0
        return (DAMAGE * points + last) * self.love[seat] // FRIEND


def _number(value: MarkValue) -> int:
    return value if isinstance(value, int) else 0
