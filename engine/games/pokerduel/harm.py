"""What is under way in a fight: an attack that may still be blocked, and damage that may still be met."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.pokerduel.sums import Blow, Body, pierce, strike

__all__ = ["Attack", "Harm"]


@dataclass(frozen=True, slots=True)
class Attack:
    """Minions in the fight, with their power added up (§4.4). `merciful`: the black joker is among them (§4.5)."""

    attacker: Seat
    target: Seat
    power: int
    merciful: bool


@dataclass(slots=True)
class Harm:
    """`points` of attack that have come through so far; of `counter` damage, which pierces and is not doubled (§5.3). `protected`: the
    victim has had his ♦ and ♥ for it (§5.1)."""

    victim: Seat
    by: Seat
    points: int
    merciful: bool
    counter: bool = False
    protected: bool = False

    def on(self, body: Body) -> Blow:
        """What it does to this body, should nothing more be put against it."""
        return pierce(self.points, body) if self.counter else strike(self.points, body)
