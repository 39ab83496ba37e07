"""How far a replay is, as a line to click into."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

__all__ = ["Scrubber"]


class Scrubber(Widget):
    """`●` stands where the replay does; a click tells by `Sought` which step is meant."""

    DEFAULT_CSS = "Scrubber { height: 1; color: $accent; }"

    class Sought(Message):
        """This step is wanted."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._at = (1, 1)

    def show(self, step: int, steps: int) -> None:
        """Both from 1."""
        if (step, steps) != self._at:
            self._at = (step, steps)
            self.refresh()

    def render(self) -> Content:
        step, steps = self._at
        last = max(0, self.size.width - 1)
        place = last * (min(step, steps) - 1) // max(1, steps - 1)
        return Content.assemble("━" * place, ("●", "bold"), ("─" * (last - place), "dim"))

    def on_click(self, event: events.Click) -> None:
        last = max(1, self.size.width - 1)
        self.post_message(self.Sought(1 + round(event.x * (self._at[1] - 1) / last)))
