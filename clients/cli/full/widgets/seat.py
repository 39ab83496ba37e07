"""The players around the table: what the game shows of each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import NULL_OFFSET, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.message import Message
from textual.widget import Widget

from clients.cli.full.portrait import Part, Portrait, fit
from clients.cli.full.seating import Plan, is_bare, seat_plan

__all__ = ["SeatPanel", "Seats"]

TARGET, HELD, HERE, TURN, ASKED, DOWN = "◎", "◉", "›", "▶", "?", "✝"
"""Signs before and after a name: what its border and colour say, too."""
OTHERS, LEAST, ALONE = 11, 7, 4
"""Lines that a question and a hand usually leave of the screen to others than the table, lines that a table has at least, and lines
beside it up to which it has the screen to itself."""
ROOMY, SHORT = 40, 11
"""Columns from which a panel of one line has room for all of its title, and those that the title has in a narrower one."""


class SeatPanel(Widget):
    """One seat or figure, in as many words as it has room for."""

    DEFAULT_CSS = """
    SeatPanel { border: round $panel-lighten-2; padding: 0 1; }
    SeatPanel.-you { background: $surface; }
    SeatPanel.-turn { border: round $accent; }
    SeatPanel.-asked { border: dashed $accent; }
    SeatPanel.-target { border: heavy $success; }
    SeatPanel.-here { border: double $success; }
    SeatPanel.-held { border: outer $warning; }
    SeatPanel.-down { opacity: 60%; }
    SeatPanel.-bare { border: none; padding: 0 1 0 0; }
    SeatPanel.-bare.-here, SeatPanel.-bare.-held { background: $boost; text-style: bold; }
    """

    def __init__(self, seat: int, about: Callable[[int], str]) -> None:
        super().__init__()
        self.seat = seat
        self._about = about
        self._portrait: Portrait | None = None
        self._signs = ""
        self._you = ""

    def show(self, portrait: Portrait, you: str, target: bool, held: bool) -> None:
        """What is to be seen of the seat; `target`: it can be picked now. Draws only what is new."""
        self._you = you if portrait.you else ""
        flags = {"-target": target, "-held": held, "-turn": portrait.turn}
        flags |= {"-asked": portrait.asked, "-down": portrait.down, "-you": portrait.you}
        signs = (HELD if held else TARGET if target else "") + (TURN if portrait.turn else "")
        if portrait != self._portrait or signs != self._signs:
            self._portrait, self._signs = portrait, signs
            for name, on in flags.items():
                self.set_class(on, name)
            self._title()

    def bare(self, on: bool) -> None:
        """Without a border, because there is no room for one."""
        if self.has_class("-bare") != on:
            self.set_class(on, "-bare")
            self.call_after_refresh(self._title)  # which has another width then

    def here(self, on: bool) -> None:
        """Whether the keyboard's cursor is here."""
        if self.has_class("-here") != on:
            self.set_class(on, "-here")
            self._title()

    def _title(self) -> None:
        self.border_title = self._head(max(4, self.size.width - 4))
        self.refresh()

    def _head(self, width: int) -> Content:
        """Signs, number, name and who plays there; the name gives way."""
        portrait = self._portrait
        if portrait is None:
            return Content("")
        before = (HERE if self.has_class("-here") else "") + self._signs + (DOWN if portrait.down else "")
        before += f"{portrait.seat + 1} "
        after = self._you + (ASKED if portrait.asked else "")
        tight = self.has_class("-bare") and self.size.width <= ROOMY
        late = f" ({portrait.status})" if portrait.status and not tight else ""
        name = Content.styled(portrait.name, f"bold $seat-{portrait.seat % 10 + 1}")
        room = width - cell_len(before + after)
        if name.cell_length + cell_len(late) > room:
            late = ""
        if name.cell_length > room:
            name = name.truncate(max(1, room), ellipsis=True)
        return Content.assemble(before, name, after, (late, "dim"))

    def render(self) -> Content:
        if self._portrait is None:
            return Content("")
        width, height = self.content_size
        parts = list(self._portrait.parts)
        if self.has_class("-bare"):
            head = self._head(width if width > ROOMY else SHORT if height == 1 else width)
            parts = [Part((head,)), *parts]
        return Content("\n").join(fit(parts, width, height))

    def on_resize(self) -> None:
        self._title()

    def on_enter(self) -> None:
        self.tooltip = Content(self._about(self.seat))


