"""The full-screen client (Textual): when it can be had, and how it is opened. Textual itself is imported when it is wanted."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from clients.cli.places import Memory
from clients.cli.speech import Speech

if TYPE_CHECKING:
    from clients.cli.full.app import PaijuApp

__all__ = ["can_draw", "open_app"]


def can_draw() -> bool:
    """Whether there is a terminal that whole screens can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") not in (None, "", "dumb")


def open_app(language: str | None, first: Callable[[PaijuApp], object] | None = None) -> None:
    """Run the client until the person quits. `language` None: as in the settings, or else the locale's; `first` is done at once."""
    from clients.cli.full.app import PaijuApp  # noqa: PLC0415 - other verbs need no Textual

    memory = Memory()
    PaijuApp(Speech(language or memory.settings.language), memory, first=first).run()
