"""§7.17 Small Bomb, §8.14 Legacy, §7.19 Ember: the attacks."""

from __future__ import annotations

from engine.core.ask import Cards, Pick, Seats
from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.games.dingti import deck
from engine.games.dingti.board import Board
from engine.games.dingti.damage import strike
from engine.games.dingti.play import Kind, Play

__all__ = ["EMBER", "EMBER_HIT", "LEGACY", "SMALL_BOMB", "SMALL_BOMB_HIT"]

SMALL_BOMB_HIT = 4
EMBER_HIT = 2
"""Half points."""


def _offer_small_bomb(board: Board, seat: Seat) -> list[Pick] | None:
    """An opponent or the boss (§10.7)."""
    targets = board.and_boss(board.opponents[seat])
    return [Seats("target", targets)] if targets else None


def _small_bomb(board: Board, play: Play) -> Rule[None]:
    yield from strike(board, [(play.aim, SMALL_BOMB_HIT)], "hit", play.user)


def _offer_legacy(board: Board, seat: Seat) -> list[Pick] | None:
    """As a Small Bomb; whoever holds Legacies of both strengths says which."""
    picks = _offer_small_bomb(board, seat)
    held = board.named(deck.LEGACY, board.hands[seat])
    if picks and len({board.table.face(card).rank for card in held}) > 1:
        picks.append(Cards("strength", board.table.shown(held)))
    return picks


def _legacy(board: Board, play: Play) -> Rule[None]:
    """It hits for what it was made with."""
    yield from strike(
        board, [(play.aim, deck.legacy_strength(board.table.face(play.cards[0])))], "hit", play.user
    )


def _offer_ember(board: Board, seat: Seat) -> list[Pick] | None:
    """Legal even when only ghosts are left; it does nothing then (§7.19)."""
    return []


def _ember(board: Board, play: Play) -> Rule[None]:
    """Every other living player at the same time, team-mates too; ghosts are left out."""
    yield from strike(
        board, [(seat, EMBER_HIT) for seat in board.living if seat != play.user], "hit", play.user
    )


SMALL_BOMB = Kind(_offer_small_bomb, _small_bomb)
LEGACY = Kind(_offer_legacy, _legacy)
EMBER = Kind(_offer_ember, _ember)