class _Around(Layout):
    """Places panels and the middle as `seat_plan` has it."""

    name = "around"

    def __init__(self, plan: Callable[[Size], Plan]) -> None:
        self._plan = plan

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        plan = self._plan(size)
        panels = [child for child in children if isinstance(child, SeatPanel)]
        regions = [plan.own, *plan.others, *plan.figures]
        placed = [*zip(panels, regions, strict=False)]
        rest = [child for child in children if not isinstance(child, SeatPanel)]
        found = [
            WidgetPlacement(region, NULL_OFFSET, Spacing(), panel) for panel, region in placed if region.area
        ]
        found += [WidgetPlacement(plan.middle, NULL_OFFSET, Spacing(), child) for child in rest]
        return found


class Seats(Widget):
    """All seats in playing order from one's own on, figures that are there, and the middle. With targets to pick, the arrow keys move among
    them and Enter or a click picks; without, they move among all."""

    DEFAULT_CSS = "Seats { height: 1fr; width: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up", "step(-1)", show=False),
        Binding("right,down", "step(1)", show=False),
        Binding("space,enter", "press", show=False),
    ]
    can_focus = True

    class Pressed(Message):
        """A seat that can be picked was pressed."""

        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

    class Looked(Message):
        """A seat was pressed that cannot be picked: the person wants to know more of it."""

        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

    def __init__(self, middle: Widget, about: Callable[[int], str], *, id: str | None = None) -> None:
        """`about` gives the details of a seat, for the mouse that rests on it."""
        super().__init__(id=id)
        self._middle = middle
        self._about = about
        self._around = _Around(self._plan)
        self._present: list[int] = []
        self._figures = 0
        self._targets: list[int] = []
        self._cursor = 0
        self.targets: Collection[int] = ()
        self.held: Collection[int] = ()

    def compose(self) -> ComposeResult:
        yield self._middle

    @property
    def layout(self) -> Layout:
        return self._around

    @property
    def current(self) -> int | None:
        """The seat under the cursor."""
        stops = self._stops
        return stops[self._cursor % len(stops)] if stops else None

    @property
    def _stops(self) -> list[int]:
        return self._targets or self._present

    async def show(
        self,
        portraits: Sequence[Portrait],
        figures: int,
        you: str,
        targets: Collection[int],
        held: Collection[int],
    ) -> None:
        """Everybody as he is now, the lowest panel first; the last `figures` are figures."""
        self.targets, self.held = targets, held
        seats = [portrait.seat for portrait in portraits]
        if seats != self._present:
            self._present, self._figures = seats, figures
            await self.query(SeatPanel).remove()
            await self.mount_all([SeatPanel(seat, self._about) for seat in seats], before=0)
            self._frame()
        wanted = [seat for seat in seats if seat in targets or seat in held]
        if wanted != self._targets:
            self._targets, self._cursor = wanted, 0
        for panel, portrait in zip(self.query(SeatPanel), portraits, strict=True):
            panel.show(portrait, you, panel.seat in targets, panel.seat in held)
        self._mark()

    def _plan(self, size: Size) -> Plan:
        others = max(0, len(self._present) - 1 - self._figures)
        shared = self.app.size.height - size.height > ALONE
        usual = max(LEAST, self.app.size.height - OTHERS) if shared else 0
        return seat_plan(others, self._figures, size.width, size.height, usual)

    def _frame(self) -> None:
        """Borders for panels that have room for one."""
        plan = self._plan(self.size)
        regions = [plan.own, *plan.others, *plan.figures]
        for panel, region in zip(self.query(SeatPanel), regions, strict=False):
            panel.bare(is_bare(region))
        self.refresh(layout=True)

    def on_resize(self) -> None:
        self._frame()

    def action_step(self, by: int) -> None:
        if self._stops:
            self._cursor = (self._cursor + by) % len(self._stops)
            self._mark()

    def action_press(self) -> None:
        if self.current is not None:
            self._press(self.current)

    def on_click(self, event: events.Click) -> None:
        if isinstance(event.widget, SeatPanel):
            self._press(event.widget.seat)

    def _press(self, seat: int) -> None:
        self.post_message(self.Pressed(seat) if seat in self._targets else self.Looked(seat))

    def on_mount(self) -> None:
        self.watch(self, "has_focus", self._mark, init=False)

    def _mark(self) -> None:
        for panel in self.query(SeatPanel):
            panel.here(self.has_focus and panel.seat == self.current)
