"""The players around the table: what the game shows of each."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import ItemGrid
from textual.message import Message
from textual.widgets import Static

from clients.cli.describe import Describer
from clients.cli.model import RoomModel

__all__ = ["SeatPanel", "Seats"]


class SeatPanel(Static):
    """One seat or figure."""

    def __init__(self, seat: int) -> None:
        super().__init__(markup=False)
        self.seat = seat

    def show(self, model: RoomModel, describe: Describer, target: bool, held: bool, here: bool) -> None:
        """Its name, marks and cards; `target`: it can be picked now."""
        view = model.view
        self.border_title = f"{self.seat + 1} {describe.seat(self.seat)}"
        if self.seat == model.you:
            self.border_title += describe.say("you.mark")
        self.update("" if view is None else " ".join(describe.seat_parts(view, self.seat, faces=False)))
        asked = model.window is not None and self.seat in model.window.seats
        for name, on in {"-target": target, "-held": held, "-here": here, "-asked": asked}.items():
            self.set_class(on, name)


class Seats(ItemGrid):
    """All seats, and figures that are there. With targets to pick, `←` and `→` move among them, Enter or a click picks."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up", "step(-1)", show=False),
        Binding("right,down", "step(1)", show=False),
        Binding("space,enter", "press", show=False),
    ]
    can_focus = True

    class Pressed(Message):
        """A seat was pressed."""

        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, min_column_width=19, stretch_height=True)
        self._targets: list[int] = []
        self._cursor = 0

    async def show(
        self, model: RoomModel, describe: Describer, targets: Collection[int], held: Collection[int]
    ) -> None:
        """Everybody as he is now."""
        present = [] if model.view is None else describe.present(model.view)
        panels = {panel.seat: panel for panel in self.query(SeatPanel)}
        if list(panels) != present:
            await self.remove_children()
            panels = {seat: SeatPanel(seat) for seat in present}
            await self.mount_all(panels.values())
        if sorted(targets) != self._targets:
            self._targets, self._cursor = sorted(targets), 0
        for seat, panel in panels.items():
            panel.show(model, describe, seat in targets, seat in held, self._is_here(seat))

    def action_step(self, by: int) -> None:
        if self._targets:
            self._cursor = (self._cursor + by) % len(self._targets)
            self._mark()

    def action_press(self) -> None:
        if self._targets:
            self.post_message(self.Pressed(self._targets[self._cursor]))

    def on_click(self, event: events.Click) -> None:
        if isinstance(event.widget, SeatPanel):
            self.post_message(self.Pressed(event.widget.seat))

    def on_focus(self) -> None:
        self._mark()

    def on_blur(self) -> None:
        self._mark()

    def _is_here(self, seat: int) -> bool:
        return self.has_focus and bool(self._targets) and self._targets[self._cursor] == seat

    def _mark(self) -> None:
        for panel in self.query(SeatPanel):
            panel.set_class(self._is_here(panel.seat), "-here")
