"""Herokill: hit points as pips, what the hero can do, and distances.

Distances are a help, reckoned from what lies open; who may be attacked only a question says.
"""

from __future__ import annotations

from collections.abc import Sequence

from clients.cli.full.look import Gauge, Look, Scene

__all__ = ["LOOK", "distance", "reach_of"]

WEAPONS = {"tally": 1, "blade": 2, "sword": 2, "staff": 3, "spear": 3, "hammer": 3, "mace": 4, "bow": 5}
"""How far each weapon reaches; bare hands reach 1."""
NEARER = "attack_horse"
FARTHER = "defence_horse"
RIDERS = ("qi_she",)
"""Skills that bring everybody nearer by one."""


def distance(scene: Scene, one: int, other: int) -> int | None:
    """From one living player to another around the table; None for the dead."""
    living = _living(scene)
    if one not in living or other not in living or one == other:
        return None
    gap = abs(living.index(one) - living.index(other))
    gap = min(gap, len(living) - gap)
    gap -= _worn(scene, one).count(NEARER) + sum(skill in RIDERS for skill in _skills(scene, one))
    return max(1, gap + _worn(scene, other).count(FARTHER))


def reach_of(scene: Scene, seat: int) -> int:
    """How far a player's weapon reaches."""
    return max((WEAPONS[name] for name in _worn(scene, seat) if name in WEAPONS), default=1)


def _living(scene: Scene) -> list[int]:
    order = scene.view.mark("order")
    seats = order if isinstance(order, Sequence) and not isinstance(order, str) else range(scene.view.seats)
    return [int(seat) for seat in seats if scene.view.mark("life", int(seat)) != "dead"]


def _worn(scene: Scene, seat: int) -> list[str]:
    return [card.face.name for card in scene.view.cards("equipment", seat)]


def _skills(scene: Scene, seat: int) -> list[str]:
    names = scene.view.mark("skills", seat)
    return [str(name) for name in names] if isinstance(names, Sequence) and not isinstance(names, str) else []


def _eye(scene: Scene) -> int | None:
    """From whom distances are told: oneself, for onlookers whoever is on turn."""
    if scene.model.you is not None:
        return scene.model.you
    current = scene.view.mark("current")
    return current if isinstance(current, int) else None


def _short(scene: Scene, seat: int) -> list[str]:
    eye = _eye(scene)
    if eye is None:
        return []
    if seat == eye:
        return [scene.describe.say("table.herokill.reach", n=reach_of(scene, seat))]
    gap = distance(scene, eye, seat)
    if gap is None:
        return []
    key = "near" if gap <= reach_of(scene, eye) else "far"
    return [scene.describe.say(f"table.herokill.{key}", n=gap)]


def _about(scene: Scene, seat: int) -> list[str]:
    """Distances to and from, and the hero."""
    say, words = scene.describe.say, scene.describe.words
    eye = _eye(scene)
    lines = [say("table.herokill.reach", n=reach_of(scene, seat))]
    if eye is not None and (gap := distance(scene, eye, seat)) is not None:
        back = distance(scene, seat, eye)
        lines.append(say("table.herokill.distance", seat=scene.describe.seat(eye), n=gap, back=back or 0))
    brief = words.get(f"heroes.{scene.view.mark('hero', seat)}.brief", "")
    texts = [
        (words.get(f"skills.{name}.name", name), words.get(f"skills.{name}.text", ""))
        for name in _skills(scene, seat)
    ]
    role = words.get(f"roles.{scene.view.mark('role', seat)}.text", "")
    return [
        *([role] if role else []),
        *lines,
        *([brief] if brief else []),
        *(f"{name}: {text}" for name, text in texts if text not in brief),
    ]


LOOK = Look(
    gauges=(Gauge("hp", "max_hp"),),
    first=("life", "role", "hero", "equipment", "trial"),
    order="order",
    down={"life": "dead"},
    about=_about,
    reach=_short,
)
