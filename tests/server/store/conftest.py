"""The stores under test. Every test that takes `store` runs on each of them, and one that takes `reopen` on
those that last."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from server.store import open_store
from server.store.base import Store

LASTING = {"sqlite": "sqlite:{folder}/paiju.db"}
PASSING = {"memory": "memory:"}


class HandClock:
    """A clock that goes when told."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture(params=[*LASTING.values(), *PASSING.values()], ids=[*LASTING, *PASSING])
async def store(request: pytest.FixtureRequest, tmp_path: Path, clock: HandClock) -> AsyncIterator[Store]:
    opened = await open_store(str(request.param).format(folder=tmp_path), clock=clock)
    yield opened
    await opened.close()


@pytest.fixture(params=[*LASTING.values()], ids=[*LASTING])
async def reopen(
    request: pytest.FixtureRequest, tmp_path: Path, clock: HandClock
) -> AsyncIterator[Callable[[], Awaitable[Store]]]:
    """Opens the same store each time, closing it before."""
    async with AsyncExitStack() as last:

        async def reopen() -> Store:
            await last.aclose()
            opened = await open_store(str(request.param).format(folder=tmp_path), clock=clock)
            last.push_async_callback(opened.close)
            return opened

        yield reopen
