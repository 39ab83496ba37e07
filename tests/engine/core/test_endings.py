"""How a match ends: by its rules, from any depth, or void because they failed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core import match as module
from engine.core.ask import Answer, Ask, Cards, Move, Seats
from engine.core.chance import Chance
from engine.core.errors import AuditFailed, BudgetSpent, Illegal, RuleFault, Stale
from engine.core.events import Told
from engine.core.ids import AskId, Seat
from engine.core.journal import Answered
from engine.core.match import Match
from engine.core.poll import GameOver, Outcome, Poll, Rule, TurnOver, ask, sealed
from engine.core.table import Table
from tests.engine.core.toys import DRAW, SEED, Toy, ToyState, answer, begin, yes_or_no
from tests.engine.watchers import fingerprint

# -- endings ----------------------------------------------------------------------------------------------------------


def test_game_over_unwinds_from_any_depth() -> None:
    def dive(depth: int) -> Rule[None]:
        yield from ask(yes_or_no(depth % 2))
        if depth == 5:
            raise GameOver(Outcome([Seat(1)], "deep", [2, 1], [0, 9]))
        yield from dive(depth + 1)

    def rounds(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        yield from dive(0)
        return None

    match = begin(rounds)
    for depth in range(6):
        assert not match.over
        match.put(answer(match, depth % 2))
    assert match.outcome == Outcome([Seat(1)], "deep", [2, 1], [0, 9]) and match.fault is None


def test_turn_over_is_its_owner_s() -> None:
    def rounds(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        try:
            yield from ask(yes_or_no(0))
            raise TurnOver
        except TurnOver:
            table.tell("turn_over")
        yield from ask(yes_or_no(1))
        raise TurnOver

    match = begin(rounds)
    assert match.put(answer(match, 0)) == [(Told("turn_over"), None)]
    match.put(answer(match, 1))
    assert isinstance(match.fault, RuleFault) and isinstance(match.fault.__cause__, TurnOver)


def test_a_match_may_end_before_it_asks() -> None:
    def rounds(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        table.tell("nothing_to_do")
        return DRAW
        yield

    match, happened = Match.start(Toy(rounds), 2, {}, SEED)
    assert (match.outcome, match.waiting(), match.window()) == (DRAW, [], None)
    assert [public for public, _ in happened] == [Told("nothing_to_do")]
    assert fingerprint(match.fork()) == fingerprint(match)


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome([Seat(2)], "who"),
        Outcome([Seat(0), Seat(0)], "twice"),
        Outcome([], "places", [1]),
        Outcome([], "scores", [], [1, 2, 3]),
    ],
)
def test_an_outcome_must_be_about_the_players(outcome: Outcome) -> None:
    def rounds(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        yield from ask(yes_or_no(0))
        raise GameOver(outcome)

    match = begin(rounds)
    match.put(answer(match, 0))
    assert isinstance(match.fault, AuditFailed) and match.outcome is None


# -- faults -----------------------------------------------------------------------------------------------------------


def endless() -> Rule[None]:
    yield from endless()


def ask_figure(table: Table) -> Rule[None]:
    table.data.figures.append("boss")
    yield from ask(yes_or_no(2))


def ask_without_default(table: Table) -> Rule[None]:
    yield from ask(Ask(Seat(0), "forced", [Move("do", {}, [Seats("target", [])])], Answer(0, [[1]])))


def ask_for_ever(table: Table) -> Rule[None]:
    while True:
        yield from ask(yes_or_no(0))


def loop(table: Table) -> Rule[None]:
    while True:
        table.tell("again")
    yield


def same_seat_twice(table: Table) -> Rule[None]:
    yield from sealed("both", [yes_or_no(0), yes_or_no(0)])


def nobody(table: Table) -> Rule[None]:
    yield Poll("nobody", [])


def nonsense(table: Table) -> Rule[None]:
    yield "what?"  # type: ignore[misc]


def foreign_card(table: Table) -> Rule[None]:
    cards = table.shown(table.cards("hand", 0))
    table.move(table.cards("hand", 0), "discard", "gone")
    yield from ask(Ask(Seat(0), "put", [Move("put", {}, [Cards("card", cards)])], Answer(0, [[cards[0].id]])))


def crash(table: Table) -> Rule[None]:
    raise KeyError("oops")
    yield


def stop(table: Table) -> Rule[None]:
    yield next(iter(()))


@pytest.mark.parametrize(
    ("fails", "fault", "cause"),
    [
        (crash, RuleFault, KeyError),
        (stop, RuleFault, RuntimeError),
        (lambda table: endless(), RuleFault, RecursionError),
        (loop, BudgetSpent, None),
        (ask_for_ever, BudgetSpent, None),
        (ask_figure, AuditFailed, None),
        (ask_without_default, AuditFailed, Illegal),
        (same_seat_twice, RuleFault, None),
        (nobody, RuleFault, None),
        (nonsense, RuleFault, AttributeError),
        (foreign_card, AuditFailed, None),
        (lambda table: None, RuleFault, TypeError),
    ],
)
def test_a_failing_rule_voids_its_match_and_nothing_else(
    fails: Callable[[Table], Rule[None]],
    fault: type[RuleFault],
    cause: type[Exception] | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MAX_POLLS_PER_ROUND", 20)

    def rounds(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        yield from ask(yes_or_no(1))
        table.tell("before")
        yield from fails(table)
        return None

    match = begin(rounds)
    while not match.over:
        match.put(Answered(match.waiting()[0].seat, match.waiting()[0].id, Answer(0)))
    assert type(match.fault) is fault and match.outcome is None
    assert cause is None or isinstance(match.fault.__cause__, cause)
    assert (match.window(), match.waiting(), match.ask_of(Seat(0))) == (None, [], None)
    with pytest.raises(Stale):
        match.put(Answered(Seat(1), AskId(1), Answer(0)))
    assert str(match.fork().fault) == str(match.fault), (
        "the saved match fails again, for whoever looks into it"
    )


def test_rounds_have_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_ROUNDS", 3)

    def rounds(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        yield from ask(yes_or_no(0))
        return None

    match = begin(rounds)
    for _ in range(4):
        assert match.fault is None
        match.put(answer(match, 0))
    assert isinstance(match.fault, BudgetSpent)


def test_a_game_that_runs_by_itself_is_stopped() -> None:
    def rounds(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        return None
        yield

    assert isinstance(begin(rounds).fault, BudgetSpent)
