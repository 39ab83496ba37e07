"""§7.8 Swap, and §10.9 with the boss."""

from __future__ import annotations

from engine.core.ask import Answer, Ask, Cards, Move, Pick, Seats
from engine.core.ids import CardId, Seat
from engine.core.poll import Rule, sealed
from engine.games.dingti.board import Board
from engine.games.dingti.play import Kind, Play
from engine.games.dingti.rescue import miracle_arrives

__all__ = ["SWAP"]

EACH = 2
"""Cards that each side gives, if it has them."""


def _offer(board: Board, seat: Seat) -> list[Pick] | None:
    """An opponent, unless neither side would have anything to give; the boss only if this side has (the Swap itself is spent)."""
    if len(board.hands[seat]) > 1:
        targets = board.and_boss(board.opponents[seat])
    else:
        targets = [other for other in board.opponents[seat] if board.hands[other]]
    return [Seats("target", targets)] if targets else None


def _resolve(board: Board, play: Play) -> Rule[None]:
    """Both choose in secret at the same time, then the cards change owners; Bombs hang (§9.10: a new user must have something)."""
    user, target = play.user, play.aim
    theirs = [] if target == board.boss else board.hands[target]
    if not board.hands[user] and (user != play.seat or not theirs):
        board.table.tell("fizzles", card=play.name)
        return
    if target == board.boss:
        yield from _with_boss(board, user)
        return
    given, taken = yield from _choose_both(board, user, target)
    board.hand_over(given, user, target, "swapped")
    board.hand_over(taken, target, user, "swapped")
    yield from miracle_arrives(board, [user, target])


def _choose_both(board: Board, user: Seat, target: Seat) -> Rule[list[list[CardId]]]:
    """Only a side with more than two cards has a choice; how many it has is open to all."""
    both = [user, target]
    chosen = {seat: list(board.hands[seat]) for seat in both}
    asks = [_ask_to_give(board, seat, EACH, EACH) for seat in both if len(board.hands[seat]) > EACH]
    answers = yield from sealed("swap", asks, by=user, target=target)
    for question, answer in zip(asks, answers, strict=True):
        chosen[question.seat] = [CardId(card) for card in answer.picks[0]]
    return [chosen[seat] for seat in both]


def _with_boss(board: Board, user: Seat) -> Rule[None]:
    """§10.9 Give one or two cards, then take two from the pile in any case."""
    question = _ask_to_give(board, user, 1, min(EACH, len(board.hands[user])))
    (answer,) = yield from sealed("swap", [question], by=user, target=board.boss)
    board.hand_over([CardId(card) for card in answer.picks[0]], user, board.boss, "given_to_boss")
    board.draw(user, EACH)
    yield from miracle_arrives(board, [user])


def _ask_to_give(board: Board, seat: Seat, least: int, most: int) -> Ask:
    hand = board.hands[seat]
    pick = Cards("give", board.table.shown(hand), least, most)
    silent = Answer(0, [list(board.chance.sample(hand, least))])
    return Ask(seat, "swap", [Move("give", {}, [pick])], silent, {}, "response")


SWAP = Kind(_offer, _resolve)
