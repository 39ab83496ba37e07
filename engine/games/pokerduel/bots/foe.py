"""What an attack may come to: the other side's hand is unknown, and it does what is best for it."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from math import comb

from engine.games.pokerduel.bots import weights
from engine.games.pokerduel.bots.sight import Player, Sight
from engine.games.pokerduel.bots.worth import life
from engine.games.pokerduel.deck import CLUB, SPADE
from engine.games.pokerduel.sums import Body, pierce, strike

__all__ = ["Forecast", "loss"]

HIGHEST = 13
"""The rank of the best minion."""


class Forecast:
    """What the target of attacks may put against them. `cards`: as many as it will hold then; `spent`: the suits that it cannot use."""

    def __init__(self, sight: Sight, target: Player, cards: int, spent: str) -> None:
        self.me = sight.me
        self.target = target
        self.shield = weights.SHIELD * sight.patience
        self.blocks = _blocks(sight, cards, spent)

    def worth(self, attack: int, *, merciful: bool) -> float:
        """The gain to expect of an attack. The target blocks with all that it has or not at all, whichever is worse for the attacker."""
        alone = self._through(attack, merciful)
        total = 0.0
        for block, chance in self.blocks:
            if block > attack:
                blocked = -loss(
                    self.me, pierce(block - attack, Body(self.me.hp)).left, self.me.shield, self.shield
                )
            else:
                blocked = self._through(attack - block, merciful)
            cost = weights.BOLD * block
            total += chance * min(alone, blocked + cost)
        return total

    def _through(self, attack: int, merciful: bool) -> float:
        """§5.4, §5.9 What comes of the part of an attack that was not blocked."""
        target = self.target
        blow = strike(attack, Body(target.hp, target.shield, max(int(merciful), target.floor)))
        return loss(target, blow.left, target.shield - blow.absorbed, self.shield)


def loss(player: Player, left: int, shield: int, worth: float) -> float:
    """What a player loses who comes out of a fight so; `worth` is that of a point of a shield. Who ought to die escapes if he still can."""
    if left > 0:
        return life(player.hp) - life(left) + worth * (player.shield - shield)
    if not player.escaped:
        return weights.ESCAPE
    return (1 - weights.SAVED) * (life(player.hp) - weights.DEATH)


def _blocks(sight: Sight, cards: int, spent: str) -> list[tuple[int, float]]:
    """How likely it is that the best ♠ and the best ♣ among so many unseen cards have this strength together."""
    spades, clubs = (
        [1.0] if symbol in spent else _best(sight, suit, cards)
        for symbol, suit in ((SPADE, "S"), (CLUB, "C"))
    )
    chances = [0.0] * (2 * HIGHEST + 1)
    for spade, one in enumerate(spades):
        for club, other in enumerate(clubs):
            chances[spade + club] += one * other
    return [(strength, chance) for strength, chance in enumerate(chances) if chance > 0]


def _best(sight: Sight, suit: str, cards: int) -> list[float]:
    """By rank, 0 for none: how likely it is that this is the best of the suit among so many unseen cards."""
    ranks = sorted(face.rank for face in sight.unseen if face.suit == suit)
    pool = len(sight.unseen)
    drawn = min(cards, pool)
    hands = comb(pool, drawn)
    worse = [pool - len(ranks) + bisect_right(ranks, best) for best in range(HIGHEST + 1)]
    up_to = [comb(n, drawn) / hands for n in worse]
    return [up_to[0], *(high - low for low, high in pairwise(up_to))]
