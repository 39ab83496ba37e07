"""A server with an admin, on loopback."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from server.app import App
from tests.e2e.house import server
from tests.server.admin.desk import TOKEN


@pytest.fixture
async def app() -> AsyncIterator[App]:
    async with server(admin_port=-1, admin_token=f"ann:{TOKEN}") as running:
        yield running
