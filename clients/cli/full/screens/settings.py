"""The person's own settings; each is in force, and kept, as soon as it is changed."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from clients.cli.full.form import Field, switch
from clients.cli.full.screens.base import Page
from clients.cli.full.widgets.fields import Form
from clients.cli.full.widgets.keys import KeyBar
from clients.cli.places import default_name

__all__ = ["SettingsScreen"]


class SettingsScreen(Page):
    """Language, name, colours, bell."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.pop_screen", "back")]

    def compose(self) -> ComposeResult:
        yield Static(self.say("settings.head"), classes="head", markup=False)
        yield Form(self._fields())
        yield Static(id="explain", classes="hint", markup=False)
        yield Static(self.say("settings.how"), classes="hint", markup=False)
        yield KeyBar()

    def _fields(self) -> list[Field]:
        say, memory = self.say, self.app.memory
        languages = [("en", "English"), ("zh", "中文")]
        themes = [(name, say(f"settings.theme_{name}")) for name in ("dark", "light", "safe")]
        return [
            Field("language", say("settings.language"), "choice", say.language, choices=languages),
            Field(
                "name",
                say("settings.name"),
                "text",
                memory.name or default_name(),
                say("settings.name_help"),
            ),
            Field(
                "theme",
                say("settings.theme"),
                "choice",
                memory.settings.theme,
                say("settings.theme_help"),
                themes,
            ),
            switch(
                "bell",
                say("settings.bell"),
                memory.settings.bell,
                say("form.yes"),
                say("form.no"),
                say("settings.bell_help"),
            ),
        ]

    def on_form_explain(self, event: Form.Explain) -> None:
        self.query_one("#explain", Static).update(event.help)

    def on_form_changed(self, event: Form.Changed) -> None:
        value = self.query_one(Form).values()[event.name]
        memory = self.app.memory
        if event.name == "language" and value != self.say.language:
            self.app.set_language(str(value))
        elif event.name == "name" and value and value != memory.name:
            memory.name = str(value)[:24]
        elif event.name == "theme":
            self.app.set_theme(str(value))
        elif event.name == "bell":
            memory.settings.bell = bool(value)
            memory.keep_settings()
