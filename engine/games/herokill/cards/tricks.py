"""§6.5–§6.10 The tricks that are over at once, but for those that take cards (`takes`)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.asks import choose_cards
from engine.games.herokill.board import Board
from engine.games.herokill.cards.kill import CARDS as BASIC
from engine.games.herokill.damage import heal, hit
from engine.games.herokill.deck import (
    BEACONS,
    DODGE,
    DUEL,
    HARVEST,
    KILL,
    NULLIFY,
    RECOVER,
    VOLLEY,
    WINDFALL,
)
from engine.games.herokill.events import Use
from engine.games.herokill.hint import Hint, Scope
from engine.games.herokill.kind import Aim, Kind
from engine.games.herokill.need import Need
from engine.games.herokill.respond import answer_need
from engine.games.herokill.use import demanded, each_target

__all__ = ["CARDS", "fight"]


# -- §6.5 Duel ------------------------------------------------------------------------------------------------------------


def _duel_aim(board: Board, user: Seat, cards: Sequence[CardId]) -> Aim | None:
    seats = tuple(seat for seat in board.others(user) if board.may_aim(user, DUEL, seat))
    return Aim(seats) if seats else None


def _duel(board: Board, use: Use) -> Rule[None]:
    if use.user == board.turn.seat:
        use.points += board.turn.extra_damage
    yield from each_target(board, use, lambda board, use, target: fight(board, use, target, use.user))


def fight(board: Board, use: Use, first: Seat, second: Seat) -> Rule[None]:
    """§6.5 In turn, the first begins; who gives no Kill (or fewer than demanded) is hurt by the other."""
    now, then = first, second
    while board.alive(now) and board.alive(then):
        for left in range(demanded(board, use, then, now), 0, -1):
            need = Need(now, KILL, "duel", {"by": then, "n": left}, use)
            if (yield from answer_need(board, need)) is None:
                yield from hit(board, use, now, then)
                return
        now, then = then, now


# -- §6.6, §6.7 Beacons, Volley -----------------------------------------------------------------------------------------------


def _at_others(board: Board, user: Seat, cards: Sequence[CardId]) -> Aim | None:
    return Aim(fixed=tuple(board.others(user)))


def _beacons(board: Board, use: Use) -> Rule[None]:
    yield from each_target(board, use, lambda board, use, target: _or_hit(board, use, target, KILL))


def _volley(board: Board, use: Use) -> Rule[None]:
    yield from each_target(board, use, lambda board, use, target: _or_hit(board, use, target, DODGE))


def _or_hit(board: Board, use: Use, target: Seat, name: str) -> Rule[None]:
    """The target gives a card of that name or is hit."""
    need = Need(target, name, "area", {"what": use.name, "by": use.user, "need": name}, use)
    if (yield from answer_need(board, need)) is None:
        yield from hit(board, use, target)


# -- §6.8, §6.9, §6.10 Harvest, Windfall, Recovery ---------------------------------------------------------------------------


def _at_all(board: Board, user: Seat, cards: Sequence[CardId]) -> Aim | None:
    return Aim(fixed=tuple(board.ring(user)))


def _harvest(board: Board, use: Use) -> Rule[None]:
    """§6.8 As many cards as there are living players, open; each target takes one; what is left is discarded."""
    n = len(board.living)
    goods.ready(board, n)
    pile = board.pile
    board.table.move(pile[-1 : -1 - min(n, len(pile)) : -1], "pool", "harvest", use.user)
    yield from each_target(board, use, _take_one)
    goods.discard(board, list(board.table.cards("pool")), "spent")


def _take_one(board: Board, use: Use, target: Seat) -> Rule[None]:
    pool = board.table.cards("pool")
    if pool:
        chosen = yield from choose_cards(board, target, "harvest", pool)
        goods.gain(board, chosen, target, "harvested")


def _windfall(board: Board, use: Use) -> Rule[None]:
    yield from each_target(board, use, _draw_two)


def _draw_two(board: Board, use: Use, target: Seat) -> None:
    goods.draw(board, target, 2)


def _at_self(board: Board, user: Seat, cards: Sequence[CardId]) -> Aim | None:
    return Aim(fixed=(user,))


def _recover(board: Board, use: Use) -> Rule[None]:
    yield from each_target(board, use, lambda board, use, target: heal(board, target))


def _never(board: Board, user: Seat, cards: Sequence[CardId]) -> Aim | None:
    return None


def _nothing(board: Board, use: Use) -> None:
    """§6.16 A Nullify is used in its own windows."""


CARDS = (
    *BASIC,
    Kind(DUEL, _duel_aim, _duel, hint=Hint(own=-3, target=-11, keep=11, wound=5)),
    Kind(BEACONS, _at_others, _beacons, many=True, hint=Hint(target=-9, wound=4, keep=9, scope=Scope.OTHERS)),
    Kind(VOLLEY, _at_others, _volley, many=True, hint=Hint(target=-9, wound=4, keep=9, scope=Scope.OTHERS)),
    Kind(HARVEST, _at_all, _harvest, many=True, hint=Hint(target=10, keep=8, scope=Scope.ALL)),
    Kind(WINDFALL, _at_self, _windfall, hint=Hint(target=24, keep=18, scope=Scope.SELF)),
    Kind(RECOVER, _at_all, _recover, many=True, hint=Hint(wound=14, keep=8, scope=Scope.ALL)),
    Kind(NULLIFY, _never, _nothing, hint=Hint(keep=14)),
)
