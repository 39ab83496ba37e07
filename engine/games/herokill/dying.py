"""§5.7 A player without hit points: one after the other may save him. §5.8 If nobody does, he dies."""

from __future__ import annotations

from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.board import Board
from engine.games.herokill.deck import MEDICINE
from engine.games.herokill.need import Need
from engine.games.herokill.reputation import judge_act
from engine.games.herokill.respond import answer_need
from engine.games.herokill.skill import Relief
from engine.games.herokill.state import Life, Role
from engine.games.herokill.victory import check_victory

__all__ = ["dying"]

REWARD = 3
"""§9.8 Cards for killing a rebel."""


def dying(board: Board, seat: Seat, source: Seat | None) -> Rule[None]:
    """§5.7 From the current player on, each is asked until he declines; who has died in between is passed over."""
    board.table.tell("dying", target=seat)
    for rescuer in board.ring():
        while board.hp(seat) <= 0 and board.alive(seat) and board.alive(rescuer):
            if not (yield from _rescue(board, rescuer, seat)):
                break
        if board.hp(seat) > 0 or not board.alive(seat):
            return
    die(board, seat, source)


def _rescue(board: Board, rescuer: Seat, seat: Seat) -> Rule[bool]:
    """§5.7 One Medicine: one hit point, and what a lord's skill adds (§7.5)."""
    prompt = "save_self" if rescuer == seat else "save"
    need = Need(rescuer, MEDICINE, prompt, {"target": seat, "points": 1 - board.hp(seat)})
    if (yield from answer_need(board, need)) is None:
        return False
    points = 1 + sum(part.of(board, seat, rescuer) for _, part in board.parts(seat, Relief))
    points = min(points, board.wounds(seat))
    board.table.add("hp", points, seat)
    board.table.tell("healed", target=seat, points=points)
    judge_act(board, rescuer, seat, 1)
    return True


def die(board: Board, seat: Seat, source: Seat | None) -> None:
    """§5.8 His role is turned over, all he has is discarded; then the match may be over (§9); then reward and penalty."""
    table = board.table
    table.set("life", Life.DEAD.value, seat)
    table.set("hp", 0, seat)
    board.recount()
    table.reveal("role", seat)
    table.tell("died", target=seat, role=f"marks.role.{board.role(seat)}")
    for kind in ("hand", "equipment", "trial"):
        goods.discard(board, list(table.cards(kind, seat)), "left_behind", seat)
    for hero in board.book.heroes.values():
        for mark, value in hero.marks.items():
            table.set(mark, value, seat)
    board.refresh()
    check_victory(board)
    if source is not None and board.alive(source) and source != seat:
        _settle(board, seat, source)


def _settle(board: Board, seat: Seat, killer: Seat) -> None:
    """§9.8 Three cards for a rebel, whoever killed him. §9.9 A lord who kills a loyalist loses hand and equipment."""
    role = board.role(seat)
    if role is Role.REBEL:
        goods.draw(board, killer, REWARD, "reward")
    elif role is Role.LOYALIST and board.role(killer) is Role.LORD:
        goods.discard(board, board.owned(killer), "penalty", killer)
