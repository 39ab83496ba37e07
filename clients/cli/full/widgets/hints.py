"""Which keys do what just now, on one line; each can be clicked, too."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.containers import Horizontal
from textual.widgets import Static

__all__ = ["Hint", "Hints"]


class Hint(NamedTuple):
    """`key` as it is written on the keyboard, `text` what it does, `action` the screen's name of it; None: nothing to click. `spare`: it
    gives way where the line is too short."""

    key: str
    text: str
    action: str | None = None
    spare: bool = False


class HintLabel(Static):
    """One of them."""

    DEFAULT_CSS = """
    HintLabel { width: auto; padding: 0 1; }
    HintLabel:hover { background: $panel; }
    """

    def __init__(self, hint: Hint) -> None:
        super().__init__(f"{hint.key} {hint.text}", markup=False)
        self.hint = hint

    async def on_click(self, event: events.Click) -> None:
        event.stop()
        if self.hint.action:
            await self.screen.run_action(self.hint.action)


class Hints(Horizontal):
    """The line."""

    DEFAULT_CSS = "Hints { height: 1; background: $panel; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shown: list[Hint] = []
        self._one_at_a_time = asyncio.Lock()

    async def show(self, hints: Sequence[Hint]) -> None:
        """Say these; nothing is drawn anew if they are said already."""
        async with self._one_at_a_time:
            if list(hints) != self._shown:
                self._shown = list(hints)
                await self.remove_children()
                await self.mount_all([HintLabel(hint) for hint in hints])
                self._fit()

    def on_resize(self) -> None:
        self._fit()

    def _fit(self) -> None:
        wide = sum(cell_len(f"{hint.key} {hint.text}") + 2 for hint in self._shown)
        for label in self.query(HintLabel):
            label.display = not label.hint.spare or wide <= self.size.width
