"""§9.4–§9.11 The Trickster: the trick, the recall, taking a Miracle back. His rescue stands in `rescue`."""

from __future__ import annotations

import enum
from typing import Final

from engine.core.ask import Combos, Move, Options, Pick, Seats
from engine.core.ids import CardId, Seat
from engine.core.poll import Rule, ask
from engine.core.table import zone_id
from engine.games.dingti import deck
from engine.games.dingti.asks import optional
from engine.games.dingti.board import Board, Held
from engine.games.dingti.play import Play
from engine.games.dingti.state import Life

__all__ = ["REWRITABLE", "Parties", "offer_recall", "pairs", "recall", "rewrite", "take_back"]


class Parties(enum.Enum):
    """Whom a trick may change."""

    BOTH = "both"
    TARGET = "target"
    USER = "user"


REWRITABLE: Final = {
    deck.SWAP: Parties.BOTH,
    deck.GIFT: Parties.BOTH,
    deck.RAIDER: Parties.BOTH,
    deck.DEFUSE: Parties.TARGET,
    deck.FAVOR: Parties.TARGET,
    deck.SCAVENGER: Parties.USER,
    deck.BEDROCK: Parties.USER,
}
"""§9.7 The cards that can be changed."""

_NAMED: Final = {
    Parties.BOTH: "rewritten",
    Parties.TARGET: "rewritten_target",
    Parties.USER: "rewritten_user",
}
"""Text keys of the log."""


def pairs(held: Held) -> list[list[CardId]]:
    """§2.5 Two cards of each name of which the hand holds two."""
    return [cards[:2] for cards in held.values() if len(cards) > 1]


def rewrite(board: Board, play: Play, seat: Seat) -> Rule[None]:
    """§9.6–§9.11 The card stands, so the trick is named, and the Trickster chooses pair and parties. Silence keeps both."""
    board.table.tell("trick", by=seat, card=play.name)
    move = _rewriting(board, play, seat)
    answer = yield from ask(optional(seat, "rewrite", [move], {"by": play.seat, "card": play.name}))
    if not answer.move:
        return
    chosen = {pick.name: values[0] for pick, values in zip(move.picks, answer.picks, strict=True)}
    board.discard(pairs(board.held(seat))[chosen["pair"]], "pair_paid", seat)  # §9.8
    user, target = chosen.get("user", play.user), chosen.get("target", play.target)
    play.user, play.target = Seat(user), None if target is None else Seat(target)
    board.table.tell(_NAMED[REWRITABLE[play.name]], card=play.name, user=play.user, target=play.target)


def _rewriting(board: Board, play: Play, seat: Seat) -> Move:
    """The pair, and the new parties that go together."""
    names = [board.table.name(pair[0]) for pair in pairs(board.held(seat))]
    picks: list[Pick] = [Options("pair", [f"cards.{name}.name" for name in names])]
    combos: list[Combos] = []
    users, targets = _users(board, play), _targets(board, play)
    parties = REWRITABLE[play.name]
    if parties is not Parties.TARGET:
        picks.append(Seats("user", users))
    if parties is not Parties.USER:
        picks.append(Seats("target", targets))
    if parties is Parties.BOTH:
        combos.append(
            Combos([1, 2], [[[user], [target]] for user in users for target in targets if user != target])
        )
    return Move("rewrite", {}, picks, combos)


def _users(board: Board, play: Play) -> list[Seat]:
    """§9.9 Anyone living; a ghost only if he was a party already."""
    parties = (play.seat, play.target)
    return [seat for seat in board.present if not board.is_ghost(seat) or seat in parties]


def _targets(board: Board, play: Play) -> list[Seat]:
    """§9.9 The same, and the boss for cards that may be aimed at it. A Defuse needs a bomb and is never turned to the boss."""
    players = _users(board, play)
    if play.name == deck.FAVOR:
        return players
    if play.name == deck.DEFUSE:
        stays = [play.aim] if play.aim == board.boss else []
        return [seat for seat in players if board.bombs[seat]] + stays
    return board.and_boss(players)


def offer_recall(board: Board, seat: Seat, held: Held) -> list[Move]:
    """§9.5 With a Miracle in hand, as the play of his turn: somebody dead and not yet promised a return."""
    if deck.MIRACLE not in held or board.trickster() != seat:
        return []
    dead = board.who_is(Life.DEAD)
    return [Move("recall", {"card": deck.MIRACLE}, [Seats("target", dead)])] if dead else []


def recall(board: Board, seat: Seat, target: Seat) -> None:
    """§9.5 Nobody can override it; the Miracle is destroyed."""
    board.played = True
    board.destroy(board.named(deck.MIRACLE, board.hands[seat]), seat)
    board.set_life(target, Life.RETURNING)
    board.table.tell("recalled", by=seat, target=target)


def take_back(board: Board, seat: Seat) -> None:
    """§9.4 The equipped Miracle returns to the Trickster's hand."""
    board.table.move(
        board.named(deck.MIRACLE, board.equipment[seat]), zone_id("hand", seat), "taken_back", seat
    )
