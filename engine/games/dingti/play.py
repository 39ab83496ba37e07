"""A card being played: from the moment it lies on the table until it is discarded or goes home."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.ask import Answer, Move, Pick
from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.core.table import zone_id
from engine.games.dingti import deck
from engine.games.dingti.board import Board

__all__ = ["Kind", "Play", "go_home", "lay"]


@dataclass(slots=True)
class Play:
    """`seat` declared it, `user` uses it: the same unless a Trickster changed that (§9.10). `cards` lie on the table and are
    discarded after the effect; `gift` is the face-down card of a Gift, None for other plays."""

    seat: Seat
    name: str
    cards: list[CardId]
    user: Seat
    target: Seat | None = None
    gift: CardId | None = None

    @property
    def aim(self) -> Seat:
        """The declared target of a play that has one."""
        assert self.target is not None
        return self.target


@dataclass(frozen=True, slots=True)
class Kind:
    """One card's rules. `offer`: what must be declared with it (§3.8), None when the play is not legal for this seat now (§3.7).
    `resolve`: what it does when it stands."""

    offer: Callable[[Board, Seat], list[Pick] | None]
    resolve: Callable[[Board, Play], Rule[None]]


def lay(board: Board, seat: Seat, move: Move, answer: Answer, why: str) -> Play:
    """Put the chosen play on the table. Which of several copies is taken makes no difference, so the first is."""
    chosen = {pick.name: values for pick, values in zip(move.picks, answer.picks, strict=True)}
    name = str(move.params["card"])
    names = deck.NUMBERS if name == deck.SMALL_BOMB else (name,)
    cards = [CardId(c) for c in chosen.get("strength", ())] or [
        board.named(n, board.hands[seat])[0] for n in names
    ]
    gift = None
    if "gift" in chosen:
        (gift,) = board.table.move([CardId(chosen["gift"][0])], zone_id("aside", seat), "set_aside", seat)
    target = Seat(chosen["target"][0]) if "target" in chosen else None
    play = Play(seat, name, board.table.move(cards, "table", why, seat), seat, target, gift)
    if target is not None:
        board.table.tell("aimed", by=seat, card=name, target=target)
    return play


def go_home(board: Board, play: Play) -> None:
    """§4.6 An overridden play returns to the hand of the one who played it, with the gift still face down."""
    hand = zone_id("hand", play.seat)
    board.table.move(play.cards, hand, "home", play.seat)
    if play.gift is not None:
        board.table.move([play.gift], hand, "home_hidden", play.seat)
