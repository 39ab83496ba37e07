"""Dingti: shields as pips, the demon with what it is about to do, and the overrides as a stack with the standing card on top."""

from __future__ import annotations

from textual.content import Content

from clients.cli.full.look import Gauge, Line, Look, Scene, whole
from engine.core.events import Moved, Told

__all__ = ["LOOK"]


def _stack(scene: Scene) -> list[Line]:
    """The plays from the last one made of one's own accord to the override that stands, newest first."""
    describe = scene.describe
    plays: list[tuple[str, str]] = []
    aim = ""
    for event in reversed(scene.model.log):
        if isinstance(event, Told) and event.key == "aimed" and not plays:
            target = event.params.get("target")
            aim = f" → {describe.seat(target)}" if isinstance(target, int) else ""
        if isinstance(event, Moved) and event.dst == "table" and event.why in ("play", "override"):
            faces = event.faces or []
            names = describe.words.get("list.comma", ", ").join(describe.face(face) for face in faces)
            tier = describe.words.get(f"cards.{faces[0].name}.tier", "") if len(faces) == 1 else ""
            who = "" if event.by is None else describe.seat(event.by)
            plays.append((who, f"{names} ⟨{tier}⟩" if tier else names))
            if event.why == "play":
                break
    told = [f"{who}: {card}{'' if under else aim}" for under, (who, card) in enumerate(plays)]
    if not scene.view.cards("table"):  # it is over: only what stood last is worth a line
        return [Line(Content.styled(describe.say("table.last", what=text), "dim")) for text in told[:1]]
    return [
        Line(Content.styled(f"{len(told) - under} {text}", "dim" if under else "bold"), not under)
        for under, text in enumerate(told)
    ]


def _deed(scene: Scene, seat: int) -> list[str]:
    """What the demon does in this round's settlement."""
    view, describe = scene.view, scene.describe
    if seat < view.seats or not whole(view, "hp", seat):
        return []
    marks = ("boss_target", "boss_damage")
    return [text for name in marks if (text := describe.mark(name, view.mark(name)))]


LOOK = Look(
    gauges=(Gauge("hp", 16, per=2), Gauge("shields", "cap", signs="◆◇")),
    first=("team", "life", "equipment", "bombs"),
    down={"life": "dead"},
    covers=("boss_target", "boss_damage", "table", "windows.override", "windows.override_at"),
    middle=_stack,
    beside=_deed,
)
