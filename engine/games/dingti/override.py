"""§4 Override: a played card stands when nobody takes its place."""

from __future__ import annotations

from engine.core.ask import Ask, Move
from engine.core.events import Param
from engine.core.ids import Seat
from engine.core.poll import Rule, sealed
from engine.games.dingti import deck, trickster
from engine.games.dingti.asks import PASS, SILENT
from engine.games.dingti.board import Board
from engine.games.dingti.offers import plays_of
from engine.games.dingti.play import Play, go_home, lay
from engine.games.dingti.plays import KINDS

__all__ = ["play_out"]


def play_out(board: Board, play: Play) -> Rule[None]:
    """§4.1–§4.8 From the card on the table to the last effect. Tiers get stronger with every override, so the chain ends (§4.8)."""
    board.played = True
    presser: Seat | None = None
    while play.name not in deck.UNPOLLED:
        taker, presser = yield from _poll(board, play)
        if taker is None:
            break
        go_home(board, play)  # §4.6
        play = taker  # §4.7, and an earlier press has lapsed (§9.6)
    if presser is not None:
        yield from trickster.rewrite(board, play, presser)
    yield from KINDS[play.name].resolve(board, play)
    board.discard(play.cards, "spent", play.user)  # §2.7


def _poll(board: Board, play: Play) -> Rule[tuple[Play | None, Seat | None]]:
    """§4.2 One covered window for all others able to act, settled in seat order. Returns the override on the table, and else who
    pressed the trick."""
    about: dict[str, Param] = {"by": play.seat, "card": play.name}
    prompt = "override"
    if play.target is not None:
        about["target"] = play.target
        prompt = "override_at"
    asks = _questions(board, play, prompt, about)
    answers = yield from sealed(prompt, asks, covered=True, **about)
    presser: Seat | None = None
    for question, answer in zip(asks, answers, strict=True):
        move = question.moves[answer.move]
        if move.kind == "play":
            return lay(board, question.seat, move, answer, "override"), None
        if move.kind == "press":
            presser = question.seat
    return None, presser


def _questions(board: Board, play: Play, prompt: str, about: dict[str, Param]) -> list[Ask]:
    """§4.13 Everybody who can act, clockwise; a seat without cards is left out, which is open to all."""
    tier = deck.TIER[play.name]
    tricky = board.trickster() if play.name in trickster.REWRITABLE else None
    asks = []
    for seat in board.clockwise(play.seat)[1:]:
        if board.can_act(seat) and board.hands[seat]:
            held = board.held(seat)
            moves = [PASS, *plays_of(board, seat, held, tier)]
            if seat == tricky and trickster.pairs(held):
                moves.append(Move("press"))
            asks.append(Ask(seat, prompt, moves, SILENT, about, "response"))
    return asks
