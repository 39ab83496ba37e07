"""What all tests share: how hard Hypothesis tries, and logging as it was."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import HealthCheck, settings

# A deadline per example would fail on a machine's slow episode, not on a fault; pytest's own timeout bounds the test.
_SLOW_IS_NO_FAULT = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("dev", max_examples=25, deadline=None, suppress_health_check=_SLOW_IS_NO_FAULT)
settings.register_profile("ci", parent=settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.register_profile("thorough", parent=settings.get_profile("dev"), max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    """A command that a test runs in this process sets up logging for all of it: what the next test should hear would be filtered."""
    yield
    structlog.reset_defaults()
