"""The one list of games."""

from __future__ import annotations

import pytest

from engine.core.game import random_bot
from engine.registry import UnknownGame, find_game, game_ids, package_of
from engine.words import words_of


def test_the_tutorial_is_hidden_but_playable() -> None:
    assert "highcard" not in game_ids() and set(game_ids()) < set(game_ids(hidden=True))
    assert find_game("highcard").id == "highcard" and package_of("highcard") == "examples.highcard"


@pytest.mark.parametrize("name", game_ids(hidden=True))
def test_every_game_says_what_it_is(name: str) -> None:
    game = find_game(name)
    assert (game.id, find_game(name)) == (name, game) and game.version >= 1
    low, high = game.seats
    assert 1 <= low <= high and game.bots["random"] is random_bot
    game.check(game.options(), low)
    words = words_of(package_of(name), "en")
    assert {f"options.{field}.title" for field in game.options.__struct_fields__} <= words.keys()


@pytest.mark.parametrize("name", ["", "HIGHCARD", "engine.games.dingti", "../x"])
def test_an_unknown_game_is_told_with_the_known_ones(name: str) -> None:
    with pytest.raises(UnknownGame, match="there are dingti"):
        find_game(name)
