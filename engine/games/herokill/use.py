"""§5.2 Using a card: declared, its targets fixed, its effect on each of them, discarded."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.games.herokill import goods, reputation
from engine.games.herokill.board import Board
from engine.games.herokill.deck import KILL
from engine.games.herokill.events import Use
from engine.games.herokill.nullify import nullified
from engine.games.herokill.skill import Demand, Immune, Window
from engine.games.herokill.windows import fire

__all__ = ["demanded", "each_target", "use_card"]


def use_card(board: Board, use: Use) -> Rule[None]:
    """From the declaration to the discard pile. Its cards still lie where they came from."""
    kind = board.kind(use.name)
    turn = board.turn
    if use.chosen:
        turn.previous = use.name
    if use.name == KILL and board.is_own_kill(use):
        turn.attacked = True
    if use.skill is not None:
        board.table.tell("made", by=use.user, skill=board.title(use.skill), what=use.name)
    use.cards = goods.lay(board, use.cards, "use", use.user)
    if use.other is not None:
        board.table.tell("aimed_two", by=use.user, what=use.name, target=use.targets[0], other=use.other)
    elif use.targets and use.targets != [use.user]:
        board.table.tell("aimed", by=use.user, what=use.name, targets=use.targets)
    reputation.judge_use(board, use, kind)
    yield from fire(board, Window.TARGETED, use)
    rule = kind.resolve(board, use)
    if rule is not None:
        yield from rule
    goods.spend(board, use.cards)


def each_target(
    board: Board, use: Use, effect: Callable[[Board, Use, Seat], Rule[None] | None]
) -> Rule[None]:
    """§5.2 The effect of a trick on each target that still lives, in order; before each of them it may be nullified (§5.12)."""
    targets = list(use.targets)
    for number, target in enumerate(targets, 1):
        if not board.alive(target):
            continue
        if any(part.of(board, target, use) for _, part in board.parts(target, Immune)):
            board.table.tell("immune", what=use.name, target=target)
            continue
        if (yield from nullified(board, use, target, more=number < len(targets))):
            continue
        rule = effect(board, use, target)
        if rule is not None:
            yield from rule


def demanded(board: Board, use: Use, against: Seat, other: Seat) -> int:
    """§5.4, §6.5 How many cards `other` must give each time, against this player: 1 unless a skill asks for more."""
    return max([1, *(part.of(board, against, use, other) for _, part in board.parts(against, Demand))])
