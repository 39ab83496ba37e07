"""§8.13 Yu Ji: She Shen (舍身)."""

from __future__ import annotations

from typing import Final

from engine.core.ask import Cards, Move, Pick, Seats
from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.asks import confirm, optional, put
from engine.games.herokill.board import Board
from engine.games.herokill.events import Damage
from engine.games.herokill.hint import Hint
from engine.games.herokill.skill import Hero, On, Skill, Window
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]

DRAWS = 2


def _hurt(board: Board, owner: Seat, damage: Damage) -> bool:
    return damage.victim == owner


def _sacrifice(board: Board, owner: Seat, damage: Damage) -> Rule[None]:
    """For each point two cards, which she keeps or gives away as she likes."""
    for _ in range(damage.points):
        if not (yield from confirm(board, owner, SHE_SHEN.name)):
            return
        board.table.tell("acts", by=owner, skill=board.title(SHE_SHEN.name))
        yield from _hand_out(board, owner, goods.draw(board, owner, DRAWS))


def _hand_out(board: Board, owner: Seat, cards: list[CardId]) -> Rule[None]:
    while cards:
        own = Cards("cards", board.shown(cards), 1, len(cards))
        picks: list[Pick] = [own, Seats("target", board.others(owner))]
        answer = yield from put(optional(owner, "she_shen_gives", [Move("she_shen_gives", {}, picks)]))
        if not answer.move:
            return
        given = [CardId(card) for card in answer.picks[0]]
        goods.gain(board, given, Seat(answer.picks[1][0]), "she_shen", owner)
        cards = [card for card in cards if card not in given]


SHE_SHEN: Final = Skill("she_shen", (On(Window.DAMAGED, _hurt, _sacrifice),), Hint(own=20))

HERO: Final = Hero("yu_ji", 13, Faction.MINISTER, Gender.FEMALE, 3, (SHE_SHEN,))
