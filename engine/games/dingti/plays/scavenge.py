"""§7.4 Scavenger, §7.5 Master Scavenger."""

from __future__ import annotations

from engine.core.ask import Pick
from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.core.table import zone_id
from engine.games.dingti import deck
from engine.games.dingti.asks import choose_card, one_of_each
from engine.games.dingti.board import Board
from engine.games.dingti.play import Kind, Play
from engine.games.dingti.rescue import miracle_arrives

__all__ = ["SCAVENGER", "TOP_SCAVENGER"]


def _offer_scavenger(board: Board, seat: Seat) -> list[Pick] | None:
    """Legal while something of his list lies in the discard pile."""
    name = board.table.name
    return [] if any(name(card) in deck.SCAVENGED for card in board.discard_pile) else None


def _offer_top(board: Board, seat: Seat) -> list[Pick] | None:
    """Legal while anything lies in the discard pile."""
    return [] if board.discard_pile else None


def _scavenge(board: Board, play: Play) -> Rule[None]:
    """§7.4 One card of the list."""
    name = board.table.name
    yield from _take(board, play, [card for card in board.discard_pile if name(card) in deck.SCAVENGED])


def _scavenge_anything(board: Board, play: Play) -> Rule[None]:
    """§7.5 Any card; a Miracle revives a ghost at once if he likes (§8.8)."""
    yield from _take(board, play, list(board.discard_pile))


def _take(board: Board, play: Play, cards: list[CardId]) -> Rule[None]:
    """The choice is the user's, and the card goes to his hand, a Bomb too."""
    card = yield from choose_card(board, play.user, "scavenge", one_of_each(board, cards))
    name = board.table.name(card)
    board.table.move([card], zone_id("hand", play.user), "picked_up", play.user)
    if name == deck.MIRACLE:
        yield from miracle_arrives(board, [play.user])


SCAVENGER = Kind(_offer_scavenger, _scavenge)
TOP_SCAVENGER = Kind(_offer_top, _scavenge_anything)
