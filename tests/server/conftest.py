"""What the tests of the server share."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
import structlog


@pytest.fixture
def restored() -> Iterator[None]:
    """Logging as it was, after a test that sets it up."""
    root, websockets = logging.getLogger(), logging.getLogger("websockets")
    before = root.handlers[:], root.level, websockets.level
    yield
    root.handlers[:], root.level = before[0], before[1]
    websockets.setLevel(before[2])
    structlog.reset_defaults()
