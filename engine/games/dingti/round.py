"""§3 One round: its start, the turns, the settlement."""

from __future__ import annotations

from engine.core.ids import Seat
from engine.core.poll import Outcome, Rule
from engine.core.table import zone_id
from engine.games.dingti import boss, heir
from engine.games.dingti.board import Board
from engine.games.dingti.damage import strike
from engine.games.dingti.death import settle_deaths
from engine.games.dingti.deck import SHIELD_CAP
from engine.games.dingti.rescue import miracle_arrives
from engine.games.dingti.state import Life
from engine.games.dingti.turn import take_turn
from engine.games.dingti.victory import endless

__all__ = ["BOMB_HIT", "HELLFIRE_HIT", "play_round"]

FIRST_DRAW = 3
LATER_DRAWS = 2
"""§3.2"""
BOMB_HIT = 4
HELLFIRE_HIT = 2
"""§6.2, §6.8 Half points."""


def play_round(board: Board) -> Rule[Outcome | None]:
    """§3.1, §3.9, §3.10"""
    yield from _start(board)
    for seat in board.clockwise(Seat(board.table.number("first"))):
        if board.can_act(seat):
            yield from take_turn(board, seat)
    board.table.set("current", None)
    yield from _settle(board)
    return endless(board)


def _start(board: Board) -> Rule[None]:
    """§3.1 In this order: loans, the Heir Blade, the recalled, the boss, the draw, the first seat."""
    number = board.table.add("round", 1)
    board.table.tell("round", n=number)
    _bring_shields_home(board)
    heir.pay_and_discard(board)
    for seat in board.who_is(Life.RETURNING):
        board.set_life(seat, Life.LIVING)
        board.table.tell("returned", seat=seat)
    boss.roll(board)
    boss.take_aim(board)
    for seat in board.present:
        board.draw(seat, FIRST_DRAW if number == 1 else LATER_DRAWS)
    yield from miracle_arrives(board, board.present)
    _choose_first(board)


def _bring_shields_home(board: Board) -> None:
    """§5.9 What still lies with its borrower returns to its owner's row, or is discarded if he is dead. §5.8 Caps are whole again."""
    for seat in board.seats:
        for card, owner in list(zip(board.lent[seat], board.lenders(seat), strict=True)):
            home = zone_id("shields", owner) if owner in board.present else "discard"
            board.table.move([card], home, "loan_over", owner)
        board.set_lenders(seat, [])
        board.table.set("cap", SHIELD_CAP, seat)


def _choose_first(board: Board) -> None:
    """§3.4 Drawn every round, or drawn once and then the next clockwise who has a turn (§12.4)."""
    present, last = board.present, board.table.get("first")
    if last is None or board.options.first_seat == "random":
        first = board.chance.choice(present)
    else:
        after = board.clockwise(Seat(board.table.number("first")))
        first = next(seat for seat in after[1:] + after[:1] if seat in present)
    board.table.set("first", first)
    board.table.tell("first_seat", seat=first)


def _settle(board: Board) -> Rule[None]:
    """§3.10 Each step is one set of deaths (§3.11)."""
    board.settling = True
    yield from _explode(board)
    yield from strike(board, boss.attack(board), "boss_hits", detonate=False)
    yield from _hellfire(board)
    boss.burn(board)
    yield from _end_ghosts(board)
    for seat in board.seats:
        board.table.set("bedrock", False, seat)


def _explode(board: Board) -> Rule[None]:
    """§6.2 All bombs at once, all on one body as one hit; Detonate doubles them all (§6.5)."""
    bodies = board.bodies_with_bombs()
    hits = [(body, BOMB_HIT * len(board.bombs[body])) for body in bodies]
    for body in bodies:
        board.table.move(list(board.bombs[body]), "discard", "exploded", body)
    yield from strike(board, hits, "bombed")


def _hellfire(board: Board) -> Rule[None]:
    """§6.8 One of the living and the living boss, all with the same chance."""
    last = board.table.number("hellfire")
    bodies = board.and_boss(board.living)
    if last == board.round:  # §6.7
        board.table.set("hellfire", 0)
    if last < board.round or not bodies:
        return
    body = board.chance.choice(bodies)
    if body == board.boss:
        boss.heal(board)
    else:
        yield from strike(board, [(body, HELLFIRE_HIT)], "burns")


def _end_ghosts(board: Board) -> Rule[None]:
    """§8.5, §8.9 Ghosts whose third round this was die; their own cards cannot save them."""
    over = [seat for seat in board.present if board.table.get("ghost_until", seat) == board.round]
    yield from settle_deaths(board, over, own=False)
