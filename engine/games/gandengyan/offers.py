"""§4.8, §10.2 What a player is offered: sets of his cards, each with its reading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.ask import Answer, Ask, CardSet, Move, Sets
from engine.core.ids import CardId, Seat
from engine.games.gandengyan.board import Board
from engine.games.gandengyan.cards import GRADES, JOKER, grade_of
from engine.games.gandengyan.combos import Combo
from engine.games.gandengyan.naming import label, params

__all__ = ["PASS", "SILENT", "cards_of", "offer"]

PASS: Final = Move("pass")
SILENT: Final = Answer(0)
"""§10.4 A follower's silence is a pass."""


def offer(board: Board, seat: Seat, offered: Sequence[Combo]) -> Move:
    """The move of playing one of these combos: the sets stand in their order.

    Of equal cards a set names the first ones, for it makes no difference (§2.4). The pick's `cards` are all that can take part in a legal
    play, the equal ones too: those that a client marks as playable (§10.3)."""
    faces = board.table.faces
    hand = board.hand(seat)
    by_grade: list[list[CardId]] = [[] for _ in range(GRADES + 1)]
    for card in hand:
        by_grade[grade_of(faces[card])].append(card)
    sets = [
        CardSet(_cards(by_grade, combo), label(combo.reading.kind), params(combo.reading))
        for combo in offered
    ]
    used = {grade for combo in offered for grade in combo.real}
    if any(combo.jokers for combo in offered):
        used.add(JOKER)
    playable = board.table.shown(card for card in hand if grade_of(faces[card]) in used)
    return Move("play", {}, [Sets("cards", playable, sets)])


def cards_of(question: Ask, answer: Answer) -> list[CardId]:
    """The cards of the set that was chosen."""
    pick = question.moves[answer.move].picks[0]
    assert isinstance(pick, Sets)
    return pick.sets[answer.picks[0][0]].cards


def _cards(by_grade: list[list[CardId]], combo: Combo) -> list[CardId]:
    cards = []
    last = place = -1
    for grade in combo.real:
        place = place + 1 if grade == last else 0
        last = grade
        cards.append(by_grade[grade][place])
    return cards + by_grade[JOKER][: combo.jokers]
