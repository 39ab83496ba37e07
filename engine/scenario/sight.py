"""What viewers were told in a step: matching events with patterns, and showing them to an author."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.events import Event, Happening, Marked, Moved, Shown, Told, seen_by
from engine.core.ids import Seat
from engine.scenario.form import BadScenario, Pattern, Value, hint
from engine.scenario.names import Names

__all__ = ["PUBLIC", "hidden_faults", "log_lines", "seen_faults", "viewers_of"]

PUBLIC = "public"
ALL = "all"
HIDDEN = "hidden"
_FIELDS = ("src", "dst", "n", "by", "cards", "under", "value", "zone", "shown_to")


class _Told(NamedTuple):
    """An event as an author writes it: `log` (its text key) and its fields by name."""

    fields: dict[str, Value | None]

    def fits(self, names: Names, pattern: Pattern) -> bool:
        return all(self._fits(names, key, value) for key, value in pattern.items() if key != "viewer")

    def _fits(self, names: Names, key: str, value: Value) -> bool:
        if key not in self.fields:
            return False
        mine = self.fields[key]
        if key == "cards" and isinstance(value, list):
            return isinstance(mine, list) and sorted(mine, key=str) == sorted(
                _card_names(names, value), key=str
            )
        if key in ("src", "dst", "zone") and isinstance(value, str) and value != "none":
            value = names.zone(value)
        if key in ("by", "seat") and isinstance(value, str):
            value = int(names.seat(value))
        return mine == (None if value == "none" else value)


def _card_names(names: Names, cards: Sequence[int | str]) -> list[str]:
    return [names.card(str(text)).name for text in cards]


def _in_words(event: Event) -> _Told:
    if isinstance(event, Told):
        plain: dict[str, Value | None] = {"log": event.key}
        for key, param in event.params.items():
            plain[key] = list(param) if isinstance(param, Sequence) and not isinstance(param, str) else param
        return _Told(plain)
    if isinstance(event, Marked):
        owner = "" if event.seat is None else f".{event.seat}"
        value = event.value
        shown = list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value
        return _Told({"mark": event.name + owner, "value": HIDDEN if event.hidden else shown})
    cards: Value = HIDDEN if event.faces is None else [face.name for face in event.faces]
    if isinstance(event, Shown):
        to: Value = ALL if event.to is None else [int(seat) for seat in event.to]
        return _Told({"log": event.why, "zone": event.zone, "n": event.n, "shown_to": to, "cards": cards})
    assert isinstance(event, Moved)
    fields: dict[str, Value | None] = {"log": event.why, "src": event.src, "dst": event.dst, "n": event.n}
    return _Told({**fields, "by": event.by, "under": event.under, "cards": cards})


def viewers_of(names: Names, who: Value | None) -> list[Seat | None]:
    """The viewers that a pattern names: a seat, "public" (a spectator), or "all" of both."""
    everybody: list[Seat | None] = [None, *(Seat(s) for s in range(names.table.data.seats))]
    if who == ALL:
        return everybody
    if who == PUBLIC:
        return [None]
    if isinstance(who, bool) or not isinstance(who, (int, str)):
        raise BadScenario('`sees` and `hides` need a viewer: viewer = a seat, "public" or "all"')
    return [names.seat(who, figures=False)]


def seen_faults(names: Names, patterns: Sequence[Pattern], happened: Sequence[Happening]) -> list[str]:
    """Complaints about events that a viewer should have been told and was not."""
    faults = []
    for pattern in patterns:
        _check_pattern(names, pattern, happened)
        for viewer in viewers_of(names, pattern.get("viewer")):
            told = [_in_words(event) for event in seen_by(viewer, happened)]
            if not any(one.fits(names, pattern) for one in told):
                faults.append(
                    f"{_who(viewer)} should see {_pattern_text(pattern)}; seen was{_near(names, pattern, told)}"
                )
    return faults


def hidden_faults(names: Names, patterns: Sequence[Pattern], happened: Sequence[Happening]) -> list[str]:
    """Complaints about events that a viewer should not have been told and was."""
    faults = []
    for pattern in patterns:
        _check_pattern(names, pattern, happened)
        for viewer in viewers_of(names, pattern.get("viewer")):
            for event in seen_by(viewer, happened):
                if _in_words(event).fits(names, pattern):
                    faults.append(
                        f"{_who(viewer)} should not see {_pattern_text(pattern)}; seen was {_text(event)}"
                    )
    return faults


def log_lines(happened: Sequence[Happening]) -> list[str]:
    """What happened, with all faces that anybody has seen of it."""
    lines = []
    for happening in happened:
        if told := _all(happening):
            lines.append(_text(max(told, key=_faces_in)))
    return lines


def _faces_in(event: Event) -> int:
    known = isinstance(event, (Moved, Shown)) and event.faces is not None
    return int(known or (isinstance(event, Marked) and not event.hidden))


def _check_pattern(names: Names, pattern: Pattern, happened: Sequence[Happening]) -> None:
    """A misspelt pattern must not pass for something that nobody was told."""
    if not set(pattern) - {"viewer"}:
        raise BadScenario(f"{pattern} says nothing about the event{hint('', ['log', 'mark', *_FIELDS])}")
    if isinstance(mark := pattern.get("mark"), str):
        names.mark(mark)
    log = pattern.get("log")
    if log is not None:
        told = {
            getattr(event, "why", getattr(event, "key", ""))
            for happening in happened
            for event in _all(happening)
        }
        known = names.keys("log") | told
        if names.has_words("moves") and log not in known:
            raise BadScenario(f"there is no log line {log!r}{hint(str(log), known)}")


def _all(happening: Happening) -> list[Event]:
    public, private = happening
    told = [*(private or {}).values(), public]
    return [event for event in told if event is not None]


def _near(names: Names, pattern: Pattern, told: Sequence[_Told]) -> str:
    """The events of the same kind, else all keys that were seen."""
    for key in ("log", "mark"):
        near = [one for one in told if key in pattern and one.fields.get(key) == pattern[key]]
        if near:
            return " " + "; ".join(_show(one.fields) for one in near)
    keys = dict.fromkeys(str(one.fields.get("log", one.fields.get("mark"))) for one in told)
    return " " + ", ".join(keys) if keys else " nothing"


def _who(viewer: Seat | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def _text(event: Event) -> str:
    return _show(_in_words(event).fields)


def _show(fields: dict[str, Value | None]) -> str:
    return (
        "{" + ", ".join(f"{k} = {v!r}" for k, v in fields.items() if v is not None and v is not False) + "}"
    )


def _pattern_text(pattern: Pattern) -> str:
    return _show({key: value for key, value in pattern.items() if key != "viewer"})
