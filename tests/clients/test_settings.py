"""`name=value` words: the game's own types decide how a value is read."""

from __future__ import annotations

import pytest

import protocol.messages as wire
from clients.cli.plain.settings import apply, read_option


@pytest.mark.parametrize(
    ("game", "name", "text", "value"),
    [
        ("dingti", "boss", "off", "off"),
        ("dingti", "round_cap", "30", 30),
        ("highcard", "tricks", "3", 3),
        ("a game of strangers", "wild", "off", False),
        ("a game of strangers", "size", "3", 3),
        ("dingti", "nonsense", "word", "word"),
    ],
)
def test_an_option_is_read_as_its_game_has_it(game: str, name: str, text: str, value: object) -> None:
    assert read_option(game, name, text) == value


def test_words_become_a_room() -> None:
    message = wire.CreateRoom(action="a", game="dingti", seats=4)
    apply(message, ["boss=off", "turn=60", "name=evening", "listed=no", "polling=conceal", "seats=3"])
    assert message == wire.CreateRoom(
        action="a",
        game="dingti",
        seats=3,
        options={"boss": "off"},
        clock=wire.Clock(turn=60),
        name="evening",
        listed=False,
        polling="conceal",
    )


@pytest.mark.parametrize("word", ["turn=1", "turn=x", "polling=loud", "listed=maybe", "=3", "boss"])
def test_a_faulty_word_is_named(word: str) -> None:
    with pytest.raises(ValueError, match=word.split("=", maxsplit=1)[0] or "=3"):
        apply(wire.CreateRoom(action="a", game="dingti", seats=4), [word])
