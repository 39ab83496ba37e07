"""Random games of Dingti at every table: they end, nothing is lost, snapshots are folds, and a restore is the same match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.core.ask import Answer, Ask, sample
from engine.core.chance import Chance
from engine.core.events import Event, Happening, Marked, Moved, Shown, Told, seen_by
from engine.core.ids import Seat
from engine.core.match import Answered, By, Match
from engine.core.view import fold
from engine.games.dingti import GAME
from engine.registry import package_of
from engine.words import words_of

GAMES = 4
"""Of each table below; silent players in every second one make the rounds longer."""
TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "two": (2, {}),
    "two, no boss": (2, {"boss": "off", "first_seat": "rotate"}),
    "three": (3, {"first_seat": "rotate"}),
    "four": (4, {}),
    "four, bombs hang": (4, {"drawn_bombs": "hang"}),
    "teams": (4, {"teams": "2v2"}),
    "teams, bombs hang": (4, {"teams": "2v2", "drawn_bombs": "hang", "boss": "off"}),
    "five": (5, {"boss": "off"}),
    "six": (6, {}),
    "six, few rounds": (6, {"round_cap": 5}),
}
ENDS = {"last_player", "last_team", "all_dead", "boss", "idle", "round_cap"}
WITHOUT_WORDS = {"spent", "deck"}
"""Moves that say nothing which the line before has not said."""

encode = msgspec.msgpack.encode


def answer(ask: Ask, luck: Chance, silent: int) -> Answer:
    return ask.default if luck.percent(silent) else sample(ask, luck)


def play(match: Match, luck: Chance, silent: int) -> Iterator[list[Happening]]:
    """The match, window by window."""
    while not match.over:
        for ask in match.waiting():
            happened = match.put(Answered(ask.seat, ask.id, answer(ask, luck, silent), By.BOT))
            if happened is not None:
                yield happened


def start(table: str, number: int) -> tuple[Match, Chance, int]:
    seats, options = TABLES[table]
    seed = f"{table} {number}".encode()
    match, _ = Match.start(GAME, seats, options, seed, audited=True)
    return match, Chance(seed, "bot"), 50 * (number % 2)


def outline(match: Match) -> tuple[object, ...]:
    """Everything that decides how a match goes on."""
    return (
        encode(match.table.data),
        match.chance.drawn,
        match.step,
        match.window(),
        match.waiting(),
        match.outcome,
    )


@pytest.mark.parametrize("table", TABLES)
def test_random_games_end_without_a_fault(table: str) -> None:
    for number in range(GAMES):
        match, luck, silent = start(table, number)
        for _ in play(match, luck, silent):
            pass
        assert match.fault is None, f"{table} {number}: {match.fault!r}"
        assert match.outcome is not None and match.outcome.reason in ENDS
        winners = {match.table.get("life", seat) for seat in match.outcome.winners}
        assert bool(winners) == match.outcome.reason.startswith("last_")
        assert not winners or winners & {"living", "ghost"}


@pytest.mark.parametrize("table", ["three", "teams, bombs hang", "six"])
def test_a_match_restored_in_the_middle_is_the_same_match(table: str) -> None:
    match, luck, silent = start(table, 1)
    for step, _ in enumerate(play(match, luck, silent)):
        if step % 7 == 0:
            assert outline(match.fork()) == outline(match)
    assert step > 30


@pytest.mark.parametrize("table", ["two", "teams", "six"])
def test_a_snapshot_is_what_its_viewer_was_told(table: str) -> None:
    match, luck, silent = start(table, 0)
    viewers: list[Seat | None] = [None, *map(Seat, range(match.saved.seats))]
    views = {viewer: match.view(viewer) for viewer in viewers}
    for happened in play(match, luck, silent):
        for viewer, view in views.items():
            for event in seen_by(viewer, happened):
                fold(view, event)
            assert view == match.view(viewer)


def test_everything_that_is_said_has_words() -> None:
    words = words_of(package_of("dingti"), "en")
    said: set[str] = set()
    for table in TABLES:
        match, luck, silent = start(table, 2)
        said |= keys_of_poll(match)
        for happened in play(match, luck, silent):
            said |= {key for event in seen_by(None, happened) if (key := key_of(event))} | keys_of_poll(match)
    assert len(said) > 80
    assert {key for key in said if key not in words} == set()


def key_of(event: Event) -> str | None:
    if isinstance(event, Moved | Shown):
        return None if event.why in WITHOUT_WORDS else f"log.{event.why}"
    if isinstance(event, Told):
        return f"log.{event.key}"
    assert isinstance(event, Marked)
    return None


def keys_of_poll(match: Match) -> set[str]:
    """Text keys of the open window and of all that it offers."""
    if match.outcome is not None:
        return {f"outcomes.{match.outcome.reason}"}
    assert match.poll is not None
    moves = [move for ask in match.poll.asks for move in ask.moves]
    keys = {f"windows.{match.poll.window}"} | {f"prompts.{ask.prompt}" for ask in match.poll.asks}
    keys |= {f"moves.{move.kind}" for move in moves}
    return keys | {f"picks.{pick.name}" for move in moves for pick in move.picks}
