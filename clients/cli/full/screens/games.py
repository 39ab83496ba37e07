"""Which game to play against bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from clients.cli.full.screens.base import Page
from clients.cli.full.widgets.keys import KeyBar
from engine.registry import find_game, game_ids, package_of
from engine.words import words_of

__all__ = ["GamesScreen"]


class GamesScreen(Page):
    """Enter deals at once; `o` asks for the settings first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "options", "options_first"),
        Binding("r", "rules", "rules"),
        Binding("escape", "app.pop_screen", "back"),
    ]
    DEFAULT_CSS = """
    GamesScreen OptionList { height: auto; max-height: 50%; padding: 1 2; }
    GamesScreen #summary { height: 1fr; padding: 0 4; }
    """

    def __init__(self, game: str | None = None) -> None:
        """`game`: where the cursor is at first."""
        super().__init__()
        self._first = game

    def fill(self) -> None:
        if self._first in game_ids():
            self.query_one(OptionList).highlighted = game_ids().index(self._first)

    def compose(self) -> ComposeResult:
        yield Static(self.say("games.head"), classes="head", markup=False)
        yield OptionList(*self._options(), markup=False)
        yield Static(id="summary", markup=False)
        yield Static(self.say("games.how"), classes="hint", markup=False)
        yield KeyBar()

    def _options(self) -> list[Option]:
        options = []
        for game in game_ids():
            low, high = find_game(game).seats
            name = self._words(game)["game.name"]
            options.append(Option(self.say("full.game_line", name=name, low=low, high=high), id=game))
        return options

    def _words(self, game: str) -> Mapping[str, str]:
        return words_of(package_of(game), self.say.language)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        summary = self._words(event.option_id or "").get("game.summary", "")
        self.query_one("#summary", Static).update(summary)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.app.play_bots(event.option_id or game_ids()[0])

    def action_options(self) -> None:
        self.app.play_bots(self._here(), ask=True)

    def action_rules(self) -> None:
        from clients.cli.full.screens.rules import RulesScreen  # noqa: PLC0415 - Markdown is read when it is wanted

        self.app.push_screen(RulesScreen(self._here()))

    def _here(self) -> str:
        menu = self.query_one(OptionList)
        option = menu.highlighted_option
        return (option.id if option else None) or game_ids()[0]
