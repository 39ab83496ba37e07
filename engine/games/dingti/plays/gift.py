"""§7.9 Gift, and §10.10 to the boss."""

from __future__ import annotations

from engine.core.ask import Cards, Pick, Seats
from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.core.table import zone_id
from engine.games.dingti import deck
from engine.games.dingti.asks import choose_card
from engine.games.dingti.board import Board
from engine.games.dingti.play import Kind, Play
from engine.games.dingti.rescue import miracle_arrives

__all__ = ["GIFT"]


def _offer(board: Board, seat: Seat) -> list[Pick] | None:
    """Any other card of the hand, and another player or the boss: both before the poll (§3.8)."""
    played = board.named(deck.GIFT, board.hands[seat])[0]
    cards = [card for card in board.hands[seat] if card != played]
    targets = board.and_boss(board.others[seat])
    return [Cards("gift", board.table.shown(cards)), Seats("target", targets)] if cards and targets else None


def _resolve(board: Board, play: Play) -> Rule[None]:
    """The card is the receiver's; a Bomb hangs on him. A new user chooses anew from his own hand (§9.10)."""
    assert play.gift is not None
    gift = play.gift
    if play.user != play.seat:
        board.table.move([gift], zone_id("hand", play.seat), "home_hidden", play.seat)
        if not board.hands[play.user]:
            board.table.tell("fizzles", card=play.name)
            return
        gift = yield from choose_card(board, play.user, "gift", board.hands[play.user])
    board.hand_over([gift], play.user, play.aim, "given_to_boss" if play.aim == board.boss else "given")
    yield from miracle_arrives(board, [] if play.aim == board.boss else [play.aim])


GIFT = Kind(_offer, _resolve)
