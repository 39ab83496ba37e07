"""Laying a scenario's table over the one that the game has set up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.core.events import Face, MarkValue
from engine.core.game import State
from engine.core.ids import CardId
from engine.core.table import Sight
from engine.scenario.form import BadScenario, Value, hint
from engine.scenario.names import REST, Names, Wanted

__all__ = ["ASIDE", "as_mark", "lay_cards", "lay_marks", "lay_state"]

ASIDE = "unlisted"
"""Zone for the cards that the scenario lists nowhere and that no `...` takes: out of the match."""
STOCK = "draw"
"""The pile from which listed cards are taken, and which has the rest unless it is listed itself."""


def lay_cards(names: Names, wanted: Mapping[str, Sequence[str]]) -> None:
    """Put exactly the listed cards into each listed zone (docs/scenarios.md, "The table"). Raises BadScenario."""
    table = names.table
    table.add_zone(ASIDE, sight=Sight.NOBODY)
    deck = list(table.faces.values())
    lists = {names.zone(text): list(cards) for text, cards in wanted.items()}
    if len(lists) != len(wanted):
        raise BadScenario("a zone is listed twice under two names")
    if STOCK in table.zones:
        lists.setdefault(STOCK, [REST])
    for zone in lists:
        table.move(list(table.zones[zone].cards), ASIDE, "scenario")
    taken: set[CardId] = set()
    chosen = {
        zone: [_take(names, text, zone, taken, deck) for text in texts] for zone, texts in lists.items()
    }
    if sum(picks.count(None) for picks in chosen.values()) > 1:
        raise BadScenario(f"only one zone can have the rest ({REST!r}), and only once")
    rest = [card for card in table.zones[ASIDE].cards if card not in taken]
    for zone, picks in chosen.items():
        cards = [card for pick in picks for card in (rest[::-1] if pick is None else [pick])]
        if cards:
            table.move(cards if table.zones[zone].seat is not None else cards[::-1], zone, "scenario")


def _take(names: Names, text: str, zone: str, taken: set[CardId], deck: list[Face]) -> CardId | None:
    """A card for one entry of a list: from what lies aside, or made anew if the deck has none of it. None for the rest."""
    if text == REST:
        return None
    table = names.table
    wanted = names.card(text)
    for card in names.find(wanted, table.zones[ASIDE].cards):
        if card not in taken:
            taken.add(card)
            return card
    for other, there in table.zones.items():
        if other != ASIDE and names.find(wanted, there.cards):
            raise BadScenario(
                f"{zone} lists {text!r}, which lies in {other}; list {other} too, to say what is left there"
            )
    copies = sum(wanted.fits(face) for face in deck)
    if copies:
        raise BadScenario(f"the table lists {text!r} more often than the deck has it ({copies})")
    (made,) = table.create([_new_face(wanted)], ASIDE, "scenario")
    taken.add(made)
    return made


def _new_face(wanted: Wanted) -> Face:
    return Face(wanted.name, wanted.suit or "", wanted.rank or 0)


def lay_marks(names: Names, marks: Mapping[str, Value]) -> None:
    """Give marks their values. Raises BadScenario."""
    for text, value in marks.items():
        name, seat = names.mark(text)
        now = names.table.get(name, seat)
        new = as_mark(value)
        if now is not None and new is not None and isinstance(now, str) != isinstance(new, str):
            raise BadScenario(f"mark {text} is {now!r} in this game; it cannot become {new!r}")
        names.table.set(name, new, seat)


def as_mark(value: Value) -> MarkValue:
    """A value as it is written in a scenario: the text "none" is no value."""
    return None if value == "none" else value


def lay_state(state: State, fields: Mapping[str, Any]) -> None:
    """Give fields of the game's state their values. Raises BadScenario."""
    known = {field.name: field for field in msgspec.structs.fields(type(state)) if field.name != "table"}
    for name, value in fields.items():
        if name not in known:
            raise BadScenario(f"the game's state has no {name!r}{hint(name, known)}")
        try:
            setattr(
                state,
                name,
                msgspec.convert(None if value == "none" else value, known[name].type, strict=False),
            )
        except msgspec.ValidationError as error:
            raise BadScenario(f"state {name}: {error}") from error
