"""The form of a room's settings: for a new room, for a game against bots, and for a room that stands already."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, ClassVar, Literal

import msgspec
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Button, Static

import protocol.messages as wire
from clients.cli.connection import Gone
from clients.cli.full.form import Field, Value, card_schema, numbered, option_fields, switch
from clients.cli.full.screens.base import Page
from clients.cli.full.widgets.fields import Form
from clients.cli.full.widgets.keys import KeyBar
from clients.cli.guest import Guest, Sorry

__all__ = ["CreateScreen", "Wish"]

CLOCKS = ("turn", "response", "bank")


class Wish(msgspec.Struct):
    """What was filled in: a room's settings, and the level of bots for a game against them. An empty `password` is none; None: as it is."""

    game: str
    seats: int
    options: dict[str, Value]
    name: str = ""
    clock: wire.Clock = msgspec.field(default_factory=wire.Clock)
    polling: Literal["conceal", "brisk"] = "brisk"
    listed: bool = True
    password: str | None = None
    level: str = "normal"


class CreateScreen(Page):
    """`kind`: a room for `friends`, a game against `bots`, or the settings of the room that we are in (`change`). What was filled in is
    given to `submit`; if that raises Sorry its sentence is shown and the form stays."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,f5", "submit", "submit", priority=True),
        Binding("escape", "back", "back"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]
    DEFAULT_CSS = """
    CreateScreen #wrong { color: $error; height: auto; padding: 0 1; }
    CreateScreen #explain { min-height: 1; }
    CreateScreen #buttons { height: auto; padding: 0 1; }
    CreateScreen Button { margin-right: 2; }
    """

    def __init__(
        self,
        guest: Guest,
        kind: Literal["friends", "bots", "change"],
        submit: Callable[[Wish], Awaitable[None]],
        *,
        game: str | None = None,
        cancel: Callable[[], None] | None = None,
    ) -> None:
        """`cancel` is called instead of going back one screen."""
        super().__init__()
        self.guest = guest
        self.kind = kind
        self.submit = submit
        self.game = game or ""
        self.cancel = cancel
        self._games: Mapping[str, wire.GameCard] = {}

    def compose(self) -> ComposeResult:
        yield Static(self.say(f"create.head_{self.kind}"), classes="head", markup=False)
        yield Form()
        yield Static(id="explain", classes="hint", markup=False)
        yield Static(id="wrong", markup=False)
        with Horizontal(id="buttons"):
            yield Button(self.say(f"create.do_{self.kind}"), id="submit", variant="primary", compact=True)
            yield Button(self.say("dialog.back"), id="back", compact=True)
        yield KeyBar()

    def fill(self) -> None:
        self._fill()

    @work(exclusive=True, group="fields")
    async def _fill(self, values: Mapping[str, Value] | None = None) -> None:
        try:
            self._games = await self.guest.games()
            if self.game not in self._games:
                self.game = next(iter(self._games))
            names = {game: (await self.guest.words(game)).get("game.name", game) for game in self._games}
            words = await self.guest.words(self.game)
        except (Sorry, Gone) as error:
            self._complain(str(error))
            return
        form = self.query_one(Form)
        first = not form.fields
        await form.show(self._fields(names, words, {**self._present(), **(values or {})}))
        self._hide()
        if first:
            form.query("Cycle, Input").first().focus()

    # -- the fields ---------------------------------------------------------------------------------------------------

    def _present(self) -> dict[str, Value]:
        """The settings as they are in the room that is to be changed."""
        if self.kind != "change":
            return {}
        info = self.guest.room.info
        clock = {name: getattr(info.clock, name) for name in (*CLOCKS, "unlimited")}
        return {
            **{f"option-{name}": value for name, value in info.options.items()},
            **clock, "name": info.name, "seats": len(info.seats), "polling": info.polling, "listed": info.listed,
        }  # fmt: skip

    def _fields(
        self, names: Mapping[str, str], words: Mapping[str, str], values: Mapping[str, Value]
    ) -> list[Field]:
        say, card = self.say, self._games[self.game]
        yes, no = say("form.yes"), say("form.no")
        fields = []
        if self.kind == "friends":
            fields.append(Field("game", say("create.game"), "choice", self.game, choices=list(names.items())))
        seats = int(values.get("seats", min(card.max_seats, max(card.min_seats, 4))))
        seats = min(card.max_seats, max(card.min_seats, seats))
        fields.append(
            numbered(
                "seats", say("create.seats"), seats, card.min_seats, card.max_seats, say("create.seats_help")
            )
        )
        if self.kind == "bots":
            levels = [(level, say(f"level.{level}")) for level in card.bots]
            level = values.get("level", "normal" if "normal" in card.bots else card.bots[0])
            fields.append(
                Field("level", say("create.level"), "choice", level, say("create.level_help"), levels)
            )
        options = {
            name.removeprefix("option-"): value
            for name, value in values.items()
            if name.startswith("option-")
        }
        for field in option_fields(card_schema(card, self.guest.link.codec), words, options, yes, no):
            field.name = f"option-{field.name}"
            fields.append(field)
        return fields if self.kind == "bots" else fields + self._room_fields(values)

    def _room_fields(self, values: Mapping[str, Value]) -> list[Field]:
        """The settings that every room has."""
        say = self.say
        yes, no = say("form.yes"), say("form.no")
        clock = wire.Clock()
        pollings: list[tuple[Value, str]] = [
            (name, say(f"create.polling_{name}")) for name in ("brisk", "conceal")
        ]
        password = "" if self.kind == "friends" else say("create.password_kept")
        return [
            Field("name", say("create.name"), "text", values.get("name", ""), say("create.name_help")),
            Field("password", say("create.password"), "password", values.get("password", ""),
                  f"{say('create.password_help')} {password}"),
            switch("listed", say("create.listed"), bool(values.get("listed", True)), yes, no, say("create.listed_help")),
            Field("polling", say("create.polling"), "choice", values.get("polling", "brisk"),
                  say("create.polling_help"), pollings),
            switch("unlimited", say("create.unlimited"), bool(values.get("unlimited", False)), yes, no,
                   say("create.unlimited_help")),
            numbered("turn", say("create.turn"), int(values.get("turn", clock.turn)), 5, 600, say("create.turn_help")),
            numbered("response", say("create.response"), int(values.get("response", clock.response)), 3, 120,
                     say("create.response_help")),
            numbered("bank", say("create.bank"), int(values.get("bank", clock.bank)), 0, 3600, say("create.bank_help")),
        ]  # fmt: skip

    def _hide(self) -> None:
        form = self.query_one(Form)
        if any(field.name == "unlimited" for field in form.fields):
            unlimited = form.query_one("#field-unlimited")
            form.hide(CLOCKS if getattr(unlimited, "value", False) else ())

    # -- what the person does -----------------------------------------------------------------------------------------

    def on_form_explain(self, event: Form.Explain) -> None:
        self.query_one("#explain", Static).update(event.help)

    def on_form_changed(self, event: Form.Changed) -> None:
        self._complain("")
        if event.name == "unlimited":
            self._hide()
        elif event.name == "game":
            values = {field.name: field.value for field in self.query_one(Form).fields}
            with_typed = self._typed() or values
            self.game = str(with_typed.pop("game"))
            self._fill({name: value for name, value in with_typed.items() if not name.startswith("option-")})

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "submit":
            self.action_submit()
        else:
            self.action_back()

    def on_input_submitted(self) -> None:
        self.action_submit()

    def action_back(self) -> None:
        if self.cancel is not None:
            self.cancel()
        else:
            self.app.pop_screen()

    def action_submit(self) -> None:
        # The app's worker and not this screen's: a room that is there takes the screen away before all is done.
        self.app.run_worker(self._submit(), exclusive=True, group="submit")

    async def _submit(self) -> None:
        try:
            await self.submit(self.wish())
        except (Sorry, ValueError, Gone) as error:
            if self.is_attached:
                self._complain(str(error))
            else:
                self.app.notify(str(error), severity="warning", markup=False)

    def wish(self) -> Wish:
        """What is filled in. Raises ValueError with a sentence."""
        values: dict[str, Any] = self.query_one(Form).values()
        options = {
            name.removeprefix("option-"): values.pop(name)
            for name in list(values)
            if name.startswith("option-")
        }
        clock = {name: values.pop(name) for name in (*CLOCKS, "unlimited") if name in values}
        if values.get("password") == "" and self.kind == "change":
            del values["password"]
        return msgspec.convert({"game": self.game, **values, "options": options, "clock": clock}, Wish)

    def _typed(self) -> dict[str, Value] | None:
        """What stands in the fields, None while a number is half typed."""
        try:
            return self.query_one(Form).values()
        except ValueError:
            return None

    def _complain(self, sentence: str) -> None:
        self.query_one("#wrong", Static).update(sentence)
