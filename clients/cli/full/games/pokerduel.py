"""Pokerduel: hit points as a bar, and the sums of the attack under way, from what the question says."""

from __future__ import annotations

from textual.content import Content

from clients.cli.full.look import Gauge, Line, Look, Scene, whole
from engine.core.ask import Ask, Sets
from engine.core.events import Card, Param

__all__ = ["LOOK"]

SHOWN = 6
"""Outcomes of answers that are listed; the question has them all."""


def _attack(scene: Scene) -> list[Line]:
    """Who attacks whom, what the defence is up against, and what answers would come to."""
    model, describe = scene.model, scene.describe
    window = model.window
    if window is None or window.window not in ("block", "respond"):
        return []
    params = window.params
    mine = model.ask
    by = mine.params.get("by") if mine is not None else params.get("by")
    target = params.get("target")
    names = [describe.seat(seat) if isinstance(seat, int) else "" for seat in (by, target)]
    head = describe.say("table.pokerduel.attack", by=names[0], target=names[1])
    lines = [Line(Content.styled(head if names[0] else names[1], "bold"), True)]
    if isinstance(target, int):
        lines.append(Line(Content(_sum(scene, mine.params if mine else params, target))))
    return lines + (_outcomes(scene, mine) if mine is not None else [])


def _sum(scene: Scene, params: dict[str, Param], target: int) -> str:
    """The server's figures as a sum: the doubling is shown where it comes out so."""
    view, say = scene.view, scene.describe.say
    attack, damage, left = (params.get(name) for name in ("attack", "damage", "left"))
    hp = whole(view, "hp", target)
    shield = 0 if view.mark("preparing", target) else whole(view, "shield", target)
    if not isinstance(damage, int) or not isinstance(left, int):
        if isinstance(damage, int):
            return say("table.pokerduel.pending", damage=damage, hp=hp)
        return say("table.pokerduel.against", attack=str(attack), shield=shield, hp=hp)
    if isinstance(attack, int):
        through = max(0, attack - shield)
        sum_ = f"{attack} − {min(shield, attack)} = {through}"
        sum_ += f"  × 2 = {damage}" if damage == 2 * through else f"  → {damage}"
        return say("table.pokerduel.sum", sum=sum_, hp=hp, left=left)
    return say("table.pokerduel.sum", sum=str(damage), hp=hp, left=left)


def _outcomes(scene: Scene, ask: Ask) -> list[Line]:
    describe = scene.describe
    told = [
        f"{describe.kind(move)} {text}"
        for move in ask.moves
        for pick in move.picks
        if isinstance(pick, Sets)
        for text in describe.values(pick)
    ]
    return [Line(Content.styled(text, "dim")) for text in told[:SHOWN]]


def _rank(card: Card) -> int:
    """By suit, low to high; the jokers last."""
    return "SCDH".index(card.face.suit) * 13 + card.face.rank if card.face.suit else 99


LOOK = Look(
    gauges=(Gauge("hp", 21), Gauge("shield", signs="◆◇")),
    first=("dead", "minions", "aim", "shield", "preparing"),
    down={"dead": True},
    covers=("windows.block", "windows.respond"),
    middle=_attack,
    rank=_rank,
)
