"""How the match ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from clients.cli.describe import Describer
from clients.cli.full.look import Scene, look_of
from clients.cli.full.portrait import portrait
from clients.cli.full.screens.base import Dialog
from clients.cli.guest import Guest
from clients.cli.model import RoomModel

if TYPE_CHECKING:
    from clients.cli.full.visit import Visit

__all__ = ["OverScreen", "result_lines"]

LAST, AROUND = 5, 16
"""Lines of the log that the result shows at most, and lines that everything around them and the seats needs."""


def result_lines(model: RoomModel, describe: Describer) -> tuple[str, list[str]]:
    """A headline with the reason, and a line per seat, best first: its place, name, score, and what the table says of it."""
    assert model.over is not None
    outcome = model.outcome
    if outcome is None:
        return describe.say("over.void", reason=model.over.fault or ""), []
    comma = describe.words.get("list.comma", ", ")
    reason = describe.text(f"outcomes.{outcome.reason}")
    winners = comma.join(describe.seat(seat) for seat in outcome.winners)
    if model.you is not None and model.you in outcome.winners:
        key = "over.you_won" if len(outcome.winners) == 1 else "over.you_won_with"
    else:
        key = "over.won" if winners else "over.draw"
    seats = list(range(len(model.info.seats)))
    if outcome.places:
        seats.sort(key=lambda seat: outcome.places[seat])
    rows = []
    for seat in seats:
        place = f"{outcome.places[seat]}." if outcome.places else "★" if seat in outcome.winners else ""
        name = describe.seat(seat) + (describe.say("you.mark") if seat == model.you else "")
        score = str(outcome.scores[seat]) if outcome.scores else ""
        known = _known(model, describe, seat)
        if any(score in part.split() for part in known):
            score = ""  # the table says it, and what it counts
        rows.append((place, name, score, " · ".join(known)))
    widths = [max(cell_len(row[n]) for row in rows) for n in range(3)]
    lines = [
        "  ".join(
            part + " " * (width - cell_len(part))
            for part, width in zip(row, [*widths, 0], strict=True)
            if width or part
        )
        for row in rows
    ]
    return describe.say(key, winners=winners, reason=reason), [line.rstrip() for line in lines]


def _known(model: RoomModel, describe: Describer, seat: int) -> list[str]:
    """What the table says of a seat, as its panel has it."""
    if model.view is None:
        return []
    scene = Scene(model, model.view, describe)
    return [part.forms[0].plain for part in portrait(scene, look_of(model.info.game), seat).parts]


def last_lines(model: RoomModel, describe: Describer, most: int) -> list[str]:
    """The end of the log: how it came to this."""
    told = [line for event in model.log[-2 * most - 8 :] if (line := describe.event(event))]
    return told[-most:] if most > 0 else []


class OverScreen(Dialog[None]):
    """The result over the table, and what to do next."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "see_table")]
    DEFAULT_CSS = "OverScreen > .box { width: 76; }"

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self.visit = visit
        self.choices = self._choices(visit.guest)

    def compose(self) -> ComposeResult:
        guest = self.visit.guest
        with VerticalScroll(classes="box", can_focus=False):
            if guest.model is not None and guest.describe is not None and guest.model.over is not None:
                headline, lines = result_lines(guest.model, guest.describe)
                yield Static(headline, id="headline", classes="question", markup=False)
                yield Static("\n".join(lines), id="result", markup=False)
                room = min(LAST, self.app.size.height - AROUND - len(lines))
                last = last_lines(guest.model, guest.describe, room)
                yield Static("\n".join(last), classes="hint", markup=False)
            yield Static()
            yield OptionList(
                *(Option(self.say(f"over.{name}"), id=name) for name in self.choices), markup=False
            )
            if not self._is_host(guest):
                yield Static(self.say("over.host_rematches"), classes="hint", markup=False)

    def _is_host(self, guest: Guest) -> bool:
        return guest.model is not None and guest.model.info.host == guest.player

    def _choices(self, guest: Guest) -> list[str]:
        saves = guest.model is not None and guest.model.info.record is not None
        return [
            *(["rematch"] if self._is_host(guest) else []),
            "table",
            *(["save"] if saves else []),
            "home" if self.visit.alone else "leave",
        ]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_id == "table":
            self.dismiss(None)
        elif event.option_id == "rematch":
            self.dismiss(None)
            self.visit.do(self.visit.rematch)
        elif event.option_id == "save":
            self.visit.do(self.visit.save)
        else:
            self.visit.do(self.visit.leave)
