"""A number between two others."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

__all__ = ["Stepper"]


class Stepper(Horizontal, can_focus=True):
    """`◀ 3 ▶`: the arrows and the wheel step, digits set it, Enter or a click on the last sign takes it."""

    DEFAULT_CSS = """
    Stepper { height: 1; padding: 0 1; }
    Stepper Static { width: auto; padding: 0 1; }
    Stepper #less, Stepper #more, Stepper #take { background: $panel; }
    Stepper #value { text-style: bold; min-width: 5; text-align: center; }
    Stepper:focus #value { background: $primary; color: $text; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,down,minus", "step(-1)", show=False),
        Binding("right,up,plus", "step(1)", show=False),
        Binding("home", "least", show=False),
        Binding("end", "most", show=False),
        Binding("enter,space", "take", show=False),
    ]
    value: reactive[int] = reactive(0)

    class Chosen(Message):
        """The number was taken."""

        def __init__(self, value: int) -> None:
            super().__init__()
            self.value = value

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lo, self._hi = 0, 0

    def compose(self) -> ComposeResult:
        yield Static("◀", id="less")
        yield Static(id="value")
        yield Static("▶", id="more")
        yield Static(id="span")
        yield Static(id="take", markup=False)

    def show(self, lo: int, hi: int, done: str, *, anew: bool) -> None:
        """From `lo` to `hi`; `anew`: it is another question, and starts at the least. `done` is said on the last sign."""
        self._lo, self._hi = lo, hi
        self.query_one("#span", Static).update(f"{lo}–{hi}")
        self.query_one("#take", Static).update(done)
        if anew:
            self.value = lo
        self.watch_value(self.value)

    def watch_value(self, value: int) -> None:
        if self.is_mounted:
            self.query_one("#value", Static).update(str(value))

    def type_digit(self, digit: int) -> None:
        """A digit goes behind those that stand there, or is the number by itself."""
        longer = self.value * 10 + digit
        for value in (longer, digit):
            if self._lo <= value <= self._hi:
                self.value = value
                return

    def action_step(self, by: int) -> None:
        self.value = min(self._hi, max(self._lo, self.value + by))

    def action_least(self) -> None:
        self.value = self._lo

    def action_most(self) -> None:
        self.value = self._hi

    def action_take(self) -> None:
        self.post_message(self.Chosen(self.value))

    def on_click(self, event: events.Click) -> None:
        where = event.widget.id if event.widget else None
        if where == "take":
            self.action_take()
        elif where in ("less", "more"):
            self.action_step(1 if where == "more" else -1)

    def on_mouse_scroll_up(self) -> None:
        self.action_step(1)

    def on_mouse_scroll_down(self) -> None:
        self.action_step(-1)
