"""Matches for the tests of Gandengyan, laid by hand or dealt."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.core.chance import Chance
from engine.core.game import State
from engine.core.ids import Seat
from engine.core.match import Answered, By, Match
from engine.core.table import Table
from engine.games.gandengyan import GAME
from engine.scenario.lay import lay_cards, lay_marks, lay_state
from engine.scenario.names import Names
from engine.scenario.rigged import Luck, Rigged

__all__ = ["dealt", "laid", "play_bots"]


def dealt(number: int, seats: int = 4, **options: object) -> Match:
    """A match at its first question."""
    match, _ = Match.start(GAME, seats, options, number.to_bytes(32, "little"), audited=True)
    return match


def laid(
    hands: Sequence[str],
    *,
    pile: str = "",
    marks: dict[str, int | str] | None = None,
    winner: int = 0,
    bots: Sequence[int] = (),
    **options: object,
) -> Match:
    """A match at the first question of a hand with these cards, as `S4 H4 small_joker`; `winner` leads. The pile's first card is drawn
    first."""

    def lay(state: State, table: Table) -> None:
        names = Names(GAME.id, table)
        zones = {f"hand.{seat}": cards.split() for seat, cards in enumerate(hands)}
        lay_cards(names, {"draw": pile.split(), **zones})
        lay_marks(names, dict(marks or {}))
        lay_state(state, {"winner": winner})

    rules = Rigged(GAME, lay, Luck(b"table", []))
    match, _ = Match.start(
        rules, len(hands), options, b"table", bots=[Seat(seat) for seat in bots], audited=True
    )
    assert match.fault is None, match.fault
    return match


def play_bots(match: Match, levels: Sequence[str], luck: Chance, windows: int = 1_000_000) -> None:
    """Let bots answer, by seat, for so many windows or to the end."""
    while not match.over and windows > 0:
        windows -= 1
        for ask in match.waiting():
            answer = GAME.bots[levels[ask.seat]](partial(match.view, ask.seat), ask, luck)
            match.put(Answered(ask.seat, ask.id, answer, By.BOT))
    assert match.fault is None, match.fault
