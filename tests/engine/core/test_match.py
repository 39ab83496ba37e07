"""Laws 1 to 3: a match folds its inputs, rules nest, and a boundary and the inputs after it are the whole match."""

from __future__ import annotations

import pytest

from engine.core import match as module
from engine.core.ask import Answer, Seats
from engine.core.chance import Chance
from engine.core.errors import (
    Illegal,
    Malformed,
    NotAsked,
    Stale,
)
from engine.core.events import Moved, Told
from engine.core.ids import AskId, CardId, Seat
from engine.core.journal import Answered, By, Left, PollView
from engine.core.match import Match
from engine.core.poll import Outcome, Rule, ask, choose, sealed
from engine.core.table import Table
from tests.engine.core.toys import DRAW, SEED, Toy, ToyState, answer, begin, card_of, yes_or_no
from tests.engine.watchers import fingerprint


def told(match: Match, *inputs: Answered | Left) -> list[str]:
    """The keys of what was told while these inputs were put."""
    keys = []
    for given in inputs:
        for public, _ in match.put(given) or []:
            assert isinstance(public, Told)
            keys.append(public.key)
    return keys


# -- asking -----------------------------------------------------------------------------------------------------------


def overrides(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
    """A play that may be cancelled, and the cancelling again, as deep as it goes: nested windows in one rule."""

    def stands(by: int, depth: int) -> Rule[bool]:
        others = [yes_or_no(seat, "cancel") for seat in range(3) if seat != by]
        answers = yield from sealed("cancel", others, covered=True, depth=depth)
        for question, given in zip(others, answers, strict=True):
            if given.move:
                table.tell("cancelled", by=question.seat)
                return not (yield from stands(question.seat, depth + 1))
        return True

    table.tell("effect" if (yield from stands(0, 1)) else "fizzled")
    return DRAW


def test_a_cancelled_cancel_lets_the_first_play_stand() -> None:
    match = begin(overrides, 3)
    assert match.window() == PollView("cancel", [Seat(1), Seat(2)], {"depth": 1}, covered=True)
    assert told(match, answer(match, 2, 1)) == [], "the window waits for all"
    assert told(match, answer(match, 1, 0)) == ["cancelled"]
    assert match.window() == PollView("cancel", [Seat(0), Seat(1)], {"depth": 2}, covered=True)
    assert told(match, answer(match, 0, 1), answer(match, 1, 1)) == ["cancelled"], (
        "the first by seat, not by arrival"
    )
    assert match.window() == PollView("cancel", [Seat(1), Seat(2)], {"depth": 3}, covered=True)
    assert told(match, answer(match, 1), answer(match, 2)) == ["effect"]
    assert (match.over, match.outcome, match.window(), match.waiting()) == (True, DRAW, None, [])


def test_sealed_answers_come_in_the_order_of_the_asks() -> None:
    got: list[list[Answer]] = []

    def rounds(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        got.append((yield from sealed("secret", [yes_or_no(2), yes_or_no(0), yes_or_no(1)])))
        return DRAW

    match = begin(rounds, 3)
    assert [question.seat for question in match.waiting()] == [2, 0, 1]
    for seat, move in ((1, 0), (0, 1)):
        assert match.put(answer(match, seat, move)) is None
        assert match.ask_of(Seat(seat)) is None and match.window() == PollView(
            "secret", [Seat(2), Seat(0), Seat(1)]
        )
    match.put(answer(match, 2, 1))
    assert got == [[Answer(1), Answer(1), Answer(0)]]


def test_nobody_to_ask_is_no_window() -> None:
    def rounds(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        assert (yield from sealed("nobody", [])) == []
        who = yield from choose(Seat(1), "whom", Seats("target", [Seat(0), Seat(1)], 0, 2), [0], why="x")
        return Outcome([Seat(seat) for seat in who], "chosen")

    match = begin(rounds)
    (question,) = match.waiting()
    assert (question.prompt, question.params, question.default) == ("whom", {"why": "x"}, Answer(0, [[0]]))
    assert match.window() == PollView("whom", [Seat(1)])
    match.put(answer(match, 1, 0, [0, 1]))
    assert match.outcome == Outcome([Seat(0), Seat(1)], "chosen")


def two_questions(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
    yield from ask(yes_or_no(0))
    yield from sealed("both", [yes_or_no(0), yes_or_no(1)])
    return DRAW


@pytest.mark.parametrize(
    ("seat", "number", "move", "error"),
    [
        (0, 2, 2, Malformed),
        (0, 2, -1, Malformed),
        (0, 1, 0, Stale),
        (0, 99, 0, Stale),
        (0, 3, 0, NotAsked),
        (1, 2, 0, NotAsked),
        (7, 2, 0, NotAsked),
        (-1, 77, 0, Stale),
    ],
)
def test_refusals_tell_why_and_change_nothing(
    seat: int, number: int, move: int, error: type[Exception]
) -> None:
    match = begin(two_questions)
    match.put(answer(match, 0))
    before = fingerprint(match)
    with pytest.raises(error):
        match.put(Answered(Seat(seat), AskId(number), Answer(move)))
    assert fingerprint(match) == before


def test_an_answer_cannot_be_given_twice_nor_after_the_end() -> None:
    match = begin(two_questions)
    match.put(answer(match, 0))
    second = answer(match, 0, 1)
    match.put(second)
    with pytest.raises(Stale):
        match.put(second)
    last = answer(match, 1)
    match.put(last)
    assert match.over
    for given in (second, last, Left(Seat(0))):
        with pytest.raises(Stale):
            match.put(given)


def test_illegal_picks_are_refused_and_the_question_stays() -> None:
    def rounds(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        yield from ask(card_of(table, 0))
        return DRAW

    match = begin(rounds)
    (question,) = match.waiting()
    with pytest.raises(Illegal):
        match.put(answer(match, 0, 0, [match.table.cards("hand", 1)[0]]))
    assert match.waiting() == [question]


# -- rounds and boundaries --------------------------------------------------------------------------------------------


def tricks(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
    """Each seat puts a card, a random one is thrown away; then both say something together. Ends when the hands are empty."""
    for seat in range(table.data.seats):
        given = yield from ask(card_of(table, seat))
        state.note.append(table.face(CardId(given.picks[0][0])).rank)
        table.move([chance.choice(table.cards("hand", seat))], "discard", "thrown", Seat(seat))
    answers = yield from sealed("both", [yes_or_no(0), yes_or_no(1)])
    table.add("score", sum(given.move for given in answers), 0)
    return None if table.cards("hand", 0) else DRAW


def moment(at: int) -> tuple[Match, list[Answered | Left]]:
    """The match of `tricks` after `at` random inputs, one of them a surrender, and the inputs."""
    match = begin(tricks, size=4)
    luck, inputs = Chance(b"moment"), list[Answered | Left]()
    for number in range(at):
        if number == 4:
            given: Answered | Left = Left(Seat(1))
        else:
            question = luck.choice(match.waiting())
            picks = [[luck.choice(list(pick.values()))] for pick in question.moves[0].picks]
            given = Answered(question.seat, question.id, Answer(0, picks))
        match.put(given)
        inputs.append(given)
    return match, inputs


@pytest.mark.parametrize("at", range(17))
def test_a_match_is_its_boundary_and_the_inputs_since(at: int) -> None:
    match, inputs = moment(at)
    whole, _ = Match.start(Toy(tricks), 2, {"size": 4}, SEED, audited=True)
    for given in inputs:
        whole.put(given)
    restored = Match.restore(Toy(tricks), match.saved, SEED, match.inputs, audited=True)
    assert fingerprint(match) == fingerprint(whole) == fingerprint(restored) == fingerprint(match.fork())
    assert (match.round, len(match.inputs)) == (at // 4 if at < 5 else (at - 1) // 4, match_inputs(at))
    assert match.state.left == ([Seat(1)] if at > 4 else [])


def match_inputs(at: int) -> int:
    """Inputs since the last boundary: each round takes four answers; the surrender is the fifth input."""
    return at if at < 4 else at - 4 if at < 9 else (at - 9) % 4 if at < 17 else 4


def test_a_fork_goes_its_own_way() -> None:
    match, _ = moment(6)
    before = fingerprint(match)
    fork = match.fork()
    fork.put(Answered(fork.waiting()[0].seat, fork.waiting()[0].id, fork.waiting()[0].default, By.BOT))
    assert fingerprint(match) == before != fingerprint(fork)


def test_resume_tells_what_happens_from_the_boundary_to_the_question() -> None:
    def rounds(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        table.move(table.cards("draw")[-1:], "open", "turned")
        yield from ask(yes_or_no(0))
        return None

    match = begin(rounds)
    happened = match.put(answer(match, 0))
    again, told_again = Match.resume(Toy(rounds), match.saved, SEED)
    assert happened == told_again and isinstance(told_again[0][0], Moved)
    assert fingerprint(again) == fingerprint(match)


def test_silent_rounds_belong_to_the_boundary_before_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_SILENT_ROUNDS", 3)

    def rounds(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        state.note.append(chance.below(10))
        if len(state.note) % 4 == 1:
            yield from ask(yes_or_no(0))
        return None

    match = begin(rounds)
    match.put(answer(match, 0))
    assert (match.round, match.saved.round, match.fault) == (4, 1, None)
    assert isinstance(match.state, ToyState) and len(match.state.note) == 5
    match.put(answer(match, 0))
    assert match.fault is None and fingerprint(match) == fingerprint(match.fork())


def test_the_same_seed_is_the_same_match_and_another_is_not() -> None:
    one, two = moment(8)[0], moment(8)[0]
    assert fingerprint(one) == fingerprint(two)
    other, _ = Match.start(Toy(tricks), 2, {"size": 4}, bytes(32))
    assert other.table.data == begin(tricks, size=4).table.data, "nothing is drawn in this set-up"
    for match in (other, two := begin(tricks, size=4)):
        for _ in range(3):
            match.put(Answered(match.waiting()[0].seat, match.waiting()[0].id, match.waiting()[0].default))
    assert fingerprint(other) != fingerprint(two)


# -- surrender --------------------------------------------------------------------------------------------------------


def test_leaving_in_an_open_window_leaves_it_open() -> None:
    match = begin(two_questions)
    (question,) = match.waiting()
    assert match.put(Left(Seat(0))) is None
    assert match.waiting() == [question] and match.state.left == [Seat(0)]
    with pytest.raises(Stale):
        match.put(Left(Seat(0)))
    for seat in (-1, 2):
        with pytest.raises(Stale):
            match.put(Left(Seat(seat)))
    match.put(Answered(Seat(0), question.id, Answer(1), By.BOT))
    assert match.window() == PollView("both", [Seat(0), Seat(1)])
    assert fingerprint(match.fork()) == fingerprint(match)
