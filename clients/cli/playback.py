"""A record played again without a screen: to any step, forwards and back, as anybody at the table saw it or with all cards open.

A match is a fold, so going back means to play again from an earlier moment. `survey` goes through the whole record once and keeps the
boundaries of rounds that lie far enough apart; `seek` starts from the last one that is early enough. Both are iterators, so that whoever
has a screen can do something else in between.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

import protocol.messages as wire
from clients.cli.describe import Describer
from clients.cli.model import RoomModel
from clients.cli.speech import Speech
from engine.core.ask import Answer, Ask
from engine.core.errors import EngineError, RecordMismatch
from engine.core.events import Event, Happening, seen_by
from engine.core.ids import Seat
from engine.core.journal import By, Input, Left, Saved
from engine.core.match import Match
from engine.core.record import Record
from engine.core.view import MarkView, View, ZoneView
from engine.core.zones import OF_TABLE
from engine.registry import find_game, package_of
from engine.words import words_of
from protocol.codec import Codec

__all__ = ["Eye", "Given", "Playback", "Played", "Viewer", "describer_of", "ending", "events_of", "lines_of"]

HISTORY = 30
"""Steps before the present one of which it is known what happened: what a log of usual height shows."""
APART = 10
"""Steps between two boundaries that are kept: to go back costs at most these, a round and `HISTORY`."""


class Eye(Enum):
    """Who sees more or less than a seat: what everybody sees, or all cards and marks."""

    PUBLIC = "public"
    OPEN = "open"


Viewer = Eye | Seat


class Given(NamedTuple):
    """Something that came from a seat. Without `ask` and `answer`: the person there left for good."""

    seat: Seat
    ask: Ask | None = None
    answer: Answer | None = None
    by: By = By.PERSON


class Played(NamedTuple):
    """A step: what was given for it, and what came of it."""

    step: int
    given: Sequence[Given]
    happened: Sequence[Happening]


class Playback:
    """Stands at a step of the record, from 1 (dealt, nobody has answered yet) to the last one.

    `steps` and `rounds` (the step with which each round begins, as pairs of the round, from 1, and the step) are what `survey` has found so
    far. `recent` is what happened last, at most `HISTORY` steps of it. Raises RecordMismatch, also in the middle, for a record that does
    not fit the rules that are here."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = find_game(record.game)
        if record.version != self.game.version or len(record.names) != record.seats:
            raise RecordMismatch(
                f"played under {record.game} rules version {record.version}; here is version {self.game.version}"
            )
        try:
            self._seed = record.seed()
            self._match, first = record.begin(self.game)
        except (EngineError, ValueError, OverflowError) as error:
            raise RecordMismatch(f"the match cannot be set up: {error}") from error
        self._next = 0
        self.recent: deque[Played] = deque([Played(1, (), first)], HISTORY)
        self._kept: list[tuple[Saved, int]] = [(self._match.saved, 0)]
        self.steps = 1
        self.rounds: list[tuple[int, int]] = [(1, 1)]

    # -- where it stands ----------------------------------------------------------------------------------------------

    @property
    def step(self) -> int:
        return self._match.step

    @property
    def round(self) -> int:
        """From 1."""
        return self._match.round + 1

    @property
    def over(self) -> bool:
        """Whether there is no further step."""
        return self._match.over or self._next >= len(self.record.inputs)

    # -- going --------------------------------------------------------------------------------------------------------

    def survey(self) -> Iterator[float]:
        """Go through the whole record, beside where it stands, and yield how much of it is done."""
        match, _ = self.record.begin(self.game)
        inputs = self.record.inputs
        for number, given in enumerate(inputs, 1):
            if _put(match, given) is None:
                continue
            self.steps = max(self.steps, match.step)
            if match.round + 1 > self.rounds[-1][0]:
                self.rounds.append((match.round + 1, match.step))
            if match.saved.step - self._kept[-1][0].step >= APART:
                self._kept.append((match.saved, number - len(match.inputs)))
            yield number / len(inputs)

    def advance(self) -> Played | None:
        """To the next step; None at the end."""
        given: list[Given] = []
        while not self.over:
            one = self.record.inputs[self._next]
            ask = None if isinstance(one, Left) else self._match.ask_of(one.seat)
            happened = _put(self._match, one)
            self._next += 1
            given.append(
                Given(one.seat) if isinstance(one, Left) else Given(one.seat, ask, one.answer, one.by)
            )
            if happened is not None:
                self.recent.append(Played(self.step, given, happened))
                return self.recent[-1]
        return None

    def seek(self, step: int) -> Iterator[float]:
        """Go to a step, or to the nearest there is; yields after each that was played how much of the way is done. Left in the middle, it
        stands where it has come to."""
        early = max(1, min(step, self.steps) - HISTORY)
        saved, number = next(kept for kept in reversed(self._kept) if kept[0].step < early)
        if step < self.step or saved.step >= self.step:
            self._match, first = Match.resume(self.game, saved, self._seed)
            self._next = number
            self.recent = deque([Played(self.step, (), first)], HISTORY)
        start = self.step
        while self.step < step and self.advance():
            yield (self.step - start) / (step - start)

    def round_at(self, step: int) -> int:
        """The place in `rounds` of the round that a step belongs to."""
        return max(0, bisect_right(self.rounds, step, key=lambda one: one[1]) - 1)

    # -- looking ------------------------------------------------------------------------------------------------------

    def view(self, viewer: Viewer) -> View:
        """The table as the viewer sees it now."""
        view = self._match.view(None if isinstance(viewer, Eye) else viewer)
        if viewer is Eye.OPEN:
            table = self._match.table
            for name, zone in table.zones.items():
                view.zones[name] = ZoneView(zone.kind, zone.seat, len(zone.cards), table.shown(zone.cards))
            for name, mark in table.data.marks.items():
                seats = {Seat(seat): value for seat, value in mark.values.items() if seat != OF_TABLE}
                view.marks[name] = MarkView(seats, mark.values.get(OF_TABLE))
        return view

    def show(self, model: RoomModel, viewer: Viewer) -> None:
        """Put the table into a client's picture of a room: what the viewer sees, what he saw happen, what is asked."""
        model.you = None if isinstance(viewer, Eye) else viewer
        model.view = self.view(viewer)
        model.log = [event for played in self.recent for event in events_of(played, viewer)]
        model.window = self._match.window()


