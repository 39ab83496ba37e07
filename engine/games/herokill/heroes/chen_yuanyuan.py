"""§8.28 Chen Yuanyuan: Hong Yan (红颜), Chu Chu (楚楚)."""

from __future__ import annotations

from itertools import permutations
from typing import Final

from engine.core.ask import Cards, Combos, Move, Pick, Seats
from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.board import Board
from engine.games.herokill.cards.tricks import fight
from engine.games.herokill.deck import DUEL
from engine.games.herokill.events import Turn, Use
from engine.games.herokill.hint import Hint
from engine.games.herokill.skill import Active, Hero, On, Picks, Skill, Window
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]


def _offer(board: Board, seat: Seat) -> Move | None:
    """A card, and two men, both of whom a Duel may be aimed at."""
    men = [other for other in board.others(seat) if board.male(other) and board.may_aim(seat, DUEL, other)]
    cards = board.owned(seat)
    if not cards or len(men) < 2:
        return None
    picks: list[Pick] = [
        Cards("cards", board.shown(cards)),
        Seats("target", men),
        Seats("hong_yan_against", men),
    ]
    pairs = Combos([1, 2], [[[one], [other]] for one, other in permutations(men, 2)])
    return Move(HONG_YAN.name, {}, picks, [pairs])


def _set_at_odds(board: Board, seat: Seat, picks: Picks) -> Rule[None]:
    """They fight without a window for a Nullify; the winner is the source of the damage, she is not."""
    goods.discard(board, [CardId(picks[0][0])], "cost", seat)
    first, second = Seat(picks[1][0]), Seat(picks[2][0])
    board.table.tell("hong_yan_duel", target=first, other=second)
    return fight(board, Use(seat, DUEL, targets=[first, second], skill=HONG_YAN.name), first, second)


def _own_turn(board: Board, owner: Seat, turn: Turn) -> bool:
    return turn.seat == owner


def _draw(board: Board, owner: Seat, turn: Turn) -> None:
    board.table.tell("acts", by=owner, skill=board.title(CHU_CHU.name))
    goods.draw(board, owner, 1)


HONG_YAN: Final = Skill("hong_yan", (Active(_offer, _set_at_odds),), Hint(target=-10, wound=5))
CHU_CHU: Final = Skill("chu_chu", (On(Window.TURN_END, _own_turn, _draw),))

HERO: Final = Hero("chen_yuanyuan", 28, Faction.PEOPLE, Gender.FEMALE, 3, (HONG_YAN, CHU_CHU))
