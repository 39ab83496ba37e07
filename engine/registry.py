"""The one file that names all games."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from engine.core.game import AnyGame

__all__ = ["UnknownGame", "find_game", "game_ids", "package_of"]

_MODULES = {
    "dingti": "engine.games.dingti",
    "gandengyan": "engine.games.gandengyan",
    "herokill": "engine.games.herokill",
    "pokerduel": "engine.games.pokerduel",
    "highcard": "examples.highcard",
}
"""Game id → package. The package's attribute `GAME` is the game; it is imported when it is first asked for."""

HIDDEN = frozenset({"highcard"})
"""Playable by name, not offered to people: the tutorial of docs/adding-a-game.md, which the benchmarks play. An installation outside the
source tree does not have it."""


class UnknownGame(KeyError):
    """No game of that name."""

    def __str__(self) -> str:
        return f"there is no game {self.args[0]!r}; there are {', '.join(game_ids())}"


def game_ids(*, hidden: bool = False) -> list[str]:
    """The names of the games that are here, in the order in which they are offered."""
    return [name for name in _MODULES if name not in HIDDEN or (hidden and _is_here(_MODULES[name]))]


def _is_here(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # not even what it lies in
        return False


def package_of(game: str) -> str:
    """The import path of a game. Raises UnknownGame."""
    try:
        return _MODULES[game]
    except KeyError:
        raise UnknownGame(game) from None


def find_game(game: str) -> AnyGame:
    """The game of that name. Raises UnknownGame."""
    found: AnyGame = import_module(package_of(game)).GAME
    return found
