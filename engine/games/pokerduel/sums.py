"""The arithmetic of a fight, from public values: the rules, the previews in their questions and the bots all reckon with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.core.events import Face
from engine.games.pokerduel.deck import BLACK_JOKER, FULL

__all__ = ["CRITICAL", "Blow", "Body", "heal", "is_merciful", "pierce", "power", "strike"]

CRITICAL = 2
"""§5.9 What reaches the body counts twice; counter damage does not (§5.3)."""


class Body(NamedTuple):
    """Hit points, what a standing shield stops (0 without one), and the fewest hit points that this fight can leave (§2.4, §5.7)."""

    hp: int
    shield: int = 0
    floor: int = 0


class Blow(NamedTuple):
    """What came of an attack: how much the shield took, the damage to the body, and the hit points left. Hit points do not go below
    the body's floor, nor below none, whatever the damage."""

    absorbed: int
    damage: int
    left: int


def power(faces: Iterable[Face], foe: int) -> int:
    """§4.4, §4.5, §5.10 Ranks added up; the black joker is worth one less than the hit points of the `foe`."""
    return sum(max(0, foe - 1) if face.name == BLACK_JOKER else face.rank for face in faces)


def is_merciful(faces: Iterable[Face]) -> bool:
    """§4.5, §5.10 The black joker leaves one hit point."""
    return any(face.name == BLACK_JOKER for face in faces)


def strike(attack: int, body: Body) -> Blow:
    """§5.4, §5.9 First the shield, then twice what is left."""
    absorbed = min(attack, body.shield)
    _, damage, left = pierce(CRITICAL * (attack - absorbed), body)
    return Blow(absorbed, damage, left)


def pierce(damage: int, body: Body) -> Blow:
    """§5.3 Damage that no shield stops and nothing doubles."""
    return Blow(0, damage, max(body.hp - damage, min(body.hp, body.floor), 0))


def heal(hp: int, rank: int) -> int:
    """§6.4 Never more than 21."""
    return min(FULL, hp + rank)
