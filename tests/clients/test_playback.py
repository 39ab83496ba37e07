"""A record played again: any step is reached from any other, and each viewer sees what he saw."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clients.cli.playback import HISTORY, Eye, Playback, Played, Viewer, describer_of, ending, lines_of
from clients.cli.speech import LANGUAGES, Speech
from engine.core.errors import RecordMismatch
from engine.core.ids import Seat
from engine.core.match import Answered, By, Match
from engine.core.record import Record
from engine.core.view import View, fold
from engine.registry import find_game
from tests.clients.records import MATCHES, bot_record


def surveyed(record: Record) -> Playback:
    playback = Playback(record)
    shares = list(playback.survey())
    assert shares == sorted(shares)
    assert shares[-1] == 1
    return playback


def go(playback: Playback, step: int) -> Playback:
    for share in playback.seek(step):
        assert 0 < share <= 1
    return playback


def viewers(record: Record) -> list[Viewer]:
    return [*Eye, *(Seat(seat) for seat in range(record.seats))]


def standing(playback: Playback) -> tuple[int, int, bool, list[Played], list[View]]:
    """Everything that can be asked of it."""
    views = [playback.view(viewer) for viewer in viewers(playback.record)]
    return playback.step, playback.round, playback.over, list(playback.recent), views


@pytest.mark.parametrize("game", list(MATCHES))
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_at_any_step_it_stands_as_a_fresh_one_that_played_to_it(game: str, data: st.DataObject) -> None:
    """However it came there: forwards, back, by leaps, with single steps between, surveyed or not."""
    record = bot_record(game, leaves=7)
    playback = surveyed(record)
    steps = playback.steps
    if data.draw(st.booleans(), "not surveyed"):
        playback = Playback(record)
    for _ in range(3):
        go(playback, data.draw(st.integers(-2, steps + 99), "leap"))
        for _ in range(data.draw(st.integers(0, 3), "single steps")):
            playback.advance()
    fresh = Playback(record)
    while fresh.step < playback.step:
        assert fresh.advance() is not None
    assert standing(playback) == standing(fresh)


@pytest.mark.parametrize("game", list(MATCHES))
def test_each_sees_what_he_saw(game: str) -> None:
    """A seat's view is the match's, and what it is told folds one view into the next; so for the public. All open shows all."""
    record = bot_record(game)
    playback = surveyed(record)
    match, _ = record.begin(find_game(game))
    inputs = iter(record.inputs)
    eyes: list[Seat | None] = [None, *(Seat(seat) for seat in range(record.seats))]
    folded = {eye: match.view(eye) for eye in eyes}
    while True:
        for eye in eyes:
            seen = playback.view(Eye.PUBLIC if eye is None else eye)
            assert seen == match.view(eye) == folded[eye]
        _all_is_open(playback.view(Eye.OPEN), match)
        if playback.over:
            break
        played = playback.advance()
        assert played is not None
        for told in inputs:
            if match.put(told) is not None:
                break
        describe = describer_of(record, Speech("en"))
        for eye in eyes:
            playback.show(describe.model, Eye.PUBLIC if eye is None else eye)
            for event in describe.model.log[-_count(played, eye) :] if _count(played, eye) else ():
                fold(folded[eye], event)
    assert playback.step == playback.steps == match.step
    assert match.over


def _count(played: Played, eye: Seat | None) -> int:
    """How many events of a step reach somebody."""
    return sum(
        (public if eye is None or not private else private.get(eye, public)) is not None
        for public, private in played.happened
    )


def _all_is_open(view: View, match: Match) -> None:
    data = match.table.data
    assert {name: [card.id for card in zone.cards or []] for name, zone in view.zones.items()} == {
        name: list(zone.cards) for name, zone in data.zones.items()
    }
    for name, mark in data.marks.items():
        assert sorted(mark.values.values(), key=str) == sorted(
            view.marks[name].seats.values() if view.marks[name].seats else [view.marks[name].table], key=str
        )


@pytest.mark.parametrize("game", list(MATCHES))
def test_rounds_begin_where_the_survey_says(game: str) -> None:
    playback = surveyed(bot_record(game))
    assert playback.rounds[0] == (1, 1)
    for place, (number, first) in enumerate(playback.rounds):
        assert go(playback, first).round == number
        assert playback.round_at(first) == place
        if first > 1:
            assert go(playback, first - 1).round < number
            assert playback.round_at(first - 1) == place - 1
    assert go(playback, playback.steps).over
    assert len(playback.recent) == min(HISTORY, playback.steps)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(MATCHES))
def test_answers_are_said_to_those_who_may_know_them(game: str, language: str) -> None:
    record = bot_record(game, leaves=7)
    playback, describe = Playback(record), describer_of(record, Speech(language))
    counts: dict[Viewer, int] = dict.fromkeys(viewers(record), 0)
    said = 0
    while played := playback.advance():
        for viewer in viewers(record):
            playback.show(describe.model, viewer)
            lines = lines_of(played, viewer, describe)
            mine = [one for one in played.given if one.answer and viewer in (Eye.OPEN, one.seat)]
            counts[viewer] += len(mine)
            for one in mine:
                assert one.ask is not None
                assert one.answer is not None
                what = describe.answer(one.ask, one.answer)
                assert what
                assert any(line.startswith(describe.seat(one.seat)) and line.endswith(what) for line in lines)
            gone = describe.say("replay.left", seat="Ann")
            said += viewer is Eye.PUBLIC and gone in lines
    assert said == 1
    assert counts[Eye.PUBLIC] == 0
    answers = [given for given in record.inputs if isinstance(given, Answered)]
    assert counts[Eye.OPEN] == len(answers)
    assert counts[Seat(0)] == sum(given.seat == 0 for given in answers)
    assert len(ending(record, describe)) == 2


def test_silence_and_a_void_match_are_said() -> None:
    whole = bot_record("dingti")
    inputs = [
        msgspec.structs.replace(one, by=By.SILENCE) if isinstance(one, Answered) else one
        for one in whole.inputs
    ]
    record = msgspec.structs.replace(whole, inputs=inputs[:3], outcome=None, fault="the roof fell in")
    playback, describe = Playback(record), describer_of(record, Speech("en"))
    played = playback.advance()
    assert played is not None
    playback.show(describe.model, Eye.OPEN)
    assert "runs out of time" in lines_of(played, Eye.OPEN, describe)[0]
    assert "the roof fell in" in ending(record, describe)[0]


def test_a_record_that_does_not_fit_says_so() -> None:
    record = bot_record("dingti")
    for wrong in ({"version": 99}, {"names": ["Ann"]}, {"secret": "xx"}, {"seats": 1, "names": ["Ann"]}):
        with pytest.raises(RecordMismatch):
            Playback(msgspec.structs.replace(record, **wrong))
    twice = msgspec.structs.replace(record, inputs=[record.inputs[0], *record.inputs])
    with pytest.raises(RecordMismatch):
        list(Playback(twice).survey())
    with pytest.raises(RecordMismatch):
        list(Playback(twice).seek(9))
