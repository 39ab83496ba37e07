"""The table as a few numbers, the settlement looked ahead at (§3.10), and what all of it is worth to one side.

Amounts of damage are half points. Worths are floats made by the four operations only, so they are the same on every machine.
"""

from __future__ import annotations

import msgspec

from engine.games.dingti.bots import tune
from engine.games.dingti.damage import absorb

__all__ = ["BOMB_HIT", "Body", "Boss", "Scene", "equity", "hit", "peril", "rescued"]

BOMB_HIT = 4
HELLFIRE_HIT = 2
"""§6.2, §6.8"""


class Body(msgspec.Struct, frozen=True):
    """A player who is not dead. `lenders`: whose each borrowed shield is; `cards`: the worth of the hand, `hand` their number; `late`: his
    turn in this round is still to come; `escape`: the chance (0 to 1) that he then gets rid of a bomb or covers himself."""

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
    """The Flame Demon while it lives: half points left, hanging bombs, whom it strikes this round and how hard."""

    hp: int
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

    def but(self, *bodies: Body) -> Scene:
        """The same with these bodies changed."""
        changed = dict(self.bodies)
        changed.update((body.seat, body) for body in bodies)
        return msgspec.structs.replace(self, bodies=changed)

    def without(self, *seats: int) -> Scene:
        """The same with these players dead."""
        left = {seat: body for seat, body in self.bodies.items() if seat not in seats}
        return msgspec.structs.replace(self, bodies=left)

    def strengths(self, body: Body) -> list[int]:
        """§5.4, §7.15 What each shield stops, in the order in which they break."""
        own = 2 if body.firm else 1
        borrowed = [2 if who in self.bodies and self.bodies[who].firm else own for who in body.lenders]
        return borrowed + [own] * body.shields


def rescued(body: Body) -> Body | None:
    """§8.1 What equipment makes of a dying player, None if he is gone."""
    if body.miracle:
        return msgspec.structs.replace(body, miracle=False, shields=0, lenders=())
    if body.spirit:
        return msgspec.structs.replace(body, spirit=False, ghost=True, until=0, shields=0, lenders=())
    return None


def hit(scene: Scene, hits: dict[int, int], boss: int = 0) -> Scene:
    """§5.2, §6.4 The scene after a hit at once: half points by seat, and for the boss."""
    factor = 2 if scene.detonate else 1
    scene = msgspec.structs.replace(scene, detonate=False)
    if boss and scene.boss is not None:
        scene = wound(scene, boss * factor)
    for seat, half in hits.items():
        body = scene.bodies[seat]
        broken, left = absorb(half * factor, scene.strengths(body))
        after = worn(body, broken)
        kept = after if body.ghost or not left else rescued(after)
        scene = scene.without(seat) if kept is None else scene.but(kept)
    return scene


def wound(scene: Scene, half: int) -> Scene:
    """The boss loses half points; at none it is gone."""
    boss = scene.boss
    if boss is None or boss.hp <= half:
        return msgspec.structs.replace(scene, boss=None)
    return msgspec.structs.replace(scene, boss=msgspec.structs.replace(boss, hp=boss.hp - half))


def worn(body: Body, broken: int) -> Body:
    """§5.4 The body after so many of its shields broke."""
    lent = len(body.lenders)
    lenders, own = body.lenders[broken:], body.shields - max(0, broken - lent)
    return msgspec.structs.replace(body, lenders=lenders, shields=own)


class _Settlement(msgspec.Struct, frozen=True):
    """What the end of the round brings to everybody: the factor of the bombs, the boss's fate, the chance of the flames."""

    factor: int
    boss_left: int
    flames: float
    burn: int


def _settlement(scene: Scene) -> _Settlement:
    boss = scene.boss
    bombs = any(body.bombs for body in scene.bodies.values()) or (boss is not None and boss.bombs > 0)
    factor = 2 if scene.detonate else 1
    left = 0 if boss is None else max(0, boss.hp - BOMB_HIT * factor * boss.bombs)
    living = sum(not body.ghost for body in scene.bodies.values()) + (left > 0)
    flames = min(1.0, tune.FLAMES / living) if scene.hellfire and living else 0.0
    return _Settlement(factor, left, flames, HELLFIRE_HIT * (1 if bombs else factor))


def _outlook(scene: Scene, body: Body, end: _Settlement) -> tuple[float, int]:
    """The chance to die in the settlement as things stand, and the shields left behind it if not."""
    lying = scene.strengths(body)
    if body.bombs:
        broken, left = absorb(BOMB_HIT * end.factor * body.bombs, lying)
        if left:
            return 1.0, 0
        lying = lying[broken:]
    if end.boss_left and scene.boss is not None and scene.boss.target == body.seat:
        broken, left = absorb(scene.boss.damage, lying)
        if left:
            return 1.0, 0
        lying = lying[broken:]
    if end.flames and absorb(end.burn, lying)[1]:
        return end.flames, len(lying)
    return 0.0, len(lying)


def peril(scene: Scene, seat: int) -> float:
    """The chance (0 to 1) that this player's hit point is gone after the settlement, if nothing more is done."""
    body = scene.bodies[seat]
    return 0.0 if body.ghost else _outlook(scene, body, _settlement(scene))[0]


def _strength(scene: Scene, body: Body, end: _Settlement) -> float:
    """What a player has to win with; 0 is dead."""
    hand = tune.HAND * body.cards / (body.cards + tune.HAND_HALF)
    if body.ghost:
        last = body.until == scene.round
        return tune.GHOST / 8 if last else tune.GHOST + hand / 4
    risk, shields = _outlook(scene, body, end)
    whole = tune.LIFE + hand + tune.SHIELDS[min(shields, len(tune.SHIELDS) - 1)]
    whole += tune.MIRACLE * body.miracle + tune.SPIRIT * body.spirit
    if not risk:
        return whole
    risk *= 1 - body.escape * body.late
    saved = (
        tune.LIFE + hand + tune.SPIRIT * body.spirit
        if body.miracle
        else tune.GHOST * 2
        if body.spirit
        else 0.0
    )
    return (1 - risk) * whole + risk * saved


def equity(scene: Scene) -> float:
    """The part of the game that is ours, 0 to 100."""
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
    force = ours * tune.BOSS_OURS + theirs * tune.BOSS_THEIRS
    return (share + tune.PEACE) * force / (force + end.boss_left)
