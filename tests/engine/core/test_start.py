"""Setting a match up, and going on from what was saved: what does not fit is refused."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from engine.core.chance import Chance
from engine.core.errors import BadOptions, RecordMismatch, RuleFault
from engine.core.ids import Seat
from engine.core.journal import Left
from engine.core.match import Match
from engine.core.poll import GameOver, Outcome, Rule, ask
from engine.core.table import Table
from tests.engine.core.toys import DRAW, SEED, Toy, ToyState, answer, begin, yes_or_no


def counting(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
    yield from ask(yes_or_no(0))
    table.add("score", 1, 0)
    return None


# -- set-up and options -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (0, {}),
        (6, {}),
        (-1, {}),
        (2, {"size": 5}),
        (2, {"size": -1}),
        (2, {"size": "2"}),
        (2, {"size": 2.5}),
        (2, {"size": None}),
        (2, {"sice": 2}),
        (2, {"name": 3}),
    ],
)
def test_options_that_do_not_fit_are_refused(seats: int, options: dict[str, object]) -> None:
    with pytest.raises(BadOptions) as refused:
        Match.start(Toy(counting), seats, options, SEED)
    assert refused.value.slug == "options/unfit" and refused.value.reason


def test_the_set_up_is_kept_with_every_option_spelt_out() -> None:
    saved = begin(counting, size=1).saved
    assert (saved.game, saved.version, saved.seats, saved.options) == (
        "toy",
        3,
        2,
        {"size": 1, "name": "toy"},
    )
    assert (saved.next_ask, saved.step, saved.round) == (1, 0, 0)


def over_already(table: Table, chance: Chance) -> None:
    raise GameOver(DRAW)


def too_often(table: Table, chance: Chance) -> None:
    while True:
        table.tell("again")


def broken(table: Table, chance: Chance) -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize("lay", [over_already, too_often, broken])
def test_a_set_up_that_fails_is_a_rule_fault(lay: Callable[[Table, Chance], None]) -> None:
    with pytest.raises(RuleFault):
        begin(counting, 2, lay)


def test_a_zone_made_after_the_set_up_is_a_fault() -> None:
    def rounds(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        table.add_zone("late")
        yield from ask(yes_or_no(0))
        return None

    match = begin(rounds)
    assert match.fault is not None and "too late" in str(match.fault)


def test_a_match_knows_which_seats_are_bots_from_the_start() -> None:
    """Rules may ask whether a person is left; boundaries and restores keep it."""
    seen: list[list[int]] = []

    def rounds(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        seen.append([*state.bots])
        yield from ask(yes_or_no(0))
        return None

    match, _ = Match.start(Toy(rounds), 3, {}, SEED, bots=[Seat(2), Seat(0)])
    match.put(answer(match, 0))
    again = Match.restore(match.game, match.saved, SEED)
    assert seen == [[0, 2]] * 3 and again.state.bots == match.state.bots
    assert begin(counting).state.bots == []


# -- restoring what does not fit --------------------------------------------------------------------------------------


def test_another_version_or_shape_is_refused() -> None:
    class Newer(Toy):
        version = 4

    match = begin(counting)
    match.put(answer(match, 0))
    match.put(answer(match, 0))
    with pytest.raises(RecordMismatch, match="version 3; here is toy version 4"):
        Match.restore(Newer(counting), match.saved, SEED)
    for state in (b"", b"\xc1", match.saved.state[:-1], b"\x80"):
        with pytest.raises(RecordMismatch, match="unreadable state"):
            Match.restore(Toy(counting), msgspec.structs.replace(match.saved, state=state), SEED)
    with pytest.raises(RecordMismatch, match="input 2 since round 2"):
        Match.restore(Toy(counting), match.saved, SEED, [Left(Seat(1)), Left(Seat(1))])
