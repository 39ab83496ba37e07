"""The rulebooks: contents at the left, the section at the right, a search over all of it."""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Input, Markdown, OptionList, Static
from textual.widgets.option_list import Option

from clients.cli.full.rulebook import Section, search, sections
from clients.cli.full.screens.base import Page
from clients.cli.full.widgets.keys import KeyBar
from clients.cli.guest import Guest, Sorry
from clients.cli.speech import LANGUAGES
from engine.registry import UnknownGame, game_ids, package_of
from engine.words import rulebook, words_of

__all__ = ["RulesScreen"]


class RulesScreen(Page):
    """`game` None: the first one, and the others are a key away. With a `guest` it is the server's book, else the one that came with this
    program."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash,ctrl+f", "search", "search", key_display="/"),
        Binding("g", "game", "next_game"),
        Binding("l", "language", "language"),
        Binding("tab", "app.focus_next", "contents_or_text", show=False),
        Binding("escape", "back", "back"),
    ]
    DEFAULT_CSS = """
    RulesScreen #contents { width: 28; height: 1fr; border: none; border-right: solid $panel; }
    RulesScreen #page { width: 1fr; height: 1fr; padding: 0 1; }
    RulesScreen #page Markdown { margin: 0; padding: 0; }
    RulesScreen #search { display: none; }
    RulesScreen #search.-open { display: block; }
    """

    def __init__(self, game: str | None = None, guest: Guest | None = None) -> None:
        super().__init__()
        self.game = game or game_ids()[0]
        self.guest = guest
        self.language = ""
        self.book: list[Section] = []
        self._places: list[int] = []

    def compose(self) -> ComposeResult:
        yield Static(id="head", classes="head", markup=False)
        yield Input(placeholder=self.say("rules.search"), id="search", compact=True)
        with Horizontal():
            yield OptionList(id="contents", markup=False)
            with VerticalScroll(id="page"):
                yield Markdown(id="section")
        yield KeyBar()

    def fill(self) -> None:
        self.language = self.say.language
        self._open()

    @work(exclusive=True)
    async def _open(self) -> None:
        name = self.game
        try:
            name = words_of(package_of(self.game), self.language)["game.name"]
            text = rulebook(package_of(self.game), self.language)
        except UnknownGame:
            text = ""
        if self.guest is not None:
            try:
                text = await self.guest.rules(self.game, self.language)
            except Sorry as sorry:
                self.app.notify(str(sorry), severity="warning", markup=False)
        self.book = sections(text)
        self.query_one("#head", Static).update(self.say("rules.head", game=name))
        self._contents()
        await self._show(0)

    def _contents(self) -> None:
        self._list([(place, section.title) for place, section in enumerate(self.book)])

    def _list(self, lines: list[tuple[int, str]]) -> None:
        contents = self.query_one("#contents", OptionList)
        self._places = [place for place, _ in lines]
        contents.clear_options()
        contents.add_options([Option(line) for _, line in lines])
        if lines:
            contents.highlighted = 0

    async def _show(self, place: int) -> None:
        if place < len(self.book):
            await self.query_one("#section", Markdown).update(self.book[place].text)
            self.query_one("#page").scroll_home(animate=False)

    # -- what the person does -----------------------------------------------------------------------------------------

    async def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index < len(self._places):
            await self._show(self._places[event.option_index])

    def on_option_list_option_selected(self) -> None:
        self.query_one("#page").focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        hits = search(self.book, event.value)
        if hits:
            self._list(hits)
        elif event.value.strip():
            self._list([(len(self.book), self.say("rules.nothing"))])
        else:
            self._contents()

    def on_input_submitted(self) -> None:
        self.query_one("#contents").focus()

    def action_search(self) -> None:
        line = self.query_one("#search", Input)
        line.add_class("-open")
        line.focus()

    def action_game(self) -> None:
        games = game_ids() if self.guest is None else [self.game]
        self.game = games[(games.index(self.game) + 1) % len(games)] if self.game in games else games[0]
        self._open()

    def action_language(self) -> None:
        """The book alone, in the other language."""
        self.language = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]
        self._open()

    def action_back(self) -> None:
        """Out of the search, else out of the book."""
        line = self.query_one("#search", Input)
        if line.has_class("-open"):
            line.remove_class("-open")
            line.value = ""
            self.query_one("#contents").focus()
        else:
            self.app.pop_screen()
