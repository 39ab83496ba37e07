"""The strong player: deals the unseen cards to the others in many ways that fit what they have done, plays each out with every choice
of his own, and takes the choice that comes off best.

It is given no clock: how much it thinks is a number of play-outs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.core.ask import Answer, Ask
from engine.core.chance import Chance
from engine.core.view import View
from engine.games.gandengyan.bots.normal import answer_for, only_answer
from engine.games.gandengyan.bots.packed import UNIT, Packed, Step, steps
from engine.games.gandengyan.bots.plan import burden, patient, sensible
from engine.games.gandengyan.bots.playout import Course, gain, play_out
from engine.games.gandengyan.bots.scene import Done, Scene, scene_of

__all__ = ["strong"]

PLAYOUTS: Final = 1200
"""For one decision. As many as end within 300 ms on a machine of 2020, with some to spare."""
CHOICES: Final = 10
"""Ways to play that are looked at: those that leave the best hands."""
TRIES: Final = 8
"""How often a hand is dealt anew that would have beaten what its owner passed on."""
AHEAD: Final = 12
"""Cards of the pile that are shuffled. More are hardly ever drawn, and then they come as they lie."""
WIN: Final = 20
"""What winning a hand is worth in points, beside the points: the next lead, and less luck in the comparison."""


def strong(see: Callable[[], View], ask: Ask, chance: Chance) -> Answer:
    """A Bot."""
    if (only := only_answer(ask)) is not None:
        return only
    scene = scene_of(see())
    return answer_for(ask, scene, _choose(scene, chance))


def _choose(scene: Scene, chance: Chance) -> Step | None:
    ways = sorted(steps(scene.hand, scene.top, scene.most), key=lambda step: burden(step.rest, scene.most))
    choices: list[Step | None] = [*ways[:CHOICES]]
    if scene.top:
        choices.append(None)
    if not ways[0].rest:
        return ways[0]
    deals = Deals(scene, chance)
    totals = dict.fromkeys(choices, 0)
    rounds = (len(choices) - 1).bit_length()
    while len(choices) > 1:  # the better half goes on, with twice the play-outs for each
        for _ in range(max(1, PLAYOUTS // rounds // len(choices))):
            hands, drawn = deals.deal()
            for choice in choices:
                totals[choice] += _outcome(scene, choice, hands.copy(), deals.unseen, drawn)
        choices.sort(key=lambda choice: -totals[choice])
        del choices[(len(choices) + 1) // 2 :]
    return choices[0]


def _outcome(scene: Scene, choice: Step | None, hands: list[Packed], pile: Sequence[int], drawn: int) -> int:
    course = Course(hands, scene.played.copy(), scene.factor, scene.seat, scene.top, scene.owner)
    winner = play_out(course, choice, pile, drawn, scene.most)
    return gain(course, winner, scene.seat) + (WIN if winner == scene.seat else 0)


def oddities(hand: Packed, deeds: list[Done], most: int) -> int:
    """How many of these deeds a sensible player would not have done who has this hand now."""
    odd = 0
    for keep, top, cards in deeds:
        before = hand + cards
        step = sensible(before, top, most, keep)
        if (before if step is None else step.rest) != hand:
            odd += 1
        hand = before
    return odd


class Deals:
    """Ways in which the unseen cards may lie. `unseen` is dealt from in place: from `drawn` on it is the pile."""

    def __init__(self, scene: Scene, chance: Chance) -> None:
        self.scene = scene
        self.unseen = scene.unseen.copy()
        self._chance = chance
        chance.shuffle(self.unseen)
        others = [seat for seat, n in enumerate(scene.left) if n and seat != scene.seat]
        now = Done(patient(scene.fewest), scene.top, 0)
        deeds = {seat: [now] * self._passed(seat) + scene.deeds[seat] for seat in others}
        self._deeds = dict(sorted(deeds.items(), key=lambda item: -len(item[1])))

    def _passed(self, seat: int) -> bool:
        """§10.1 To be asked is to have been reached: those between the owner and this seat have passed."""
        scene, n = self.scene, len(self.scene.left)
        return bool(scene.top) and 0 < (seat - scene.owner) % n < (scene.seat - scene.owner) % n

    def deal(self) -> tuple[list[Packed], int]:
        """Hands by seat, and where the pile begins. Those who have done most are dealt first, while there is most to choose from."""
        scene = self.scene
        hands = [0] * len(scene.left)
        hands[scene.seat] = scene.hand
        place = 0
        for seat, deeds in self._deeds.items():
            hands[seat] = self._hand(place, scene.left[seat], deeds)
            place += scene.left[seat]
        self._draw(place, min(AHEAD, scene.pile))
        return hands, place

    def _hand(self, first: int, n: int, deeds: list[Done]) -> Packed:
        """One with which a sensible player would have done all this, or the least odd of some."""
        hand = self._draw(first, n)
        odd = oddities(hand, deeds, self.scene.most)
        for _ in range(TRIES):
            if not odd:
                break
            kept, before = self.unseen[first : first + n], hand
            hand = self._draw(first, n)
            if (now := oddities(hand, deeds, self.scene.most)) < odd:
                odd = now
            else:
                hand = before
                self._put_back(first, kept)
        return hand

    def _draw(self, first: int, n: int) -> Packed:
        """Put random ones of the cards from `first` on into the next `n` places."""
        cards, below = self.unseen, self._chance.below
        hand = 0
        for place in range(first, first + n):
            other = place + below(len(cards) - place)
            cards[place], cards[other] = cards[other], cards[place]
            hand += UNIT[cards[place]]
        return hand

    def _put_back(self, first: int, kept: list[int]) -> None:
        cards = self.unseen
        for place, grade in enumerate(kept, first):
            other = cards.index(grade, place)
            cards[place], cards[other] = cards[other], cards[place]
