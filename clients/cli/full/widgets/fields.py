"""Fields to be filled in: one line each, by keyboard or mouse."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from clients.cli.full.form import Field, Value

if TYPE_CHECKING:
    from clients.cli.full.app import PaijuApp

__all__ = ["Cycle", "Form"]


class Cycle(Static, can_focus=True):
    """One of a few values. `←` and `→` go through them, and so do Space, Enter and a click."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,enter", "step(1)", "other_value"),
        Binding("left", "step(-1)", "other_value", show=False),
    ]
    DEFAULT_CSS = """
    Cycle { width: 1fr; height: 1; }
    Cycle:focus { background: $accent; color: $background; text-style: bold; }
    """

    class Changed(Message):
        """Another value."""

        def __init__(self, cycle: Cycle) -> None:
            super().__init__()
            self.cycle = cycle

        @property
        def control(self) -> Cycle:
            return self.cycle

    def __init__(self, choices: Sequence[tuple[Value, str]], value: Value, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self.choices = list(choices)
        # True and 1 are equal: what is meant is the one of the same kind.
        places = [n for n, (one, _) in enumerate(self.choices) if one == value and type(one) is type(value)]
        self.place = places[0] if places else 0

    @property
    def value(self) -> Value:
        return self.choices[self.place][0]

    def on_mount(self) -> None:
        self._show()

    def action_step(self, by: int) -> None:
        if len(self.choices) > 1:
            self.place = (self.place + by) % len(self.choices)
            self._show()
            self.post_message(self.Changed(self))

    def on_click(self, event: events.Click) -> None:
        self.action_step(1)

    def _show(self) -> None:
        self.update(f"◂ {self.choices[self.place][1]} ▸")


class Form(VerticalScroll, can_focus=False):
    """Fields below each other; `↑` and `↓` go from one to the next. What the field under the cursor means stands below them."""

    app: PaijuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "focus_previous", show=False),
        Binding("down", "app.focus_next", "focus_next", show=False),
    ]
    DEFAULT_CSS = """
    Form { height: 1fr; padding: 0 1; }
    Form .row { height: 1; }
    Form .row > .label { width: 26; }
    Form .row > Input { width: 1fr; }
    Form .row > Input:focus { background: $accent 40%; }
    Form .row > .bounds { width: auto; color: $text-muted; margin-left: 1; }
    """

    class Changed(Message):
        """The person changed a field."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    class Explain(Message):
        """The cursor has come to a field with this help."""

        def __init__(self, help: str) -> None:
            super().__init__()
            self.help = help

    def __init__(self, fields: Sequence[Field] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.fields = list(fields)

    def compose(self) -> ComposeResult:
        for field in self.fields:
            with Horizontal(classes="row", id=f"row-{field.name}"):
                yield Static(field.label, classes="label", markup=False)
                yield _control(field)
                if field.kind == "number" and field.low is not None and field.high is not None:
                    yield Static(f"{field.low}–{field.high}", classes="bounds", markup=False)

    async def show(self, fields: Sequence[Field]) -> None:
        """Other fields instead; the cursor stays on the field of the same name."""
        focused = self.app.focused
        name = focused.id if focused is not None else None
        self.fields = list(fields)
        await self.recompose()
        if name is not None and (again := self.query(f"#{name}")):
            again.first().focus()

    def hide(self, names: Collection[str]) -> None:
        """Do not show these fields."""
        for field in self.fields:
            self.query_one(f"#row-{field.name}").display = field.name not in names

    def values(self) -> dict[str, Value]:
        """What stands in the fields, by their names. Raises ValueError with the label and bounds of a number that is none."""
        values: dict[str, Value] = {}
        for field in self.fields:
            control = self.query_one(f"#field-{field.name}", Widget)
            if isinstance(control, Cycle):
                values[field.name] = control.value
            elif isinstance(control, Input):
                values[field.name] = self._typed(field, control.value.strip())
        return values

    def _typed(self, field: Field, text: str) -> Value:
        if field.kind != "number":
            return text
        if not text.lstrip("-").isdigit():
            raise ValueError(self.app.speech("form.no_number", label=field.label))
        number = int(text)
        if (field.low is not None and number < field.low) or (field.high is not None and number > field.high):
            raise ValueError(
                self.app.speech("form.bounds", label=field.label, low=str(field.low), high=str(field.high))
            )
        return number

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        for field in self.fields:
            if event.widget.id == f"field-{field.name}":
                self.post_message(self.Explain(field.help))

    def on_cycle_changed(self, event: Cycle.Changed) -> None:
        event.stop()
        self.post_message(self.Changed((event.cycle.id or "").removeprefix("field-")))

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Changed((event.input.id or "").removeprefix("field-")))


class Digits(Input):
    """For a whole number: other keys than digits keep their meaning."""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return _digit(character)

    async def _on_key(self, event: events.Key) -> None:
        if not event.is_printable or _digit(event.character):
            await super()._on_key(event)
        else:
            event.prevent_default()  # or Textual takes it for text all the same


def _digit(character: str | None) -> bool:
    return character is not None and (character.isdigit() or character == "-")


def _control(field: Field) -> Widget:
    name = f"field-{field.name}"
    if field.kind == "choice":
        return Cycle(field.choices, field.value, id=name)
    text = str(field.value)
    if field.kind == "number":
        control = Digits(text, type="integer", compact=True, id=name)
        control.styles.max_width = cell_len(str(field.high or 10**6)) + 4
        return control
    return Input(text, password=field.kind == "password", compact=True, id=name)
