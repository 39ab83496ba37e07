"""What of a scene is shown where: who sits in which order, what the middle says, which die was rolled."""

from __future__ import annotations

from collections.abc import Sequence

from clients.cli.full.look import Look, Scene
from engine.core.events import Told

__all__ = ["asked", "middle_in_full", "order_of", "rolled"]

FRESH = 60
"""Events for which a roll of the die stays in the middle."""


def order_of(scene: Scene, look: Look) -> tuple[list[int], list[int]]:
    """The seats in playing order from one's own on, and the figures that are there."""
    view = scene.view
    seats = list(range(view.seats))
    told = view.mark(look.order) if look.order in view.marks else None
    if isinstance(told, Sequence) and not isinstance(told, str) and sorted(map(int, told)) == seats:
        seats = [int(seat) for seat in told]
    start = seats.index(scene.model.you) if scene.model.you in seats else 0
    figures = [seat for seat in scene.describe.present(view) if seat >= view.seats]
    return seats[start:] + seats[:start], figures


def asked(scene: Scene, look: Look) -> str:
    """What is being asked, unless the look says it in its own way."""
    window = scene.model.window
    if window is None or f"windows.{window.window}" in look.covers:
        return ""
    return scene.describe.window(window)


def middle_in_full(scene: Scene, keys: str) -> list[str]:
    """What the table's marks say, its piles card by card where they lie open, and the signs and `keys`."""
    view, describe = scene.view, scene.describe
    piles = [zone for zone in view.zones.values() if zone.seat is None and zone.n]
    marks = describe.middle_parts(view, without=[zone.kind for zone in piles])
    in_full = [
        f"{describe.words.get(f'zones.{zone.kind}', zone.kind)} {zone.n}: {describe.cards(zone.cards[::-1])}"
        if zone.cards
        else describe.zone(zone)
        for zone in piles
    ]
    return [*marks, *in_full, describe.say("table.signs"), keys]


def rolled(scene: Scene, look: Look) -> tuple[int, str] | None:
    """The last roll, while it is fresh."""
    for event in reversed(scene.model.log[-FRESH:]):
        if isinstance(event, Told) and event.key in look.dice:
            pips = event.params.get("n")
            return (pips, scene.describe.event(event) or "") if isinstance(pips, int) else None
    return None
