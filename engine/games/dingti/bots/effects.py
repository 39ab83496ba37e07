"""What each card does to a scene: the scenes it may lead to, each with its chance (§7, §8.14, §10).

One table weighs one's own plays and everybody else's, whose hidden cards are guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

import msgspec

from engine.games.dingti import deck
from engine.games.dingti.bots import weights
from engine.games.dingti.bots.scene import Boss, Scene, equity, hit
from engine.games.dingti.bots.sight import Sight
from engine.games.dingti.plays.strikes import EMBER_HIT, SMALL_BOMB_HIT

__all__ = ["Cast", "expected", "lent", "paid", "shield_taken"]

replace = msgspec.structs.replace
Outcomes = list[tuple[float, Scene]]
Effect = Callable[[Sight, Scene, "Cast"], Outcomes]

LURE = 0.2
"""§10.1 What Hellfire adds to the chance that the boss comes."""


class Cast(msgspec.Struct, frozen=True):
    """A play: what, by whom, at whom (a seat, the boss, or None).

    `gift`: the name of the card given away, None where it is hidden; `strength`: half points of a Legacy; `forced`: a Trickster chose the
    parties, so nobody gives what he likes."""

    name: str
    actor: int
    target: int | None = None
    gift: str | None = None
    strength: int = 0
    forced: bool = False

    @property
    def aim(self) -> int:
        """The target of a play that has one."""
        assert self.target is not None
        return self.target


def expected(sight: Sight, scene: Scene, cast: Cast) -> float:
    """What we have when the play stands: the mean of the equities."""
    return sum(chance * equity(after) for chance, after in EFFECTS[cast.name](sight, scene, cast))


# -- changes that recur ---------------------------------------------------------------------------------------------------


def paid(scene: Scene, seat: int, cards: float, hand: int) -> Scene:
    """The hand becomes so much worthier and so many cards larger; nothing for the boss or the dead."""
    body = scene.bodies.get(seat)
    if body is None:
        return scene
    return scene.but(replace(body, cards=max(0.0, body.cards + cards), hand=max(0, body.hand + hand)))


def hung(scene: Scene, seat: int, bombs: int) -> Scene:
    """So many more bombs (or fewer) hang on the player or the boss."""
    body, boss = scene.bodies.get(seat), scene.boss
    if body is not None:
        return scene.but(replace(body, bombs=max(0, body.bombs + bombs)))
    return scene if boss is None else replace(scene, boss=replace(boss, bombs=max(0, boss.bombs + bombs)))


def shield_taken(scene: Scene, seat: int) -> Scene:
    """One shield fewer before this player, a borrowed one first."""
    body = scene.bodies[seat]
    if body.lenders:
        return scene.but(replace(body, lenders=body.lenders[1:]))
    return scene.but(replace(body, shields=max(0, body.shields - 1)))


def lent(scene: Scene, lender: int, to: int, count: int) -> Scene:
    """§7.18 So many shields lie with another."""
    giver, taker = scene.bodies[lender], scene.bodies[to]
    scene = scene.but(replace(giver, shields=giver.shields - count))
    return scene.but(replace(taker, lenders=taker.lenders + (lender,) * count))


# -- cards ----------------------------------------------------------------------------------------------------------------


def _draws(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    n = min(2, sight.left)
    return [(1.0, paid(scene, cast.actor, n * weights.AVERAGE, n))]


def _extra_turn(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    """§7.11 Two cards and a turn to use them in: as good as a turn still to come."""
    body = scene.bodies[cast.actor]
    again = replace(
        body, late=True, escape=max(body.escape, weights.EXTRA_ESCAPE), cards=body.cards + weights.EXTRA_TURN
    )
    return _draws(sight, scene.but(again), cast)


def _defuse(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    gain = sight.worth_with(deck.BOMB) if cast.actor == sight.me else weights.AVERAGE
    return [(1.0, paid(hung(scene, cast.aim, -1), cast.actor, gain, 1))]


def _scavenges(names: Iterable[str]) -> Effect:
    """The best of these that lies in the discard pile."""
    fit = frozenset(names)

    def effect(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
        gain = max((sight.worth_with(name) for name in sight.discarded() if name in fit), default=0.0)
        return [(1.0, paid(scene, cast.actor, gain, 1))]

    return effect


def _raider(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    victim = scene.bodies.get(cast.aim)
    gain = weights.AVERAGE if victim is None else victim.cards / max(1, victim.hand)
    return [(1.0, paid(paid(scene, cast.aim, -gain, -1), cast.actor, gain, 1))]


def _top_raider(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    """The better of the best card and a shield, for the side that plays it."""
    victim = scene.bodies.get(cast.aim)
    if victim is None:
        return [(1.0, paid(scene, cast.actor, weights.PICKED, 1))]
    ways = [scene]
    if victim.hand:
        gain = min(weights.PICKED, victim.cards)
        ways.append(paid(paid(scene, cast.aim, -gain, -1), cast.actor, gain, 1))
    if victim.shields or victim.lenders:
        gain = sight.worth_with(deck.SHIELD)
        ways.append(paid(shield_taken(scene, cast.aim), cast.actor, gain, 1))
    best = max if sight.is_mate(cast.actor) else min
    return [(1.0, best(ways, key=equity))]


def _gift(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    """A Bomb hangs, anything else is a card more for the other."""
    if cast.gift is not None:
        cost = sight.worth_of(cast.gift)
        scene = paid(scene, cast.actor, -cost, -1)
        bomb, value = float(cast.gift == deck.BOMB), cost
    else:
        bomb, value = _gift_is_bomb(sight, scene, cast), weights.AVERAGE
        scene = paid(scene, cast.actor, -value, -1) if cast.forced else scene
    return [(bomb, hung(scene, cast.aim, 1)), (1 - bomb, paid(scene, cast.aim, value, 1))]


def _gift_is_bomb(sight: Sight, scene: Scene, cast: Cast) -> float:
    if cast.forced:
        return _gives_bomb(sight, scene, cast.actor)
    friends = cast.aim in scene.bodies and scene.bodies[cast.aim].side == scene.bodies[cast.actor].side
    return 0.0 if friends else weights.GIFT_IS_BOMB


def _gives_bomb(sight: Sight, scene: Scene, seat: int) -> float:
    """The chance that this hand gives a Bomb when it must give cards of its own choice."""
    if seat == sight.me:
        return float(sight.hand[deck.BOMB] > 0)
    return sight.chance(deck.BOMB, min(weights.SWAP_TRIES, scene.bodies[seat].hand))


def _swap(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    """Bombs go over to hang; the rest is two poor cards for two poor cards. The boss gives two of the pile."""
    sides = [(cast.actor, cast.aim)]
    if cast.aim in scene.bodies:
        sides.append((cast.aim, cast.actor))
    else:
        scene = paid(scene, cast.actor, 2 * weights.AVERAGE, 1)
    outcomes = [(1.0, scene)]
    for giver, taker in sides:
        bombs = min(2, sight.hand[deck.BOMB]) if giver == sight.me else 1
        likely = _gives_bomb(sight, scene, giver)
        outcomes = [
            (chance * part, hung(after, taker, n))
            for chance, after in outcomes
            for part, n in ((likely, bombs), (1 - likely, 0))
            if part
        ]
    return outcomes


def _gamble(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    """§7.12 A right guess takes whom the player likes, a wrong one the player; nothing rescues either."""
    _, right = sight.guess()
    boss = [] if scene.boss is None else [sight.view.seats]
    wins = [scene.without(seat) for seat in [*scene.bodies, *boss] if seat != cast.actor]
    return [(right, max(wins, key=equity)), (1 - right, scene.without(cast.actor))]


def _detonate(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    return [(1.0, replace(scene, detonate=True))]


def _favor(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    bomb = sight.next_card(deck.BOMB)
    return [(bomb, hung(scene, cast.aim, 1)), (1 - bomb, paid(scene, cast.aim, weights.AVERAGE, 1))]


def _bedrock(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    return [(1.0, scene.but(replace(scene.bodies[cast.actor], firm=True)))]


def _hellfire(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    burning = replace(scene, hellfire=True)
    if not sight.lures:
        return [(1.0, burning)]
    return [(LURE, replace(burning, boss=Boss())), (1 - LURE, burning)]


def _small_bomb(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    return [(1.0, hit(scene, {cast.aim: SMALL_BOMB_HIT}))]


def _legacy(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    return [(1.0, hit(scene, {cast.aim: cast.strength}))]


def _ember(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    others = {s: EMBER_HIT for s, body in scene.bodies.items() if s != cast.actor and not body.ghost}
    return [(1.0, hit(scene, others) if others else scene)]


EFFECTS: Final[Mapping[str, Effect]] = {
    deck.DEFUSE: _defuse,
    deck.SCAVENGER: _scavenges(deck.SCAVENGED),
    deck.TOP_SCAVENGER: _scavenges(deck.COPIES),
    deck.RAIDER: _raider,
    deck.TOP_RAIDER: _top_raider,
    deck.SWAP: _swap,
    deck.GIFT: _gift,
    deck.CONJURE: _draws,
    deck.EXTRA_TURN: _extra_turn,
    deck.GAMBLE: _gamble,
    deck.DETONATE: _detonate,
    deck.FAVOR: _favor,
    deck.BEDROCK: _bedrock,
    deck.HELLFIRE: _hellfire,
    deck.SMALL_BOMB: _small_bomb,
    deck.LEGACY: _legacy,
    deck.EMBER: _ember,
}
