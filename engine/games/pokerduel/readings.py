"""How outcomes are put into words: which reading fits a blow, a block, a heart."""

from __future__ import annotations

from engine.core.ids import Seat
from engine.games.pokerduel.offers import Reading
from engine.games.pokerduel.sums import Blow, Body, pierce

__all__ = ["of_attack", "of_blow", "of_counter", "prompt_for"]


def of_blow(blow: Blow, shield: int) -> Reading:
    """For the one who is hit. `shield` is what the shield before him is good for until then, one being prepared, too."""
    rest = shield - blow.absorbed
    if not blow.damage:
        return "unhurt", {"left": blow.left, "shield": rest}
    if not blow.left:
        return "killed", {"damage": blow.damage}
    return "hurt", {"damage": blow.damage, "left": blow.left, "shield": rest}


def of_attack(attack: int, blow: Blow, shield: int) -> Reading:
    """For the one who attacks: what happens if nothing is put against it."""
    label, values = of_blow(blow, shield)
    return f"attack_{label}", {"attack": attack, **values}


def of_counter(damage: int, attacker: Seat, body: Body) -> Reading:
    """§5.3 A block that is stronger than the attack by `damage`."""
    left = pierce(damage, body).left
    if not left:
        return "counter_kills", {"damage": damage, "target": attacker}
    return "counter", {"damage": damage, "target": attacker, "left": left}


def prompt_for(prompt: str, blow: Blow) -> str:
    """The question says what a pass would come to: `block_unhurt`, `block_hurt`, `block_killed`, …"""
    return f"{prompt}_{of_blow(blow, 0)[0]}"
