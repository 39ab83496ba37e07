"""Sentences for what a room shows: events, the table, asks. Generic for all games: everything comes from the words and the payloads."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from clients.cli.choice import settled
from clients.cli.model import RoomModel
from clients.cli.speech import Speech
from engine.core.ask import Answer, Ask, Cards, Move, Number, Options, Pick, Seats, Sets
from engine.core.events import Card, Event, Face, Marked, MarkValue, Moved, Param, Shown, Told
from engine.core.ids import Seat
from engine.core.match import PollView
from engine.core.view import View, ZoneView
from engine.core.words import render

__all__ = ["RANKS", "SUITS", "Describer", "face_text"]

SUITS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
RANKS = {1: "A", 11: "J", 12: "Q", 13: "K"}


def face_text(words: Mapping[str, str], face: Face) -> str:
    """A card in a few characters: its name, or suit and rank where the game gives it no name, or both."""
    name = words.get(f"cards.{face.name}.name", "")
    name = f"“{name}”" if name.isdigit() else name  # or it looks like a count of something
    pips = SUITS.get(face.suit, face.suit) + (RANKS.get(face.rank, str(face.rank)) if face.rank else "")
    return f"{name}{pips}" if name and pips else name or pips or face.name


class Describer:
    """Speaks about one room in one language. `words` are the game's own."""

    def __init__(self, speech: Speech, words: Mapping[str, str], model: RoomModel) -> None:
        self.say = speech
        self.words = {**speech.words, **words}
        self.model = model

    # -- names --------------------------------------------------------------------------------------------------------

    def seat(self, seat: int) -> str:
        name = self.model.name_of(seat)
        return self.words.get(name, name)

    def text(self, key: str, params: Mapping[str, Param] | None = None) -> str:
        return render(self.words, key, params or {}, self.seat)

    def face(self, face: Face) -> str:
        return face_text(self.words, face)

    def cards(self, cards: list[Card]) -> str:
        return self.words.get("list.comma", ", ").join(self.face(c.face) for c in cards)

    def _known(self, key: str) -> bool:
        return key in self.words

    # -- events -------------------------------------------------------------------------------------------------------

    def event(self, event: Event) -> str | None:
        """The log line of an event, None where it has none (a mark that only counts)."""
        if isinstance(event, Told):
            return self._line(f"log.{event.key}", event.params)
        if isinstance(event, Marked):
            key, fields = _worded(f"log.mark.{event.name}", event.value)
            return self._line(key, {"seat": event.seat, **fields})
        if isinstance(event, Moved):
            return self._line(f"log.{event.why}", self._move_params(event))
        assert isinstance(event, Shown)
        faces: Param = event.n if event.faces is None else [self.face(f) for f in event.faces]
        owner = _owner(event.zone)
        return self._line(
            f"log.{event.why}",
            {"n": event.n, "cards": faces, "src": owner, "to": [int(s) for s in event.to or []]},
        )

    def _line(self, key: str, params: Mapping[str, Param]) -> str | None:
        return self.text(key, params) if self._known(key) else None

    def _move_params(self, event: Moved) -> dict[str, Param]:
        faces: Param = event.n if event.faces is None else [self.face(f) for f in event.faces]
        params: dict[str, Param] = {"n": event.n, "cards": faces, "by": event.by}
        params["src"] = None if event.src is None else _owner(event.src)
        params["dst"] = _owner(event.dst)
        return params

    # -- the table ----------------------------------------------------------------------------------------------------

    def table(self, view: View) -> list[str]:
        """The whole table, a line per seat and figure and one for the middle."""
        lines = [" · ".join(self.middle_parts(view))]
        lines += [self.seat_line(view, seat) for seat in self.present(view)]
        return [line for line in lines if line]

    def present(self, view: View) -> list[int]:
        """The seats, and the figures of which there is anything to be said: a mark that says something, or cards."""
        figures = range(view.seats, view.seats + len(view.figures))
        return [*range(view.seats), *(figure for figure in figures if self.seat_parts(view, figure))]

    def middle_parts(self, view: View, without: Collection[str] = ()) -> list[str]:
        """What the table's own marks and zones say, without those of these names."""
        marks = [self.mark(name, mark.table) for name, mark in view.marks.items() if name not in without]
        zones = [
            self.zone(zone)
            for zone in view.zones.values()
            if zone.seat is None and zone.n and zone.kind not in without
        ]
        return [part for part in marks + zones if part]

    def seat_parts(self, view: View, seat: int, *, faces: bool = True) -> list[str]:
        """What the marks and zones of a seat or figure say. Without `faces` of the hand only how many cards it has."""
        parts = [self.mark(name, mark.seats.get(Seat(seat))) for name, mark in view.marks.items()]
        for zone in view.zones.values():
            if zone.seat == seat and (zone.n or zone.kind == "hand"):
                parts.append(self.zone(zone, faces=faces or zone.kind != "hand"))
        return [part for part in parts if part]

    def seat_line(self, view: View, seat: int) -> str:
        """One seat: name, marks and zones that say something."""
        you = self.say("you.mark") if seat == self.model.you else ""
        return f"{seat + 1}. {self.seat(seat)}{you}: " + " · ".join(self.seat_parts(view, seat))

    def zone(self, zone: ZoneView, *, faces: bool = True) -> str:
        name = self.words.get(f"zones.{zone.kind}", zone.kind)
        if zone.cards is None or not faces:
            return f"{name} {zone.n}"
        if zone.seat is None and zone.n > 6:
            return f"{name} {zone.n} […, {self.face(zone.cards[-1].face)}]"
        return f"{name} [{self.cards(zone.cards)}]"

    def mark(self, name: str, value: MarkValue) -> str:
        """A mark shows where the words know it: `marks.x.<value>` for values that are words of their own, or `marks.x`: a sentence
        with {value}, or a label before the value. A list is said as `_worded` has it. Nothing and zero are not worth a word."""
        if value is None or value is False or value == "":
            return ""
        key, fields = _worded(f"marks.{name}", value)
        if "value" not in fields:
            return self._line(key, fields) or ""
        special = f"marks.{name}.{str(value).lower()}"
        if self._known(special):
            return self.words[special]
        if not self._known(f"marks.{name}"):
            return ""
        label = self.words[f"marks.{name}"]
        if "{" in label:
            return self.text(f"marks.{name}", {"value": value})
        return label if value is True else f"{label} {value}" if value else ""

    def origin(self, view: View | None, cards: Sequence[int]) -> str:
        """Where these cards lie, as far as it is seen."""
        places: dict[str, None] = {}
        for zone in view.zones.values() if view else ():
            if any(card.id in cards for card in zone.cards or ()):
                name = self.words.get(f"zones.{zone.kind}", zone.kind)
                of = "" if zone.seat is None else self.seat(zone.seat)
                places[self.say("tray.of", zone=name, seat=of) if of else name] = None
        return self.words.get("list.comma", ", ").join(places)

    # -- asks ---------------------------------------------------------------------------------------------------------

    def window(self, window: PollView) -> str:
        """What is being asked, as everybody may know it; of a question to one player, with his name in front."""
        said = self._line(f"windows.{window.window}", window.params) or ""
        if (
            said
            and len(window.seats) == 1
            and not any(seat in window.params.values() for seat in window.seats)
        ):
            return self.say("table.window", seat=self.seat(window.seats[0]), what=said)
        return said

    def prompt(self, ask: Ask) -> str:
        return self.text(f"prompts.{ask.prompt}", ask.params)

    def kind(self, move: Move) -> str:
        """The name of a move."""
        return self.text(f"moves.{move.kind}", move.params)

    def move(self, move: Move) -> str:
        """One move: its name, the reading of the only cards that it can be made with, and what it still needs."""
        read = [self.values(p)[0] for p in move.picks if settled(p) and isinstance(p, Sets)]
        said = ": ".join([self.kind(move), *read])
        open_picks = [self.text(f"picks.{p.name}") for p in move.picks if not settled(p)]
        return said + (f" → {self.words.get('list.comma', ', ').join(open_picks)}" if open_picks else "")

    def values(self, pick: Pick) -> list[str]:
        """The names of what may be picked, in the order of `pick.values()`."""
        if isinstance(pick, Cards):
            return [self.face(c.face) for c in pick.cards]
        if isinstance(pick, Seats):
            return [self.seat(s) for s in pick.seats]
        if isinstance(pick, Options):
            return [self.text(o) for o in pick.options]
        if isinstance(pick, Sets):
            faces = {c.id: c.face for c in pick.cards}
            comma = self.words.get("list.comma", ", ")
            return [
                f"{comma.join(self.face(faces[c]) for c in s.cards)} ({self.text(s.label, s.params)})"
                for s in pick.sets
            ]
        assert isinstance(pick, Number)
        return [str(n) for n in range(pick.lo, pick.hi + 1)]

    def chosen(self, pick: Pick, values: Sequence[int]) -> str:
        """What was picked, by name."""
        names = dict(zip(pick.values(), self.values(pick), strict=True))
        return self.words.get("list.comma", ", ").join(names[value] for value in values)

    def answer(self, ask: Ask, answer: Answer) -> str:
        """What somebody did: the move, and what he picked for it."""
        move = ask.moves[answer.move]
        picked = [self.chosen(pick, values) for pick, values in zip(move.picks, answer.picks, strict=True)]
        return ": ".join(
            part for part in [self.kind(move), " → ".join(part for part in picked if part)] if part
        )


def _worded(key: str, value: MarkValue) -> tuple[str, dict[str, Param]]:
    """The words for a mark's value and what fills them. A list that begins with a word is a sentence of its own, `<key>.<word>`, with
    the rest as {1}, {2} and so on."""
    if isinstance(value, Sequence) and value and not isinstance(value, str) and isinstance(value[0], str):
        return f"{key}.{value[0]}", {str(place): one for place, one in enumerate(value) if place}
    return key, {"value": value}


def _owner(zone: str) -> int | None:
    _, dot, seat = zone.rpartition(".")
    return int(seat) if dot and seat.isdigit() else None
