"""Filling in sentences: templates and their parameters, in any language.

A template is plain text with fields `{name}` or `{name:kind}`. Kinds: `seat` / `seats` (player or figure names), `card` (a card's name
from its code name), `cards` (a list of code names, or a count where the faces are hidden), `text` (another text key), nothing (as it is).
The words of a game are a flat mapping of dotted keys to templates, handed out as data, so that a client needs no knowledge of the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from engine.core.events import Param

__all__ = ["Words", "fields", "flatten", "render"]

Words = Mapping[str, str]
"""Dotted key → template."""

_FIELD = re.compile(r"\{(\w+)(?::(\w+))?\}")
KINDS = frozenset({"", "seat", "seats", "card", "cards", "text"})


def flatten(tree: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    """Nested tables to dotted keys."""
    flat: dict[str, str] = {}
    for key, value in tree.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping):
            flat.update(flatten(value, f"{name}."))
        else:
            flat[name] = str(value)
    return flat


def fields(template: str) -> dict[str, str]:
    """The fields of a template and their kinds."""
    return dict(_FIELD.findall(template))


def render(words: Words, key: str, params: Mapping[str, Param], seat_name: Callable[[int], str]) -> str:
    """The sentence for `key`. An unknown key or a missing parameter shows as its own name: visible, but never a crash."""
    template = words.get(key)
    if template is None:
        return key

    def fill(match: re.Match[str]) -> str:
        name, kind = match.group(1), match.group(2) or ""
        return _show(words, kind, params[name], seat_name) if name in params else match.group(0)

    return _FIELD.sub(fill, template)


def _show(words: Words, kind: str, value: Param, seat_name: Callable[[int], str]) -> str:
    comma = words.get("list.comma", ", ")
    if isinstance(value, (list, tuple)):
        inner = {"seats": "seat", "cards": "card"}.get(kind, kind)
        return comma.join(_show(words, inner, item, seat_name) for item in value)
    if kind in ("seat", "seats") and isinstance(value, int):
        return seat_name(value)
    if kind == "cards" and isinstance(value, int):
        return words.get("list.hidden", "{n}").replace("{n}", str(value))
    if kind in ("card", "cards"):
        return words.get(f"cards.{value}.name", str(value))
    if kind == "text":
        return words.get(str(value), str(value))
    return "" if value is None else str(value)
