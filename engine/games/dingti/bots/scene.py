"""The table as a few numbers, the settlement looked ahead at (§3.10), and what all of it is worth to one side. Damage is in half points."""

from __future__ import annotations

import msgspec

from engine.games.dingti.boss import HIT_POINTS
from engine.games.dingti.bots import weights
from engine.games.dingti.damage import absorb
from engine.games.dingti.round import BOMB_HIT, HELLFIRE_HIT

__all__ = ["Body", "Boss", "Scene", "equity", "hit", "peril"]

replace = msgspec.structs.replace


class Body(msgspec.Struct, frozen=True):
    """A player who is not dead.

    `until`: a ghost's last round; `lenders`: whose each borrowed shield is; `firm`: under Bedrock; `miracle`, `spirit`: that card, or the
    Ghost, is equipped; `hand`: number of cards, `cards`: their worth; `late`: the turn in this round is still to come; `escape`: the chance
    (0 to 1) that it then averts what would kill."""

    seat: int
    side: int
    ghost: bool = False
    until: int = 0
    shields: int = 0
    lenders: tuple[int, ...] = ()
    firm: bool = False
    bombs: int = 0
    miracle: bool = False
    spirit: bool = False
    hand: int = 0
    cards: float = 0.0
    late: bool = False
    escape: float = 0.0


class Boss(msgspec.Struct, frozen=True):
    """The Flame Demon while it lives: half points left, hanging bombs, whom it strikes this round (-1: nobody) and how hard."""

    hp: int = HIT_POINTS
    bombs: int = 0
    target: int = -1
    damage: int = 0


class Scene(msgspec.Struct, frozen=True):
    """`bodies` by seat; the dead are missing. `side` is the one whose eyes look."""

    side: int
    round: int
    bodies: dict[int, Body]
    boss: Boss | None = None
    detonate: bool = False
    hellfire: bool = False

    def but(self, body: Body) -> Scene:
        """The same with this body changed."""
        return replace(self, bodies={**self.bodies, body.seat: body})

    def without(self, seat: int) -> Scene:
        """The same with this player, or the boss, dead."""
        if seat not in self.bodies:
            return replace(self, boss=None)
        return replace(self, bodies={other: body for other, body in self.bodies.items() if other != seat})

    def strengths(self, body: Body) -> list[int]:
        """§5.4, §7.15 What each shield stops, in the order in which they break."""
        own = 2 if body.firm else 1
        borrowed = [2 if who in self.bodies and self.bodies[who].firm else own for who in body.lenders]
        return borrowed + [own] * body.shields


# -- hits now -------------------------------------------------------------------------------------------------------------


def hit(scene: Scene, hits: dict[int, int]) -> Scene:
    """§5.2, §6.4 The scene after one hit for each of these seats (the boss: any other number), Detonate used up."""
    factor = 2 if scene.detonate else 1
    scene = replace(scene, detonate=False)
    for seat, half in hits.items():
        body = scene.bodies.get(seat)
        after = _wound(scene, half * factor) if body is None else _struck(scene, body, half * factor)
        scene = after
    return scene


def _wound(scene: Scene, half: int) -> Scene:
    boss = scene.boss
    left = 0 if boss is None else boss.hp - half
    return replace(scene, boss=None if boss is None or left <= 0 else replace(boss, hp=left))


def _struck(scene: Scene, body: Body, half: int) -> Scene:
    broken, left = absorb(half, scene.strengths(body))
    own = body.shields - max(0, broken - len(body.lenders))
    worn = replace(body, lenders=body.lenders[broken:], shields=own)
    if body.ghost or not left:
        return scene.but(worn)
    if body.miracle:  # §8.1
        return scene.but(replace(worn, miracle=False))
    if body.spirit:
        return scene.but(replace(worn, spirit=False, ghost=True))
    return scene.without(body.seat)


# -- the settlement to come -----------------------------------------------------------------------------------------------


class _Settlement(msgspec.Struct, frozen=True):
    """What the end of the round brings: the factor of the bombs, what they leave of the boss, the chance of the flames and their hit."""

    factor: int
    boss_left: int
    flames: float
    burn: int


def _settlement(scene: Scene) -> _Settlement:
    boss = scene.boss
    bombs = any(body.bombs for body in scene.bodies.values()) or (boss is not None and boss.bombs > 0)
    factor = 2 if scene.detonate else 1
    left = 0 if boss is None else max(0, boss.hp - BOMB_HIT * factor * boss.bombs)
    flames = 0.0
    if scene.hellfire:
        living = sum(not body.ghost for body in scene.bodies.values()) + (left > 0)
        flames = min(1.0, weights.FLAMES / max(1, living))
    return _Settlement(factor, left, flames, HELLFIRE_HIT * (1 if bombs else factor))


def _outlook(scene: Scene, body: Body, end: _Settlement) -> tuple[float, int]:
    """The chance to lose the hit point as things stand, and the shields left if not."""
    lying = scene.strengths(body)
    hits = [BOMB_HIT * end.factor * body.bombs]
    if end.boss_left and scene.boss is not None and scene.boss.target == body.seat:
        hits.append(scene.boss.damage)
    for amount in hits:
        broken, left = absorb(amount, lying)
        if left:
            return 1.0, 0
        lying = lying[broken:]
    return end.flames if end.flames and absorb(end.burn, lying)[1] else 0.0, len(lying)


def peril(scene: Scene, seat: int) -> float:
    """The chance (0 to 1) that this player's hit point is gone after the settlement if nothing more is done."""
    body = scene.bodies[seat]
    return 0.0 if body.ghost else _outlook(scene, body, _settlement(scene))[0]


# -- worth ----------------------------------------------------------------------------------------------------------------


def _strength(scene: Scene, body: Body, end: _Settlement) -> float:
    """What a player has to win with, after the settlement."""
    hand = weights.HAND_MOST * body.cards / (body.cards + weights.HAND_HALF)
    if body.ghost:
        return weights.GHOST_ENDS if body.until == scene.round else weights.GHOST + hand / 4
    risk, shields = _outlook(scene, body, end)
    bare = weights.LIFE + hand + weights.SPIRIT * body.spirit
    whole = bare + weights.SHIELDS[min(shields, len(weights.SHIELDS) - 1)] + weights.MIRACLE * body.miracle
    if not risk:
        return whole
    if body.late:
        risk *= 1 - body.escape
    saved = bare if body.miracle else weights.GHOST if body.spirit else 0.0
    return (1 - risk) * whole + risk * saved


def equity(scene: Scene) -> float:
    """The part of the game that is ours: 0 when all of us are dead, 100 when only we are left and no boss."""
    sides = {body.side for body in scene.bodies.values()}
    if scene.boss is None and sides == {scene.side}:  # over, whatever the settlement would have brought
        return 100.0
    end = _settlement(scene)
    ours = theirs = 0.0
    for body in scene.bodies.values():
        if body.side == scene.side:
            ours += _strength(scene, body, end)
        else:
            theirs += _strength(scene, body, end)
    if not ours:
        return 0.0
    share = 100 * ours / (ours + theirs)
    if not end.boss_left:
        return share
    force = weights.BOSS_OURS * ours + weights.BOSS_THEIRS * theirs
    return (share + weights.PEACE) * force / (force + end.boss_left)
