"""§1.2–§1.6 The beginning: roles, heroes, first hands."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ask import Answer, Ask, Move, Options
from engine.core.ids import Seat
from engine.core.poll import Rule, sealed
from engine.games.herokill import goods
from engine.games.herokill.board import Board
from engine.games.herokill.lords import LORD_SKILL_OF
from engine.games.herokill.skill import Hero
from engine.games.herokill.state import Role

__all__ = ["base_hp", "open_match", "roles_for"]

LORD_CHOICES = 5
CHOICES = 3
"""§1.4 Heroes to choose from."""
FIRST_HAND = 4
LOYALISTS = (0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3)
SPIES = (0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1)
"""§1.2 By the number of players; rebels are the rest."""


def roles_for(seats: int, spies: str) -> list[Role]:
    """§1.2 The roles of so many players. A second spy (§10.1) takes a rebel's place."""
    second = 1 if spies == "two" else 0
    loyalists = LOYALISTS[seats]
    spies_there = SPIES[seats] + second
    rebels = seats - 1 - loyalists - spies_there
    return [Role.LORD, *[Role.LOYALIST] * loyalists, *[Role.REBEL] * rebels, *[Role.SPY] * spies_there]


def base_hp(hero: Hero, *, lord: bool) -> int:
    """§1.5 Printed hit points, and the lord's one more."""
    return hero.hp + (hero.lord_bonus if lord else 0)


def open_match(board: Board) -> Rule[None]:
    """§1.2 Roles; §1.4 the lord chooses in the open, then all others at once; §1.6 four cards each. A seat that has a role or hero already
    (a scenario has laid it) is left out."""
    _deal_roles(board)
    lord = board.lord
    choosing = [seat for seat in board.ring(lord) if board.mark("hero", seat) is None]
    if lord in choosing:
        yield from _choose(board, [lord], LORD_CHOICES)
    yield from _choose(board, [seat for seat in choosing if seat != lord], CHOICES)
    for seat in board.seats:
        _enter(board, seat, lord=seat == lord)
    board.recount()
    for seat in choosing:
        goods.draw(board, seat, FIRST_HAND, "deal")
    if board.table.get("current") is None:
        board.table.set("current", lord)
    board.state.opened = True


def _deal_roles(board: Board) -> None:
    """§1.2, §1.3 The lord's is turned over."""
    roles = roles_for(len(board.seats), board.options.spies)
    laid = {seat: role for seat in board.seats if (role := board.mark("role", seat)) is not None}
    for role in laid.values():
        if role in roles:
            roles.remove(Role(str(role)))
    board.chance.shuffle(roles)
    for seat in board.seats:
        if seat not in laid:
            board.table.set("role", roles.pop(0).value, seat)
    board.table.reveal("role", board.lord)


def _choose(board: Board, seats: Sequence[Seat], choices: int) -> Rule[None]:
    """§1.4 From heroes that nobody else is offered, in secret and shown together. Silence takes one at random."""
    if not seats:
        return
    free = [board.mark("hero", seat) is None for seat in board.seats].count(True)
    taken = [board.mark("hero", seat) for seat in board.seats]
    left = [name for name in board.book.heroes if name not in taken]
    pool = board.chance.sample(left, len(left))
    each = min(choices, (len(pool) - (free - len(seats))) // len(seats))
    asks = [
        _question(board, seat, pool[place * each : (place + 1) * each]) for place, seat in enumerate(seats)
    ]
    answers = yield from sealed("hero", asks)
    for place, (question, answer) in enumerate(zip(asks, answers, strict=True)):
        hero = pool[place * each + answer.picks[0][0]]
        board.table.set("hero", hero, question.seat)
        board.table.tell("hero_chosen", by=question.seat, hero=f"heroes.{hero}.name")


def _question(board: Board, seat: Seat, heroes: Sequence[str]) -> Ask:
    pick = Options("hero", [f"heroes.{name}.brief" for name in heroes])
    default = Answer(0, [[board.chance.below(len(heroes))]])
    role = f"marks.role.{board.role(seat)}"
    return Ask(seat, "hero", [Move("hero", {}, [pick])], default, {"role": role})


def _enter(board: Board, seat: Seat, *, lord: bool) -> None:
    """§1.5 Hit points and skills of the hero; what is there already stays (a scenario has laid it)."""
    table, hero = board.table, board.hero(seat)
    if board.mark("max_hp", seat) is None:
        table.set("max_hp", base_hp(hero, lord=lord), seat)
    if board.mark("hp", seat) is None:
        table.set("hp", board.max_hp(seat), seat)
    if board.mark("skills", seat) is None:
        own = [skill.name for skill in hero.skills]
        table.set("skills", [*own, LORD_SKILL_OF[hero.faction]] if lord else own, seat)
    lying = board.trials[seat]
    if len(board.on_trial(seat)) != len(lying):
        table.set("trial_names", [board.name(card) for card in lying], seat)
