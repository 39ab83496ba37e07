"""OpenSpiel's card games (C++, called from Python). What a seat sees is its tensor of observations or of its information state, or the text
of it where the game has no tensor. Deals are chance moves, drawn here as its own Python examples draw them; they count as no decisions."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from benchmarks.engines.player import MISSING, Playing, serve

__all__ = ["main"]

GAMES = ("dou_dizhu", "gin_rummy", "crazy_eights", "hearts", "oh_hell", "spades", "euchre")


def sight_of(game: Any) -> Callable[[Any, int], object]:
    kind = game.get_type()
    if kind.provides_observation_tensor:
        return lambda state, seat: state.observation_tensor(seat)
    if kind.provides_information_state_tensor:
        return lambda state, seat: state.information_state_tensor(seat)
    return lambda state, seat: state.observation_string(seat)


def playing(name: str) -> Playing:
    import pyspiel  # noqa: PLC0415 - it is not everywhere

    game = pyspiel.load_game(name)
    seats, see = range(game.num_players()), sight_of(game)
    luck = random.Random(1)

    def draw(state: Any) -> int:
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        drawn: int = luck.choices(outcomes, chances)[0]
        return drawn

    def match(sight: bool) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(draw(state))
                continue
            state.apply_action(luck.choice(state.legal_actions()))
            decisions += 1
            if sight and not state.is_terminal() and not state.is_chance_node():
                for seat in seats:
                    see(state, seat)
        return decisions

    return Playing(len(seats), match)


def main() -> int:
    try:
        games = {name: playing(name) for name in GAMES}
    except ImportError:
        return MISSING
    serve(version("open-spiel"), games)
    return 0


if __name__ == "__main__":
    sys.exit(main())
