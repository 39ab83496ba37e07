"""§5.5 Kills outside the play phase: somebody may use one on a given player, out of turn or after another Kill."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.events import Param
from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill.board import Board
from engine.games.herokill.deck import KILL
from engine.games.herokill.events import Supply, Use
from engine.games.herokill.need import Need
from engine.games.herokill.respond import find
from engine.games.herokill.use import use_card

__all__ = ["kill_of", "strike"]


def kill_of(supply: Supply, targets: list[Seat]) -> Use:
    """The use of a Kill that was supplied: the lord's own, if it was lent to him (§7.3)."""
    return Use(
        supply.seat,
        KILL,
        supply.cards,
        targets,
        supply.suit,
        supply.colour,
        supply.skill if supply.giver == supply.seat else None,
    )


def strike(
    board: Board,
    seat: Seat,
    target: Seat,
    prompt: str,
    *,
    ranged: bool = False,
    prepare: Callable[[Use], None] | None = None,
    more: Callable[[Board, Seat, Seat, list[CardId]], Rule[list[Seat]]] | None = None,
    **about: Param,
) -> Rule[bool]:
    """Ask `seat` for a Kill on `target` and use it; False if none came, or the target may not be named (§5.2). It never counts toward the
    limit (§3.6). `ranged`: the target must be within range, without the piece of equipment
    that the Kill may be made of (§4.2); `prepare` changes the use before it is declared; `more` may
    add targets."""
    if not board.alive(seat) or not board.alive(target) or not board.may_aim(seat, KILL, target):
        return False
    need = Need(seat, KILL, prompt, {"target": target, **about})
    if ranged:
        if target not in board.in_range(seat):
            return False
        need.allows = lambda card: card not in board.gear[seat] or target in board.in_range(seat, [card])
    supply = yield from find(board, need)
    if supply is None:
        return False
    targets = [target]
    if more is not None and supply.giver == seat:
        targets = yield from more(board, seat, target, supply.cards)
    use = kill_of(supply, targets)
    if prepare is not None:
        prepare(use)
    yield from use_card(board, use)
    return True
