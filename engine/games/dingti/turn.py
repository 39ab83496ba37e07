"""§3.5, §3.6 A turn: free actions, then one play or a pass."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.ask import Answer, Move, Number, Seats
from engine.core.ids import Seat
from engine.core.poll import Rule, ask
from engine.core.table import zone_id
from engine.games.dingti import deck, override, trickster
from engine.games.dingti.asks import optional
from engine.games.dingti.board import Board, Held
from engine.games.dingti.offers import plays_of
from engine.games.dingti.play import lay
from engine.games.dingti.rescue import use_miracle

__all__ = ["take_turn"]


@dataclass(slots=True)
class _Turn:
    """What may be done once in a turn. With these, and because every other free action uses up a card of the hand, a turn ends."""

    seat: Seat
    crown_used: bool = False
    taken_back: bool = False


def take_turn(board: Board, seat: Seat) -> Rule[None]:
    """§3.5 The play ends the turn, whether it stands or is overridden."""
    board.table.set("current", seat)
    turn = _Turn(seat)
    while True:
        question = optional(seat, "turn", _moves(board, turn), {}, "turn")
        answer = yield from ask(question)
        move = question.moves[answer.move]
        if move.kind == "pass":
            board.table.tell("passes", by=seat)
            return
        if move.kind == "play":
            yield from override.play_out(board, lay(board, seat, move, answer, "play"))
            return
        if move.kind == "recall":
            trickster.recall(board, seat, Seat(answer.picks[0][0]))
            return
        _act_freely(board, turn, move, answer)


def _moves(board: Board, turn: _Turn) -> list[Move]:
    held = board.held(turn.seat)
    plays = plays_of(board, turn.seat, held) + trickster.offer_recall(board, turn.seat, held)
    return (
        plays
        + _offer_equipment(board, turn.seat, held)
        + _offer_crown(board, turn)
        + _offer_miracle(board, turn, held)
    )


def _offer_equipment(board: Board, seat: Seat, held: Held) -> list[Move]:
    """§3.6 Shields below the cap (§5.8), and equipment; a ghost cannot equip a Miracle (§8.8)."""
    moves = []
    if deck.SHIELD in held:
        room = board.table.number("cap", seat) - len(board.shields[seat])
        if room > 0:
            most = min(len(held[deck.SHIELD]), room)
            moves.append(Move("equip", {"card": deck.SHIELD}, [Number("count", 1, most)]))
    for name in held:
        if name in deck.EQUIPMENT and not (name == deck.MIRACLE and board.is_ghost(seat)):
            moves.append(Move("equip", {"card": name}))
    return moves


def _offer_crown(board: Board, turn: _Turn) -> list[Move]:
    """§7.18 Once in a turn, while there is a shield to lend and another living player."""
    shields = len(board.shields[turn.seat])
    if turn.crown_used or not shields or not board.named(deck.CROWN, board.equipment[turn.seat]):
        return []
    living = [other for other in board.living if other != turn.seat]
    return [Move("lend", {}, [Seats("target", living), Number("count", 1, shields)])] if living else []


def _offer_miracle(board: Board, turn: _Turn, held: Held) -> list[Move]:
    """§8.8 A ghost may use the one in his hand. §9.4 A Trickster may take back his equipped one, once in a turn."""
    seat = turn.seat
    if deck.MIRACLE in held and board.is_ghost(seat):
        return [Move("revive")]
    if turn.taken_back or not board.named(deck.MIRACLE, board.equipment[seat]) or board.trickster() != seat:
        return []
    return [Move("take_back")]


def _act_freely(board: Board, turn: _Turn, move: Move, answer: Answer) -> None:
    seat = turn.seat
    if move.kind == "equip":
        name = str(move.params["card"])
        count = answer.picks[0][0] if name == deck.SHIELD else 1
        row = "shields" if name == deck.SHIELD else "equipment"
        board.table.move(board.named(name, board.hands[seat])[:count], zone_id(row, seat), "equip", seat)
    elif move.kind == "lend":
        turn.crown_used = True
        _lend(board, seat, Seat(answer.picks[0][0]), answer.picks[1][0])
    elif move.kind == "take_back":
        turn.taken_back = True
        trickster.take_back(board, seat)
    else:
        use_miracle(board, seat)


def _lend(board: Board, seat: Seat, to: Seat, count: int) -> None:
    """§5.8, §7.18 The shields protect the borrower at once, and the lender's cap shrinks by as many until the next round starts."""
    board.table.move(board.shields[seat][:count], zone_id("lent", to), "lend", seat)
    board.set_lenders(to, board.lenders(to) + [seat] * count)
    board.table.add("cap", -count, seat)
