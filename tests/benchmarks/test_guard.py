"""The regression guard's judgement; its counting is `make guard`'s."""

from __future__ import annotations

import pytest

from benchmarks.guard.compare import TOLERANCE, compare
from benchmarks.guard.counted import REFERENCE

KEPT = {REFERENCE: 1_000_000, "fast": 1_000, "slow": 50_000}
BARELY = 1 + TOLERANCE / 2
TOO_MUCH = 1 + TOLERANCE * 2


@pytest.mark.parametrize(
    ("build", "fast", "slow", "over"),
    [
        (1.0, 1.0, 1.0, []),
        (1.0, BARELY, 0.5, []),
        (1.0, 1.0, TOO_MUCH, ["slow"]),
        (1.0, TOO_MUCH, TOO_MUCH, ["fast", "slow"]),
        (2.0, 2.0, 2.0, []),
        (2.0, 2.0, 2.0 * TOO_MUCH, ["slow"]),
        (0.5, 1.0, 0.5, ["fast"]),
    ],
)
def test_more_work_than_the_tolerance_is_found_whatever_the_build_of_the_interpreter(
    build: float, fast: float, slow: float, over: list[str]
) -> None:
    """All factors are of what is kept; `build` is what the reference takes here."""
    counted = {REFERENCE: int(1_000_000 * build), "fast": int(1_000 * fast), "slow": int(50_000 * slow)}
    rows, slower = compare(counted, KEPT)
    assert slower == over
    assert len(rows) == len(counted)


def test_a_path_that_is_not_kept_yet_must_be() -> None:
    rows, slower = compare(KEPT | {"new": 7}, KEPT)
    assert slower == ["new"]
    assert "not kept yet" in rows[-1]


def test_of_another_python_nothing_is_judged() -> None:
    rows, slower = compare(KEPT, None)
    assert slower == []
    assert [row.split()[-2] for row in rows] == ["1,000,000", "1,000", "50,000"]
