"""A View read once: the scene, one's own cards, and what has not been seen yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.core.events import Card
from engine.core.view import View
from engine.games.dingti import deck
from engine.games.dingti.bots import tune
from engine.games.dingti.bots.scene import Body, Boss, Scene
from engine.games.dingti.bots.worth import hand_worth

__all__ = ["Sight"]


class Sight:
    """What one seat knows. `hand`: its cards by name; `scene`: the table as it is; `unseen`: how many of each name lie where it cannot
    look (other hands, the draw pile); `pile`: the same of what the next card can be."""

    def __init__(self, view: View, me: int) -> None:
        self.view = view
        self.me = me
        self.hand = Counter(_names(view.cards("hand", me)))
        self.unseen = Counter(deck.COPIES)
        for zone in view.zones.values():
            if zone.cards:
                self.unseen.subtract(_names(zone.cards))
        self.unseen = +self.unseen
        # §1.7 an empty pile is the discard pile, shuffled
        self.pile = self.unseen if view.zone("draw").n else Counter(_names(view.cards("discard")))
        self.late = _late(view)
        self.room = max(0, _number(view, "cap", me) - view.zone("shields", me).n)
        self.worth = hand_worth(self.hand, self.room)
        self._gains: dict[str, float] = {}
        self._costs: dict[tuple[str, ...], float] = {}
        self.scene = self._scene()
        # §10.1 Hellfire makes the boss likelier in round 5, or calls it once more later; whether it has been here is not on the table
        self.lures = bool(view.figures) and self.scene.boss is None and self.scene.round >= 3

    def chance(self, name: str, tries: int = 1) -> float:
        """The chance that at least one of so many unseen cards has this name."""
        miss = 1 - self.unseen[name] / max(1, self.unseen.total())
        none = 1.0
        for _ in range(tries):
            none *= miss
        return 1 - none

    def next_card(self, name: str) -> float:
        """The chance that the next card drawn has this name."""
        return self.pile[name] / max(1, self.pile.total())

    def guess(self) -> tuple[str, float]:
        """What a Gamble had best say, and the chance that it is right."""
        name = max(deck.COPIES, key=lambda known: self.pile[known])
        return name, self.next_card(name)

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

    def side(self, seat: int) -> int:
        """A team, or a seat that plays alone."""
        team = self.view.mark("team", seat)
        return seat if team is None else ("team_a", "team_b").index(str(team))

    def _scene(self) -> Scene:
        view = self.view
        number = _number(view, "round")
        bodies = {
            seat: self._body(seat)
            for seat in range(view.seats)
            if view.mark("life", seat) in ("living", "ghost")
        }
        hellfire = _number(view, "hellfire") >= number
        return Scene(self.side(self.me), number, bodies, _boss(view), bool(view.mark("detonate")), hellfire)

    def _body(self, seat: int) -> Body:
        view = self.view
        equipment = set(_names(view.cards("equipment", seat)))
        shields, bombs, hand = (view.zone(kind, seat).n for kind in ("shields", "bombs", "hand"))
        lenders = view.mark("lenders", seat)
        mine = seat == self.me
        late = seat in self.late
        if mine and late:  # the shields of the own hand will lie there in time
            shields += min(self.room, self.hand[deck.SHIELD])
        return Body(
            seat,
            self.side(seat),
            ghost=view.mark("life", seat) == "ghost",
            until=_number(view, "ghost_until", seat),
            shields=shields,
            lenders=tuple(int(who) for who in lenders) if isinstance(lenders, Sequence) else (),
            firm=bool(view.mark("bedrock", seat)),
            bombs=bombs,
            miracle=deck.MIRACLE in equipment,
            spirit=deck.GHOST in equipment,
            hand=hand,
            cards=self.worth if mine else hand * tune.AVERAGE,
            late=late,
            escape=float(self.hand[deck.DEFUSE] > 0) * 0.8 if mine else self._escape(hand),
        )

    def _escape(self, hand: int) -> float:
        """The chance that so many hidden cards hold a Defuse, and that it is used and stands."""
        return 0.7 * self.chance(deck.DEFUSE, hand)


def _names(cards: Iterable[Card]) -> list[str]:
    return [card.face.name for card in cards]


def _number(view: View, mark: str, seat: int | None = None) -> int:
    value = view.mark(mark, seat)
    return value if isinstance(value, int) else 0


def _boss(view: View) -> Boss | None:
    if not view.figures:
        return None
    seat = view.seats
    hp = _number(view, "hp", seat)
    target = view.mark("boss_target")
    aim = target if isinstance(target, int) else -1
    return Boss(hp, view.zone("bombs", seat).n, aim, _number(view, "boss_damage")) if hp else None


def _late(view: View) -> set[int]:
    """Who acts after the current turn (§3.4)."""
    first, current = view.mark("first"), view.mark("current")
    if not isinstance(first, int) or not isinstance(current, int):
        return set()
    order = [(first + step) % view.seats for step in range(view.seats)]
    return set(order[order.index(current) + 1 :])
