"""How much time is left to answer."""

from __future__ import annotations

from textual.widgets import Static

from clients.cli.speech import Speech

__all__ = ["Countdown"]

CELLS = 10
"""Length of the bar."""
HURRY = 5
"""Seconds from which on it is urgent."""


class Countdown(Static):
    """A bar that empties, the seconds, and the bank that begins when they are over. Not there without a limit."""

    DEFAULT_CSS = """
    Countdown { width: auto; padding: 0 1; display: none; }
    Countdown.-hurry { color: $error; text-style: bold; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(markup=False, id=id)
        self._whole = 0.0
        self._last = 0.0
        self._line = ""

    def show(self, left: float | None, bank: float, say: Speech) -> None:
        """`left`: seconds until the time is over, None without a limit; `bank`: seconds after that."""
        self.display = left is not None
        if left is None:
            return
        if left > self._last:  # another question
            self._whole = left
        self._last = left
        full = round(CELLS * left / self._whole) if self._whole else 0
        words = say("clock.left", n=int(left)) if left or not bank else ""
        more = say("clock.bank", n=int(bank)) if bank else ""
        line = " ".join(part for part in ("▰" * full + "▱" * (CELLS - full), words, more) if part)
        if line != self._line:  # several times a second, mostly the same
            self._line = line
            self.update(line)
        self.set_class(left + bank <= HURRY, "-hurry")
