"""Who may sit down, with which deck, and what is said in a match."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from engine.core.chance import Chance
from engine.core.errors import BadOptions
from engine.core.events import Event, Marked, Moved, Shown, Told, seen_by
from engine.core.match import Answered, Match
from engine.games.pokerduel import GAME
from engine.registry import package_of
from engine.words import words_of
from tests.engine.properties import seed_of

WITHOUT_WORDS = {"log.fought", "log.deck"}
"""Moves that say nothing which the line before has not said."""


@pytest.mark.parametrize(
    ("seats", "decks", "fits"),
    [
        (1, 1, False),
        (2, 1, True),
        (8, 1, True),
        (9, 1, False),
        (9, 2, True),
        (12, 2, True),
        (13, 2, False),
        (2, 2, True),
    ],
)
def test_players_and_decks(seats: int, decks: int, fits: bool) -> None:
    """§1.2, §11.1, ruling 1"""
    if not fits:
        with pytest.raises(BadOptions):
            Match.start(GAME, seats, {"decks": decks}, seed_of(0))
        return
    match, _ = Match.start(GAME, seats, {"decks": decks}, seed_of(0))
    faces = Counter((face.suit, face.rank, face.name) for face in match.table.faces.values())
    assert len(faces) == 54 and set(faces.values()) == {decks}


@pytest.mark.parametrize("options", [{"decks": 3}, {"decks": 0}, {"turn_cap": 0}, {"cap": 1}])
def test_options_out_of_bounds(options: dict[str, object]) -> None:
    """§11"""
    with pytest.raises(BadOptions):
        Match.start(GAME, 4, options, seed_of(0))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_everything_that_is_said_has_words(language: str) -> None:
    """Random matches and matches of normal bots go to different places."""
    said: set[str] = set()
    for number, (level, seats, cap) in enumerate(
        [("random", 2, 60), ("random", 5, 60), ("normal", 4, 60), ("normal", 3, 2)] * 3
    ):
        match, happened = Match.start(GAME, seats, {"turn_cap": cap}, seed_of(number))
        luck = Chance(seed_of(number), "bot")
        while not match.over:
            said |= _keys_of_poll(match)
            (ask,) = match.waiting()
            answer = GAME.bots[level](partial(match.view, ask.seat), ask, luck)
            happened = match.put(Answered(ask.seat, ask.id, answer)) or []
            said |= {key for event in seen_by(None, happened) if (key := _key_of(event))}
        assert match.outcome is not None
        said.add(f"outcomes.{match.outcome.reason}")
    words = words_of(package_of("pokerduel"), language)
    assert len(said) > 60
    assert said - WITHOUT_WORDS - set(words) == set()


def _key_of(event: Event) -> str | None:
    if isinstance(event, Moved | Shown):
        return f"log.{event.why}"
    if isinstance(event, Told):
        return f"log.{event.key}"
    assert isinstance(event, Marked)
    return None


def _keys_of_poll(match: Match) -> set[str]:
    """Text keys of the open window and of all that it offers."""
    assert match.poll is not None
    moves = [move for ask in match.poll.asks for move in ask.moves]
    picks = [pick for move in moves for pick in move.picks]
    keys = {f"windows.{match.poll.window}"} | {f"prompts.{ask.prompt}" for ask in match.poll.asks}
    keys |= {f"moves.{move.kind}" for move in moves} | {f"picks.{pick.name}" for pick in picks}
    return keys | {chosen.label for pick in picks for chosen in getattr(pick, "sets", ())}
