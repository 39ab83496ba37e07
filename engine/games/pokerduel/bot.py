"""Bots of Pokerduel, by level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.game import Bot, random_bot

__all__ = ["BOTS"]

BOTS: Final[Mapping[str, Bot]] = {"random": random_bot, "normal": random_bot}
