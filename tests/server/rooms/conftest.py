from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine import registry
from tests.server.rooms.world import World


@pytest.fixture
async def world() -> AsyncIterator[World]:
    world = await World.open()
    yield world
    await world.close()


@pytest.fixture
async def lasting(tmp_path: Path) -> AsyncIterator[World]:
    """Over a file."""
    world = await World.open(f"sqlite:{tmp_path}/rooms.db")
    yield world
    await world.close()


@pytest.fixture(autouse=True)
def _windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game `windows` is there in the tests of rooms."""
    monkeypatch.setitem(registry._MODULES, "windows", "tests.server.rooms.windows")  # noqa: SLF001 - no server offers it
