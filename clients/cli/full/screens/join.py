"""Where to: an address or an invite, one gone to before, or a server nearby."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from clients.cli.full.screens.base import Page
from clients.cli.full.widgets.keys import KeyBar
from clients.cli.places import default_name, link_of, read_place

if TYPE_CHECKING:
    from clients.cli.neighbours import Neighbour

__all__ = ["JoinScreen"]

LISTEN = 2.0
"""Seconds in which a server on this network must have said that it is there."""


class JoinScreen(Page):
    """Type or choose; Enter goes there."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "remembered", show=False),
        Binding("tab", "app.focus_next", "remembered"),
        Binding("escape", "app.pop_screen", "back"),
    ]
    DEFAULT_CSS = """
    JoinScreen Input { margin: 0 2; }
    JoinScreen #wrong { padding: 0 3; height: auto; color: $error; }
    JoinScreen OptionList { height: auto; max-height: 10; margin: 0 2; }
    JoinScreen .label { margin: 0 3; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.places: list[str] = []
        self._search: asyncio.Task[list[Neighbour]] | None = None

    def compose(self) -> ComposeResult:
        yield Static(self.say("join.head"), classes="head", markup=False)
        yield Static(self.say("join.address"), classes="label", markup=False)
        yield Input(placeholder=self.say("join.example"), id="address")
        yield Static(id="wrong", markup=False)
        yield Static(self.say("join.before"), id="before", classes="label", markup=False)
        yield OptionList(id="places", markup=False)
        yield Static(self.say("join.name"), classes="label", markup=False)
        yield Input(self.app.memory.name or default_name(), id="name", max_length=24)
        yield KeyBar()

    def fill(self) -> None:
        self.places = self.app.memory.places
        self._show([Option(place) for place in self.places])
        self._look_around()

    def _show(self, options: list[Option]) -> None:
        self.query_one("#places", OptionList).add_options(options)
        for part in ("#before", "#places"):
            self.query_one(part).display = bool(self.places)

    @work(exclusive=True)
    async def _look_around(self) -> None:
        """Servers on this network, which say that they are there."""
        neighbours = await asyncio.to_thread(import_module, "clients.cli.neighbours")
        self._search = asyncio.create_task(neighbours.look_around(LISTEN))
        try:
            found = await asyncio.shield(self._search)  # to cancel it twice would keep it from hanging up
        except OSError:
            return  # this machine cannot ask
        found = [one for one in found if not any(place.url in self._urls() for place in one.places)]
        links = [link_of(one.places[0]) for one in found]
        self.places += links
        words = {True: "join.near_private", False: "join.near"}
        self._show(
            [
                Option(self.say(words[one.private], name=one.name, address=link))
                for one, link in zip(found, links, strict=True)
            ]
        )

    async def on_unmount(self) -> None:
        """A search that is still on hangs up first: its sockets would outlive the program's loop."""
        if self._search is not None:
            self._search.cancel()
            await asyncio.wait([self._search])

    def _urls(self) -> set[str]:
        """The servers that are in the list."""
        return {read_place(place).url for place in self.places}

    def on_input_submitted(self) -> None:
        if address := self.query_one("#address", Input).value.strip():
            self._go(address)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._go(self.places[event.option_index])

    def _go(self, address: str) -> None:
        try:
            place = read_place(address)
        except ValueError:
            self.query_one("#wrong", Static).update(self.say("join.wrong", address=address))
            return
        self.query_one("#wrong", Static).update("")
        self.app.join(place, self.query_one("#name", Input).value.strip() or None, address=address)
