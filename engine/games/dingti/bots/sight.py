"""A View read once: the scene, one's own cards, and what has not been seen yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.core.events import Card
from engine.core.view import View
from engine.games.dingti import deck
from engine.games.dingti.bots import weights
from engine.games.dingti.bots.scene import Body, Boss, Scene
from engine.games.dingti.bots.worth import hand_worth
from engine.games.dingti.state import Life

__all__ = ["Sight"]

LURES_FROM = 3
"""§6.7, §10.1 Hellfire played from this round on still burns in round 5, when the boss is rolled for, or calls it once more later."""


class Sight:
    """What one seat knows. `hand`: its cards by name; `unseen`: how many of each name lie where it cannot look (other hands, the draw
    pile); `pile`: the same of what the next card can be; `left`: cards that can still be drawn; `scene`: the table."""

    def __init__(self, view: View, me: int) -> None:
        self.view = view
        self.me = me
        self.hand = Counter(_names(view.cards("hand", me)))
        seen = Counter(_names(card for zone in view.zones.values() for card in zone.cards or ()))
        self.unseen = {name: max(0, copies - seen[name]) for name, copies in deck.COPIES.items()}
        draw, discard = view.zone("draw").n, view.zone("discard").n
        # §1.7 an empty pile is the discard pile, shuffled
        self.pile = self.unseen if draw else dict(Counter(_names(view.cards("discard"))))
        self.left = draw + discard
        self.room = max(0, _number(view, "cap", me) - view.zone("shields", me).n)
        self.worth = hand_worth(self.hand, self.room)
        self._gains: dict[str, float] = {}
        self._costs: dict[tuple[str, ...], float] = {}
        self._late = _late(view)
        self.scene = self._scene()
        self.lures = bool(view.figures) and self.scene.boss is None and self.scene.round >= LURES_FROM

    # -- chances ------------------------------------------------------------------------------------------------------

    def chance(self, name: str, tries: int) -> float:
        """The chance that at least one of so many unseen cards has this name."""
        miss = 1 - self.unseen[name] / max(1, sum(self.unseen.values()))
        none = 1.0
        for _ in range(tries):
            none *= miss
        return 1 - none

    def next_card(self, name: str) -> float:
        """The chance that the next card of the pile has this name."""
        return self.pile.get(name, 0) / max(1, sum(self.pile.values()))

    def guess(self) -> tuple[str, float]:
        """What a Gamble had best say, and the chance that it is right."""
        name = max(deck.COPIES, key=self.next_card)
        return name, self.next_card(name)

    # -- cards --------------------------------------------------------------------------------------------------------

    def worth_with(self, name: str) -> float:
        """What one more card of this name would add to the own hand."""
        if name not in self._gains:
            self.hand[name] += 1
            self._gains[name] = hand_worth(self.hand, self.room) - self.worth
            self.hand[name] -= 1
        return self._gains[name]

    def worth_of(self, *names: str) -> float:
        """What these cards of the own hand are worth to it."""
        if names not in self._costs:
            self.hand.subtract(names)
            self._costs[names] = self.worth - hand_worth(self.hand, self.room)
            self.hand.update(names)
        return self._costs[names]

    def discarded(self) -> list[str]:
        """Names in the discard pile, each once."""
        return list(dict.fromkeys(_names(self.view.cards("discard"))))

    # -- players ------------------------------------------------------------------------------------------------------

    def side(self, seat: int) -> int:
        """A team, or a seat that plays alone."""
        team = self.view.mark("team", seat)
        return seat if team is None else ("team_a", "team_b").index(str(team))

    def is_mate(self, seat: int) -> bool:
        """On our side; one's own seat too."""
        return seat < self.view.seats and self.side(seat) == self.scene.side

    def lost_mate(self) -> int | None:
        """A dead player of our side."""
        seats = range(self.view.seats)
        return next((s for s in seats if self.is_mate(s) and self.view.mark("life", s) == Life.DEAD), None)

    def _scene(self) -> Scene:
        view = self.view
        number = _number(view, "round")
        alive = (Life.LIVING, Life.GHOST)
        bodies = {seat: self._body(seat) for seat in range(view.seats) if view.mark("life", seat) in alive}
        burning = _number(view, "hellfire") >= number
        return Scene(self.side(self.me), number, bodies, _boss(view), bool(view.mark("detonate")), burning)

    def _body(self, seat: int) -> Body:
        view = self.view
        equipment = _names(view.cards("equipment", seat))
        shields, bombs, hand = (view.zone(kind, seat).n for kind in ("shields", "bombs", "hand"))
        lenders = view.mark("lenders", seat)
        mine, late = seat == self.me, seat in self._late
        if mine and late:  # they will lie there in time
            shields += min(self.room, self.hand[deck.SHIELD])
        defuse = float(self.hand[deck.DEFUSE] > 0) if mine else self.chance(deck.DEFUSE, hand)
        return Body(
            seat,
            self.side(seat),
            ghost=view.mark("life", seat) == Life.GHOST,
            until=_number(view, "ghost_until", seat),
            shields=shields,
            lenders=tuple(int(who) for who in lenders) if isinstance(lenders, Sequence) else (),
            firm=bool(view.mark("bedrock", seat)),
            bombs=bombs,
            miracle=deck.MIRACLE in equipment,
            spirit=deck.GHOST in equipment,
            hand=hand,
            cards=self.worth if mine else hand * weights.AVERAGE,
            late=late,
            escape=weights.USES_DEFUSE * defuse,
        )


def _names(cards: Iterable[Card]) -> list[str]:
    return [card.face.name for card in cards]


def _number(view: View, mark: str, seat: int | None = None) -> int:
    value = view.mark(mark, seat)
    return value if isinstance(value, int) else 0


def _boss(view: View) -> Boss | None:
    hp = _number(view, "hp", view.seats) if view.figures else 0
    target = view.mark("boss_target")
    aim = target if isinstance(target, int) else -1
    return Boss(hp, view.zone("bombs", view.seats).n, aim, _number(view, "boss_damage")) if hp else None


def _late(view: View) -> frozenset[int]:
    """§3.4 Who acts in this round after the current turn."""
    first, current = view.mark("first"), view.mark("current")
    if not isinstance(first, int) or not isinstance(current, int):
        return frozenset()
    done = (current - first) % view.seats
    return frozenset((first + step) % view.seats for step in range(done + 1, view.seats))
