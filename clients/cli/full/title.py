"""The title of the terminal's window, and the bell: they call somebody who has looked away."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from textual.timer import Timer

if TYPE_CHECKING:
    from clients.cli.full.app import PaijuApp

__all__ = ["TerminalTitle"]

IDLE = 5.0
"""Seconds without a key after which somebody may have looked away."""
FLASH = 1.0
"""Seconds between two titles."""


class TerminalTitle:
    """`text` is the title as it is now. It flashes from `call` until `seen` or `quiet`."""

    def __init__(self, app: PaijuApp) -> None:
        self.text = ""
        self._app = app
        self._last_seen = time.monotonic()
        self._flash: Timer | None = None

    def call(self, sentence: str) -> None:
        """A question has come: ring and flash, if the terminal is not looked at."""
        idle = time.monotonic() - self._last_seen >= IDLE or not self._app.app_focus
        if not idle or self._flash is not None:
            return
        if self._app.memory.settings.bell:
            self._app.bell()
        self._app.write_terminal("\x1b[22;0t")  # the terminal is to remember its title
        titles = (f"● {sentence} – {self._app.TITLE}", str(self._app.TITLE))
        self._show(titles[0])
        self._flash = self._app.set_interval(
            FLASH, lambda: self._show(titles[1] if self.text == titles[0] else titles[0])
        )

    def seen(self) -> None:
        """Somebody is there."""
        self._last_seen = time.monotonic()
        self.quiet()

    def quiet(self) -> None:
        """Nothing is asked any more."""
        if self._flash is not None:
            self._flash.stop()
            self._flash = None
            self._show(str(self._app.TITLE))  # for terminals that remember none
            self._app.write_terminal("\x1b[23;0t")

    def _show(self, text: str) -> None:
        self.text = text
        self._app.write_terminal(f"\x1b]0;{text}\x07")
