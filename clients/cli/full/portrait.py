"""What is to be said of one seat, before it is known how much room there is: for a panel the parts by weight, for the details all of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual.content import Content

from clients.cli.full.look import Gauge, Look, Scene, whole
from clients.cli.full.wrapping import wrap
from engine.core.ids import Seat
from protocol.pieces import SeatInfo

__all__ = ["Part", "Portrait", "details", "fit", "is_down", "portrait", "status"]

PIPS = 8
"""Points up to which a value is shown as pips; more are a bar."""
BAR = 6
"""Cells of a bar: with the longest label it fits into a panel at the side."""
EIGHTHS = " ▏▎▍▌▋▊▉"


class Part(NamedTuple):
    """One thing to say: in full, and shorter and shorter."""

    forms: tuple[Content, ...]


@dataclass(frozen=True)
class Portrait:
    """`turn`: it is his turn; `asked`: an open question is his, too; `down`: he is out of the game."""

    seat: int
    name: str
    you: bool
    turn: bool
    asked: bool
    down: bool
    status: str
    parts: Sequence[Part]


def portrait(scene: Scene, look: Look, seat: int, *, note: str = "", reach: bool = False) -> Portrait:
    """How a seat or figure stands now. `note` is what the person noted of him, `reach` whether distances are wanted."""
    model, view, describe = scene
    window = model.window
    return Portrait(
        seat,
        describe.seat(seat),
        seat == model.you,
        look.turn in view.marks and view.marks[look.turn].table == seat,
        window is not None and seat in window.seats,
        is_down(scene, look, seat),
        " ".join(status(scene, seat)),
        _parts(scene, look, seat, note, reach),
    )


def is_down(scene: Scene, look: Look, seat: int) -> bool:
    view = scene.view
    return any(name in view.marks and view.mark(name, seat) == value for name, value in look.down.items())


def status(scene: Scene, seat: int) -> list[str]:
    """Who plays there, where it is not simply a person who is here."""
    model, say = scene.model, scene.describe.say
    if seat >= len(model.info.seats):
        return []
    info = model.info.seats[seat]
    return [say(f"table.{key}") for key in _states(info)]


def _bank(scene: Scene, seat: int) -> list[str]:
    """What time a player has left beyond his turn's, where there are clocks."""
    info = scene.model.info
    left = info.seats[seat].bank_ms if seat < len(info.seats) else None
    return [] if left is None or info.clock.unlimited else [scene.describe.say("table.bank", n=left // 1000)]


def _states(info: SeatInfo) -> list[str]:
    if info.left:
        return ["left"]
    if info.kind == "bot":
        return ["bot"]
    away = info.kind == "person" and not info.connected
    return [key for key, on in (("away", away), ("autopilot", info.autopilot)) if on]


# -- the parts of a panel ---------------------------------------------------------------------------------------------


def _parts(scene: Scene, look: Look, seat: int, note: str, reach: bool) -> list[Part]:
    view, describe = scene.view, scene.describe
    parts = [part for gauge in look.gauges if (part := _gauge(scene, gauge, seat))]
    shown = {gauge.source for gauge in look.gauges} | {
        gauge.most for gauge in look.gauges if isinstance(gauge.most, str)
    }
    parts += [_part(text, "bold") for text in look.beside(scene, seat)]
    if note:
        parts.append(_part(describe.say("table.note", role=note), "italic"))
    if reach and look.reach is not None:
        parts += [_part(text) for text in look.reach(scene, seat)]
    rest: dict[str, Part] = {}
    for name, mark in view.marks.items():
        text = describe.mark(name, mark.seats.get(Seat(seat)))
        if text and name not in shown:
            rest[name] = _part(text)
    for zone in view.zones.values():
        if zone.seat == seat and zone.kind not in shown and (zone.n or zone.kind == "hand"):
            text, counted = describe.zone(zone), describe.zone(zone, faces=False)
            faces = [f"[{describe.cards(zone.cards)}]"] if zone.cards is not None else []
            forms = [text, *faces]
            if (
                zone.kind == "hand"
            ):  # one's own lies below the table; others' are seen where all lies open, and are long
                forms = [counted] if seat == scene.model.you else [*forms, counted]
            rest[zone.kind] = Part(tuple(map(Content, forms)))
    parts[1:1] = [rest.pop(name) for name in ("hand",) if name in rest]
    parts += [rest.pop(name) for name in look.first if name in rest]
    window = scene.model.window
    bank = [_part(text, "dim") for text in _bank(scene, seat)] if window and seat in window.seats else []
    return [*parts, *rest.values(), *bank]


def _part(text: str, style: str = "") -> Part:
    return Part((Content.styled(text, style),))


def _gauge(scene: Scene, gauge: Gauge, seat: int) -> Part | None:
    """Pips or a bar, and the number; None where the seat has no such value."""
    view = scene.view
    if gauge.source in view.marks:
        value = view.marks[gauge.source].seats.get(Seat(seat))
        if not isinstance(value, int) or isinstance(value, bool):
            return None
        label = scene.describe.words.get(f"marks.{gauge.source}", "")
    else:
        zone = view.zones.get(f"{gauge.source}.{seat}")
        if zone is None:
            return None
        value, label = zone.n, scene.describe.words.get(f"zones.{gauge.source}", "")
    most = whole(view, gauge.most, seat) if isinstance(gauge.most, str) else gauge.most
    drawn = _drawn(value, most, gauge)
    if not drawn:
        return None
    plain = f"{label.rstrip(':：')} " if label and "{" not in label else ""
    short = drawn if not most else f"{gauge.signs[0]}{_points(value, gauge.per)}/{_points(most, gauge.per)}"
    forms = [f"{plain}{drawn}", drawn, short]
    return Part(tuple(Content.styled(form, "bold") for form in dict.fromkeys(forms)))


def _drawn(value: int, most: int, gauge: Gauge) -> str:
    full, empty = gauge.signs[0], gauge.signs[1]
    said = _points(value, gauge.per)
    if not most:
        return f"{full}{said}" if value else ""
    of = f"{said}/{_points(most, gauge.per)}"
    if most <= PIPS * gauge.per and gauge.per == 1:
        filled = max(0, min(value, most))
        return f"{full * filled}{empty * (most - filled)} {of}"
    return f"{_bar(value, most)} {of}"


def _points(value: int, per: int) -> str:
    return f"{value / per:g}"


def _bar(value: int, most: int) -> str:
    eighths = max(0, min(value, most)) * BAR * 8 // most
    cells, rest = divmod(eighths, 8)
    return ("█" * cells + (EIGHTHS[rest] if rest else "")).ljust(BAR, "·")


# -- fitting ----------------------------------------------------------------------------------------------------------


def fit(parts: Sequence[Part], width: int, height: int) -> list[Content]:
    """The parts in lines. What is longer than a line is said shorter; while there is no room so are the others, from the last one on;
    then all move closer together, and what still has no room is told by an ellipsis."""
    said = [next((form for form in part.forms if form.cell_length <= width), part.forms[0]) for part in parts]
    lines = _fill(said, width, 2)
    for place, part in reversed([*enumerate(parts)]):
        for form in part.forms[part.forms.index(said[place]) + 1 :]:
            if len(lines) <= height:
                return lines
            said[place] = form
            lines = _fill(said, width, 2)
    if len(lines) > height:
        lines = _fill(said, width, 1)
    if len(lines) > height:
        lines = lines[: max(0, height)]
        if lines and lines[-1].cell_length < width:
            lines[-1] = lines[-1] + "…"
    return lines


def _fill(parts: Sequence[Content], width: int, gap: int) -> list[Content]:
    """Parts side by side; one that is longer than a line is broken."""
    lines: list[Content] = []
    for part in parts:
        room = width - lines[-1].cell_length - gap if lines else -1
        if part.cell_length <= room:
            lines[-1] = lines[-1] + " " * gap + part
        elif width > 0:
            lines += wrap(part, width)
    return [line.rstrip() for line in lines]


# -- the details ------------------------------------------------------------------------------------------------------


def details(scene: Scene, look: Look, seat: int, note: str = "") -> list[str]:
    """All that the game shows of a seat, a line each: its words, its cards with what they do, what its look adds."""
    _, view, describe = scene
    lines = [*status(scene, seat), *_bank(scene, seat)]
    lines += describe.seat_parts(view, seat, faces=seat != scene.model.you)
    if note:
        lines.append(describe.say("table.note", role=note))
    lines += look.about(scene, seat)
    for zone in view.zones.values():
        if zone.seat == seat and zone.cards and zone.kind != "hand":
            names = dict.fromkeys(card.face.name for card in zone.cards)
            for name in names:
                if text := describe.words.get(f"cards.{name}.text"):
                    lines.append(f"{describe.words.get(f'cards.{name}.name', name)}: {text}")
    return lines
