"""The check for leaks finds each kind of leak. A check that cannot fail would prove nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core.ask import Answer, Ask, Move, Options
from engine.core.chance import Chance
from engine.core.ids import CardId, Seat
from engine.core.poll import Outcome, Rule, ask, sealed
from engine.core.table import Table
from tests.engine.core.toys import DRAW, Toy, ToyState, card_of, yes_or_no
from tests.engine.twins import Compared, Leak, check_non_interference


def scores(table: Table) -> int:
    return sum(table.face(card).rank for card in table.cards("hand", 1))


def fair(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
    """Everybody puts a card and says something; the last card ends it."""
    for seat in range(2):
        given = yield from ask(card_of(table, seat))
        table.move([CardId(given.picks[0][0])], "open", "put", Seat(seat))
    table.set("secret", chance.below(9), 1)
    yield from sealed("talk", [yes_or_no(0), yes_or_no(1)])
    return None if table.cards("hand", 0) else DRAW


def wrapped(leak: Callable[[ToyState, Table], Rule[None]]) -> Toy:
    def rounds(state: ToyState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        yield from leak(state, table)
        return (yield from fair(state, table, chance))

    return Toy(rounds)


def tells(state: ToyState, table: Table) -> Rule[None]:
    table.tell("boast", sum=scores(table))
    yield from ()


def marks(state: ToyState, table: Table) -> Rule[None]:
    table.set("score", scores(table), 1)
    yield from ()


def asks_only_holders(state: ToyState, table: Table) -> Rule[None]:
    yield from sealed("counter", [yes_or_no(seat) for seat in range(2) if seat == 0 or scores(table) % 2])


def offers(state: ToyState, table: Table) -> Rule[None]:
    pick = Options("how", ["a", "b", "c"][: 1 + scores(table) % 3])
    yield from ask(Ask(Seat(0), "guess", [Move("guess", {}, [pick])], Answer(0, [[0]])))


def names_the_window(state: ToyState, table: Table) -> Rule[None]:
    yield from ask(yes_or_no(1), sum=scores(table))


def skips_a_question(state: ToyState, table: Table) -> Rule[None]:
    if scores(table) % 2:
        yield from ask(yes_or_no(1))


def tells_a_role(state: ToyState, table: Table) -> Rule[None]:
    table.tell("role", value=table.get("secret", 1))
    yield from ()


def mints(state: ToyState, table: Table) -> Rule[None]:
    """The number of moves within a hand shows in the ids that come later."""
    table.move(table.cards("hand", 1)[: scores(table) % 2], "hand.1", "sort")
    yield from ()


def distinct_secrets(table: Table, chance: Chance) -> None:
    for seat in range(table.data.seats):
        table.set("secret", seat, seat)


LEAKS = [tells, marks, asks_only_holders, offers, names_the_window, skips_a_question, mints]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_leak_is_found(leak: Callable[[ToyState, Table], Rule[None]]) -> None:
    with pytest.raises(Leak, match="toy, 3 seats"):
        check_non_interference(wrapped(leak), 3, {}, range(30))


def test_a_told_role_is_found() -> None:
    game = wrapped(tells_a_role)
    game._lay = distinct_secrets  # noqa: SLF001 - the toy's own set-up
    with pytest.raises(Leak):
        check_non_interference(game, 3, {}, range(30))


def test_what_a_game_keeps_beside_the_table_can_be_twisted() -> None:
    def noted(state: ToyState, table: Table) -> Rule[None]:
        table.tell("note", sum=sum(state.note))
        yield from ()

    def twist(state: ToyState, viewer: Seat | None, chance: Chance) -> None:
        state.note.append(1)

    assert check_non_interference(wrapped(noted), 3, {}, range(5)).steps > 20
    with pytest.raises(Leak, match="'sum': 0"):
        check_non_interference(wrapped(noted), 3, {}, range(1), twist=twist)  # type: ignore[arg-type]


def test_a_fair_game_passes_and_has_been_compared() -> None:
    compared = check_non_interference(Toy(fair, distinct_secrets), 3, {"size": 4}, range(12), pairs=5)
    assert compared.pairs == 60 and compared.steps > 150
    assert compared.parted + compared.stuck + compared.over == 60


def test_a_card_that_is_rightly_shown_ends_the_comparison() -> None:
    def turns(state: ToyState, table: Table) -> Rule[None]:
        table.show(table.cards("hand", 1), "bared")
        table.tell("sum", sum=scores(table))
        yield from ()

    compared = check_non_interference(wrapped(turns), 3, {}, range(20))
    assert compared.parted > 10 and isinstance(compared, Compared)
