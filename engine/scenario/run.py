"""Playing a scenario: lay, then step by step give the input and look."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.core.errors import BadOptions, Refused, RuleFault
from engine.core.events import Happening, seen_by
from engine.core.game import State
from engine.core.ids import AskId, Seat
from engine.core.match import Answered, By, Left, Match
from engine.core.table import Table, TableData
from engine.core.view import View, fold, look
from engine.registry import UnknownGame, find_game
from engine.scenario.answers import Unanswerable, answer_for, rough_answer
from engine.scenario.expect import expected, window_text
from engine.scenario.form import BadScenario, Doing, Moment, Scenario, Step, read
from engine.scenario.lay import as_mark, lay_cards, lay_marks, lay_state
from engine.scenario.names import Names
from engine.scenario.rigged import Luck, Rigged
from engine.scenario.sight import hidden_faults, log_lines, seen_faults
from engine.scenario.wording import quote

__all__ = ["Failure", "Result", "play"]

MAX_SILENCES = 500
"""Windows that one `until` may let go by: more means that the moment never comes."""
PASS = "pass"
"""The kind of the move that declines, in every game."""


class Failure(msgspec.Struct, frozen=True):
    """What is wrong, at step `step` (from 1; 0 is the laying of the table). `written` says that the scenario cannot be played as it is
    written, so the rules were not tested. `log` is what happened in that step."""

    step: int
    what: str
    note: str = ""
    written: bool = False
    log: list[str] = []


class Result(msgspec.Struct, frozen=True):
    """How a scenario went; no failures means that it passed. `scenario` is None when its text could not be read."""

    scenario: Scenario | None
    failures: list[Failure]

    @property
    def passed(self) -> bool:
        return not self.failures


def play(text: str) -> Result:
    """Play the text of a scenario file. Never raises for what the text or the rules do; stops after the first step that failed."""
    try:
        scenario = read(text)
    except BadScenario as error:
        return Result(None, [Failure(0, str(error), written=True)])
    try:
        stage = _Stage(scenario)
    except BadScenario as error:
        return Result(scenario, [Failure(0, str(error), written=True)])
    except RuleFault as fault:
        return Result(scenario, [Failure(0, f"the rules failed: {fault}")])
    for number, step in enumerate(scenario.step, 1):
        failures = stage.failures(number, step)
        if failures:
            return Result(scenario, failures)
    return Result(scenario, [])


class _Stage:
    """One scenario being played: the match, and what each viewer (None: a spectator) knows of it."""

    def __init__(self, scenario: Scenario) -> None:
        try:
            game = find_game(scenario.game)
        except UnknownGame as error:
            raise BadScenario(str(error)) from error
        self._scenario = scenario
        self._views: dict[Seat | None, View] = {}
        self._luck = Luck(scenario.seed.encode()[:64] or b"-", scenario.luck)
        self._names = Names(scenario.game, Table(TableData(scenario.seats)))
        seed = scenario.seed.encode()[:64] or b"-"
        try:
            self.match, self._happened = Match.start(
                Rigged(game, self._lay, self._luck), scenario.seats, scenario.options, seed, audited=True
            )
        except BadOptions as error:
            raise BadScenario(f"options: {error.reason}") from error
        except RuleFault as fault:
            raise (fault.__cause__ if isinstance(fault.__cause__, BadScenario) else fault) from None

    def _lay(self, state: State, table: Table) -> None:
        self._names = self._luck.names = Names(self._scenario.game, table)
        lay_cards(self._names, self._scenario.table)
        lay_marks(self._names, self._scenario.marks)
        lay_state(state, self._scenario.state)
        everybody = [None, *(Seat(seat) for seat in range(self._scenario.seats))]
        self._views = {viewer: look(table, viewer) for viewer in everybody}

    def failures(self, number: int, step: Step) -> list[Failure]:
        """Give the step's input and look. The beginning of the match happens in the first step."""
        happened, self._happened = list(self._happened), []
        self._luck.script += step.luck
        faults: list[str] = []
        written = False
        try:
            faults += self._input(step, happened)
            self._match_fault()
            faults += self._after(step, happened)
        except Unanswerable as error:
            faults.append(str(error))
        except BadScenario as error:
            faults.append(str(error))
            written = True
        log = log_lines(happened) + [f"luck {line}" for line in self._luck.taken] if faults else []
        self._luck.taken.clear()
        return [Failure(number, fault, step.note, written, log) for fault in faults]

    def _match_fault(self) -> None:
        """An author's fault that came up inside the rules (a scripted luck out of bounds) is still the author's."""
        fault = self.match.fault
        if fault is not None and isinstance(fault.__cause__, BadScenario):
            raise fault.__cause__

    def _after(self, step: Step, happened: Sequence[Happening]) -> list[str]:
        if self.match.fault is not None:
            return [f"the rules failed: {self.match.fault}"]
        faults = expected(self._names, self.match, step)
        faults += seen_faults(self._names, step.sees, happened)
        faults += hidden_faults(self._names, step.hides, happened)
        if self._luck.script:
            faults.append(f"luck {self._luck.script} was not drawn in this step")
        return faults + self._secrecy(happened)

    def _secrecy(self, happened: Sequence[Happening]) -> list[str]:
        """What a viewer was told must add up to what he would see if he came now."""
        faults = []
        for viewer, known in self._views.items():
            for event in seen_by(viewer, happened):
                fold(known, event)
            if known != self.match.view(viewer):
                who = "a spectator" if viewer is None else f"seat {viewer}"
                faults.append(f"what {who} was told does not add up to what lies on the table before him")
        return faults

    # -- inputs -----------------------------------------------------------------------------------------------------------

    def _input(self, step: Step, happened: list[Happening]) -> list[str]:
        if step.leave is not None:
            seat = self._names.seat(step.leave, figures=False)
            try:
                self.match.put(Left(seat))
            except Refused as refusal:
                raise BadScenario(f"seat {seat} cannot leave: {refusal.reason}") from refusal
        elif step.do is not None:
            for doing in step.do if isinstance(step.do, list) else [step.do]:
                self._answer(doing, happened)
        elif step.passing is not None:
            for seat in self._asked(step.passing):
                self._answer({"seat": int(seat), "move": PASS}, happened)
        elif step.silence is not None:
            self._silence(step, happened)
        elif step.refused is not None:
            return self._refusal(step.refused)
        return []

    def _asked(self, who: list[int] | str) -> list[Seat]:
        if self.match.over:
            raise Unanswerable(f"nobody is asked; {window_text(self.match)}")
        if isinstance(who, str):
            return [ask.seat for ask in self.match.waiting()]
        return [self._names.seat(ref, figures=False) for ref in who]

    def _answer(self, doing: Doing, happened: list[Happening]) -> None:
        seat = self._seat_of(doing)
        ask = self.match.ask_of(seat)
        if ask is None:
            raise Unanswerable(f"{quote(doing)}: seat {seat} is not asked; {window_text(self.match)}")
        happened += self.match.put(Answered(seat, ask.id, answer_for(self._names, ask, doing))) or []

    def _seat_of(self, doing: Doing) -> Seat:
        who = doing.get("seat")
        if isinstance(who, bool) or not isinstance(who, (int, str)):
            raise BadScenario(f"{quote(doing)} needs the seat that answers")
        return self._names.seat(who, figures=False)

    def _silence(self, step: Step, happened: list[Happening]) -> None:
        assert step.silence is not None
        for _ in range(MAX_SILENCES):
            for seat in self._asked(step.silence):
                ask = self.match.ask_of(seat)
                if ask is None:
                    raise Unanswerable(f"seat {seat} is not asked; {window_text(self.match)}")
                happened += self.match.put(Answered(seat, ask.id, ask.default, By.SILENCE)) or []
            self._match_fault()
            if step.until is None or self._is(step.until):
                return
            if self.match.over:
                raise Unanswerable(f"the moment of `until` did not come; {window_text(self.match)}")
        raise Unanswerable(
            f"the moment of `until` did not come in {MAX_SILENCES} windows; {window_text(self.match)}"
        )

    def _is(self, moment: Moment) -> bool:
        if self.match.over:
            return moment.over
        window = self.match.window()
        assert window is not None
        marks = [(self._names.mark(text), as_mark(value)) for text, value in moment.marks.items()]
        return (
            not moment.over
            and moment.window in (None, window.window)
            and moment.asked in (None, [int(seat) for seat in window.seats])
            and all(self._names.table.get(name, seat) == value for (name, seat), value in marks)
        )

    def _refusal(self, doing: Doing) -> list[str]:
        """The answer must be refused with that slug, and change nothing."""
        seat = self._seat_of(doing)
        ask = self.match.ask_of(seat)
        any_open = next(iter(self.match.waiting()), None)
        number = ask.id if ask is not None else (any_open.id if any_open is not None else AskId(0))
        before = msgspec.msgpack.encode(self.match.state)
        answer = rough_answer(self._names, ask, doing)
        try:
            self.match.put(Answered(seat, number, answer))
        except Refused as refusal:
            faults = (
                []
                if refusal.slug == doing["slug"]
                else [f"{quote(doing)} was refused with {refusal.slug} ({refusal.reason})"]
            )
            if msgspec.msgpack.encode(self.match.state) != before or self.match.ask_of(seat) is not ask:
                faults.append(f"{quote(doing)} was refused and still changed the match")
            return faults
        return [f"{quote(doing)} was taken as legal"]
