"""The full-screen client: one Textual app, one screen at a time, at most one visit to a server."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from textual import events, work
from textual.app import App
from textual.binding import Binding, BindingType

from clients.cli.full.screens.home import HomeScreen
from clients.cli.full.themes import THEMES, VARIABLES
from clients.cli.full.title import TerminalTitle
from clients.cli.places import Memory, Place
from clients.cli.speech import Speech

if TYPE_CHECKING:
    from clients.cli.full.visit import Visit
    from clients.cli.guest import Guest
    from clients.cli.model import Change

__all__ = ["PaijuApp"]

Setting = int | str | bool
KEYS = {
    "escape": "Esc",
    "enter": "Enter",
    "tab": "Tab",
    "space": "Space",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "backspace": "⌫",
}
KEYS |= {"home": "Home", "end": "End", "delete": "Del", "left": "←", "right": "→", "up": "↑", "down": "↓"}
FUNCTION = re.compile(r"f\d+")


class PaijuApp(App[None]):
    """`speech` is the language; `visit` the stay at a server, None at home; `unread` counts the lines of chat that nobody has looked at."""

    CSS_PATH = "paiju.tcss"
    TITLE = "Paiju 牌局"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "help", "help", key_display="?"),
        Binding("f2", "chat", "chat"),
        Binding("f10,m", "menu", "menu"),
    ]

    def __init__(
        self,
        speech: Speech,
        memory: Memory | None = None,
        *,
        first: Callable[[PaijuApp], object] | None = None,
    ) -> None:
        """`first` is done at once, over the first screen."""
        super().__init__()
        self.speech = speech
        self.memory = memory or Memory()
        self.visit: Visit | None = None
        self.unread = 0
        self.terminal_title = TerminalTitle(self)
        self._first = first
        for theme in THEMES:
            self.register_theme(theme)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return VARIABLES

    @property
    def guest(self) -> Guest | None:
        """The player at a server, None at home."""
        return self.visit.guest if self.visit else None

    def on_mount(self) -> None:
        name = f"paiju-{self.memory.settings.theme}"
        self.theme = name if name in self.available_themes else THEMES[0].name
        self.push_screen(HomeScreen())
        if self._first is not None:
            self._first(self)

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key | events.MouseDown):
            self.terminal_title.seen()
        await super().on_event(event)

    # -- going somewhere ----------------------------------------------------------------------------------------------

    @work(exclusive=True, group="visit")
    async def play_bots(
        self,
        game: str,
        seats: int | None = None,
        level: str = "normal",
        options: Mapping[str, Setting] | None = None,
        *,
        name: str | None = None,
        ask: bool = False,
    ) -> None:
        """A game against bots, on a server of our own that lives as long as the visit. `ask`: settings are asked for first."""
        from clients.cli.full.going import against_bots  # noqa: PLC0415 - the first screen does not wait for it

        await against_bots(self, game, seats, level, options or {}, name=name, ask=ask)

    @work(exclusive=True, group="visit")
    async def join(
        self, place: Place, name: str | None = None, *, watch: bool = False, address: str = ""
    ) -> None:
        """To a server, and into the room of the invite. `address` is remembered if it leads somewhere."""
        from clients.cli.full.going import join  # noqa: PLC0415 - the same

        await join(self, place, name, watch=watch, address=address)

    @work(exclusive=True, group="visit")
    async def host(self) -> None:
        """Serve here, and make a room for friends."""
        from clients.cli.full.going import host  # noqa: PLC0415 - the same

        await host(self)

    def go_home(self) -> None:
        """Hang up and show the first screen."""
        if self.visit is not None:
            self.visit.end()
        else:
            self.workers.cancel_group(self, "visit")

    # -- what the server says -----------------------------------------------------------------------------------------

    def changed(self, change: Change) -> None:
        """Something is new in the guest's room: the screen that fits it shows it."""
        if self.visit is not None:
            self.visit.changed(change)

    # -- keys that work everywhere ------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("chat", "menu"):
            return self.visit is not None and self.visit.takes(action)
        return super().check_action(action, parameters)

    def action_help(self) -> None:
        from clients.cli.full.screens.help import HelpScreen  # noqa: PLC0415 - the same

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.screen))

    def action_chat(self) -> None:
        if self.visit is not None:
            self.visit.open_chat()

    def action_menu(self) -> None:
        if self.visit is not None:
            self.visit.open_menu()

    def get_key_display(self, binding: Binding) -> str:
        """A key as it is written on the keyboard; empty for one that hardly any keyboard has."""
        if binding.key_display:
            return binding.key_display
        *held, key = binding.key.split("+")
        if "super" in held:
            return ""
        named = KEYS.get(key) or (key.upper() if held or FUNCTION.fullmatch(key) else None)
        return (
            "+".join([*(one.capitalize() for one in held), named])
            if named
            else super().get_key_display(binding)
        )

    def label(self, description: str) -> str:
        """What a key does, in words: the text `press.<description>`, or the description itself where there is none."""
        word = self.speech.words.get(f"press.{description.lower().replace(' ', '_')}", description)
        return f"{word} ({self.unread})" if description == "chat" and self.unread else word

    # -- settings -----------------------------------------------------------------------------------------------------

    def set_language(self, language: str) -> None:
        """From here on, and from the next start on, everything is said in this language."""
        self.speech = Speech(language)
        self.memory.settings.language = language
        self.memory.keep_settings()
        for screen in self.screen_stack:
            if getattr(screen, "SPEAKS_ANEW", False):
                screen.refresh(recompose=True)
        if self.visit is not None:
            self.visit.speak()
        self.screen.refresh_bindings()

    def set_theme(self, name: str) -> None:
        """`name` is `dark`, `light` or `safe`."""
        self.theme = f"paiju-{name}"
        self.memory.settings.theme = name
        self.memory.keep_settings()

    # -- the terminal -------------------------------------------------------------------------------------------------

    def home(self) -> None:
        """Close all screens above the first one."""
        while len(self.screen_stack) > 1 and not isinstance(self.screen, HomeScreen):
            self.pop_screen()

    def show_toasts(self) -> None:
        """Once more, on a screen that is new: what was said when it was opened has not found its place there."""
        self._refresh_notifications()

    def write_terminal(self, control: str) -> None:
        """Send a control sequence of which Textual knows nothing."""
        if self._driver is not None:
            self._driver.write(control)
            self._driver.flush()

    def action_help_quit(self) -> None:
        """Ctrl+C does not end a match by accident."""
        self.notify(self.speech("full.quit_how"), markup=False)
