"""What a hot path is."""

from __future__ import annotations

from collections.abc import Callable, Generator

__all__ = ["Path", "Running"]

Running = Generator[None, None, int]
"""Sets up, warms up, yields once, does the work that is counted, and returns how many repetitions that was."""

Path = Callable[[], Running]
