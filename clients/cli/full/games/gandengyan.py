"""Gandengyan: the plays of the trick, newest first, and the die that is rolled for the first lead."""

from __future__ import annotations

from textual.content import Content

from clients.cli.full.look import Line, Look, Scene
from engine.core.events import Card, Marked, MarkValue, Moved, Told

__all__ = ["LOOK"]

KINDS = ("single", "pair", "straight", "pair_run", "bomb")
ENDED = ("uncontested", "hand")
"""Log lines after which a new trick begins."""
SCORED = ("won", "pays", "gains", "out")
"""Log lines that say how a hand ended."""


def _trick(scene: Scene) -> list[Line]:
    """The plays of the trick that runs, or of the last one until somebody leads again; with the first one how the hand before ended."""
    describe = scene.describe
    lines: list[Line] = []
    standing: MarkValue = None
    for event in reversed(scene.model.log):
        if isinstance(event, Told) and event.key in ENDED and lines:
            break
        if isinstance(event, Told) and event.key in SCORED:
            return [*lines, *_scores(scene)]
        if isinstance(event, Marked) and event.name == "standing" and event.value:
            standing = event.value
        if isinstance(event, Moved) and event.why == "lay":
            cards = describe.words.get("list.comma", ", ").join(
                describe.face(face) for face in event.faces or []
            )
            who = "" if event.by is None else describe.seat(event.by)
            newest = not lines and _lies(scene)
            text = f"{who}: {cards} – {describe.mark('standing', standing)}"
            if not lines and not newest:
                text = describe.say("table.last", what=text)
            lines.append(Line(Content.styled(text, "bold" if newest else "dim"), newest))
    return lines


def _scores(scene: Scene) -> list[Line]:
    """How the hand before ended, as it was told."""
    lines: list[Line] = []
    for event in reversed(scene.model.log):
        if isinstance(event, Told) and event.key in SCORED:
            lines.insert(0, Line(Content.styled(scene.describe.event(event) or "", "dim")))
        elif lines and isinstance(event, Moved):
            break
    return lines


def _rank(card: Card) -> int:
    """From 3 up to 2, then the jokers."""
    return (card.face.rank - 3) % 13 if card.face.rank else 13 + (card.face.name == "big_joker")


def _lies(scene: Scene) -> bool:
    return bool(scene.view.cards("top"))


LOOK = Look(
    first=("points", "status"),
    turn="owner",
    down={"status": "out"},
    covers=("standing", "owner", "top", "trick", *(f"windows.beat_{kind}" for kind in KINDS)),
    middle=_trick,
    dice=("die", "die_again"),
    rank=_rank,
)
