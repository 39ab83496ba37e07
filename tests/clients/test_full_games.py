"""Whole games on the full screen, against a real server and its bots: by the keys that the screen shows, in both languages."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.pilot import Pilot

from clients.cli.full.app import PaijuApp
from clients.cli.full.screens.table import TableScreen
from clients.cli.places import Memory
from clients.cli.speech import LANGUAGES, Speech
from engine.core.ask import Answer, Ask
from engine.core.chance import Chance
from engine.registry import find_game
from tests.clients.full_booth import Person, by_cursor, by_mouse, by_signs, settle

SHORT: dict[str, tuple[int, dict[str, int | str | bool]]] = {
    "dingti": (2, {"round_cap": 2}),
    "gandengyan": (4, {"hands": 4}),
    "pokerduel": (2, {"turn_cap": 3}),
    "herokill": (2, {"turn_cap": 10}),
}
"""Seats and options of matches that end soon, and in which a person is sure to be asked: bots may go out before his first turn."""

PEOPLE: list[Person] = [by_signs, by_cursor, by_mouse]


async def play(app: PaijuApp, pilot: Pilot[None], game: str) -> int:
    """Answer whatever is asked, as a bot would have it, until the match is over; one question by signs, the next by the cursor, the
    third by the mouse. Returns how many were answered."""
    brain, chance = find_game(game).bots["normal"], Chance(bytes(32), "person")
    intent: tuple[Ask, Answer] | None = None
    answered = 0
    while True:
        await pilot.pause(0.02)
        guest, screen = app.guest, app.screen
        if guest is None or guest.model is None:
            continue
        model = guest.model
        if model.over is not None:
            return answered
        if not isinstance(screen, TableScreen):
            continue
        if screen.busy or screen.open is None or model.ask is None or model.view is None:
            continue
        ask, view = screen.open.ask, model.view
        if intent is None or intent[0] is not ask:
            intent = (ask, brain(lambda: view, ask, chance))  # noqa: B023 - called at once
            answered += 1
        await PEOPLE[answered % len(PEOPLE)](pilot, screen, intent[1])
        await settle(pilot, screen)


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SHORT)
async def test_a_whole_game_is_played_by_keys_and_mouse(
    game: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAIJU_BOT_DELAY_MIN", "0")
    monkeypatch.setenv("PAIJU_BOT_DELAY_MAX", "0")
    seats, options = SHORT[game]
    app = PaijuApp(Speech(language), Memory(tmp_path / "players.json"))
    async with app.run_test(size=(80, 24)) as pilot, asyncio.timeout(360):
        app.play_bots(game, seats=seats, options=options)
        assert await play(app, pilot, game)
        assert app.guest is not None
        assert app.guest.model is not None
        assert app.guest.model.outcome is not None
