"""§5.6 Damage, from the moment before it to all that follows from it."""

from __future__ import annotations

from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.games.herokill.board import Board
from engine.games.herokill.dying import dying
from engine.games.herokill.events import Damage, Use
from engine.games.herokill.reputation import judge_act
from engine.games.herokill.skill import Window
from engine.games.herokill.windows import fire

__all__ = ["deal", "heal", "hit", "source_of"]


def deal(board: Board, damage: Damage) -> Rule[None]:
    """§5.6 In this order: skills that stop or move it; the loss of hit points; skills at once; dying; the victim's skills if he lives;
    everybody else's."""
    if not board.alive(damage.victim):
        return
    yield from fire(board, Window.DAMAGING, damage)
    if damage.cancelled or not board.alive(damage.victim):
        return
    victim, source = damage.victim, damage.source
    board.table.add("hp", -damage.points, victim)
    if source is None:
        board.table.tell("damaged", target=victim, points=damage.points)
    else:
        board.table.tell("hurt", target=victim, points=damage.points, by=source)
        if damage.use is None:
            judge_act(board, source, victim, -damage.points)
    yield from fire(board, Window.HURT, damage)
    if board.hp(victim) <= 0:
        yield from dying(board, victim, source)
    if board.alive(victim):
        yield from fire(board, Window.DAMAGED, damage)
    yield from fire(board, Window.AFTERMATH, damage)


def hit(board: Board, use: Use, victim: Seat, source: Seat | None = None) -> Rule[None]:
    """§5.6 The damage of a card: from its user, or from another (the winner of a Duel, §6.5). Only the user's own points are raised."""
    by = use.user if source is None else source
    points = use.points if by == use.user else 1
    return deal(board, Damage(victim, points, source_of(board, by), use, use.cards))


def source_of(board: Board, seat: Seat) -> Seat | None:
    """§5.6 The dead are the source of nothing."""
    return seat if board.alive(seat) else None


def heal(board: Board, seat: Seat, points: int = 1) -> None:
    """§5.10 Up to the maximum, and the living only."""
    points = min(points, board.wounds(seat)) if board.alive(seat) else 0
    if points > 0:
        board.table.add("hp", points, seat)
        board.table.tell("healed", target=seat, points=points)
