"""Every kind of question of every game is answered on the table screen: by the signs it shows, by the cursor alone, by the mouse alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from clients.cli.full.app import PaijuApp
from clients.cli.full.screens.table import TableScreen
from clients.cli.places import Memory
from engine.core.ask import Answer, Ask, Cards, Move, check, sample
from engine.core.chance import Chance
from engine.core.match import Answered, By, Match
from engine.registry import find_game
from tests.clients.full_booth import Asked, Booth, Person, answered, by_cursor, by_mouse, by_signs
from tests.tables import GAMES

SEEDS, ROUNDS = 14, 600
"""Matches of a game, and questions of each, among which every kind is looked for."""


def kind_of(ask: Ask, move: Move) -> tuple[object, ...]:
    """Two moves of one kind are shown and answered alike."""
    picks = [(type(pick), pick.max > 1, isinstance(pick, Cards) and pick.ordered) for pick in move.picks]
    return (ask.prompt, *picks, move.partition, bool(move.combos))


@cache
def kinds(name: str) -> list[Asked]:
    """One question for each kind."""
    found: dict[tuple[object, ...], Asked] = {}
    for seed in range(SEEDS):
        for asked in questions(name, seed):
            kind = kind_of(asked.ask, asked.ask.moves[asked.answer.move])
            found.setdefault(kind, asked)
    return list(found.values())


def questions(name: str, seed: int) -> Iterator[Asked]:
    game, chance, asked = find_game(name), Chance(bytes(32), f"seat {seed}"), 0
    match, _ = Match.start(game, min(6 + seed % 3, game.seats[1]), {}, bytes([seed] * 32))
    while not match.over and asked < ROUNDS:
        for ask in match.waiting():
            asked += 1
            window, answer = match.window(), sample(ask, chance)
            assert window is not None
            yield Asked(name, match.view(ask.seat), window, ask, answer)
            match.put(Answered(ask.seat, ask.id, answer, By.BOT))


def same(one: Answer, other: Answer) -> bool:
    return one.move == other.move and [sorted(v) for v in one.picks] == [sorted(v) for v in other.picks]


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.parametrize("person", [by_signs, by_cursor, by_mouse])
@pytest.mark.parametrize("name", GAMES)
async def test_every_kind_of_question_is_answered(name: str, person: Person, tmp_path: Path) -> None:
    booth = Booth()
    app = PaijuApp(booth.guest.say, Memory(tmp_path / "players.json"))
    async with app.run_test(size=(80, 24)) as pilot:
        booth.put(kinds(name)[0])
        screen = TableScreen(booth.guest)
        await app.push_screen(screen)
        for asked in kinds(name):
            given = await answered(pilot, booth, screen, asked, person)
            check(asked.ask, given)
            assert same(given, asked.answer), asked.ask
