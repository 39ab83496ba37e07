"""§3.6 What a player does in his own turn when the engagement is over."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ask import Answer, Ask, Move
from engine.core.events import Face
from engine.core.ids import CardId, Seat
from engine.core.poll import Rule, ask
from engine.games.pokerduel import readings
from engine.games.pokerduel.attack import attack_now, prepare
from engine.games.pokerduel.board import Board
from engine.games.pokerduel.deck import is_heart, is_quick, is_shield
from engine.games.pokerduel.offers import Reading, chosen, of_kind, offer, teams
from engine.games.pokerduel.sums import heal, is_merciful, power, strike

__all__ = ["play_cards"]


def play_cards(board: Board, seat: Seat) -> Rule[None]:
    """§3.6 Any number of actions, one after the other; the suits run out (§2.5)."""
    while True:
        question = Ask(seat, "turn", _moves(board, seat), Answer(0))
        answer = yield from ask(question)
        move = question.moves[answer.move]
        if move.kind == "end":
            return
        cards = chosen(move, answer)
        if move.kind == "attack":
            yield from attack_now(board, seat, cards)
        elif move.kind == "prepare":
            prepare(board, seat, cards)
        elif move.kind == "shield":
            slow = not is_quick(board.table.face(cards[0]))
            board.set_shield(seat, cards[0], "prepare_shield" if slow else "set_shield", preparing=slow)
        else:
            board.heal(seat, cards[0], "heal")


def _moves(board: Board, seat: Seat) -> list[Move]:
    cards = board.usable(seat)
    return [
        Move("end"),
        *_offer_attacks(board, seat, cards),
        *_offer_preparing(board, seat, cards),
        *_offer_shields(board, seat, cards),
        *_offer_hearts(board, seat, cards),
    ]


def _offer_attacks(board: Board, seat: Seat, cards: Sequence[CardId]) -> list[Move]:
    """§4.2 What happens if the target does nothing."""
    target = board.lower(seat)

    def read(faces: list[Face]) -> Reading:
        attack = power(faces, board.hp(target))
        if board.has("safe", target):
            return "attack_wasted", {"attack": attack}
        body = board.body(target, merciful=is_merciful(faces))
        return readings.of_attack(attack, strike(attack, body), board.number("shield", target))

    return offer(board, "attack", teams(board, cards, quick=True), read, {"target": target})


def _offer_preparing(board: Board, seat: Seat, cards: Sequence[CardId]) -> list[Move]:
    """§4.3 The black joker reads the hit points when it attacks (§4.5), so what it would be worth now is only a hint."""
    target = board.lower(seat)

    def read(faces: list[Face]) -> Reading:
        return "prepared_joker" if is_merciful(faces) else "prepared", {
            "attack": power(faces, board.hp(target))
        }

    return offer(board, "prepare", teams(board, cards), read, {"target": target})


def _offer_shields(board: Board, seat: Seat, cards: Sequence[CardId]) -> list[Move]:
    """§6.1, §6.2, §6.3"""

    def read(faces: list[Face]) -> Reading:
        return "shield_now" if is_quick(faces[0]) else "shield_later", {"shield": faces[0].rank}

    shields = [] if board.has_shield(seat) else of_kind(board, cards, is_shield)
    return offer(board, "shield", [[card] for card in shields], read)


def _offer_hearts(board: Board, seat: Seat, cards: Sequence[CardId]) -> list[Move]:
    """§6.4"""

    def read(faces: list[Face]) -> Reading:
        hp = board.hp(seat)
        healed = heal(hp, faces[0].rank)
        return "heals", {"hp": healed, "wasted": faces[0].rank - (healed - hp)}

    return offer(board, "heal", [[card] for card in of_kind(board, cards, is_heart)], read)
