"""The saved records."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import ClassVar

import msgspec
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from clients.cli.full.screens.base import Page
from clients.cli.full.screens.replay import ReplayScreen
from clients.cli.full.widgets.keys import KeyBar
from clients.cli.places import records_path
from engine.core.errors import EngineError
from engine.core.record import read_record
from engine.registry import UnknownGame, package_of
from engine.words import words_of

__all__ = ["ReplaysScreen"]

MOST = 200
"""Records shown, the newest first."""


class _Head(msgspec.Struct):
    """What the list says of a record."""

    game: str
    names: list[str]


class ReplaysScreen(Page):
    """Enter opens one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.pop_screen", "back")]
    DEFAULT_CSS = "ReplaysScreen OptionList { height: 1fr; border: none; padding: 1 2; }"

    def compose(self) -> ComposeResult:
        self.files = sorted(records_path().glob("*.paiju"), key=_written, reverse=True)[:MOST]
        yield Static(self.say("replays.head"), classes="head", markup=False)
        if self.files:
            yield OptionList(*(Option(self._line(file)) for file in self.files), markup=False)
        else:
            yield Static(self.say("replays.none"), classes="hint", markup=False)
        yield KeyBar()

    def _line(self, file: Path) -> str:
        day = datetime.fromtimestamp(_written(file)).astimezone().strftime("%Y-%m-%d %H:%M")
        try:
            head = msgspec.json.decode(file.read_bytes(), type=_Head)
            name = words_of(package_of(head.game), self.say.language)["game.name"]
        except (OSError, msgspec.MsgspecError, UnknownGame):
            return f"{day}  {file.name}  {self.say('replays.unreadable')}"
        return f"{day}  {name}  {self.say('list.comma').join(head.names)}"

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._open(self.files[event.option_index])

    @work(exclusive=True)
    async def _open(self, file: Path) -> None:
        try:
            record = read_record(file.read_bytes())
            screen = ReplayScreen(record)
        except (OSError, EngineError, UnknownGame) as error:
            self.app.notify(str(error), severity="error", markup=False)
            return
        await self.app.push_screen(screen)


def _written(file: Path) -> float:
    """When it was written, in seconds since the epoch."""
    return file.stat().st_mtime
