"""§5.9 Judgement: a card is turned over and decides."""

from __future__ import annotations

from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.board import Board
from engine.games.herokill.events import Judgement
from engine.games.herokill.skill import Window
from engine.games.herokill.windows import fire

__all__ = ["judge", "replace"]


def judge(board: Board, seat: Seat, why: str, *, hold: bool = False) -> Rule[Judgement | None]:
    """The result as `seat` reads it, None if there is no card to turn over. `hold`: the card stays on the table for the caller to move."""
    card = goods.flip(board, "judged", seat)
    if card is None:
        return None
    board.table.tell("judges", by=seat, why=board.title(why))
    judgement = Judgement(seat, why, card)
    _read(board, judgement)
    yield from fire(board, Window.JUDGING, judgement)
    if not hold:
        goods.spend(board, [judgement.card])
    return judgement


def replace(board: Board, judgement: Judgement, card: CardId, by: Seat) -> None:
    """§8.12 Another card takes the place of the one that lies there, which is discarded."""
    old = judgement.card
    (judgement.card,) = goods.lay(board, [card], "rejudged", by)
    goods.spend(board, [old])
    _read(board, judgement)


def _read(board: Board, judgement: Judgement) -> None:
    """The suit is read as the judged player reads his cards."""
    judgement.suit = board.suit(judgement.seat, judgement.card)
    judgement.rank = board.table.face(judgement.card).rank