def _put(match: Match, given: Input) -> list[Happening] | None:
    try:
        return match.put(given)
    except EngineError as error:
        raise RecordMismatch(f"an answer after step {match.step} is not legal there: {error}") from error


# -- in words ---------------------------------------------------------------------------------------------------------


def events_of(played: Played, viewer: Viewer) -> list[Event]:
    """What a viewer saw of a step; with all open, what those saw who saw more than the rest."""
    if viewer is Eye.OPEN:
        told = [next(iter((private or {}).values()), public) for public, private in played.happened]
        return [event for event in told if event is not None]
    return list(seen_by(None if isinstance(viewer, Eye) else viewer, played.happened))


def lines_of(played: Played, viewer: Viewer, describe: Describer) -> list[str]:
    """A step for the log: what was answered, as far as the viewer knew it then (his own answers), and what happened."""
    say = describe.say
    lines = []
    for seat, ask, answer, by in played.given:
        if ask is None or answer is None:
            lines.append(say("replay.left", seat=describe.seat(seat)))
        elif viewer is Eye.OPEN or viewer == seat:
            key = "replay.silence" if by is By.SILENCE else "replay.chose"
            lines.append(say(key, seat=describe.seat(seat), what=describe.answer(ask, answer)))
    return [*lines, *(line for event in events_of(played, viewer) if (line := describe.event(event)))]


def describer_of(record: Record, speech: Speech) -> Describer:
    """Who speaks about the record; its `model` is to be filled by `Playback.show`."""
    seats = [
        wire.SeatInfo(kind="person" if level is None else "bot", name=name, level=level, connected=True)
        for name, level in zip(record.names, record.levels, strict=True)
    ]
    info = wire.RoomInfo(
        room="REPLAY", name="", game=record.game, phase="playing", seats=seats, options={}, clock=wire.Clock(),
        polling="brisk", listed=False, locked=False, host=None,
    )  # fmt: skip
    model = RoomModel(Codec.MSGPACK, wire.Snapshot(room="REPLAY", seq=0, you=None, info=info))
    return Describer(speech, words_of(package_of(record.game), speech.language), model)


def ending(record: Record, describe: Describer) -> list[str]:
    """How the match ended."""
    say, outcome = describe.say, record.outcome
    if outcome is None:
        return [say("match.void", reason=record.fault or ""), say("replay.end")]
    winners = say("list.comma").join(describe.seat(seat) for seat in outcome.winners)
    reason = describe.text(f"outcomes.{outcome.reason}")
    return [
        say("match.won" if winners else "match.draw", winners=winners, reason=reason),
        say("replay.end"),
    ]
