"""§8.1, §8.2, §3.11 One set of deaths: rescues, clean-up, the boss's fall, one look at victory, and what the Heir Blade makes of it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.games.dingti import boss, deck, heir, rescue
from engine.games.dingti.board import Board
from engine.games.dingti.state import Life
from engine.games.dingti.victory import check_victory

__all__ = ["settle_deaths"]


def settle_deaths(
    board: Board, dying: Sequence[Seat], *, boss_fell: bool = False, own: bool = True, trickster: bool = True
) -> Rule[None]:
    """Everything that follows when these players die at the same time, and perhaps the boss with them.

    `own`, `trickster`: which rescues there are; none from a Gamble (§7.12), not his own from a ghost's end (§8.9)."""
    if not dying and not boss_fell:
        return
    gone = in_seat_order(board, dying)
    if own:
        gone = [seat for seat in gone if not rescue.own_rescue(board, seat)]
    if trickster:
        gone = yield from rescue.offer_rescue(board, gone)
    blade = board.owner_of(deck.HEIR_BLADE)
    for seat in gone:
        _bury(board, seat)
    if boss_fell:
        boss.fall(board)
    check_victory(board)
    if gone and blade is not None:
        yield from heir.inherit(board, blade, gone)


def in_seat_order(board: Board, seats: Sequence[Seat]) -> list[Seat]:
    """§9.3 From the player whose turn it is, in the settlement from the first seat."""
    current = board.table.get("current")
    start = board.table.number("first") if current is None else board.table.number("current")
    return [seat for seat in board.clockwise(Seat(start)) if seat in seats]


def _bury(board: Board, seat: Seat) -> None:
    """§8.2 All that he has is discarded; the class card, Legacy and Ember are destroyed."""
    table = board.table
    board.set_life(seat, Life.DEAD)
    table.tell("died", seat=seat)
    board.drop_shields(seat, "left_behind")
    board.destroy(board.named(deck.TRICKSTER, board.equipment[seat]), seat)
    for kind in ("hand", "equipment", "bombs"):
        cards = list(table.cards(kind, seat))
        board.discard(cards, "left_behind", seat)
