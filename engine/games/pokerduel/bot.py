"""Bots of Pokerduel, by level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.game import Bot, random_bot
from engine.games.pokerduel.bots.decide import normal

__all__ = ["BOTS"]

BOTS: Final[Mapping[str, Bot]] = {"random": random_bot, "normal": normal}
