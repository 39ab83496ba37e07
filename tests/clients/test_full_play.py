"""The full-screen client, driven by its keys alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from clients.cli.full.app import PaijuApp
from clients.cli.full.screens.table import TableScreen
from clients.cli.places import Memory
from clients.cli.speech import LANGUAGES, Speech


@pytest.mark.parametrize("language", LANGUAGES)
async def test_two_keys_lead_to_the_first_card(language: str, tmp_path: Path) -> None:
    app = PaijuApp(Speech(language), Memory(tmp_path / "players.json"))
    async with app.run_test(size=(80, 24)) as pilot, asyncio.timeout(30):
        await pilot.press("enter")
        await pilot.press("enter")
        while not isinstance(app.screen, TableScreen) or app.screen.choice is None:
            await pilot.pause(0.05)
        assert app.guest is not None and app.guest.model is not None and app.guest.model.view is not None
        assert app.screen.query("CardTile")
