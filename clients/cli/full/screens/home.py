"""The first screen: what one can do here."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from clients.cli.full.screens.base import Page
from clients.cli.full.widgets.keys import KeyBar

__all__ = ["HomeScreen"]

ENTRIES = ("bots", "join", "host", "replays", "rules", "settings", "quit")


class HomeScreen(Page):
    """A game against bots is three keys away: Enter, Enter, and the first card."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "language", "language"),
        Binding("q", "app.quit", "quit"),
        *(Binding(str(digit), f"entry({digit})", show=False) for digit in range(1, len(ENTRIES) + 1)),
    ]
    DEFAULT_CSS = """
    HomeScreen { align: center middle; }
    HomeScreen #home-title { width: 60; max-width: 100%; text-align: center; text-style: bold; margin-bottom: 1; }
    HomeScreen #home-menu, HomeScreen #home-menu:focus { width: 60; max-width: 100%; height: auto; border: round $primary; padding: 0 1; }
    HomeScreen #about { width: 60; max-width: 100%; color: $text-muted; text-align: center; margin-top: 1; }
    """

    def compose(self) -> ComposeResult:
        yield Static(self.say("home.title"), id="home-title", markup=False)
        yield OptionList(
            *(Option(f"{n} {self.say(f'full.{entry}')}", id=entry) for n, entry in enumerate(ENTRIES, 1)),
            id="home-menu",
        )
        yield Static(self.say("full.how_home"), id="about", markup=False)
        yield KeyBar()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._go(event.option_id or "")

    def action_entry(self, digit: int) -> None:
        self.query_one("#home-menu", OptionList).highlighted = digit - 1
        self._go(ENTRIES[digit - 1])

    def action_language(self) -> None:
        self.app.set_language("en" if self.say.language == "zh" else "zh")

    def _go(self, entry: str) -> None:
        # A screen is imported when it is wanted: the first one is to be there at once.
        if entry == "bots":
            from clients.cli.full.screens.games import GamesScreen  # noqa: PLC0415 - read when it is wanted

            self.app.push_screen(GamesScreen())
        elif entry == "join":
            from clients.cli.full.screens.join import JoinScreen  # noqa: PLC0415 - read when it is wanted

            self.app.push_screen(JoinScreen())
        elif entry == "host":
            self.app.host()
        elif entry == "replays":
            from clients.cli.full.screens.replays import ReplaysScreen  # noqa: PLC0415 - read when it is wanted

            self.app.push_screen(ReplaysScreen())
        elif entry == "rules":
            from clients.cli.full.screens.rules import RulesScreen  # noqa: PLC0415 - read when it is wanted

            self.app.push_screen(RulesScreen())
        elif entry == "settings":
            from clients.cli.full.screens.settings import SettingsScreen  # noqa: PLC0415 - read when it is wanted

            self.app.push_screen(SettingsScreen())
        elif entry == "quit":
            self.app.exit()
