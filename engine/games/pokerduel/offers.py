"""What can be played now, and what would come of it: the moves of the questions, with their outcome reckoned from public values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product

from engine.core.ask import Answer, CardSet, Move, Sets
from engine.core.events import Face, Param
from engine.core.ids import CardId
from engine.games.pokerduel.board import Board
from engine.games.pokerduel.deck import CLUB, SPADE, is_minion, is_quick, suits_of

__all__ = ["Reading", "chosen", "of_kind", "offer", "teams"]

Reading = tuple[str, dict[str, Param]]
"""What a set of cards comes to: a text key under `readings`, and its parameters."""


def offer(
    board: Board,
    kind: str,
    sets: Iterable[list[CardId]],
    read: Callable[[list[Face]], Reading],
    params: dict[str, Param] | None = None,
) -> list[Move]:
    """The move with one pick of these sets of cards; none where there is no set."""
    read_sets = []
    cards: dict[CardId, None] = {}
    for chosen_cards in sets:
        label, values = read(board.faces(chosen_cards))
        read_sets.append(CardSet(chosen_cards, f"readings.{label}", values))
        cards.update(dict.fromkeys(chosen_cards))
    if not read_sets:
        return []
    return [Move(kind, params or {}, [Sets("cards", board.table.shown(cards), read_sets)])]


def chosen(move: Move, answer: Answer) -> list[CardId]:
    """The cards of the set that was picked."""
    (pick,) = move.picks
    assert isinstance(pick, Sets)
    return pick.sets[answer.picks[0][0]].cards


def of_kind(
    board: Board, cards: Sequence[CardId], fits: Callable[[Face], bool], *, quick: bool = False
) -> list[CardId]:
    """§2.3 Those of the cards that are of this kind; only those that work at once if `quick`."""
    faces = board.table.faces
    return [card for card in cards if fits(faces[card]) and (not quick or is_quick(faces[card]))]


def teams(board: Board, cards: Sequence[CardId], *, quick: bool = False) -> list[list[CardId]]:
    """§4.4, §5.2 The minions among the cards that may go together: a ♠, a ♣, one of each, or the black joker alone."""
    faces = board.table.faces
    minions = of_kind(board, cards, is_minion, quick=quick)
    spades, clubs = ([c for c in minions if suits_of(faces[c]) == suit] for suit in (SPADE, CLUB))
    return [[card] for card in minions] + [list(pair) for pair in product(spades, clubs)]
