"""The short storm; `make chaos MINUTES=10` is the long one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.chaos.storm import Storm
from tests.redis_server import any_program

SECONDS = float(os.environ.get("TEST_STORM_SECONDS", "35"))


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.skipif(any_program() is None, reason="no redis-server or valkey-server")
async def test_many_tables_come_through_a_short_storm(tmp_path: Path) -> None:
    storm = Storm(tmp_path, seed=11, rooms=8)
    report = await storm.rage(SECONDS)
    assert not report.complaints, report
    assert len(report.faults) >= 8, "every kind of fault has been there"
    assert report.matches >= 8 and report.taken > 100
    assert report.takeovers > 0
