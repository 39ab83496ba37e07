"""§5.3 The ways to come by a card: as printed, or made of others by a skill."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.ask import Cards
from engine.core.ids import CardId, Seat
from engine.games.herokill.board import Board
from engine.games.herokill.skill import Convert, Skill, Why

__all__ = ["Way", "made_by", "make", "picks_of", "ways"]


class Way(NamedTuple):
    """The card `name` out of `n` of `cards`, by `skill` (None: as printed)."""

    name: str
    cards: list[CardId]
    n: int = 1
    skill: Skill | None = None
    part: Convert | None = None

    @property
    def kind(self) -> str:
        """The move's kind where the way is a move of its own."""
        return "use" if self.skill is None else self.skill.name


def made_by(board: Board, seat: Seat, why: Why, name: str | None = None) -> list[Way]:
    """What the seat's skills can make now: all, or only of the card `name`."""
    found = []
    for skill, part in board.parts(seat, Convert):
        into = part.into if isinstance(part.into, str) else part.into(board, seat)
        if into is None or (name is not None and into != name):
            continue
        if (part.once and board.turn.used.get(skill.name)) or not part.can(board, seat, why):
            continue
        lying = [card for zone in part.zones for card in board.table.cards(zone, seat)]
        fitting = [card for card in lying if part.fits(board, seat, card)]
        if len(fitting) >= part.n:
            found.append(Way(into, fitting, part.n, skill, part))
    return found


def ways(board: Board, seat: Seat, name: str, why: Why = Why.ANSWER) -> list[Way]:
    """All ways to give a card called `name`."""
    printed = board.named(seat, name)
    made = made_by(board, seat, why, name)
    return [Way(name, printed), *made] if printed else made


def picks_of(board: Board, way: Way) -> list[Cards]:
    return [Cards("cards", board.shown(way.cards), way.n, way.n)]


def make(board: Board, seat: Seat, way: Way, chosen: Sequence[int]) -> list[CardId]:
    """The chosen cards, and the skill counted as used."""
    if way.skill is not None:
        used = board.turn.used
        used[way.skill.name] = used.get(way.skill.name, 0) + 1
    return [CardId(card) for card in chosen]
