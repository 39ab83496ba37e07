"""What each card does to a scene: the scenes it may lead to, each with its chance (§7, §8.14, §10).

The same table weighs one's own plays and those of others, whose hidden cards are guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

import msgspec

from engine.games.dingti import deck
from engine.games.dingti.bots import tune
from engine.games.dingti.bots.scene import Body, Boss, Scene, equity, hit
from engine.games.dingti.bots.sight import Sight

__all__ = ["Cast", "expected", "paid", "take_shield"]

replace = msgspec.structs.replace
Outcomes = list[tuple[float, Scene]]

GIFT_IS_BOMB = 0.5
"""How often somebody's Gift to an opponent is a Bomb."""
SMALL_BOMB_HIT = 4
EMBER_HIT = 2


class Cast(msgspec.Struct, frozen=True):
    """A play: who does it, to whom (a seat, the boss, or None). `bombs` is how many Bombs are given away, None where nobody can know;
    `strength` the half points of a Legacy."""

    name: str
    actor: int
    target: int | None = None
    bombs: int | None = None
    strength: int = 2

    @property
    def aim(self) -> int:
        assert self.target is not None
        return self.target


def expected(sight: Sight, scene: Scene, cast: Cast) -> float:
    """What the play is worth to us when it stands: the mean of the equities."""
    return sum(chance * equity(after) for chance, after in EFFECTS[cast.name](sight, scene, cast))


def paid(scene: Scene, seat: int, cards: float, hand: int) -> Scene:
    """The player's hand becomes so much worthier, and so many cards larger."""
    body = scene.bodies.get(seat)
    if body is None:
        return scene
    return scene.but(replace(body, cards=max(0.0, body.cards + cards), hand=max(0, body.hand + hand)))


def hung(scene: Scene, seat: int, bombs: int) -> Scene:
    """So many more bombs (or fewer) hang on the player or the boss."""
    body = scene.bodies.get(seat)
    if body is not None:
        return scene.but(replace(body, bombs=max(0, body.bombs + bombs)))
    if scene.boss is None:
        return scene
    return replace(scene, boss=replace(scene.boss, bombs=max(0, scene.boss.bombs + bombs)))


def take_shield(scene: Scene, seat: int) -> Scene:
    """One shield fewer before this player, a borrowed one first."""
    body = scene.bodies[seat]
    return scene.but(
        replace(body, lenders=body.lenders[1:])
        if body.lenders
        else replace(body, shields=max(0, body.shields - 1))
    )


def _average(body: Body) -> float:
    return body.cards / body.hand if body.hand else 0.0


