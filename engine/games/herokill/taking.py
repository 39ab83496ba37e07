"""§2.6 Taking one of somebody's cards: open ones by choice, out of a hand blindly."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ask import Answer, Ask, Cards, Move
from engine.core.events import Param
from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill.asks import put
from engine.games.herokill.board import Board

__all__ = ["blind", "pick_of"]


def blind(board: Board, seat: Seat) -> CardId:
    """§2.6 A card of the hand; every one is equally likely."""
    return board.chance.choice(board.hands[seat])


def pick_of(
    board: Board, taker: Seat, owner: Seat, zones: Sequence[str], *, what: str, prompt: str = "take"
) -> Rule[CardId | None]:
    """The card that `taker` picks among those of `owner` in these zones; None if there is none. `what` (a card or a skill) is why.

    Silence takes from the hand, if there is one."""
    if not board.alive(owner) or not board.alive(taker):
        return None
    faced = [card for zone in zones if zone != "hand" for card in board.table.cards(zone, owner)]
    hand = board.hands[owner] if "hand" in zones else []
    if not faced:
        return blind(board, owner) if hand else None
    moves = [Move("take_hand")] if hand else []
    moves.append(Move("take_open", {}, [Cards("cards", board.shown(faced))]))
    default = Answer(0) if hand else Answer(0, [[faced[0]]])
    about: dict[str, Param] = {"target": owner, "what": board.title(what)}
    answer = yield from put(Ask(taker, prompt, moves, default, about, "response"))
    return blind(board, owner) if moves[answer.move].kind == "take_hand" else CardId(answer.picks[0][0])
