"""The first screen: what one can do here."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from engine.registry import game_ids, package_of
from engine.words import words_of

if TYPE_CHECKING:
    from clients.cli.full.app import PaijuApp

__all__ = ["HomeScreen"]


class HomeScreen(Screen[None]):
    """A game against bots is three keys away: Enter, Enter, and the first card."""

    app: PaijuApp
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "app.quit", "Quit")]

    def compose(self) -> ComposeResult:
        say = self.app.speech
        yield Static(say("home.title"), id="title", markup=False)
        games = [(game, words_of(package_of(game), say.language)["game.name"]) for game in game_ids()]
        yield OptionList(
            *(Option(say("full.play", game=name), id=f"play-{game}") for game, name in games), id="menu"
        )
        yield Footer()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        name = event.option_id or ""
        if name.startswith("play-"):
            self.app.play_bots(name.removeprefix("play-"))
