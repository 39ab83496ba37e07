"""§7.12 Gamble."""

from __future__ import annotations

from engine.core.ask import Pick
from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.games.dingti import deck
from engine.games.dingti.asks import choose_option, choose_seat
from engine.games.dingti.board import Board
from engine.games.dingti.death import settle_deaths
from engine.games.dingti.play import Kind, Play

__all__ = ["GAMBLE"]

GUESSES = list(deck.COPIES)


def _offer(board: Board, seat: Seat) -> list[Pick] | None:
    """Legal while there is a card to guess."""
    return None if board.piles_empty() else []


def _resolve(board: Board, play: Play) -> Rule[None]:
    """A right guess kills whom the user names, a wrong one the user; nothing rescues either (§8.1)."""
    user, table = play.user, board.table
    place = yield from choose_option(board, user, "guess", [f"cards.{name}.name" for name in GUESSES])
    board.refill()
    top = board.draw_pile[-1]
    table.tell("guessed", by=user, card=GUESSES[place])
    table.show([top], "top_card")
    if table.name(top) != GUESSES[place]:
        yield from settle_deaths(board, [user], own=False, trickster=False)
        return
    victim = yield from choose_seat(board, user, "victim", board.and_boss(board.others[user]))
    table.tell("gambled_away", by=user, target=victim)
    if victim == board.boss:
        board.set_boss_hp(0)
        board.contribute(user)  # §10.13
        yield from settle_deaths(board, [], boss_fell=True)
    else:
        yield from settle_deaths(board, [victim], own=False, trickster=False)


GAMBLE = Kind(_offer, _resolve)