def _draws(n: int) -> Callable[[Sight, Scene, Cast], Outcomes]:
    """Cards from the pile."""

    def effect(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
        return [(1.0, paid(scene, cast.actor, n * tune.AVERAGE, n))]

    return effect


def _extra_turn(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    """§7.11 Two cards and a turn to use them in: as good as a turn still to come."""
    body = scene.bodies[cast.actor]
    scene = scene.but(replace(body, late=True, escape=max(body.escape, tune.EXTRA_ESCAPE)))
    return [(1.0, paid(scene, cast.actor, 2 * tune.AVERAGE + tune.EXTRA, 2))]


def _defuse(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    gain = sight.worth_with(deck.BOMB) if cast.actor == sight.me else tune.AVERAGE
    return [(1.0, paid(hung(scene, cast.aim, -1), cast.actor, gain, 1))]


def _scavenges(names: Iterable[str]) -> Callable[[Sight, Scene, Cast], Outcomes]:
    """The best card of these that lies in the discard pile."""
    fit = frozenset(names)

    def effect(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
        gain = max((sight.worth_with(name) for name in sight.discarded() if name in fit), default=0.0)
        return [(1.0, paid(scene, cast.actor, gain, 1))]

    return effect


def _raider(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    victim = scene.bodies.get(cast.aim)
    gain = tune.AVERAGE if victim is None else _average(victim)
    return [(1.0, paid(paid(scene, cast.aim, -gain, -1), cast.actor, gain, 1))]


def _top_raider(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    """The better of the best card and a shield, for the side that plays it."""
    victim = scene.bodies.get(cast.aim)
    if victim is None:
        return [(1.0, paid(scene, cast.actor, tune.PICKED, 1))]
    gain = min(tune.PICKED, victim.cards)
    ways = [paid(paid(scene, cast.aim, -gain, -1), cast.actor, gain, 1)] if victim.hand else []
    if victim.shields or victim.lenders:
        ways.append(paid(take_shield(scene, cast.aim), cast.actor, sight.worth_with(deck.SHIELD), 1))
    if not ways:
        return [(1.0, scene)]
    ours = sight.side(cast.actor) == scene.side
    return [(1.0, max(ways, key=equity) if ours else min(ways, key=equity))]


def _gift(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    """A Bomb hangs, anything else is a card more for the other."""
    bomb = hung(scene, cast.aim, 1)
    other = paid(scene, cast.aim, tune.AVERAGE, 1)
    if cast.bombs is None:
        mates = sight.side(cast.actor) == sight.side(cast.aim) if cast.aim in scene.bodies else False
        likely = 0.0 if mates else GIFT_IS_BOMB
        return [(likely, bomb), (1 - likely, other)]
    return [(1.0, bomb if cast.bombs else other)]


def _swap(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    """Bombs go over to hang; the rest is two poor cards for two poor cards. The boss gives two from the pile."""
    if cast.aim not in scene.bodies:
        given = hung(scene, cast.aim, _own_bombs(sight, cast.actor))
        return [(1.0, paid(given, cast.actor, 2 * tune.AVERAGE, 1))]
    outcomes = [(1.0, scene)]
    for giver, taker in ((cast.actor, cast.aim), (cast.aim, cast.actor)):
        if giver == sight.me:
            bombs = _own_bombs(sight, giver)
            outcomes = [(chance, hung(after, taker, bombs)) for chance, after in outcomes]
        else:
            likely = sight.chance(deck.BOMB, min(tune.SWAP_TRIES, scene.bodies[giver].hand))
            outcomes = [
                (chance * part, hung(after, taker, bombs))
                for chance, after in outcomes
                for part, bombs in ((likely, 1), (1 - likely, 0))
            ]
    return outcomes


def _own_bombs(sight: Sight, giver: int) -> int:
    """Bombs that a Swap carries over, as far as they are known."""
    return min(2, sight.hand[deck.BOMB]) if giver == sight.me else 0


def _gamble(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    """§7.12 A right guess takes whom it would hurt us least to lose, a wrong one the player."""
    _, right = sight.guess()
    wins = [scene.without(seat) for seat in scene.bodies if seat != cast.actor]
    if scene.boss is not None:
        wins.append(replace(scene, boss=None))
    return [(right, max(wins, key=equity)), (1 - right, scene.without(cast.actor))]


def _detonate(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    return [(1.0, replace(scene, detonate=True))]


def _favor(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    bomb = sight.next_card(deck.BOMB)
    return [(bomb, hung(scene, cast.aim, 1)), (1 - bomb, paid(scene, cast.aim, tune.AVERAGE, 1))]


def _bedrock(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    return [(1.0, scene.but(replace(scene.bodies[cast.actor], firm=True)))]


def _hellfire(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    """It burns for three rounds, and it may bring the boss (§10.1)."""
    burning = replace(scene, hellfire=True)
    lure = 0.2 if sight.lures else 0.0
    if not lure:
        return [(1.0, burning)]
    return [(lure, replace(burning, boss=Boss(16))), (1 - lure, burning)]


def _strikes(half: int) -> Callable[[Sight, Scene, Cast], Outcomes]:
    """A hit on the target; `half` 0: as strong as the Legacy is."""

    def effect(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
        amount = half or cast.strength
        if cast.aim in scene.bodies:
            return [(1.0, hit(scene, {cast.aim: amount}))]
        return [(1.0, hit(scene, {}, boss=amount))]

    return effect


def _ember(sight: Sight, scene: Scene, cast: Cast) -> Outcomes:
    others = {s: EMBER_HIT for s, body in scene.bodies.items() if s != cast.actor and not body.ghost}
    return [(1.0, hit(scene, others) if others else scene)]


EFFECTS: Final[Mapping[str, Callable[[Sight, Scene, Cast], Outcomes]]] = {
    deck.DEFUSE: _defuse,
    deck.SCAVENGER: _scavenges(deck.SCAVENGED),
    deck.TOP_SCAVENGER: _scavenges(deck.COPIES),
    deck.RAIDER: _raider,
    deck.TOP_RAIDER: _top_raider,
    deck.SWAP: _swap,
    deck.GIFT: _gift,
    deck.CONJURE: _draws(2),
    deck.EXTRA_TURN: _extra_turn,
    deck.GAMBLE: _gamble,
    deck.DETONATE: _detonate,
    deck.FAVOR: _favor,
    deck.BEDROCK: _bedrock,
    deck.HELLFIRE: _hellfire,
    deck.SMALL_BOMB: _strikes(SMALL_BOMB_HIT),
    deck.LEGACY: _strikes(0),
    deck.EMBER: _ember,
}
