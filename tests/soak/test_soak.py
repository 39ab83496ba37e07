"""The short soak: long enough to leave something behind, too short for a slope. `make soak MINUTES=10` is the long one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.redis_server import any_program
from tests.soak.soak import Soak, slope


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("shared", [False, True], ids=["sqlite", "redis"])
async def test_nothing_is_left_of_parties_that_are_over(tmp_path: Path, shared: bool) -> None:
    if shared and any_program() is None:
        pytest.skip("no redis-server or valkey-server")
    report = await Soak(tmp_path, 3, shared=shared, keep=40.0).run(8.0)
    assert sum(report.parties.values()) >= 4, report
    assert not report.left, report


def test_the_slope_of_a_line_and_of_noise() -> None:
    assert slope([(0, 5), (1, 7), (2, 9)]) == 2
    assert slope([(0, 5), (1, 6), (2, 5)]) == 0
    assert slope([(3, 5)]) == 0
