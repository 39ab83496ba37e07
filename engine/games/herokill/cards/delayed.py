"""§6.13 Delayed tricks: Confinement (§6.14) and Grenade (§6.15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.board import Board
from engine.games.herokill.damage import deal
from engine.games.herokill.deck import CONFINE, GRENADE
from engine.games.herokill.events import Damage, Judgement, Use
from engine.games.herokill.hint import Hint
from engine.games.herokill.judge import judge
from engine.games.herokill.kind import Aim, Kind
from engine.games.herokill.nullify import nullified
from engine.games.herokill.state import Phase
from engine.games.herokill.victory import draw_match

__all__ = ["CARDS", "judge_trials"]

LOW, HIGH = 2, 9
"""§6.15 Spades of these ranks set the Grenade off."""
BLAST = 3


def _confine_aim(board: Board, user: Seat, cards: Sequence[CardId]) -> Aim | None:
    """§6.14 Another player without one, at any distance."""
    seats = tuple(
        seat
        for seat in board.others(user)
        if CONFINE not in board.on_trial(seat) and board.may_aim(user, CONFINE, seat)
    )
    return Aim(seats) if seats else None


def _grenade_aim(board: Board, user: Seat, cards: Sequence[CardId]) -> Aim | None:
    """§6.15 Oneself, without one."""
    free = GRENADE not in board.on_trial(user) and board.may_aim(user, GRENADE, user)
    return Aim(fixed=(user,)) if free else None


def _place(board: Board, use: Use) -> None:
    """§6.13 It lies before the target until his judgement phase."""
    for target in use.targets:
        if board.alive(target):
            goods.place(board, use.cards[0], target, use.name, use.user)


# -- the judgement phase ----------------------------------------------------------------------------------------------------


def judge_trials(board: Board, seat: Seat) -> Rule[None]:
    """§3.3 The last one placed comes first; the zone is read anew each time. One that has come back waits for the next turn."""
    stayed: list[CardId] = []
    while board.alive(seat):
        waiting = [
            (card, name)
            for card, name in zip(board.trials[seat], board.on_trial(seat), strict=True)
            if card not in stayed
        ]
        if not waiting:
            return
        card, name = waiting[-1]
        (card,) = goods.lay(board, [card], "on_trial", seat)
        back = yield from _TRIALS[name](board, seat, card)
        if back is not None:
            stayed.append(back)


def _confine(board: Board, seat: Seat, card: CardId) -> Rule[CardId | None]:
    """§6.14 Unless a heart comes up, no play phase."""
    use = Use(seat, CONFINE, [card], [seat])
    if not (yield from nullified(board, use, seat)):
        judgement = yield from _judge(board, seat, CONFINE)
        if judgement.suit != "H":
            board.turn.skipped.append(Phase.PLAY)
            board.table.tell("confined", target=seat)
    goods.spend(board, [card])
    return None


def _grenade(board: Board, seat: Seat, card: CardId) -> Rule[CardId | None]:
    """§6.15 It goes off, or it moves on, nullified or not. Returns it if it came back to the same player."""
    use = Use(seat, GRENADE, [card], [seat])
    if not (yield from nullified(board, use, seat)):
        judgement = yield from _judge(board, seat, GRENADE)
        if judgement.suit == "S" and LOW <= judgement.rank <= HIGH:
            yield from deal(board, Damage(seat, BLAST, None, use, [card]))
            goods.spend(board, [card])
            return None
    if board.table.where(card) != "table":
        return None
    to = next((other for other in board.others(seat) if _may_hold(board, seat, other)), seat)
    placed = goods.place(board, card, to, GRENADE)
    return placed if to == seat else None


def _may_hold(board: Board, seat: Seat, other: Seat) -> bool:
    return GRENADE not in board.on_trial(other) and board.may_aim(seat, GRENADE, other)


def _judge(board: Board, seat: Seat, why: str) -> Rule[Judgement]:
    """§9.6 Without a card to turn over the match is a draw."""
    judgement = yield from judge(board, seat, why)
    if judgement is None:
        draw_match(board, "no_cards")
    return judgement


_TRIALS: Final[Mapping[str, Callable[[Board, Seat, CardId], Rule[CardId | None]]]] = {
    CONFINE: _confine,
    GRENADE: _grenade,
}

CARDS = (
    Kind(CONFINE, _confine_aim, _place, hint=Hint(target=-18, keep=14)),
    Kind(GRENADE, _grenade_aim, _place, hint=Hint(own=-2, keep=4)),
)
