"""The table as one widget: seats, the middle, the log. For a match that is played, watched or replayed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import RichLog, Static

from clients.cli.describe import Describer
from clients.cli.full.widgets.seat import Seats
from clients.cli.model import RoomModel

__all__ = ["TableView"]


class TableView(Vertical):
    """Shows what `show` is given, and adds the lines of `tell` to its log."""

    def compose(self) -> ComposeResult:
        yield Seats(id="seats")
        with Horizontal(id="middle"):
            yield Static(id="piles", markup=False)
            yield RichLog(id="log", wrap=True, max_lines=1000)

    async def show(
        self,
        model: RoomModel,
        describe: Describer,
        targets: Collection[int] = (),
        held: Collection[int] = (),
    ) -> None:
        """The table as it is; `targets` are seats that can be picked, `held` those that are."""
        await self.query_one(Seats).show(model, describe, targets, held)
        parts = [] if model.view is None else describe.middle_parts(model.view)
        self.query_one("#piles", Static).update("\n".join(parts))

    def tell(self, lines: Sequence[str]) -> None:
        """New lines of the log."""
        log = self.query_one(RichLog)
        for line in lines:
            log.write(line)

    def forget(self) -> None:
        """An empty log, for a new match or a snapshot."""
        self.query_one(RichLog).clear()
