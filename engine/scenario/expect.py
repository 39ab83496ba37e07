"""Comparing what is with what the scenario says must be. Each function returns complaints, an empty list when all is well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.core.match import Match
from engine.core.table import Sight
from engine.scenario.answers import offered
from engine.scenario.form import BadScenario, Doing, Ending, Step, Value, hint
from engine.scenario.lay import as_mark
from engine.scenario.names import REST, Names, face_text
from engine.scenario.wording import describe, quote

__all__ = ["expected", "window_text"]


def expected(names: Names, match: Match, step: Step) -> list[str]:
    """All complaints about the table, the marks, the state, the window and the end; not about what was seen."""
    faults = _window(match, step) + _covered(match, step.covered) + _prompts(names, match, step.prompts)
    faults += [fault for zone, want in step.zones.items() for fault in _zone(names, zone, want)]
    faults += _marks(names, step.marks) + _state(match, step.state)
    faults += [fault for doing in step.offers for fault in _offer(names, match, doing, True)]
    faults += [fault for doing in step.lacks for fault in _offer(names, match, doing, False)]
    return faults + _end(match, step.over, step.outcome)


def window_text(match: Match) -> str:
    """The open window in words, or how the match stands without one."""
    if match.fault is not None:
        return f"the rules failed: {match.fault}"
    if match.outcome is not None:
        return f"the match is over: winners {list(match.outcome.winners)}, {match.outcome.reason}"
    window = match.window()
    assert window is not None
    return f"window {window.window} asks {[int(seat) for seat in window.seats]}"


def _window(match: Match, step: Step) -> list[str]:
    window = match.window()
    if step.window is None and step.asked is None:
        return []
    name, seats = (None, []) if window is None else (window.window, [int(seat) for seat in window.seats])
    want_name = name if step.window is None else step.window
    want_seats = seats if step.asked is None else step.asked
    if (name, seats) == (want_name, want_seats):
        return []
    return [f"window {want_name} should ask {want_seats}; instead {window_text(match)}"]


def _covered(match: Match, want: bool | None) -> list[str]:
    if want is None or (match.poll is not None and match.poll.covered == want):
        return []
    return [f"the window should {'' if want else 'not '}be covered; {window_text(match)}"]


def _prompts(names: Names, match: Match, prompts: Mapping[str, str]) -> list[str]:
    faults = []
    for text, prompt in prompts.items():
        ask = match.ask_of(names.seat(text, figures=False))
        seen = "nothing" if ask is None else ask.prompt
        if seen != prompt:
            faults.append(f"seat {text} should be asked {prompt!r}; he is asked {seen!r}")
    return faults


def _zone(names: Names, text: str, want: int | list[str]) -> list[str]:
    zone = names.table.zones[names.zone(text)]
    faces = [names.table.faces[c] for c in (zone.cards if zone.seat is not None else zone.cards[::-1])]
    seen = ", ".join(face_text(face, full=True) for face in faces) or "nothing"
    if isinstance(want, int):
        return (
            []
            if len(faces) == want
            else [f"zone {text} should have {want} cards; it has {len(faces)}: {seen}"]
        )
    cards = [names.card(entry) for entry in want if entry != REST]
    short = len(faces) < len(cards)
    if zone.sight is Sight.NOBODY:  # where nobody sees, the order is what counts
        fits = not short and all(card.fits(face) for card, face in zip(cards, faces, strict=False))
        if REST in want and want.index(REST) != len(want) - 1:
            raise BadScenario(f"in {text}, whose order counts, {REST!r} can only be the end of the list")
    else:
        left = list(faces)
        fits = True
        for card in sorted(cards, key=lambda c: (c.suit is None) + (c.rank is None)):
            found = next((face for face in left if card.fits(face)), None)
            fits = fits and found is not None
            if found is not None:
                left.remove(found)
    if fits and (REST in want or len(faces) == len(cards)):
        return []
    return [f"zone {text} should have {_listing(want)}; it has {seen}"]


def _listing(want: Sequence[str]) -> str:
    counts = Counter(want)
    return ", ".join(name if n == 1 else f"{n} x {name}" for name, n in counts.items()) or "nothing"


def _marks(names: Names, marks: Mapping[str, Value]) -> list[str]:
    faults = []
    for text, value in marks.items():
        name, seat = names.mark(text)
        seen = names.table.get(name, seat)
        seen = list(seen) if isinstance(seen, Sequence) and not isinstance(seen, str) else seen
        if seen != as_mark(value) or isinstance(seen, bool) != isinstance(as_mark(value), bool):
            faults.append(f"mark {text} should be {value!r}; it is {'none' if seen is None else repr(seen)}")
    return faults


def _state(match: Match, fields: Mapping[str, Any]) -> list[str]:
    plain = msgspec.to_builtins(msgspec.structs.asdict(match.state), str_keys=True)
    faults = []
    for name, value in fields.items():
        if name not in plain:
            raise BadScenario(f"the game's state has no {name!r}{hint(name, plain)}")
        if plain[name] != (None if value == "none" else value):
            faults.append(f"state {name} should be {value!r}; it is {plain[name]!r}")
    return faults


def _offer(names: Names, match: Match, doing: Doing, want: bool) -> list[str]:
    who = doing.get("seat")
    if isinstance(who, bool) or not isinstance(who, (int, str)):
        raise BadScenario(f"{quote(doing)} needs a seat")
    ask = match.ask_of(names.seat(who, figures=False))
    if ask is None:
        return [f"seat {who} is not asked; {window_text(match)}"]
    if offered(names, ask, doing) == want:
        return []
    return [f"{quote(doing)} should {'' if want else 'not '}be offered; {describe(ask)}"]


def _end(match: Match, over: bool | None, outcome: Ending | None) -> list[str]:
    faults = []
    if over is not None and match.over != over:
        faults.append(f"the match should {'' if over else 'not '}be over; {window_text(match)}")
    return faults if outcome is None else faults + _outcome(match, outcome)


def _outcome(match: Match, want: Ending) -> list[str]:
    seen = match.outcome
    if seen is None:
        return [f"the match should be over; {window_text(match)}"]
    faults = []
    if [int(seat) for seat in seen.winners] != sorted(want.winners) or want.reason not in (None, seen.reason):
        because = "" if want.reason is None else f", {want.reason}"
        faults.append(f"the match should end with winners {want.winners}{because}; {window_text(match)}")
    if want.places not in (None, list(seen.places)):
        faults.append(f"the places should be {want.places}; they are {list(seen.places)}")
    return faults
