"""What holds for all tests of clients."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from clients.cli import neighbours
from clients.cli.neighbours import Neighbour


@pytest.fixture(autouse=True)
def no_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is asked on the machine's real networks, and nothing announced there; whose subject that is does it on loopback."""
    monkeypatch.setenv("PAIJU_ANNOUNCE", "no")

    async def nobody(seconds: float, interfaces: Sequence[str] | None = None) -> list[Neighbour]:
        return []

    monkeypatch.setattr(neighbours, "look_around", nobody)
