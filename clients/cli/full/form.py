"""Settings as fields of a form: those of a room, and those that a game describes by its JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

import protocol.messages as wire
from protocol.codec import Codec

__all__ = ["Field", "Value", "card_schema", "numbered", "option_fields", "switch"]

Value = int | str | bool


class Field(msgspec.Struct):
    """One setting. `choices` are values and their words, for a choice; `low` and `high` bound a number (None: no bound)."""

    name: str
    label: str
    kind: Literal["choice", "number", "text", "password"]
    value: Value
    help: str = ""
    choices: Sequence[tuple[Value, str]] = ()
    low: int | None = None
    high: int | None = None


class _Property(msgspec.Struct):
    """What a game's schema says of one option."""

    type: str | None = None
    enum: list[Value] | None = None
    minimum: int | None = None
    maximum: int | None = None
    default: Value | None = None


class _Schema(msgspec.Struct):
    properties: dict[str, _Property] = {}


def card_schema(card: wire.GameCard, codec: Codec) -> _Schema:
    """The options that a server's card of a game describes."""
    read = msgspec.msgpack.decode if codec.binary else msgspec.json.decode
    return read(card.options, type=_Schema)


def option_fields(
    schema: _Schema, words: Mapping[str, str], values: Mapping[str, Value], yes: str, no: str
) -> list[Field]:
    """A field per option of a game: its title, help and choices by the game's words, its value from `values` or else the default."""
    fields = []
    for name, about in schema.properties.items():
        key = f"options.{name}"
        field = Field(name, words.get(f"{key}.title", name), "text", values.get(name, about.default or ""))
        field.help = words.get(f"{key}.help", "")
        if about.enum is not None:
            field.kind = "choice"
            field.choices = [(value, words.get(f"{key}.{value}", str(value))) for value in about.enum]
        elif about.type == "boolean":
            field.kind, field.choices = "choice", [(True, yes), (False, no)]
            field.value = bool(field.value)
        elif about.type == "integer":
            field.kind, field.low, field.high = "number", about.minimum, about.maximum
            field.value = int(field.value or 0)
        fields.append(field)
    return fields


def switch(name: str, label: str, value: bool, yes: str, no: str, help: str = "") -> Field:
    """A field with two choices."""
    return Field(name, label, "choice", value, help, [(True, yes), (False, no)])


def numbered(name: str, label: str, value: int, low: int, high: int, help: str = "") -> Field:
    """A field for a whole number."""
    return Field(name, label, "number", value, help, low=low, high=high)
